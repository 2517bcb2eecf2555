/// What the person asked for.
enum Command {
  case serve(Serve)
  case exportLibrary(Export)
  case importLibrary(Import)
  case check(Check)
  case help(Topic)
  case version

  enum Topic: String, CaseIterable {
    case serve
    case exportLibrary = "export"
    case importLibrary = "import"
    case check
    case all
  }

  static let versionText = "0.1.0"

  init(_ words: [String]) throws(CommandError) {
    guard let first = words.first else {
      throw .usage("A command is missing. `omena --help` lists them.")
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "--help", "-h", "help":
      self = .help(rest.first.flatMap(Topic.init) ?? .all)
      return
    case "--version", "version":
      self = .version
      return
    default: break
    }
    guard let topic = Topic(rawValue: first), topic != .all else {
      throw .usage("There is no command \(first). `omena --help` lists them.")
    }
    if rest.contains("--help") || rest.contains("-h") {
      self = .help(topic)
      return
    }
    switch topic {
    case .serve: self = .serve(try Serve(rest))
    case .exportLibrary: self = .exportLibrary(try Export(rest))
    case .importLibrary: self = .importLibrary(try Import(rest))
    case .check: self = .check(try Check(rest))
    case .all: self = .help(.all)
    }
  }

  func run() throws(CommandError) {
    switch self {
    case .serve(let command): try command.run()
    case .exportLibrary(let command): try command.run()
    case .importLibrary(let command): try command.run()
    case .check(let command): try command.run()
    case .help(let topic): Output.text(topic.text)
    case .version: Output.text("omena \(Command.versionText)\n")
    }
  }
}

/// Why a command ends without having done its work.
enum CommandError: Error {
  case refused(String)
  case usage(String)

  var code: Int32 {
    switch self {
    case .refused: 1
    case .usage: 2
    }
  }

  var message: String {
    switch self {
    case .refused(let message), .usage(let message): message
    }
  }
}
