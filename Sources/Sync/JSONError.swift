/// Why a JSON text was refused, and where.
public struct JSONError: Error, Equatable, Sendable {
  /// Bytes from the start of the text to the place of the trouble.
  public let offset: Int
  public let reason: JSONReason

  public init(_ reason: JSONReason, at offset: Int) {
    self.offset = offset
    self.reason = reason
  }

  /// The line and the column (in characters) of the trouble, both counted from 1.
  public func position(in bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
    var line = 1
    var column = 1
    var index = 0
    while index < min(offset, bytes.count) {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}

/// What was wrong: first the text itself, then what a change does not allow.
public enum JSONReason: UInt8, Sendable, CaseIterable {
  case unexpectedEnd, unexpectedByte, trailingBytes, tooDeep
  case invalidUTF8, invalidEscape, loneSurrogate, controlCharacter
  case invalidNumber, numberTooLarge, integerExpected
  case objectExpected, arrayExpected, textExpected, numberExpected, boolExpected, nullExpected

  case unknownKind, invalidID, invalidStamp, missingKind, missingID, missingStamp
  case duplicateName, invalidName, stampWithoutProperty
  case tooManyProperties, tooManyRemovals, valueTooLong

  /// A few plain words for messages that programmers read.
  public var words: String {
    switch self {
    case .unexpectedEnd: "the text ends too early"
    case .unexpectedByte: "a character that cannot stand here"
    case .trailingBytes: "something follows after the end"
    case .tooDeep: "nested too deeply"
    case .invalidUTF8: "bytes that are not UTF-8"
    case .invalidEscape: "an escape that JSON does not have"
    case .loneSurrogate: "half of a surrogate pair"
    case .controlCharacter: "a control character inside a text"
    case .invalidNumber: "not a number"
    case .numberTooLarge: "a number that is too large"
    case .integerExpected: "a whole number was expected"
    case .objectExpected: "an object was expected"
    case .arrayExpected: "an array was expected"
    case .textExpected: "a text was expected"
    case .numberExpected: "a number was expected"
    case .boolExpected: "true or false was expected"
    case .nullExpected: "null was expected"
    case .unknownKind: "an unknown kind of entity"
    case .invalidID: "not an id"
    case .invalidStamp: "not a stamp"
    case .missingKind: "the kind is missing"
    case .missingID: "the id is missing"
    case .missingStamp: "a property has no stamp"
    case .duplicateName: "a name that occurs twice"
    case .invalidName: "a name that is empty or too long"
    case .stampWithoutProperty: "a stamp for a property that is not there"
    case .tooManyProperties: "too many properties"
    case .tooManyRemovals: "too many removals"
    case .valueTooLong: "a value that is too long"
    }
  }
}
