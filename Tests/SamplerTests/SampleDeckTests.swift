import Domain
import Foundation
import Sync
import Testing

@testable import sampler

@Suite("The sample decks")
struct SampleDeckTests {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Data/samples")

  static func read(_ name: String) throws(SampleError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
    } catch {
      throw .unreadable(file: name, reason: "\(error)")
    }
  }

  let decks: [SampleDeck]

  init() throws { decks = try SampleDeck.all(read: Self.read) }

  @Test("have the names, the order and the numbers of cards that the app promises")
  func counts() {
    let found = decks.map { "\($0.key) | \($0.name) | \($0.cards.count)" }
    #expect(
      found == [
        "finnish | Finnish first words | 245", "capitals | Capitals | 192",
        "quiz-night | Quiz night | 105", "formulas | Formulas | 42",
        "hiragana | Hiragana | 46", "katakana | Katakana | 46",
      ])
    #expect(Set(decks.map(\.color)).count == decks.count)
  }

  @Test("hold text in normal form C without spaces at the ends or control characters")
  func cleanText() {
    for deck in decks {
      for card in deck.cards {
        for text in [card.key, card.front, card.back, card.pronunciation, card.note] {
          let normal = text.precomposedStringWithCanonicalMapping
          #expect(Array(normal.utf8) == Array(text.utf8), "\(deck.key)/\(card.key)")
          #expect(text.trimmingCharacters(in: .whitespacesAndNewlines) == text)
          #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
        }
      }
    }
  }

  @Test("keep their ids for ever")
  func ids() {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var seen: Set<EntityID> = []
    for id in decks.flatMap({ deck in [deck.id] + deck.cards.map(deck.id(of:)) }) {
      #expect(seen.insert(id).inserted)
      for byte in id.text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    }
    #expect(decks[0].id.text == "15e37e9f-72ce-828b-bef5-5c2aa92ac210")
    #expect(hash == 10_547_881_030_684_356_869)
  }

  @Test("pronounce Finnish as it is spelled")
  func finnishIPA() throws {
    let sounds: [Character: Character] = ["a": "ɑ", "ä": "æ", "ö": "ø", "v": "ʋ", "g": "ɡ"]
    for card in decks[0].cards {
      var expected = ""
      for letter in card.front where letter != "-" { expected.append(sounds[letter] ?? letter) }
      expected = expected.replacingOccurrences(of: "nɡ", with: "ŋː")
        .replacingOccurrences(of: "nk", with: "ŋk")
      let ipa = card.pronunciation
      #expect(ipa.hasPrefix("/ˈ") && ipa.hasSuffix("/"))
      // A long sound is a doubled letter, except where the parts of a compound meet.
      var spelled = ""
      for sound in ipa where sound != "/" && sound != "ˈ" && sound != "ˌ" {
        if sound == "ː", let last = spelled.last, last != "ŋ" {
          spelled.append(last)
        } else {
          spelled.append(sound)
        }
      }
      #expect(spelled == expected, "\(card.front)")
    }
  }

  @Test("read every sign of kana as Unicode names it, in Hepburn's spelling")
  func kana() {
    let hepburn = ["SI": "shi", "TI": "chi", "TU": "tsu", "HU": "fu"]
    for deck in decks.suffix(2) {
      for card in deck.cards {
        let scalars = card.front.unicodeScalars
        let name = scalars.first?.properties.name ?? ""
        let parts = name.split(separator: " ").map(String.init)
        #expect(scalars.count == 1)
        #expect(parts.dropLast() == [deck.name.uppercased(), "LETTER"])
        let syllable = parts.last ?? ""
        #expect(card.back == hepburn[syllable] ?? syllable.lowercased())
      }
    }
    #expect(decks[4].cards.map(\.back) == decks[5].cards.map(\.back))
  }

  @Test("leave out the capitals that are disputed")
  func capitals() {
    let keys = Set(decks[1].cards.map(\.key))
    #expect(keys.isDisjoint(with: ["il", "ps", "gq"]))
    #expect(keys.isSuperset(of: ["fi", "va", "bo", "ss"]))
    #expect(keys.allSatisfy { $0.utf8.count == 2 })
  }

  @Test("ask questions in every colour of cards")
  func quizNight() {
    let cards = decks[2].cards
    #expect(Set(cards.compactMap(\.color)) == Set(CardColor.allCases))
    #expect(cards.allSatisfy { $0.color != nil && $0.front.hasSuffix("?") })
  }
}
