import Domain
import Testing

@testable import Sync

@Suite("JSON writer")
struct JSONWriterTests {
  @Test("sets commas, colons and brackets")
  func structure() {
    var writer = JSONWriter()
    writer.beginObject()
    writer.name("a")
    writer.beginArray()
    writer.int(1)
    writer.bool(false)
    writer.null()
    writer.beginObject()
    writer.endObject()
    writer.raw("{\"x\":2}")
    writer.endArray()
    writer.newLine()
    writer.name(text: "b")
    writer.string("c")
    writer.endObject()
    #expect(writer.text == #"{"a":[1,false,null,{},{"x":2}],"# + "\n" + #""b":"c"}"#)
  }

  @Test("escapes quotes, backslashes and control characters, and nothing else")
  func escapes() {
    var writer = JSONWriter()
    writer.string("\"\\/\u{8}\t\n\u{C}\r\u{1}\u{1F}\u{7F}\u{2028}ä🍎")
    #expect(writer.text == "\"\\\"\\\\/\\b\\t\\n\\f\\r\\u0001\\u001f\u{7F}\u{2028}ä🍎\"")
  }

  @Test("writes the ends of the 64-bit range")
  func integers() {
    var writer = JSONWriter()
    writer.beginArray()
    for number in [0, -1, 10, Int64.max, Int64.min] { writer.int(number) }
    writer.endArray()
    #expect(writer.text == "[0,-1,10,9223372036854775807,-9223372036854775808]")
  }

  @Test("writes doubles so that they read back the same, and no infinity")
  func doubles() throws {
    for number in [
      0.1, -0.0, 1e23, Double.leastNonzeroMagnitude, 1.7976931348623157e308, 100, 1e16, 1.0 / 3,
    ] {
      var writer = JSONWriter()
      writer.double(number)
      let back = try JSONReader.read(writer.bytes) { (reader) throws(JSONError) in
        try reader.double()
      }
      #expect(back.bitPattern == number.bitPattern)
    }
    var writer = JSONWriter()
    writer.beginArray()
    writer.double(.infinity)
    writer.double(.nan)
    writer.endArray()
    #expect(writer.text == "[null,null]")
  }

  @Test("any text comes back as it was")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = Random(seed: seed)
    for _ in 0..<500 {
      var text = ""
      for _ in 0..<random.below(40) {
        let limit: UInt32 = [0x20, 0x80, 0x800, 0x10000, 0x110000][random.below(5)]
        if let scalar = UnicodeScalar(UInt32(random.below(Int(limit)))) {
          text.unicodeScalars.append(scalar)
        }
      }
      var writer = JSONWriter()
      writer.string(text)
      let back = try JSONValue(writer.bytes).text
      #expect(back?.utf8.elementsEqual(text.utf8) == true, "seed \(seed)")
    }
  }
}
