internal import Glibc
internal import Synchronization

/// One connection and the second by which it must have done its next thing.
final class Connection: Sendable {
  let file: Int32
  private let deadline: Atomic<Int>

  init(file: Int32, seconds: Int) {
    self.file = file
    deadline = Atomic(monotonicSeconds() + seconds)
  }

  /// Gives it this many seconds from now; nil for as long as it takes.
  func allow(seconds: Int?) {
    deadline.store(seconds.map { monotonicSeconds() + $0 } ?? .max, ordering: .relaxed)
  }

  func isOverdue(at seconds: Int) -> Bool { deadline.load(ordering: .relaxed) < seconds }
}

/// The open connections. libmicrohttpd's own timeout only counts the time in which nothing moves.
final class ConnectionTable: Sendable {
  private let open = Mutex<[ObjectIdentifier: Connection]>([:])

  func insert(_ connection: Connection) {
    open.withLock { $0[ObjectIdentifier(connection)] = connection }
  }

  /// Before its file is closed, so that a new file of the same number is never cut off.
  func remove(_ connection: Connection) {
    _ = open.withLock { $0.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  func closeOverdue() {
    let now = monotonicSeconds()
    open.withLock { open in
      for connection in open.values where connection.isOverdue(at: now) {
        shutdown(connection.file, Int32(SHUT_RDWR))
      }
    }
  }
}

/// Seconds of a clock that never jumps.
func monotonicSeconds() -> Int { Int(monotonicMilliseconds() / 1000) }

func monotonicMilliseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}
