import Domain
import Testing

@testable import Sync

@Suite("JSON reader")
struct JSONReaderTests {
  func value(_ text: String) throws -> JSONValue { try JSONValue(Array(text.utf8)) }

  func error(_ text: String) -> JSONError? { error(Array(text.utf8)) }

  func error(_ bytes: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONValue(bytes)
      return nil
    } catch { return error }
  }

  @Test("reads every kind of value with white space around")
  func everyKind() throws {
    let tree = try value(
      " {\"a\" : [ 1 , -2.5e1,true,false, null ,\"x\"] ,\n\t\"b\":{}, \"c\":[]}\r\n")
    #expect(
      tree
        == .object([
          JSONMember(
            "a", .array([.int(1), .double(-25), .bool(true), .bool(false), .null, .text("x")])),
          JSONMember("b", .object([])), JSONMember("c", .array([])),
        ]))
  }

  @Test(
    "resolves escapes",
    arguments: [
      (#""a\"\\\/\b\f\n\r\tz""#, "a\"\\/\u{8}\u{C}\n\r\tz"),
      (#""\u0041\u00e4\u20AC\ud83C\uDf4E\u0000.""#, "Aä€🍎\0."),
      (#""ä€🍎 plain then \n""#, "ä€🍎 plain then \n"),
      ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
    ])
  func escapes(json: String, expected: String) throws {
    #expect(try value(json).text?.unicodeScalars.elementsEqual(expected.unicodeScalars) == true)
  }

  @Test("finds quotes, backslashes and control characters at every place of a word")
  func wordEdges() throws {
    for length in 0..<20 {
      let text = String(repeating: "a", count: length)
      #expect(try value("\"\(text)\"") == .text(text))
      #expect(try value("\"\(text)\\n\(text)\"") == .text(text + "\n" + text))
      #expect(try value("\"\(text)ä\(text)\"") == .text(text + "ä" + text))
      for byte in UInt8(0)..<0x20 {
        let bytes = Array("\"\(text)".utf8) + [byte] + Array("\(text)\"".utf8)
        #expect(error(bytes) == JSONError(.controlCharacter, at: length + 1))
      }
    }
  }

  @Test(
    "refuses what is not JSON and says where",
    arguments: [
      ("", 0, JSONReason.unexpectedEnd), ("  ", 2, .unexpectedEnd), ("{", 1, .unexpectedEnd),
      ("[1", 2, .unexpectedEnd), ("[1,", 3, .unexpectedEnd), ("[1,]", 3, .unexpectedByte),
      ("[,1]", 1, .unexpectedByte), ("[1 2]", 3, .unexpectedByte), ("{,}", 1, .unexpectedByte),
      ("{\"a\"}", 4, .unexpectedByte), ("{\"a\":}", 5, .unexpectedByte),
      ("{\"a\":1,}", 7, .unexpectedByte), ("{a:1}", 1, .unexpectedByte),
      ("{1:1}", 1, .unexpectedByte), ("[1}", 2, .unexpectedByte), ("{\"a\":1]", 6, .unexpectedByte),
      ("tru", 3, .unexpectedEnd), ("trUe", 2, .unexpectedByte), ("nul", 3, .unexpectedEnd),
      ("NaN", 0, .unexpectedByte), ("1 1", 2, .trailingBytes), ("[]]", 2, .trailingBytes),
      ("'a'", 0, .unexpectedByte), ("// a\n1", 0, .unexpectedByte),
      ("\u{FEFF}1", 0, .unexpectedByte),
      ("\u{A0}1", 0, .unexpectedByte), ("\"a", 2, .unexpectedEnd), ("\"\\", 2, .unexpectedEnd),
      ("\"\\x\"", 1, .invalidEscape), ("\"\\u12G4\"", 1, .invalidEscape),
      ("\"\\u12", 5, .unexpectedEnd), ("\"\\ud800\"", 1, .loneSurrogate),
      ("\"\\udc00\"", 1, .loneSurrogate), ("\"\\ud800\\u0041\"", 1, .loneSurrogate),
      ("\"\\ud800\\ud800\"", 1, .loneSurrogate), ("\"\\ud800x\"", 1, .loneSurrogate),
    ])
  func refusals(json: String, offset: Int, reason: JSONReason) {
    #expect(error(json) == JSONError(reason, at: offset))
  }

  @Test(
    "refuses numbers outside the grammar",
    arguments: [
      "-", "+1", "01", "-01", ".5", "1.", "1.e1", "1e", "1e+", "0x1", "--1", "1.2.3", "1e1.5",
    ])
  func numberGrammar(json: String) { #expect(error(json) != nil) }

  @Test(
    "keeps whole numbers exact over the whole of 64 bits",
    arguments: [0, 1, -1, 9_007_199_254_740_993, Int64.max, Int64.min])
  func exactIntegers(number: Int64) throws {
    #expect(try value(String(number)) == .int(number))
  }

  @Test("whole numbers beyond 64 bits are no Int64")
  func wideIntegers() throws {
    #expect(try value("9223372036854775808") == .double(0x1p63))
    let bytes = Array("9223372036854775808".utf8)
    #expect(throws: JSONError(.numberTooLarge, at: 0)) {
      try JSONReader.read(bytes) { (reader) throws(JSONError) in try reader.int() }
    }
    #expect(throws: JSONError(.integerExpected, at: 0)) {
      try JSONReader.read([UInt8]("1.0".utf8)) { (reader) throws(JSONError) in try reader.int() }
    }
  }

  @Test("doubles read as Swift reads them, at random and at the edges")
  func doubles() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var texts = [
      "5e-324", "2.2250738585072014e-308", "1.7976931348623157e308", "-0.0", "1e23",
      "0.1", "123456789012345678901234567890", "1E+2", "9007199254740993.0", "1e-400", "4.35",
    ]
    var generator = Domain.Random(seed: seed)
    for _ in 0..<2000 {
      let number = Double(bitPattern: generator.next())
      if number.isFinite { texts.append(number.description) }
      let (whole, part) = (generator.next() % 100_000, generator.next() % 10_000)
      texts.append("\(whole).\(part)e\(Int(generator.next() % 60) - 30)")
    }
    for text in texts {
      let read = try JSONReader.read(Array(text.utf8)) { (reader) throws(JSONError) in
        try reader.double()
      }
      #expect(read.bitPattern == Double(text)?.bitPattern, "\(text), seed \(seed)")
    }
    #expect(error("1e999") == JSONError(.numberTooLarge, at: 0))
  }

  @Test("nests 64 deep and no deeper")
  func depth() throws {
    let deepest = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
    _ = try value(deepest)
    #expect(error("[" + deepest + "]") == JSONError(.tooDeep, at: 64))
    #expect(error(String(repeating: "{\"a\":", count: 100_000))?.reason == .tooDeep)
  }

  @Test("checks every byte of UTF-8 as the Unicode standard does")
  func utf8() {
    for lead in UInt8(0x80)...0xFF {
      for second in stride(from: UInt8(0x70), through: 0xF0, by: 8) {
        for tail in [[], [0x80], [0x80, 0x80], [0xBF, 0xBF], [0x41]] as [[UInt8]] {
          let content = [lead, second] + tail
          let isValid = String(validating: content, as: UTF8.self) != nil
          #expect((error([0x22] + content + [0x22]) == nil) == isValid, "\(content)")
        }
      }
    }
  }

  @Test("skips a value of any shape and gives its bytes as they stand")
  func skipping() throws {
    let json = #"{"a": [1, {"b":[]} ,{}, "]"] , "c" :-1.5e3, "d":null}"#
    let slices = try JSONReader.read(Array(json.utf8)) { (reader) throws(JSONError) in
      var slices: [String] = []
      try reader.beginObject()
      while try reader.nextName() != nil {
        slices.append(String(decoding: try reader.skipValue(), as: UTF8.self))
      }
      return slices
    }
    #expect(slices == [#"[1, {"b":[]} ,{}, "]"]"#, "-1.5e3", "null"])
    for bad in ["[1,{]}", "{\"a\":[}", "[01]", "[\"\\q\"]", "[tru]"] {
      #expect(throws: JSONError.self) {
        try JSONReader.read(Array(bad.utf8)) { (reader) throws(JSONError) in
          _ = try reader.skipValue()
        }
      }
    }
  }

  @Test("names are compared with their escapes resolved")
  func names() throws {
    try JSONReader.read(Array(#"{"fr\u006fnt":1,"fron":2}"#.utf8)) { (reader) throws(JSONError) in
      try reader.beginObject()
      guard let first = try reader.nextName() else { return }
      #expect("front" ~= first)
      #expect(!("fron" ~= first))
      _ = try reader.int()
      guard let second = try reader.nextName() else { return }
      #expect(!("front" ~= second))
      #expect("fron" ~= second)
      _ = try reader.int()
      #expect(try reader.nextName() == nil)
    }
  }

  @Test("says line and column, counting characters")
  func position() {
    let bytes = Array("{\n  \"ä\": x}".utf8)
    let found = error(bytes)
    #expect(found == JSONError(.unexpectedByte, at: 10))
    let position = bytes.withUnsafeBufferPointer { found?.position(in: $0) }
    #expect(position?.line == 2)
    #expect(position?.column == 8)
  }
}
