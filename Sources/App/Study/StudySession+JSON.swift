// How a session is kept on the device, under `session/<deck>`. The cards still to come are not
// kept: they follow from the seed (see StudySession).
//
//   {"v":1,"at":<ms>,"seed":"<16 hex>","round":1,
//    "missed":[["<note>",0],…],                 only in rounds through missed cards
//    "answers":[["<note>",0,<rating>,"<review>"],…]}

import Domain
import Sync

extension StudySession {
  /// When and how it was kept. Made anew with the cards that the deck has now.
  struct Kept {
    var at: Int64 = 0
    var seed: UInt64 = 0
    var round: Int32 = 1
    var members = Members.deck
    var answers: [Answer] = []
  }

  func json(at milliseconds: Int64) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.name("v")
    json.int(1)
    json.name("at")
    json.int(milliseconds)
    json.name("seed")
    var hex: [UInt8] = []
    appendHex(seed, digits: 16, to: &hex)
    json.string(String(decoding: hex, as: UTF8.self))
    json.name("round")
    json.int(Int64(round))
    switch members {
    case .deck: break
    case .missed(let cards):
      json.name("missed")
      json.beginArray()
      for card in cards {
        json.beginArray()
        append(card, to: &json)
        json.endArray()
      }
      json.endArray()
    }
    json.name("answers")
    json.beginArray()
    for answer in answers {
      json.beginArray()
      append(answer.card, to: &json)
      json.int(Int64(answer.rating.rawValue))
      json.id(answer.review.id)
      json.endArray()
    }
    json.endArray()
    json.endObject()
    return json.bytes
  }

  private func append(_ card: CardID, to json: inout JSONWriter) {
    json.id(card.note.id)
    json.int(Int64(card.ordinal))
  }
}

extension StudySession.Kept {
  /// nil for what is not a session of this version: then there is none to go on with.
  init?(json: [UInt8]) {
    guard let value = StudySession.Kept.value(json), value["v"]?.int == 1,
      let hex = value["seed"]?.text, let seed = UInt64(hex, radix: 16),
      let round = value["round"]?.int, round > 0, let answers = value["answers"]?.array
    else { return nil }
    self.seed = seed
    self.round = Int32(clamping: round)
    at = value["at"]?.int ?? 0
    for item in answers {
      guard let parts = item.array, parts.count == 4, let card = CardID(parts),
        let rating = parts[2].int.flatMap({ UInt8(exactly: $0) }).flatMap({ Rating(rawValue: $0) }),
        let review = parts[3].text.flatMap({ EntityID($0) })
      else { return nil }
      self.answers.append(.init(card: card, rating: rating, review: ReviewID(review)))
    }
    guard let missed = value["missed"]?.array else { return }
    var cards: [CardID] = []
    for item in missed {
      guard let card = item.array.flatMap({ CardID($0) }) else { return nil }
      cards.append(card)
    }
    members = .missed(cards)
  }

  private static func value(_ json: [UInt8]) -> JSONValue? {
    do throws(JSONError) { return try JSONValue(json) } catch { return nil }
  }
}

extension CardID {
  /// From the first two of an array's items: the note and which of its cards.
  fileprivate init?(_ parts: [JSONValue]) {
    guard parts.count >= 2, let note = parts[0].text.flatMap({ EntityID($0) }),
      let ordinal = parts[1].int.flatMap({ UInt16(exactly: $0) })
    else { return nil }
    self.init(NoteID(note), ordinal: ordinal)
  }
}
