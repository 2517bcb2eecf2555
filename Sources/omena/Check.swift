import Store
import Sync

/// `omena check`
struct Check {
  private let folder: DataFolder

  init(_ words: [String]) throws(CommandError) {
    folder = try Places.data(try Arguments(words, options: ["--data"], fileCountMax: 0))
  }

  func run() throws(CommandError) {
    let store = try openStore(in: folder)
    defer { store.close() }
    let problems = try withStore { () throws(StoreError) in try store.problems() }
    for problem in problems { Output.error("\(problem)\n") }
    if !problems.isEmpty { throw .refused("The library in \(folder.path) is damaged.") }
    let counts = try withStore { () throws(StoreError) in try store.counts() }
    Output.text("The library in \(folder.path) is sound. It holds \(Check.text(counts.alive)).\n")
    let removed = counts.removed.values.reduce(0, +)
    let others = [.setting, .step].map { counts.alive[$0] ?? 0 }
    Output.text(
      """
      Also \(Output.count(others[0], "setting", "settings")), \
      \(Output.count(others[1], "history step", "history steps")) and \
      \(Output.count(removed, "deleted entry", "deleted entries")).

      """)
  }

  /// "6 decks, 612 cards and 0 reviews"
  static func text(_ counts: [EntityKind: Int]) -> String {
    let decks = Output.count(counts[.deck] ?? 0, "deck", "decks")
    let cards = Output.count(counts[.note] ?? 0, "card", "cards")
    let reviews = Output.count(counts[.review] ?? 0, "review", "reviews")
    return "\(decks), \(cards) and \(reviews)"
  }
}
