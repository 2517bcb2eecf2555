/// What the host is asked to do. Effects are plain values; `Web` turns them into bytes.
public enum Effect: Equatable, Sendable {
  /// One IndexedDB transaction, answered by `wrote` or `writeFailed` with the token.
  case write(token: Int64, [WriteOperation])
  /// Read everything stored on the device.
  case load
  case http(token: String, method: String, path: String, contentType: String, body: [UInt8])
  /// Answered after `milliseconds`; the same id replaces, a negative time cancels.
  case timer(id: String, milliseconds: Int64)
  case focus(id: String)
  /// Text for the live region.
  case announce(String)
  case title(String)
  case vibrate(milliseconds: Int64)
  case theme(Theme)
  case scrollTop(Int64)
  case reload
  case download(name: String, type: String, bytes: [UInt8])
  case pickFile(token: String, accept: String, bytesMax: Int64)
  case route(hash: String, RouteChange)
  /// Sent to the other tabs of this browser.
  case channel([UInt8])
  case askPersist
}

public enum RouteChange: Equatable, Sendable { case push, replace, back }

public enum Theme: Equatable, Sendable { case light, dark, automatic }

public struct WriteOperation: Equatable, Sendable {
  public enum Store: Equatable, Sendable { case segments, journal, outbox, meta }

  public var store: Store
  public var key: String
  /// What to put, or nil to delete.
  public var bytes: [UInt8]?

  public init(_ store: Store, _ key: String, _ bytes: [UInt8]?) {
    self.store = store
    self.key = key
    self.bytes = bytes
  }
}
