internal import Glibc

/// A queue between threads: any thread puts, the readers wait for what comes.
package final class Mailbox<Item: Sendable>: @unchecked Sendable {
  // All that follows is only touched while `mutex` is held.
  private var items: [Item] = []
  private var isClosed = false
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
    pthread_condattr_destroy(&attributes)
  }
  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// False when the mailbox is closed and the item was not taken.
  package func put(_ item: Item) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard !isClosed else { return false }
    items.append(item)
    pthread_cond_signal(changed)
    return true
  }

  /// Lets the readers finish what is there; nothing more is taken.
  package func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(mutex)
  }

  /// Waits for at least one item and takes up to `countMax`. Empty: closed, and nothing is left.
  /// With a time limit it also gives nil when the time has passed without an item.
  package func take(_ countMax: Int, waitMaxMilliseconds: Int64? = nil) -> [Item]? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var deadline = waitMaxMilliseconds.map(Self.deadline)
    while items.isEmpty, !isClosed {
      if deadline == nil {
        pthread_cond_wait(changed, mutex)
      } else if pthread_cond_timedwait(changed, mutex, &deadline!) == ETIMEDOUT {
        return items.isEmpty ? nil : removeFirst(countMax)
      }
    }
    return removeFirst(countMax)
  }

  private func removeFirst(_ countMax: Int) -> [Item] {
    let taken = Array(items.prefix(countMax))
    items.removeFirst(taken.count)
    return taken
  }

  private static func deadline(after milliseconds: Int64) -> timespec {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let nanoseconds = Int64(time.tv_nsec) + milliseconds % 1000 * 1_000_000
    time.tv_sec += Int(milliseconds / 1000 + nanoseconds / 1_000_000_000)
    time.tv_nsec = Int(nanoseconds % 1_000_000_000)
    return time
  }
}
