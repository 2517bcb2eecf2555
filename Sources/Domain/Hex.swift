/// The value of a hexadecimal digit in either case, or nil.
public func hexDigitValue(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}

/// Appends the lowest `digits` hexadecimal digits of `value` in lower case.
public func appendHex(_ value: UInt64, digits: Int, to bytes: inout [UInt8]) {
  var shift = UInt64(digits * 4)
  while shift > 0 {
    shift -= 4
    let nibble = UInt8(truncatingIfNeeded: value >> shift & 0xF)
    bytes.append(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10)
  }
}
