/// What a path means.
enum Route: Equatable {
  case file
  case sync
  case health
  case signIn
  case signOut
  /// Another path under `/api/`.
  case unknown

  init(path: String, hasAccess: Bool) {
    switch path {
    case "/api/sync": self = .sync
    case "/healthz": self = .health
    case "/sign-in" where hasAccess: self = .signIn
    case "/sign-out" where hasAccess: self = .signOut
    default: self = path.hasPrefix("/api/") ? .unknown : .file
    }
  }

  /// The methods it takes, as an Allow field lists them.
  var methods: [String] {
    switch self {
    case .file, .health: ["GET", "HEAD"]
    case .sync, .signOut: ["POST"]
    case .signIn: ["GET", "HEAD", "POST"]
    case .unknown: []
    }
  }

  var isAPI: Bool {
    switch self {
    case .sync, .unknown: true
    case .file, .health, .signIn, .signOut: false
    }
  }

  /// The media type and the greatest size of the body of a POST.
  var body: (type: String, byteCountMax: Int)? {
    switch self {
    case .sync: ("application/json", SyncRequest.byteCountMax)
    case .signIn: ("application/x-www-form-urlencoded", 4096)
    case .signOut: ("application/x-www-form-urlencoded", 1024)
    case .file, .health, .unknown: nil
    }
  }
}
