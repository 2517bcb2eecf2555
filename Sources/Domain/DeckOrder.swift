/// Where decks stand in the list. Each has a position with room between neighbours, so that moving
/// one deck changes one deck only, and two devices that move different decks do not disturb each
/// other.
public enum DeckOrder {
  public struct Place: Equatable, Sendable {
    public let deck: DeckID
    public let position: Int64
    public init(deck: DeckID, position: Int64) {
      self.deck = deck
      self.position = position
    }
  }

  /// The position of a deck added to the end of `places`.
  public static func positionAtEnd(of places: [Place]) -> Int64 {
    var last: Int64 = 0
    for place in places { last = max(last, place.position) }
    let (next, isOver) = last.addingReportingOverflow(Deck.positionStep)
    return isOver ? last : next
  }

  /// The new positions that bring the deck at `from` to `to` in the list. `places` are in the
  /// order of the list. Empty when nothing moves; one place as a rule; all of them when there is
  /// no room left between the neighbours.
  public static func moves(_ places: [Place], from: Int, to: Int) -> [Place] {
    guard places.indices.contains(from), places.indices.contains(to), from != to else { return [] }
    var order = places
    let moved = order.remove(at: from)
    order.insert(moved, at: to)
    let below = to > 0 ? order[to - 1].position : nil
    let above = to + 1 < order.count ? order[to + 1].position : nil
    if let position = between(below, above) {
      return [Place(deck: moved.deck, position: position)]
    }
    var changes: [Place] = []
    var position: Int64 = 0
    for place in order {
      position += Deck.positionStep
      if place.position != position {
        changes.append(Place(deck: place.deck, position: position))
      }
    }
    return changes
  }

  /// A position strictly between two neighbours (nil at the ends of the list), or nil without room.
  private static func between(_ below: Int64?, _ above: Int64?) -> Int64? {
    switch (below, above) {
    case (nil, nil): return 0
    case (let below?, nil):
      let (position, isOver) = below.addingReportingOverflow(Deck.positionStep)
      return isOver ? nil : position
    case (nil, let above?):
      let (position, isOver) = above.subtractingReportingOverflow(Deck.positionStep)
      return isOver ? nil : position
    case (let below?, let above?):
      let middle = below &+ (above &- below) / 2
      return middle > below && middle < above ? middle : nil
    }
  }
}
