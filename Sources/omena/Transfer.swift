import Store

/// `omena export`
struct Export {
  private let folder: DataFolder
  private let path: String?

  init(_ words: [String]) throws(CommandError) {
    let arguments = try Arguments(
      words, options: ["--data"], flags: ["--json"], fileCountMax: 1)
    guard arguments.has("--json") else { throw .usage("Say in which format: --json.") }
    folder = try Places.data(arguments)
    path = arguments.files.first
  }

  func run() throws(CommandError) { throw .refused("not there yet") }
}

/// `omena import`
struct Import {
  private let folder: DataFolder
  private let path: String

  init(_ words: [String]) throws(CommandError) {
    let arguments = try Arguments(words, options: ["--data"], fileCountMax: 1)
    guard let file = arguments.files.first else { throw .usage("Say which file to import.") }
    folder = try Places.data(arguments)
    path = file
  }

  func run() throws(CommandError) { throw .refused("not there yet") }
}
