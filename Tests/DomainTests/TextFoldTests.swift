import Domain
import Foundation
import Testing

@Suite("Folding of texts")
struct TextFoldTests {
  @Test(
    "case and diacritics go",
    arguments: [
      ("ÄITI", "aiti"), ("Straße STRASSE ẞ", "strasse strasse ss"), ("Ægir œuvre", "aegir oeuvre"),
      ("Łódź Đakovo Øl", "lodz dakovo ol"), ("Việt Nam ƯỚ", "viet nam uo"), ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
      ("Ἀθῆναι", "αθηναι"), ("Ёлка Й Ї", "елка и і"), ("ӨЗБЕК Ҙ", "өзбек ҙ"), ("Հայ", "հայ"),
      ("e\u{301}E\u{301}", "ee"), ("שָׁלוֹם", "שלום"), ("مَرْحَبًا أإآ", "مرحبا ااا"),
      ("Ｗｉｄｅ１", "wide1"),
      ("don’t “x” a–b", "don't \"x\" a-b"), ("a\u{A0}b\u{AD}c\u{200B}", "a bc"),
      ("東京 がぎ 🍎", "東京 がぎ 🍎"),
      ("İıIi", "iiii"), ("Ŋ Ɓ Ɛ ǅ", "ŋ b ɛ dz"), ("", ""),
    ])
  func examples(text: String, expected: String) { #expect(TextFold.fold(text) == expected) }

  @Test("a folded text stays as it is")
  func idempotent() {
    for value in UInt32(0)...0x1_1000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let once = TextFold.fold(String(scalar))
      #expect(TextFold.fold(once) == once, "U+\(String(value, radix: 16))")
    }
  }

  @Test("agrees with Foundation on the letters of European scripts")
  func againstFoundation() {
    let ranges: [ClosedRange<UInt32>] = [
      0x41...0x7A, 0xC0...0x17F, 0x386...0x3CE, 0x400...0x45F, 0x1E00...0x1E95, 0x1EA0...0x1EF9,
    ]
    // Letters that Foundation keeps apart and a search should not.
    let deliberate = Set("æÆœŒøØđĐðÐłŁħĦıŧŦþÞĸĳĲŉſßĿŀςβεθκπρστφ×÷".unicodeScalars)
    for value in ranges.joined() {
      guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic,
        !deliberate.contains(scalar)
      else { continue }
      let text = String(scalar)
      let theirs = text.folding(
        options: [.caseInsensitive, .diacriticInsensitive],
        locale: Locale(identifier: "en_US_POSIX"))
      #expect(TextFold.fold(text) == theirs.lowercased(), "\(text)")
    }
  }
}

@Suite("Direction of texts")
struct TextDirectionTests {
  @Test(
    "comes from the first letter",
    arguments: [
      ("abc", TextDirection.leftToRight), ("שלום", .rightToLeft), ("1. مرحبا", .rightToLeft),
      ("(?) – 🍎 שלום abc", .rightToLeft), ("12 apples שלום", .leftToRight), ("東京", .leftToRight),
      ("ひらがな", .leftToRight), ("Ω שלום", .leftToRight), ("\u{200F}abc", .rightToLeft),
      ("ދިވެހި", .rightToLeft),
      ("०१ हिन्दी", .leftToRight),
    ])
  func examples(text: String, expected: TextDirection) { #expect(TextDirection(text) == expected) }

  @Test("is nothing without letters", arguments: ["", "123 €", "🍎👍", "…?!", "\u{301}", "٣"])
  func none(text: String) { #expect(TextDirection(text) == nil) }
}
