public import Domain

extension ReviewKind {
  /// The text that stands for the kind in changes.
  public var name: String {
    switch self {
    case .study: "study"
    case .learn: "learn"
    case .quiz: "quiz"
    case .challenge: "challenge"
    case .review: "review"
    }
  }
  public init?(name: String) {
    for kind in ReviewKind.allCases where kind.name == name {
      self = kind
      return
    }
    return nil
  }
}

extension EntityID {
  /// Reads an id that is written as this project writes it, in lower case.
  init?(canonical text: String) {
    var text = text
    let id: EntityID? = text.withUTF8 { bytes in
      for byte in bytes where byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F") {
        return nil
      }
      return EntityID(bytes)
    }
    guard let id else { return nil }
    self = id
  }
}

extension Change {
  /// The value of a property, or nil if it is not set.
  public func value(_ name: String) -> PropertyValue? {
    for property in properties where property.name == name { return property.value }
    return nil
  }

  func text(_ name: String) -> String {
    if case .text(let text) = value(name) { return text }
    return ""
  }

  func int(_ name: String) -> Int64 {
    if case .int(let number) = value(name) { return number }
    return 0
  }

  /// JSON, whether it was written as such or as a text.
  fileprivate func json(_ name: String) -> String? {
    switch value(name) {
    case .json(let text), .text(let text): text
    case .null, .bool, .int, nil: nil
    }
  }

  /// The deck that a note is in; the id of zeros if that is not known.
  var deck: DeckID { DeckID(EntityID(text("deck")) ?? EntityID(high: 0, low: 0)) }

  /// Sample decks and notes have ids made from their names and were stamped without a device.
  var isSample: Bool {
    guard kind == .deck || kind == .note, id.high >> 12 & 0xF == 8 else { return false }
    return properties.contains { $0.stamp.device == 0 }
  }

  /// The change that records a review. All its properties have one stamp.
  public init(_ review: Review, stamp: Stamp) {
    var properties = [
      PropertySet("at", .int(review.at), stamp),
      PropertySet("duration", .int(Int64(review.duration)), stamp),
      PropertySet("kind", .text(review.kind.name), stamp),
      PropertySet("note", .text(review.card.note.id.text), stamp),
    ]
    if review.card.ordinal != 0 {
      properties.append(PropertySet("ordinal", .int(Int64(review.card.ordinal)), stamp))
    }
    properties.append(PropertySet("rating", .int(Int64(review.rating.rawValue)), stamp))
    properties.append(PropertySet("zone", .int(Int64(review.zoneMinutes)), stamp))
    self.init(.review, review.id.id, properties: properties)
  }
}

extension Review {
  /// Reads a review's state; nil if its note, time or rating is missing or makes no sense.
  public init?(_ state: Change) {
    guard case .text(let note) = state.value("note"), let note = EntityID(note),
      case .int(let at) = state.value("at"),
      case .int(let rating) = state.value("rating"),
      let rating = UInt8(exactly: rating).flatMap({ Rating(rawValue: $0) })
    else { return nil }
    self.init(
      id: ReviewID(state.id),
      card: CardID(NoteID(note), ordinal: UInt16(clamping: state.int("ordinal"))),
      at: at, zoneMinutes: Int16(clamping: state.int("zone")),
      kind: ReviewKind(name: state.text("kind")) ?? .study, rating: rating,
      duration: Int32(clamping: state.int("duration")))
  }
}

extension Deck {
  /// Reads a deck's state; what is missing is empty, tomato, or zero.
  public init(_ state: Change) {
    self.init(
      id: DeckID(state.id), name: state.text("name"),
      color: CardColor(name: state.text("color")) ?? .tomato,
      position: state.int("position"), sample: state.text("sample"))
  }
}

extension HistoryStep {
  init(_ state: Change) {
    id = StepID(state.id)
    kind = state.text("kind")
    args = state.json("args") ?? "{}"
    at = state.int("at")
    undo = state.json("undo") ?? "[]"
    isReverted = state.value("reverted") == .bool(true)
  }
}
