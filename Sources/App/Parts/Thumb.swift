import Domain
import HTML

extension CardColor {
  /// The class that sets `--c`.
  var cssClass: StaticString {
    switch self {
    case .tomato: "c-tomato"
    case .rust: "c-rust"
    case .ochre: "c-ochre"
    case .leaf: "c-leaf"
    case .teal: "c-teal"
    case .blue: "c-blue"
    case .violet: "c-violet"
    case .rose: "c-rose"
    }
  }

  /// The word for people.
  var words: StaticString {
    switch self {
    case .tomato: "Tomato"
    case .rust: "Rust"
    case .ochre: "Ochre"
    case .leaf: "Leaf"
    case .teal: "Teal"
    case .blue: "Blue"
    case .violet: "Violet"
    case .rose: "Rose"
    }
  }
}

extension Writer {
  /// A deck in small: a card of its colour with the beginning of its name.
  @inline(never)
  func thumb(_ deck: Deck) {
    put("<span class=\"thumb ")
    put(deck.color.cssClass)
    put("\" aria-hidden=\"true\"><b>")
    text(initials(of: deck.name))
    put("</b></span>")
  }
}

/// The first character of a name, and the second if both are narrow letters.
func initials(of name: String) -> String {
  var start = ""
  for character in name.prefix(2) {
    let isNarrow = character.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0xC0...0x36F, 0x370...0x52F: true
      default: false
      }
    }
    if start.isEmpty {
      start.append(character)
      if !isNarrow { return start }
    } else if isNarrow {
      start.append(character)
    }
  }
  return start
}
