import Domain
import Testing

@testable import Sync

@Suite("Merge of changes")
struct ChangeMergeTests {
  let id = RandomChanges.id
  let early = Stamp(milliseconds: 1000, device: 0x100)
  let late = Stamp(milliseconds: 2000, device: 0x200)

  func note(_ properties: PropertySet..., removals: [Stamp] = []) -> Change {
    Change(.note, id, properties: properties, removals: removals)
  }

  @Test("is commutative, associative and idempotent on random changes")
  func laws() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var changes = RandomChanges(seed: seed)
    for _ in 0..<5000 {
      let (a, b, c) = (changes.change(), changes.change(), changes.change())
      let ab = a.merging(b)
      #expect(ab.wire == b.merging(a).wire, "seed \(seed)")
      #expect(ab.merging(c).wire == a.merging(b.merging(c)).wire, "seed \(seed)")
      var again = ab
      #expect(!again.merge(b) && !again.merge(a) && !again.merge(ab), "seed \(seed)")
      #expect(again.wire == ab.wire && ab.isNormalised, "seed \(seed)")
    }
  }

  @Test("tells whether it changed anything exactly when it did")
  func tellsChange() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var changes = RandomChanges(seed: seed)
    for _ in 0..<3000 {
      let before = changes.change().normalised
      var after = before
      let changed = after.merge(changes.change())
      #expect(changed == (after.wire != before.wire), "seed \(seed)")
    }
  }

  @Test("keeps the later of two values and both of two properties")
  func laterWins() {
    let a = note(.init("back", .text("new"), late), .init("front", .text("f"), early))
    let b = note(.init("back", .text("old"), early), .init("tag:x", .bool(true), late))
    let joined = a.merging(b)
    #expect(joined.properties.map { $0.name } == ["back", "front", "tag:x"])
    #expect(joined.value("back") == .text("new"))
  }

  @Test("an edit that the remover had not seen brings the entity back")
  func editBeatsDelete() throws {
    let whole = note(.init("back", .text("b"), early), .init("front", .text("f"), early))
    let removal = try #require(whole.removal())
    let edit = note(.init("front", .text("g"), late))
    let joined = whole.merging(removal).merging(edit)
    #expect(joined.isAlive)
    #expect(joined.value("front") == .text("g"))
    #expect(joined.value("back") == .text("b"), "the whole entity is back")
    let slowClock = note(.init("tag:x", .bool(true), Stamp(milliseconds: 900, device: 0x300)))
    #expect(whole.merging(removal).merging(slowClock).isAlive, "whatever the clocks say")
  }

  @Test("an edit that lost to one that the remover had seen does not bring the entity back")
  func lostEdit() throws {
    let whole = note(.init("front", .text("f"), late))
    let removal = try #require(whole.removal())
    let edit = note(.init("front", .text("g"), early))
    #expect(!whole.merging(edit).merging(removal).isAlive)
    #expect(!removal.merging(edit).merging(whole).isAlive, "in whatever order they come")
  }

  @Test("a removal covers all that the remover had seen and nothing that came later")
  func removalCovers() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var changes = RandomChanges(seed: seed)
    for _ in 0..<3000 {
      let state = changes.change().merging(changes.change())
      guard let removal = state.removal() else {
        #expect(!state.isAlive)
        continue
      }
      #expect(!state.merging(removal).isAlive, "seed \(seed)")
      for property in state.properties { #expect(removal.covers(property.stamp)) }
      #expect(!removal.covers(Stamp(milliseconds: 5000, device: 0x100)))
      #expect(!removal.covers(Stamp(milliseconds: 1000, device: 0x900)))
      #expect(removal.isNormalised)
    }
  }

  @Test("a restored entity is as it was before it was deleted")
  func restoring() throws {
    let whole = note(.init("front", .text("f"), early))
    let dead = whole.merging(try #require(whole.removal()))
    #expect(dead.removal() == nil)
    let back = dead.merging(dead.restored(at: late))
    #expect(back.isAlive)
    #expect(back.value("front") == .text("f"))
    #expect(!back.merging(try #require(back.removal())).isAlive)
  }

  @Test("nothing is alive without a property")
  func emptyIsDead() {
    #expect(!note().isAlive)
    #expect(!note(removals: [early]).isAlive)
  }

  @Test("names that Unicode holds equivalent stay two")
  func namesByBytes() {
    let composed = note(.init("tag:\u{E9}", .bool(true), early))
    let decomposed = note(.init("tag:e\u{301}", .bool(true), early))
    #expect(composed.merging(decomposed).properties.count == 2)
  }

  @Test("keeps within its limits, whatever the order")
  func limits() {
    func many(_ prefix: String) -> Change {
      Change(.note, id, properties: (0..<700).map { .init("\(prefix)\($0)", .null, early) })
    }
    let (a, b, c) = (many("a"), many("b"), many("c"))
    let joined = a.merging(b).merging(c)
    #expect(joined.properties.count == Change.propertyCountMax)
    #expect(joined.wire == c.merging(b).merging(a).wire)
    #expect(joined.wire == b.merging(c.merging(a)).wire)
  }
}
