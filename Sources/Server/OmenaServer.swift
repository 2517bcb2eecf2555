internal import Glibc
public import Store

/// What a server is started with.
public struct ServerSettings: Sendable {
  /// A numeric address or a name of this machine.
  public var host = "127.0.0.1"
  /// 0 lets the system choose.
  public var port: UInt16 = 8750
  /// The folder with the files of the web app.
  public var webRoot: String
  /// The file with the sample decks.
  public var samplesPath: String
  /// The folder for backups; nil for none.
  public var backupsPath: String?
  /// Needed for a host that others can reach.
  public var passphrase: [UInt8]?
  /// Further names to answer to, for a proxy in front.
  public var proxyNames: [String] = []
  public var clock = WallClock.system
  public var log = Log.standardError

  public init(webRoot: String, samplesPath: String) {
    self.webRoot = webRoot
    self.samplesPath = samplesPath
  }
}

public enum ServerError: Error, Equatable {
  case cannotListen(String)
  case passphraseNeeded
  case passphraseLength
  case store(StoreError)
}

extension ServerError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .cannotListen(let reason): reason
    case .passphraseNeeded:
      "Listening on an address that others can reach needs a pass phrase: give --passphrase-file."
    case .passphraseLength:
      """
      The pass phrase must have \(Access.passphraseLengthMin) to \
      \(Access.passphraseLengthMax) bytes.
      """
    case .store(let error): error.description
    }
  }
}

/// A running server: the library, the web app and what guards them.
public final class OmenaServer {
  /// Where a browser finds it.
  public let url: String
  /// Where browsers of other machines find it, when it listens on all addresses of this one.
  public let otherURLs: [String]
  public let port: UInt16

  private let store: any Store
  private let workers = WorkQueue(threadCount: 2)
  private let access: Access?
  private let backups: Backups?
  private let http: HTTPServer
  private let log: Log

  /// Listens when it returns. The store belongs to the server from here on.
  public init(_ store: any Store, _ settings: ServerSettings) throws(ServerError) {
    self.store = store
    log = settings.log
    Memory.prepare()
    // A client that went away and a limit on file sizes are errors of a call, not ends.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    precondition(Secrets.isReady, "libsodium does not start")
    let listener = try OmenaServer.listen(settings)
    url = listener.url
    otherURLs = listener.otherURLs
    port = listener.port
    do throws(StoreError) {
      access = try OmenaServer.access(settings, store)
      try Samples.seed(store, from: settings.samplesPath, log: log)
    } catch {
      throw .store(error)
    }
    let backups = settings.backupsPath.map {
      Backups(store, folder: $0, clock: settings.clock, log: settings.log)
    }
    self.backups = backups
    let site = Site(
      hosts: HostRule(
        address: listener.address, port: listener.port, machineName: OmenaServer.machineName,
        proxyNames: settings.proxyNames),
      files: StaticFiles(root: settings.webRoot),
      sync: SyncEndpoint(
        store, clock: settings.clock, workers: workers, log: log,
        changed: { backups?.noteChange() }),
      access: access, log: log)
    http = HTTPServer(site)
    do throws(ListenError) {
      try http.start(listener)
    } catch {
      throw .cannotListen(error.description)
    }
    backups?.start()
    log(.info, "start", ["url": url, "store": store.id.text])
  }

  /// Answers what is under way, then closes the library.
  public func stop() {
    http.stop()
    access?.close()
    workers.close()
    backups?.stop()
    store.close()
    log(.info, "stop", [:])
  }

  private static func listen(_ settings: ServerSettings) throws(ServerError) -> Listener {
    do {
      let address = try Listener.resolve(settings.host)
      if let passphrase = settings.passphrase {
        let allowed = Access.passphraseLengthMin...Access.passphraseLengthMax
        if !allowed.contains(passphrase.count) { throw ServerError.passphraseLength }
      } else if !address.isLoopback {
        throw ServerError.passphraseNeeded
      }
      return try Listener(address, port: settings.port)
    } catch let error as ServerError {
      throw error
    } catch {
      throw .cannotListen("\(error)")
    }
  }

  private static func access(
    _ settings: ServerSettings, _ store: any Store
  ) throws(StoreError) -> Access? {
    guard let passphrase = settings.passphrase else { return nil }
    return try Access(
      passphrase: passphrase, store, clock: settings.clock, log: settings.log)
  }

  private static var machineName: String? {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
