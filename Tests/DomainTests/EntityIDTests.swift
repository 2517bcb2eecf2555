import Domain
import Testing

@Suite("Ids and the order of bytes")
struct EntityIDTests {
  @Test("an id is read back from its 36 characters, in either case, and from nothing else")
  func reading() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = Random(seed: seed)
    for _ in 0..<2000 {
      let id = EntityID(high: random.next(), low: random.next())
      var bytes = Array(id.text.utf8)
      #expect(fromMemory(bytes) == id, "seed \(seed)")
      #expect(fromMemory(Array(id.text.uppercased().utf8)) == id, "seed \(seed)")
      bytes[random.below(36)] = Array("0aFg-G:/@ ".utf8)[random.below(10)]
      if random.below(8) == 0 { bytes.removeLast() }
      let general = EntityID(bytes)
      #expect(fromMemory(bytes) == general, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private func fromMemory(_ bytes: [UInt8]) -> EntityID? {
    bytes.withUnsafeBufferPointer { EntityID($0) }
  }

  @Test("texts are compared by their bytes, whatever Unicode holds equivalent")
  func bytes() {
    let texts = [
      "", "a", "ab", "b", "\u{E9}", "e\u{301}", "é", "🍎", "longer than fifteen bytes", "z",
    ]
    for a in texts {
      for b in texts {
        let isBefore = Array(a.utf8).lexicographicallyPrecedes(Array(b.utf8))
        #expect((compareBytes(a, b) < 0) == isBefore)
        #expect((compareBytes(a, b) == 0) == (Array(a.utf8) == Array(b.utf8)))
      }
    }
  }
}
