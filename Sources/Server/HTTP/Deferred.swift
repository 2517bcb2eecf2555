internal import CMicrohttpd
internal import Synchronization

/// An answer that comes later, from another thread. Until then the connection is suspended and
/// costs no thread. Only the first answer counts.
final class Deferred: Sendable {
  /// Resumed at most once and only while it is suspended; that makes it safe to pass on.
  private struct Connection: @unchecked Sendable { let raw: OpaquePointer }

  private struct State {
    var response: Response?
    var suspended: Connection?
  }
  private let state = Mutex(State())

  func complete(_ response: Response) {
    state.withLock { state in
      guard state.response == nil else { return }
      state.response = response
      if let connection = state.suspended {
        state.suspended = nil
        MHD_resume_connection(connection.raw)
      }
    }
  }

  /// On the thread of the connection: the answer, or nil after suspending the connection.
  func poll(_ connection: OpaquePointer) -> Response? {
    let connection = Connection(raw: connection)
    return state.withLock { state in
      if let response = state.response { return response }
      // Under the lock, so that it cannot come after the resume.
      state.suspended = connection
      MHD_suspend_connection(connection.raw)
      return nil
    }
  }
}
