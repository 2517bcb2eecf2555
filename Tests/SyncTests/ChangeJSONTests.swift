import Domain
import Testing

@testable import Sync

@Suite("Wire form of changes")
struct ChangeJSONTests {
  static let i = "01900000-0000-7000-8000-000000000001"
  static let s1 = "0000000003e800000000000000000100"
  static let s2 = "0000000003e900000000000000000200"

  @Test("has its names in one order and leaves empty parts out")
  func form() {
    let one = Stamp(milliseconds: 1000, device: 0x100)
    let two = Stamp(milliseconds: 1001, device: 0x200)
    let change = Change(
      .note, RandomChanges.id,
      properties: [
        .init("back", .text("b"), two), .init("created", .int(-5), one),
        .init("front", .json("[1, 2]"), one), .init("tag:x", .null, one),
      ], removals: [two])
    #expect(
      change.wire
        == #"{"k":"note","i":"\#(Self.i)","s":"\#(Self.s1)","#
        + #""p":{"back":"b","created":-5,"front":[1, 2],"tag:x":null},"#
        + #""t":{"back":"\#(Self.s2)"},"x":["\#(Self.s2)"]}"#)
    #expect(Change(.deck, RandomChanges.id).wire == #"{"k":"deck","i":"\#(Self.i)"}"#)
  }

  @Test("comes back the same, and one state has one form")
  func roundTrip() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var changes = RandomChanges(seed: seed)
    for _ in 0..<3000 {
      let change = changes.change().normalised
      let back = try Change(wire: change.wire)
      #expect(back.wire == change.wire, "seed \(seed)")
      #expect(back == change, "seed \(seed)")
    }
  }

  @Test("every kind comes back", arguments: EntityKind.allCases)
  func kinds(kind: EntityKind) throws {
    #expect(try Change(wire: Change(kind, RandomChanges.id).wire).kind == kind)
  }

  @Test("reads any order of its names and skips names it does not know")
  func anyOrder() throws {
    let change = try Change(
      wire: #" { "x":[], "t":{"b":"\#(Self.s2)"}, "new":[{}], "p":{"b":1,"a":2}, "#
        + #""s":"\#(Self.s1)", "i":"\#(Self.i)", "k":"n\u006fte" } "#)
    #expect(
      change.wire == #"{"k":"note","i":"\#(Self.i)","s":"\#(Self.s1)","p":{"a":2,"b":1},"#
        + #""t":{"b":"\#(Self.s2)"}}"#)
  }

  @Test("keeps unknown values as they are written")
  func unknownValues() throws {
    let values = ["-0", "1.50", "1e999", "99999999999999999999", "{\"a\": [ ]}", "[]"]
    for value in values {
      let wire = #"{"k":"card","i":"\#(Self.i)","s":"\#(Self.s1)","p":{"new":\#(value)}}"#
      let change = try Change(wire: wire)
      #expect(change.value("new") == .json(value))
      #expect(change.wire == wire)
    }
  }

  @Test(
    "refuses what is no change, with the reason",
    arguments: [
      (#"[]"#, JSONReason.objectExpected), (#"{}"#, .missingKind), (#"{"k":"note"}"#, .missingID),
      (#"{"k":"nope","i":"I"}"#, .unknownKind), (#"{"k":1,"i":"I"}"#, .textExpected),
      (#"{"k":"note","i":"x"}"#, .invalidID), (#"{"k":"note","i":null}"#, .textExpected),
      (#"{"k":"note","k":"note","i":"I"}"#, .duplicateName),
      (#"{"k":"note","i":"I","p":{"a":1}}"#, .missingStamp),
      (#"{"k":"note","i":"I","p":{"a":1,"b":2},"t":{"a":"S"}}"#, .missingStamp),
      (#"{"k":"note","i":"I","s":"0","p":{"a":1}}"#, .invalidStamp),
      (#"{"k":"note","i":"I","s":"S","p":{"a":1,"a":2}}"#, .duplicateName),
      (#"{"k":"note","i":"I","s":"S","p":{"":1}}"#, .invalidName),
      (#"{"k":"note","i":"I","s":"S","p":{"a":1},"t":{"b":"S"}}"#, .stampWithoutProperty),
      (#"{"k":"note","i":"I","s":"S","p":{"a":1},"t":{"a":"S","a":"S"}}"#, .stampWithoutProperty),
      (#"{"k":"note","i":"I","x":["S",1]}"#, .textExpected),
      (#"{"k":"note","i":"I","x":{}}"#, .arrayExpected),
      (#"{"k":"note","i":"I","p":[]}"#, .objectExpected),
      (#"{"k":"note","i":"I"}}"#, .trailingBytes),
    ])
  func refusals(wire: String, reason: JSONReason) throws {
    let text = wire.replacing("\"I\"", with: "\"\(Self.i)\"")
      .replacing("\"S\"", with: "\"\(Self.s1)\"")
    do throws(JSONError) {
      _ = try Change(wire: text)
      Issue.record("accepted \(text)")
    } catch { #expect(error.reason == reason) }
  }

  func change(property name: String, _ value: String) -> String {
    #"{"k":"note","i":"\#(Self.i)","s":"\#(Self.s1)","p":{"\#(name)":\#(value)}}"#
  }

  func reason(_ wire: String) -> JSONReason? {
    do throws(JSONError) {
      _ = try Change(wire: wire)
      return nil
    } catch { return error.reason }
  }

  @Test("holds the limits of names, counts, sizes and depth, to the byte")
  func limits() {
    let name = String(repeating: "ä", count: 50)
    #expect(reason(change(property: name, "1")) == nil)
    #expect(reason(change(property: name + "a", "1")) == .invalidName)

    let longest = String(repeating: "x", count: Change.valueBytesMax)
    #expect(reason(change(property: "a", "\"\(longest)\"")) == nil)
    #expect(reason(change(property: "a", "\"\(longest)x\"")) == .valueTooLong)
    #expect(reason(change(property: "a", "[\"\(longest)\"]")) == .valueTooLong)

    let deepest = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(reason(change(property: "a", deepest)) == nil)
    #expect(reason(change(property: "a", "[\(deepest)]")) == .tooDeep)

    func properties(_ count: Int) -> String {
      let members = (0..<count).map { "\"\($0)\":null" }.joined(separator: ",")
      return #"{"k":"note","i":"\#(Self.i)","s":"\#(Self.s1)","p":{\#(members)}}"#
    }
    #expect(reason(properties(1000)) == nil)
    #expect(reason(properties(1001)) == .tooManyProperties)

    func removals(_ count: Int) -> String {
      let stamps = (0..<count).map { "\"\(Stamp(time: 1, device: UInt64($0)).text)\"" }
      return #"{"k":"note","i":"\#(Self.i)","x":[\#(stamps.joined(separator: ","))]}"#
    }
    #expect(reason(removals(10_000)) == nil)
    #expect(reason(removals(10_001)) == .tooManyRemovals)
  }

  @Test("changes without stamps take the stamp they are given")
  func withoutStamps() throws {
    let stamp = Stamp(milliseconds: 7, device: 0x900)
    let change = Change(
      .deck, RandomChanges.id, properties: [.init("name", .text("n"), Stamp(time: 1, device: 2))])
    var writer = JSONWriter()
    writer.beginArray()
    change.append(to: &writer, stamped: false)
    writer.endArray()
    #expect(writer.text == #"[{"k":"deck","i":"\#(Self.i)","p":{"name":"n"}}]"#)
    let back = try JSONReader.read(writer.bytes) { (reader) throws(JSONError) in
      try Change.list(from: &reader, defaultStamp: stamp)
    }
    #expect(
      back == [Change(.deck, RandomChanges.id, properties: [.init("name", .text("n"), stamp)])])
  }
}
