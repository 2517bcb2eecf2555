import Domain
import Sync

/// Why the samples were not made: what is wrong with a list.
enum SampleError: Error, Equatable {
  case unreadable(file: String, reason: String)
  case unwritable(file: String, reason: String)
  case emptySide(deck: String, key: String)
  case repeatedKey(deck: String, key: String)
  case repeatedFront(deck: String, front: String)
}

/// A card of a sample deck, in plain text.
struct SampleCard: Equatable {
  /// Names the card within its deck, for ever: its id is made from it.
  var key: String
  var front: String
  var back: String
  var pronunciation = ""
  var note = ""
  /// A colour of its own, other than the deck's.
  var color: CardColor?
}

/// A deck that the app starts with. Its entities have the same ids and stamps everywhere, so that
/// seeding it a second time, or on two servers, changes nothing, and what a learner has deleted
/// stays deleted.
struct SampleDeck {
  /// Names the deck for ever: the property `sample`, and the ids are made from it.
  var key: String
  var name: String
  var color: CardColor
  var cards: [SampleCard]

  /// The stamp of every sample: before any device's, so that every edit wins.
  static let stamp = Stamp(time: 1, device: 0)
  /// The cards' `created` counts up from here by a millisecond, so they keep the list's order.
  /// 1 January 2026, 0:00 UTC.
  static let createdFirst: Int64 = 1_767_225_600_000

  var id: EntityID { .named("sample/" + key) }
  func id(of card: SampleCard) -> EntityID { .named("sample/" + key + "/" + card.key) }

  /// Refuses what a learner should never meet.
  func check() throws(SampleError) {
    var keys: Set<String> = []
    var fronts: Set<String> = []
    for card in cards {
      if card.key.isEmpty || card.front.isEmpty || card.back.isEmpty {
        throw .emptySide(deck: key, key: card.key)
      }
      if !keys.insert(card.key).inserted { throw .repeatedKey(deck: key, key: card.key) }
      if !fronts.insert(card.front).inserted {
        throw .repeatedFront(deck: key, front: card.front)
      }
    }
  }

  /// The deck and its cards as changes; `place` counts the decks from 0.
  func changes(place: Int) -> [Change] {
    let position = Int64(place + 1) * Deck.positionStep
    var changes = [
      change(
        .deck, id,
        [
          ("color", .text(color.name)), ("name", .text(name)), ("position", .int(position)),
          ("sample", .text(key)),
        ])
    ]
    for (index, card) in cards.enumerated() {
      changes.append(change(.note, id(of: card), properties(of: card, index: index)))
    }
    return changes
  }

  private func properties(of card: SampleCard, index: Int) -> [(String, PropertyValue)] {
    var properties: [(String, PropertyValue)] = [("back", .text(FieldText.html(plain: card.back)))]
    if let color = card.color { properties.append(("color", .text(color.name))) }
    properties += [
      ("created", .int(SampleDeck.createdFirst + Int64(index))), ("deck", .text(id.text)),
      ("front", .text(FieldText.html(plain: card.front))),
    ]
    if !card.note.isEmpty {
      properties.append(("note", .text(FieldText.html(plain: card.note))))
    }
    if !card.pronunciation.isEmpty {
      properties.append(("pronunciation", .text(FieldText.html(plain: card.pronunciation))))
    }
    return properties
  }

  private func change(
    _ kind: EntityKind, _ id: EntityID, _ properties: [(String, PropertyValue)]
  ) -> Change {
    Change(
      kind, id, properties: properties.map { PropertySet($0.0, $0.1, SampleDeck.stamp) })
  }
}
