/// The colours a deck's cards can have. The raw value is what is stored and the CSS name.
public enum CardColor: UInt8, Sendable, CaseIterable {
  case tomato, rust, ochre, leaf, teal, blue, violet, rose

  public var name: String {
    switch self {
    case .tomato: "tomato"
    case .rust: "rust"
    case .ochre: "ochre"
    case .leaf: "leaf"
    case .teal: "teal"
    case .blue: "blue"
    case .violet: "violet"
    case .rose: "rose"
    }
  }
  public init?(name: String) {
    for color in CardColor.allCases where color.name == name {
      self = color
      return
    }
    return nil
  }
}

public struct Deck: Equatable, Sendable {
  public var id: DeckID
  public var name: String
  public var color: CardColor
  /// Decks are listed by position, then id. New decks go to the end in steps of `positionStep`.
  public var position: Int64
  /// The key of the sample deck this is ("finnish", "capitals", ...), or empty.
  public var sample: String

  public static let nameLengthMax = 200
  public static let positionStep: Int64 = 1 << 20

  public init(id: DeckID, name: String, color: CardColor, position: Int64, sample: String = "") {
    self.id = id
    self.name = name
    self.color = color
    self.position = position
    self.sample = sample
  }
}
