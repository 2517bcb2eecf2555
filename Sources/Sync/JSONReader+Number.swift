/// A number as it is written.
public struct JSONNumber {
  public let raw: UnsafeBufferPointer<UInt8>
  /// Without fraction and exponent.
  public let isInteger: Bool

  /// The exact value of an integer within 64 bits, else nil.
  public var int: Int64? {
    guard isInteger else { return nil }
    let isNegative = raw[0] == UInt8(ascii: "-")
    var value: Int64 = 0
    for index in (isNegative ? 1 : 0)..<raw.count {
      let digit = Int64(raw[index] - UInt8(ascii: "0"))
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, carry) =
        isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
      if overflow || carry { return nil }
      value = next
    }
    return value
  }

  /// The nearest double; infinite when the number is too large for one.
  public var double: Double { fastDouble ?? parsedDouble }

  /// Exact when the digits fit in 53 bits and the power of ten is exact (Clinger 1990): one
  /// correctly rounded operation.
  private var fastDouble: Double? {
    var digits: UInt64 = 0
    var power = 0
    var index = raw[0] == UInt8(ascii: "-") ? 1 : 0
    var isFraction = false
    while index < raw.count, raw[index] | 0x20 != UInt8(ascii: "e") {
      if raw[index] == UInt8(ascii: ".") {
        isFraction = true
      } else {
        digits = digits * 10 + UInt64(raw[index] - UInt8(ascii: "0"))
        if isFraction { power -= 1 }
        if digits > 1 << 53 { return nil }
      }
      index += 1
    }
    if index < raw.count {
      guard let exponent = exponent(after: index) else { return nil }
      power += exponent
    }
    guard power >= -22, power <= 22 else { return nil }
    var scale = 1.0
    for _ in 0..<(power < 0 ? -power : power) { scale *= 10 }
    let value = power < 0 ? Double(digits) / scale : Double(digits) * scale
    return raw[0] == UInt8(ascii: "-") ? -value : value
  }

  /// The exponent when it has at most four digits.
  private func exponent(after index: Int) -> Int? {
    var start = index + 1
    let isNegative = raw[start] == UInt8(ascii: "-")
    if isNegative || raw[start] == UInt8(ascii: "+") { start += 1 }
    guard raw.count - start <= 4 else { return nil }
    var value = 0
    for position in start..<raw.count {
      value = value * 10 + Int(raw[position] - UInt8(ascii: "0"))
    }
    return isNegative ? -value : value
  }

  private var parsedDouble: Double { Double(String(decoding: raw, as: UTF8.self)) ?? .infinity }
}

extension JSONReader {
  public mutating func int() throws(JSONError) -> Int64 {
    let start = offset
    let number = try number()
    if let value = number.int { return value }
    throw JSONError(number.isInteger ? .numberTooLarge : .integerExpected, at: start)
  }

  /// A whole number that fits `range`.
  public mutating func int(in range: ClosedRange<Int64>) throws(JSONError) -> Int64 {
    let start = offset
    let value = try int()
    guard range.contains(value) else { throw JSONError(.numberTooLarge, at: start) }
    return value
  }

  public mutating func double() throws(JSONError) -> Double {
    let start = offset
    let value = try number().double
    guard value.isFinite else { throw JSONError(.numberTooLarge, at: start) }
    return value
  }

  /// The next value, a number, checked against the grammar but not converted.
  public mutating func number() throws(JSONError) -> JSONNumber {
    guard try peek() == .number else { throw fail(.numberExpected) }
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "0") {
      offset += 1
      if offset < bytes.count, isDigit(bytes[offset]) { throw fail(.invalidNumber) }
    } else {
      try skipDigits()
    }
    let end = offset
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try skipDigits()
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      let hasSign =
        offset < bytes.count
        && (bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-"))
      if hasSign { offset += 1 }
      try skipDigits()
    }
    return JSONNumber(raw: slice(start, offset), isInteger: end == offset)
  }

  private mutating func skipDigits() throws(JSONError) {
    let start = offset
    while offset < bytes.count, isDigit(bytes[offset]) { offset += 1 }
    if offset == start { throw fail(offset < bytes.count ? .invalidNumber : .unexpectedEnd) }
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
