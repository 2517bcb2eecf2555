import Glibc
import Server
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

  func run() throws(CommandError) {
    let store = try openStore(in: folder)
    defer { store.close() }
    do {
      if let path, path != "-" {
        let file = try AtomicFile(path)
        try LibraryExport.run(store, exported: nowMilliseconds()) { piece throws(FileError) in
          try file.write(piece)
        }
        try file.finish()
      } else {
        try LibraryExport.run(store, exported: nowMilliseconds()) { piece throws(FileError) in
          try writeAll(piece, to: STDOUT_FILENO, "The output")
        }
      }
    } catch {
      throw CommandError.refused("\(error)")
    }
  }
}
