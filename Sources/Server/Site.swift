internal import Store
internal import Synchronization

/// Decides who is let in and which part answers.
final class Site: RequestHandler {
  private let hosts: HostRule
  private let files: StaticFiles
  private let sync: SyncEndpoint
  /// Nil on loopback, where one person needs no pass phrase.
  private let access: Access?
  private let log: Log

  init(
    hosts: HostRule, files: StaticFiles, sync: SyncEndpoint, access: Access?, log: Log
  ) {
    self.hosts = hosts
    self.files = files
    self.sync = sync
    self.access = access
    self.log = log
  }

  func admit(_ request: Request) -> Admission {
    guard let host = request.header("Host"), hosts.allows(host: host) else {
      return .refused(
        refusal(.misdirected, "host", "This server does not answer to that name.", request))
    }
    let route = Route(path: request.path, hasAccess: access != nil)
    if route == .unknown {
      return .refused(refusal(.notFound, "not-found", "There is nothing here.", request))
    }
    guard route.methods.contains(request.method) else {
      return .refused(
        refusal(
          .methodNotAllowed, "method", "This method is not allowed here.", request,
          [HeaderField("Allow", route.methods.joined(separator: ", "))]))
    }
    if !request.isRead || route.isAPI, !isFromHere(request) {
      return .refused(
        refusal(.forbidden, "origin", "Other sites may not send anything here.", request))
    }
    if let access, route != .signIn, route != .health, !access.isSignedIn(request) {
      return .refused(signInNeeded(route, request))
    }
    if request.isRead { return .body(max: 0) }
    guard let body = route.body, mediaType(request) == body.type else {
      return .refused(
        refusal(.unsupportedType, "type", "The body must be \(route.body?.type ?? "")", request))
    }
    return .body(max: body.byteCountMax)
  }

  func handle(_ request: Request) -> Reply {
    switch Route(path: request.path, hasAccess: access != nil) {
    case .sync: return .later(sync.handle(request.takeBody()))
    case .health: return .now(.text(.ok, "ok"))
    case .signIn: return access!.signIn(request)
    case .signOut: return access!.signOut(request)
    case .file, .unknown:
      return .now(
        files.response(
          request.path, acceptEncoding: request.header("Accept-Encoding"),
          knownTags: request.header("If-None-Match"), isVersioned: request.hasQuery("v")))
    }
  }

  func finished(_ request: Request) {
    if request.bodyCount >= Memory.largeByteCount { Memory.giveBack() }
    let took = monotonicMilliseconds() - request.startedAt
    log(
      .info, "request",
      [
        "method": request.method, "path": request.path, "peer": request.peer.text,
        "status": request.answer.map { String($0.status.rawValue) } ?? "none",
        "in": String(request.bodyCount), "out": String(request.answer?.size ?? 0),
        "ms": String(took),
      ])
  }

  /// False for what a page of another site has sent. Programs that are not browsers send neither of
  /// the two fields.
  private func isFromHere(_ request: Request) -> Bool {
    if let origin = request.header("Origin") { return hosts.allows(origin: origin) }
    guard let site = request.header("Sec-Fetch-Site") else { return true }
    return site == "same-origin" || site == "none"
  }

  private func mediaType(_ request: Request) -> String {
    let field = request.header("Content-Type") ?? ""
    return field.prefix { $0 != ";" && $0 != " " }.lowercased()
  }

  private func signInNeeded(_ route: Route, _ request: Request) -> Response {
    if route == .file && request.path == "/" {
      return Response(
        .seeOther, [],
        [HeaderField("Location", "/sign-in"), HeaderField("Cache-Control", "no-store")])
    }
    return refusal(.unauthorized, "sign-in", "Sign in first.", request)
  }

  /// A refusal leaves the body unread, so nothing more can be read from the connection.
  private func refusal(
    _ status: Status, _ code: StaticString, _ message: String, _ request: Request,
    _ fields: [HeaderField] = []
  ) -> Response {
    let fields = request.isRead ? fields : fields + [RequestHead.close]
    return request.path.hasPrefix("/api/")
      ? .json(status, errorBody(code, message), fields) : .text(status, message, fields)
  }
}
