import Glibc
import Server
import Store

/// `omena serve`
struct Serve {
  private let folder: DataFolder
  private var settings: ServerSettings
  private let passphrasePath: String?

  init(_ words: [String]) throws(CommandError) {
    let arguments = try Arguments(
      words,
      options: ["--port", "--data", "--host", "--passphrase-file", "--web", "--allow-host"],
      fileCountMax: 0)
    folder = try Places.data(arguments)
    let webRoot = arguments.value("--web") ?? Places.webRoot
    settings = ServerSettings(webRoot: webRoot, samplesPath: webRoot + "/../samples.json")
    if let text = arguments.value("--port") {
      guard let port = UInt16(text) else {
        throw .usage("--port needs a number from 0 to 65535, not \(text).")
      }
      settings.port = port
    }
    if let host = arguments.value("--host") { settings.host = host }
    settings.backupsPath = folder.backupsPath
    settings.proxyNames = arguments.values("--allow-host")
    passphrasePath = arguments.value("--passphrase-file")
  }

  func run() throws(CommandError) {
    var settings = settings
    if let passphrasePath { settings.passphrase = try passphrase(passphrasePath) }
    let signals = StopSignals()
    umask(0o077)
    let lock = try withStore { () throws(StoreError) in
      try folder.make()
      return try folder.lock()
    }
    let store = try withStore { () throws(StoreError) in
      try SQLiteStore(making: folder.storePath)
    }
    let server: OmenaServer
    do throws(ServerError) {
      server = try OmenaServer(store, settings)
    } catch {
      throw .refused(error.description)
    }
    Output.text("Omena is at \(server.url)\n")
    for url in server.otherURLs { Output.text("Other devices find it at \(url)\n") }
    Output.text("Its data is in \(folder.path)\n")
    signals.wait()
    server.stop()
    withExtendedLifetime(lock) {}
  }

  /// The first line of the file.
  private func passphrase(_ path: String) throws(CommandError) -> [UInt8] {
    guard let bytes = readFile(path, max: 64 * 1024) else {
      throw .refused("The pass phrase in \(path) cannot be read.")
    }
    return Array(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
  }
}

/// SIGTERM and SIGINT, held back from every thread that starts later.
private struct StopSignals {
  private var set = sigset_t()

  init() {
    sigemptyset(&set)
    sigaddset(&set, SIGTERM)
    sigaddset(&set, SIGINT)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Waits for the first one. A second one ends the process at once.
  func wait() {
    var set = set
    var number: Int32 = 0
    sigwait(&set, &number)
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }
}
