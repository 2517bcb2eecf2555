internal import CMicrohttpd
internal import Synchronization

// What libmicrohttpd calls, on its threads. These are plain functions of a file of a library: a
// closure formed on the main actor would check for the main thread and stop the process.

extension HTTPServer {
  fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> HTTPServer {
    Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
  }

  fileprivate func connection(_ raw: OpaquePointer) -> Connection? {
    cmhd_socket_context(raw).map { Unmanaged<Connection>.fromOpaque($0).takeUnretainedValue() }
  }

  fileprivate func send(
    _ response: Response, to request: Request, _ raw: OpaquePointer
  ) -> MHD_Result {
    request.answer = (response.status, response.size)
    connection(raw)?.allow(seconds: limits.answerSecondsMax)
    return MHD_queue_response(raw, response.status.rawValue, response.raw)
  }

  /// The head is in. An answer given now also ends the connection when a body was to follow.
  fileprivate func begin(
    _ request: Request, version: String, _ raw: OpaquePointer
  ) -> MHD_Result {
    connection(raw)?.allow(seconds: limits.bodySecondsMax)
    let refusal = RequestHead.refusal(
      version: version, path: request.path, fields: request.fields)
    if let refusal { return send(refusal, to: request, raw) }
    switch handler.admit(request) {
    case .refused(let response): return send(response, to: request, raw)
    case .body(let max):
      request.bodyMax = max
      let declared = request.header("Content-Length").flatMap(Int.init) ?? 0
      if declared > max { return send(HTTPServer.tooLarge(max), to: request, raw) }
      request.reserve(declared)
      return .YES
    }
  }

  /// Another piece of the body.
  fileprivate func receive(_ bytes: UnsafeRawBufferPointer, _ request: Request) -> MHD_Result {
    if request.receive(bytes) { return .YES }
    // No answer can be given inside of a body. A little more is read, so that the client comes to
    // the 413 that follows; then the connection is cut.
    return request.bodyCount > 2 * request.bodyMax + HTTPServer.surplusMax ? .NO : .YES
  }

  /// The whole request is in, or a suspended connection was resumed.
  fileprivate func answer(_ request: Request, _ raw: OpaquePointer) -> MHD_Result {
    if request.bodyCount > request.bodyMax {
      return send(HTTPServer.tooLarge(request.bodyMax), to: request, raw)
    }
    if request.deferred == nil {
      switch handler.handle(request) {
      case .now(let response): return send(response, to: request, raw)
      case .later(let deferred):
        request.deferred = deferred
        waiting.withLock { $0[ObjectIdentifier(deferred)] = deferred }
      }
      connection(raw)?.allow(seconds: nil)
    }
    guard let response = request.deferred?.poll(raw) else { return .YES }
    return send(response, to: request, raw)
  }

  private static let surplusMax = 64 * 1024

  private static func tooLarge(_ max: Int) -> Response {
    .json(
      .tooLarge, errorBody("too-large", "The body may have at most \(max) bytes."),
      [RequestHead.close])
  }
}

let requestArrived: MHD_AccessHandlerCallback = {
  context, raw, path, method, version, upload, uploadSize, slot in
  let server = HTTPServer.from(context)
  guard let known = slot!.pointee else {
    let request = Request(
      method: String(cString: method!), path: String(cString: path!), connection: raw!,
      peer: Peer(cmhd_peer(raw!)), startedAt: monotonicMilliseconds())
    slot!.pointee = Unmanaged.passRetained(request).toOpaque()
    server.inFlightCount.add(1, ordering: .relaxed)
    return server.begin(request, version: String(cString: version!), raw!)
  }
  let request = Unmanaged<Request>.fromOpaque(known).takeUnretainedValue()
  let count = uploadSize!.pointee
  guard count > 0 else { return server.answer(request, raw!) }
  uploadSize!.pointee = 0
  return server.receive(UnsafeRawBufferPointer(start: upload, count: count), request)
}

let requestCompleted: MHD_RequestCompletedCallback = { context, raw, slot, _ in
  guard let known = slot?.pointee else { return }
  slot!.pointee = nil
  let server = HTTPServer.from(context)
  let request = Unmanaged<Request>.fromOpaque(known).takeRetainedValue()
  if let deferred = request.deferred {
    _ = server.waiting.withLock { $0.removeValue(forKey: ObjectIdentifier(deferred)) }
  }
  server.connection(raw!)?.allow(seconds: server.limits.headSecondsMax)
  server.handler.finished(request)
  server.inFlightCount.subtract(1, ordering: .acquiringAndReleasing)
}

let connectionChanged: MHD_NotifyConnectionCallback = { context, raw, slot, event in
  let server = HTTPServer.from(context)
  if event == .CONNECTION_NOTIFY_STARTED {
    let connection = Connection(
      file: cmhd_connection_fd(raw!), seconds: server.limits.headSecondsMax)
    slot!.pointee = Unmanaged.passRetained(connection).toOpaque()
    server.connections.insert(connection)
  } else if let known = slot!.pointee {
    server.connections.remove(Unmanaged<Connection>.fromOpaque(known).takeRetainedValue())
  }
}

/// Leaves percent signs as they are: decoded here, `%00` would end the path unseen.
let keepEscapes:
  @convention(c) (
    UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutablePointer<CChar>?
  ) -> Int = { _, _, text in
    var count = 0
    while text![count] != 0 { count += 1 }
    return count
  }
