/// A JSON value as a tree, for small things. Big ones are read with `JSONReader` directly.
public indirect enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case text(String)
  case array([JSONValue])
  case object([JSONMember])
}

public struct JSONMember: Equatable, Sendable {
  public var name: String
  public var value: JSONValue
  public init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

extension JSONValue {
  public init(_ bytes: [UInt8]) throws(JSONError) {
    self = try JSONReader.read(bytes) { (reader) throws(JSONError) in
      try JSONValue(from: &reader)
    }
  }

  /// Takes the next value. Whole numbers within 64 bits stay exact, other numbers become doubles.
  public init(from reader: inout JSONReader) throws(JSONError) {
    switch try reader.peek() {
    case .null:
      try reader.null()
      self = .null
    case .bool: self = .bool(try reader.bool())
    case .text: self = .text(try reader.string())
    case .number:
      let start = reader.offset
      let number = try reader.number()
      if let int = number.int {
        self = .int(int)
      } else {
        let double = number.double
        guard double.isFinite else { throw JSONError(.numberTooLarge, at: start) }
        self = .double(double)
      }
    case .array:
      var items: [JSONValue] = []
      try reader.beginArray()
      while try reader.nextElement() { items.append(try JSONValue(from: &reader)) }
      self = .array(items)
    case .object:
      var members: [JSONMember] = []
      try reader.beginObject()
      while let name = try reader.nextName() {
        members.append(JSONMember(name.string, try JSONValue(from: &reader)))
      }
      self = .object(members)
    }
  }

  public func append(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .double(let value): writer.double(value)
    case .text(let value): writer.string(value)
    case .array(let items):
      writer.beginArray()
      for item in items { item.append(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.name(text: member.name)
        member.value.append(to: &writer)
      }
      writer.endObject()
    }
  }

  /// The member of an object; the last one when a name occurs twice. Nil when this is no object.
  public subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  public var text: String? {
    if case .text(let value) = self { return value }
    return nil
  }

  public var int: Int64? {
    if case .int(let value) = self { return value }
    return nil
  }

  public var bool: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  public var array: [JSONValue]? {
    if case .array(let value) = self { return value }
    return nil
  }
}
