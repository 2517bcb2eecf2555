import Exchange

/// The sentences of the Settings page that are also read out.
enum DataWords {
  static let persistent = "This browser will keep your library, even when space is short."
  static let notPersistent =
    "This browser did not promise to keep your library when space is short. "
    + "The server has a copy."
  static let samplesThere = "All sample decks are here already."
  static let samplesBack = "The sample decks are back."
  static let nothingNew = "Everything in the file is in your library already."
}

/// What a file would do to one kind of thing, in words; empty when it holds none.
func countWords(_ count: LibraryFileCount, _ thing: String) -> [String] {
  var words: [String] = []
  func line(_ number: Int, _ verb: String) {
    guard number > 0 else { return }
    words.append(verb + " " + grouped(number) + " " + thing + (number == 1 ? "" : "s"))
  }
  line(count.added, "Adds")
  line(count.updated, "Updates")
  line(count.restored, "Brings back")
  line(count.same, "Leaves as they are:")
  return words
}
