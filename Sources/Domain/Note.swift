/// What a learner writes: fields of a note type. Until other note types arrive every note is Basic:
/// Front, Back, Pronunciation, Note, in this order, and has one card.
/// Fields hold HTML of a small allowed subset; see `FieldText`.
public struct Note: Equatable, Sendable {
  public var id: NoteID
  public var deck: DeckID
  public var fields: [String]

  public init(id: NoteID, deck: DeckID, fields: [String]) {
    self.id = id
    self.deck = deck
    self.fields = fields
  }
}

/// The fields of the Basic note type; the raw value is the index, `property` the stored name.
public enum BasicField: Int, Sendable, CaseIterable {
  case front, back, pronunciation, note

  public var property: String {
    switch self {
    case .front: "front"
    case .back: "back"
    case .pronunciation: "pronunciation"
    case .note: "note"
    }
  }
}
