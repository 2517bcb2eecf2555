import Foundation
import Testing

@testable import Sync

/// The reader and the writer against Foundation's, on random documents, whole and damaged.
@Suite("JSON against Foundation")
struct JSONFoundationTests {
  @Test("reader and Foundation accept the same documents and read the same values")
  func agreement() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomJSON(seed: seed)
    var accepted = 0
    var refused = 0
    for round in 0..<20_000 {
      var bytes = random.document()
      if round % 4 != 0 { bytes = random.damaged(bytes) }
      let theirs = foundation(bytes)
      let text = String(decoding: bytes, as: UTF8.self).debugDescription
      do throws(JSONError) {
        let ours = try JSONValue(bytes)
        accepted += 1
        guard let theirs else {
          Issue.record("accepted \(text), seed \(seed)")
          continue
        }
        if !isSame(ours, theirs) { Issue.record("\(text): \(ours) / \(theirs), seed \(seed)") }
      } catch {
        refused += 1
        if theirs != nil, !isDeliberate(error, in: bytes) {
          Issue.record("refused \(text), seed \(seed)")
        }
      }
    }
    #expect(accepted > 5000 && refused > 5000, "no fair mixture, seed \(seed)")
  }

  @Test("Foundation reads what the writer writes")
  func writing() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomJSON(seed: seed)
    for _ in 0..<3000 {
      let value = try JSONValue(random.document())
      var writer = JSONWriter()
      value.append(to: &writer)
      let theirs = try #require(foundation(writer.bytes), "\(writer.text), seed \(seed)")
      #expect(isSame(value, theirs), "\(writer.text), seed \(seed)")
      #expect(try JSONValue(writer.bytes) == value, "\(writer.text), seed \(seed)")
    }
  }

  /// Where this reader is stricter on purpose than Foundation's: it knows no UTF-16 (which
  /// Foundation suspects behind zero bytes), no comma before a closing bracket, and no number
  /// beyond the range of Double.
  private func isDeliberate(_ error: JSONError, in bytes: [UInt8]) -> Bool {
    if bytes.contains(0) || error.reason == .numberTooLarge { return true }
    guard error.reason == .unexpectedByte, [0x5D, 0x7D].contains(bytes[error.offset]) else {
      return false
    }
    let before = bytes[..<error.offset].last { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
    return before == UInt8(ascii: ",")
  }

  private func foundation(_ bytes: [UInt8]) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
  }

  private func isSame(_ ours: JSONValue, _ theirs: Any) -> Bool {
    switch ours {
    case .null: return theirs is NSNull
    case .bool(let value):
      guard let number = theirs as? NSNumber else { return false }
      return String(cString: number.objCType) == "c" && number.boolValue == value
    case .int(let value):
      guard let number = theirs as? NSNumber, String(cString: number.objCType) != "c" else {
        return false
      }
      return number.int64Value == value
    case .double(let value):
      guard let number = theirs as? NSNumber, String(cString: number.objCType) != "c" else {
        return false
      }
      // Decimals are shown exactly; their conversion to Double rounds twice.
      guard let exact = Double(number.stringValue) else { return false }
      return exact == value || abs(exact - value) <= abs(value) * 0x1p-52
    case .text(let value):
      guard let text = theirs as? String else { return false }
      return text.utf8.elementsEqual(value.utf8)
    case .array(let items):
      guard let list = theirs as? [Any], list.count == items.count else { return false }
      return zip(items, list).allSatisfy { isSame($0, $1) }
    case .object(let members):
      guard let object = theirs as? [String: Any] else { return false }
      for member in members {
        guard let own = ours[member.name], let other = object[member.name] else { return false }
        if !isSame(own, other) { return false }
      }
      return Set(members.map { $0.name }).count == object.count
    }
  }
}
