internal import Store

/// Threads for work that would hold up other requests.
final class WorkQueue: Sendable {
  typealias Work = @Sendable () -> Void
  private let waiting = Mailbox<Work>()
  private let threads: [Thread]

  init(threadCount: Int) {
    threads = (0..<threadCount).map { [waiting] _ in
      Thread {
        while let work = waiting.take(1)?.first { work() }
      }
    }
  }

  /// Runs `work` on one of the threads; on this one when the queue is closed.
  func run(_ work: @escaping Work) {
    if !waiting.put(work) { work() }
  }

  /// Finishes what waits.
  func close() {
    waiting.close()
    for thread in threads { thread.join() }
  }
}
