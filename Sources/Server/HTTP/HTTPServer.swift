internal import CMicrohttpd
internal import Glibc
internal import Store
internal import Synchronization

/// What the server asks about each request.
protocol RequestHandler: Sendable {
  /// When the head is in: a refusal, or how many bytes of a body are taken.
  func admit(_ request: Request) -> Admission
  /// When all of the request is in, on a thread of libmicrohttpd: slow work belongs elsewhere.
  func handle(_ request: Request) -> Reply
  /// When the answer has been sent, or the connection was lost.
  func finished(_ request: Request)
}

enum Admission {
  case body(max: Int)
  case refused(Response)
}

enum Reply {
  case now(Response)
  case later(Deferred)
}

/// Limits in time and number. A client that sends or reads one byte now and then holds a connection
/// no longer than these allow.
struct HTTPLimits: Sendable {
  var threadCount: UInt32 = 2
  var connectionCountMax: UInt32 = 512
  /// Memory of a connection, which bounds its head.
  var headByteCountMax = 32 * 1024
  /// From the connection, or the answer before, to the end of the head.
  var headSecondsMax = 30
  /// From the end of the head to the end of the body.
  var bodySecondsMax = 120
  /// For reading the answer.
  var answerSecondsMax = 300
  /// How long a stop waits for requests under way.
  var stopSecondsMax = 5
}

/// HTTP/1.1 by libmicrohttpd.
final class HTTPServer: @unchecked Sendable {
  let handler: any RequestHandler
  let limits: HTTPLimits
  let connections = ConnectionTable()
  let inFlightCount = Atomic<Int>(0)
  let waiting = Mutex<[ObjectIdentifier: Deferred]>([:])
  private let sweeps = Mailbox<Never>()
  // Set once in `start`, before any other thread sees the server.
  private var daemon: OpaquePointer?
  private var sweeper: Thread?

  init(_ handler: any RequestHandler, limits: HTTPLimits = HTTPLimits()) {
    self.handler = handler
    self.limits = limits
  }

  /// Takes connections from here on, and the socket as its own.
  func start(_ listener: Listener) throws(ListenError) {
    var flags =
      MHD_USE_EPOLL_INTERNAL_THREAD.rawValue | MHD_ALLOW_SUSPEND_RESUME.rawValue
      | MHD_USE_ITC.rawValue
    if listener.isIPv6 { flags |= MHD_USE_IPv6.rawValue }
    // The server outlives the daemon: `stop` runs before it can be released.
    let context = Unmanaged.passUnretained(self).toOpaque()
    // Options travel as rows of (option, number, pointer), since C variadics do not.
    let options = [
      option(MHD_OPTION.LISTEN_SOCKET, Int(listener.file)),
      option(MHD_OPTION.THREAD_POOL_SIZE, Int(limits.threadCount)),
      option(MHD_OPTION.CONNECTION_LIMIT, Int(limits.connectionCountMax)),
      option(MHD_OPTION.CONNECTION_TIMEOUT, limits.headSecondsMax),
      option(MHD_OPTION.CONNECTION_MEMORY_LIMIT, limits.headByteCountMax),
      option(MHD_OPTION.STRICT_FOR_CLIENT, 1),
      option(MHD_OPTION.NOTIFY_CONNECTION, address(of: connectionChanged), context),
      option(MHD_OPTION.NOTIFY_COMPLETED, address(of: requestCompleted), context),
      option(MHD_OPTION.UNESCAPE_CALLBACK, address(of: keepEscapes), nil),
      option(MHD_OPTION.END, 0),
    ]
    daemon = options.withUnsafeBufferPointer { rows in
      let list: [any CVarArg] = [
        MHD_OPTION.ARRAY.rawValue, OpaquePointer(rows.baseAddress!), MHD_OPTION.END.rawValue,
      ]
      return withVaList(list) {
        MHD_start_daemon_va(flags, listener.port, nil, nil, requestArrived, context, $0)
      }
    }
    guard daemon != nil else { throw .failed(String(cString: strerror(errno))) }
    sweeper = Thread { [connections, sweeps] in
      while sweeps.take(1, waitMaxMilliseconds: 1000) == nil { connections.closeOverdue() }
    }
  }

  /// Takes no more connections, waits for the requests under way, then closes all.
  func stop() {
    guard let daemon else { return }
    self.daemon = nil
    let file = MHD_quiesce_daemon(daemon)
    var patience = limits.stopSecondsMax * 100
    while inFlightCount.load(ordering: .acquiring) > 0, patience > 0 {
      usleep(10_000)
      patience -= 1
    }
    // Stopping with a suspended connection would abort the process.
    let left = waiting.withLock { Array($0.values) }
    for deferred in left {
      deferred.complete(.text(.unavailable, "The server is stopping.", [RequestHead.close]))
    }
    sweeps.close()
    sweeper?.join()
    MHD_stop_daemon(daemon)
    if file >= 0 { close(file) }
  }

  private func option(
    _ option: MHD_OPTION, _ value: Int, _ pointer: UnsafeMutableRawPointer? = nil
  ) -> MHD_OptionItem {
    MHD_OptionItem(option: option, value: value, ptr_value: pointer)
  }
}

/// A C function's address as the number that an option row takes.
private func address<Function>(of function: Function) -> Int {
  unsafeBitCast(function, to: Int.self)
}
