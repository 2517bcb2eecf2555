extension EntityID {
  /// The same as the general initialiser, over bytes in memory: what parsers call a million times
  /// must not step through an iterator that the compiler could not specialise.
  public init?(_ text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 36, text[8] == UInt8(ascii: "-"), text[13] == UInt8(ascii: "-"),
      text[18] == UInt8(ascii: "-"), text[23] == UInt8(ascii: "-"),
      let first = hexValue(text, 0..<8), let second = hexValue(text, 9..<13),
      let third = hexValue(text, 14..<18), let fourth = hexValue(text, 19..<23),
      let fifth = hexValue(text, 24..<36)
    else { return nil }
    self.init(high: first << 32 | second << 16 | third, low: fourth << 48 | fifth)
  }
}

/// The value of up to 16 hexadecimal digits in either case; nil if one of the bytes is none.
public func hexValue(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> UInt64? {
  var value: UInt64 = 0
  for index in range {
    guard let digit = hexDigitValue(text[index]) else { return nil }
    value = value << 4 | UInt64(digit)
  }
  return value
}
