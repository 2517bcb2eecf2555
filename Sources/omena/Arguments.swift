/// The words after a command: options with a value (`--port 8750` or `--port=8750`), flags, and
/// names of files.
struct Arguments {
  private var values: [String: [String]] = [:]
  private var flags: Set<String> = []
  private(set) var files: [String] = []

  init(_ words: [String], options: Set<String>, flags known: Set<String> = [], fileCountMax: Int)
    throws(CommandError)
  {
    var rest = words[...]
    var isOver = false
    while let word = rest.popFirst() {
      if isOver || !word.hasPrefix("-") || word == "-" {
        files.append(word)
        continue
      }
      if word == "--" {
        isOver = true
        continue
      }
      let end = word.firstIndex(of: "=") ?? word.endIndex
      let name = String(word[..<end])
      if known.contains(name), end == word.endIndex {
        flags.insert(name)
      } else if options.contains(name) {
        let isJoined = end != word.endIndex
        guard let value = isJoined ? String(word[end...].dropFirst()) : rest.popFirst() else {
          throw .usage("\(name) needs a value.")
        }
        values[name, default: []].append(value)
      } else {
        throw .usage("There is no option \(name) here.")
      }
    }
    if files.count > fileCountMax { throw .usage("\(files[fileCountMax]) is too much here.") }
  }

  /// The value of an option; the last one when it was given more than once.
  func value(_ name: String) -> String? { values[name]?.last }
  func values(_ name: String) -> [String] { values[name] ?? [] }
  func has(_ flag: String) -> Bool { flags.contains(flag) }
}
