/// A thing that others made and Omena uses, as the Credits page names it.
public struct Credit: Sendable {
  public let title: StaticString
  public let text: StaticString
  public let licence: StaticString

  init(_ title: StaticString, _ text: StaticString, _ licence: StaticString) {
    self.title = title
    self.text = text
    self.licence = licence
  }
}

/// The words of the Credits page. `THIRD-PARTY.md` has the same with more detail; keep both true.
public enum Credits {
  public static let omena = Credit(
    "Omena", "A flashcard app that is yours: it runs on your own computer.",
    "MIT, © 2026 Omena contributors")

  /// Sample decks and where their content comes from.
  public static let decks: [Credit] = [
    Credit(
      "Finnish first words",
      """
      A selection of the word list of GCompris, checked by hand, © the GCompris contributors. \
      The pronunciations are ours, compared with FreeDict and WikDict (CC BY-SA 3.0).
      """,
      "GPL 3.0 or later"),
    Credit("Capitals", "From countryinfo, © 2018 Porimol Chandro, with corrections.", "MIT"),
    Credit("Quiz night, Formulas, Hiragana and Katakana", "Written for Omena.", "MIT"),
  ]

  public static let libraries: [Credit] = [
    Credit(
      "Swift",
      """
      The language, its standard library and its Unicode tables. © Apple Inc. and the Swift \
      project authors; tables © Unicode, Inc.
      """,
      "Apache 2.0 with Runtime Library Exception; Unicode License v3"),
    Credit(
      "wasi-libc",
      """
      C functions of the part that runs in the browser. © its contributors, and musl’s: \
      Rich Felker and others.
      """,
      "CC0 1.0; MIT"),
    Credit(
      "compiler-rt", "Arithmetic of the part that runs in the browser. © the LLVM project.",
      "Apache 2.0 with LLVM exceptions"),
    Credit(
      "GNU libmicrohttpd", "The web server. © Christian Grothoff, Evgeny Grin and others.",
      "LGPL 2.1 or later"),
    Credit("SQLite", "The store of the server.", "Public domain"),
    Credit("libsodium", "Pass phrases and random numbers. © Frank Denis.", "ISC"),
  ]
}
