import Testing

@testable import Domain

private func places(_ positions: [Int64]) -> [DeckOrder.Place] {
  positions.enumerated().map {
    .init(deck: DeckID(EntityID(high: 1, low: UInt64($0.offset))), position: $0.element)
  }
}

/// The list after the moves, as the library would order it.
private func applied(_ moves: [DeckOrder.Place], to list: [DeckOrder.Place]) -> [DeckOrder.Place] {
  list.map { place in moves.first { $0.deck == place.deck } ?? place }
    .sorted { ($0.position, $0.deck) < ($1.position, $1.deck) }
}

struct DeckOrderTests {
  @Test("A move brings the deck where it should be and changes only it, where there is room")
  func movesOne() {
    let list = places([10, 2000, 3000, 4000, 5000])
    for from in 0..<5 {
      for to in 0..<5 where to != from {
        let moves = DeckOrder.moves(list, from: from, to: to)
        var expected = list.map(\.deck)
        expected.insert(expected.remove(at: from), at: to)
        #expect(moves.count == 1)
        #expect(applied(moves, to: list).map(\.deck) == expected)
      }
    }
  }

  @Test(
    "Without room between the neighbours the list is numbered anew",
    arguments: [
      [1, 2, 3], [5, 5, 5], [Int64.min, 0, Int64.max], [Int64.max - 1, Int64.max, .max],
    ])
  func renumbers(positions: [Int64]) {
    let list = places(positions)
    for from in 0..<3 {
      for to in 0..<3 where to != from {
        var expected = list.map(\.deck)
        expected.insert(expected.remove(at: from), at: to)
        let after = applied(DeckOrder.moves(list, from: from, to: to), to: list)
        #expect(after.map(\.deck) == expected)
      }
    }
  }

  @Test("A thousand random moves keep the list as a plain array would be")
  func manyMoves() {
    var random = Random(seed: 8)
    var list = places([1, 2, 3, 4, 5, 6])
    var model = list.map(\.deck)
    for _ in 0..<1000 {
      let from = random.below(6)
      let to = random.below(6)
      list = applied(DeckOrder.moves(list, from: from, to: to), to: list)
      model.insert(model.remove(at: from), at: to)
      #expect(list.map(\.deck) == model)
    }
  }

  @Test("Places outside the list and moves to the same place change nothing")
  func outside() {
    let list = places([1, 2])
    #expect(DeckOrder.moves(list, from: 0, to: 2).isEmpty)
    #expect(DeckOrder.moves(list, from: -1, to: 0).isEmpty)
    #expect(DeckOrder.moves(list, from: 1, to: 1).isEmpty)
    #expect(DeckOrder.moves([], from: 0, to: 0).isEmpty)
  }

  @Test("A new deck goes to the end")
  func end() {
    #expect(DeckOrder.positionAtEnd(of: []) == Deck.positionStep)
    #expect(DeckOrder.positionAtEnd(of: places([7, 3])) == 7 + Deck.positionStep)
    #expect(DeckOrder.positionAtEnd(of: places([.max])) == .max)
  }
}
