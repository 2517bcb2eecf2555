import Domain
import Sync

extension SampleDeck {
  /// All sample decks, in the order in which they are listed. `read` gives a list by its name.
  static func all(
    read: (String) throws(SampleError) -> [UInt8]
  ) throws(SampleError) -> [SampleDeck] {
    let kana = try Table(name: "kana.tsv", bytes: read("kana.tsv"))
    let decks = [
      try finnish(Table(name: "finnish.tsv", bytes: read("finnish.tsv"))),
      try capitals(Table(name: "capitals.tsv", bytes: read("capitals.tsv"))),
      try quizNight(Records(name: "quiz-night.json", bytes: read("quiz-night.json"))),
      try formulas(Records(name: "formulas.json", bytes: read("formulas.json"))),
      try hiragana(kana),
      try katakana(kana),
    ]
    for deck in decks { try deck.check() }
    return decks
  }

  static func finnish(_ table: Table) throws(SampleError) -> SampleDeck {
    let cards = try table.map { (field) throws(SampleError) in
      SampleCard(
        key: try field("key"), front: try field("finnish"), back: try field("english"),
        pronunciation: slashed(try field("ipa")), note: try field("category"))
    }
    return SampleDeck(key: "finnish", name: "Finnish first words", color: .blue, cards: cards)
  }

  static func capitals(_ table: Table) throws(SampleError) -> SampleDeck {
    let cards = try table.map { (field) throws(SampleError) in
      // "Micronesia" says little to most people, and is a country too.
      let isOceania = try field("region") == "Oceania"
      return SampleCard(
        key: try field("code"), front: try field("country"), back: try field("capital"),
        note: joined(isOceania ? "Oceania" : try field("subregion"), try field("remark")))
    }
    return SampleDeck(key: "capitals", name: "Capitals", color: .teal, cards: cards)
  }

  static func quizNight(_ records: Records) throws(SampleError) -> SampleDeck {
    let cards = try records.map { (record) throws(SampleError) in
      let name = try record.text("color")
      guard let color = CardColor(name: name) else {
        throw .unreadable(file: records.name, reason: "there is no colour \(name)")
      }
      return SampleCard(
        key: try record.text("key"), front: try record.text("question"),
        back: try record.text("answer"),
        note: joined(try record.text("category"), record.optionalText("note")), color: color)
    }
    return SampleDeck(key: "quiz-night", name: "Quiz night", color: .violet, cards: cards)
  }

  static func formulas(_ records: Records) throws(SampleError) -> SampleDeck {
    let cards = try records.map { (record) throws(SampleError) in
      SampleCard(
        key: try record.text("key"), front: try record.text("name"),
        back: try record.text("plain"), note: record.optionalText("note"))
    }
    return SampleDeck(key: "formulas", name: "Formulas", color: .ochre, cards: cards)
  }

  static func hiragana(_ table: Table) throws(SampleError) -> SampleDeck {
    let cards = try kana(table, script: "hiragana")
    return SampleDeck(key: "hiragana", name: "Hiragana", color: .tomato, cards: cards)
  }

  static func katakana(_ table: Table) throws(SampleError) -> SampleDeck {
    let cards = try kana(table, script: "katakana")
    return SampleDeck(key: "katakana", name: "Katakana", color: .rose, cards: cards)
  }

  private static func kana(_ table: Table, script: String) throws(SampleError) -> [SampleCard] {
    let cards = try table.map { (field) throws(SampleError) -> SampleCard? in
      guard try field("script") == script else { return nil }
      return SampleCard(
        key: try field("romaji"), front: try field("kana"), back: try field("romaji"),
        pronunciation: slashed(try field("ipa")),
        note: joined(try field("row"), try field("hint")))
    }
    return cards.compactMap { $0 }
  }

  /// Sounds stand between slashes, as dictionaries have them.
  private static func slashed(_ ipa: String) -> String { ipa.isEmpty ? "" : "/\(ipa)/" }

  private static func joined(_ label: String, _ remark: String) -> String {
    remark.isEmpty ? label : "\(label) · \(remark)"
  }
}
