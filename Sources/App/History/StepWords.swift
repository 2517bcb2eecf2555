import HTML

/// A part of a sentence: words of the app, or a name that a person gave.
enum Piece: Equatable {
  case words(String)
  case name(String)
}

func plainText(_ pieces: [Piece]) -> String {
  var text = ""
  for piece in pieces {
    switch piece {
    case .words(let words): text += words
    case .name(let name): text += name
    }
  }
  return text
}

/// Names stand out and keep their own direction.
func writePieces(_ pieces: [Piece], _ w: Writer) {
  for piece in pieces {
    switch piece {
    case .words(let words): w.text(words)
    case .name(let name):
      w.put("<b><bdi>")
      w.text(name)
      w.put("</bdi></b>")
    }
  }
}

/// "1 card", "3 cards".
func counted(_ count: Int, _ thing: String) -> String {
  count.description + " " + thing + (count == 1 ? "" : "s")
}

/// What a step did, in words.
func stepWords(_ kind: StepKind, _ args: StepArgs) -> [Piece] {
  let name = Piece.name(args.name)
  let other = Piece.name(args.other)
  return switch kind {
  case .deckNew: [.words("Added deck "), name]
  case .deckRename: [.words("Renamed deck "), name, .words(" to "), other]
  case .deckColor: [.words("Changed the colour of deck "), name]
  case .deckReorder: [.words("Moved deck "), name]
  case .deckDelete:
    [.words("Deleted deck "), name, .words(" (" + counted(args.count, "card") + ")")]
  case .cardNew: [.words("Added card "), name, .words(" to "), other]
  case .cardEdit: [.words("Edited card "), name, .words(" in "), other]
  case .cardDelete: [.words("Deleted ")] + cards(args) + [.words(" from "), other]
  case .cardMove: [.words("Moved ")] + cards(args) + [.words(" to "), other]
  case .samplesRestore: [.words("Restored " + counted(args.count, "sample deck"))]
  case .libraryAdd:
    [.words("Added the library file "), name, .words(" (" + counted(args.count, "change") + ")")]
  case .roundDelete:
    [.words("Removed a study round of "), name, .words(" (" + counted(args.count, "answer") + ")")]
  case .revert: [.words("Reverted: ")] + original(args)
  case .redo: [.words("Did again: ")] + original(args)
  case .mergeReplaced:
    [.words("Two devices changed "), name, .words("; the later change was kept")]
  case .mergeRevived: [name, .words(" came back, because another device had changed it")]
  case .recover:
    [
      .words("Moved " + counted(args.count, "card") + " whose deck was deleted to "),
      .name("Recovered"),
    ]
  case .setting: [.words("Changed a setting: "), name]
  }
}

private func cards(_ args: StepArgs) -> [Piece] {
  args.name.isEmpty || args.count > 1
    ? [.words(counted(args.count, "card"))] : [.words("card "), .name(args.name)]
}

private func original(_ args: StepArgs) -> [Piece] {
  guard let kind = StepKind(rawValue: args.of), kind != .revert, kind != .redo else { return [] }
  return stepWords(kind, args)
}
