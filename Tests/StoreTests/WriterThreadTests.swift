import Glibc
import StoreSupport
import Sync
import Synchronization
import Testing

@testable import Store

@Suite("The writing thread")
struct WriterThreadTests {
  private let folder = TemporaryFolder()

  private func makeWriter() throws -> WriterThread {
    let path = folder.path + "/omena.db"
    let database = try Database(path, .create, cacheKiB: 100)
    try database.migrate()
    return WriterThread(path, database)
  }

  /// Holds the thread in one job, so that all that is put meanwhile becomes one group.
  private func holding(_ writer: WriterThread, _ body: () throws -> Void) rethrows {
    let isHeld = Atomic<Bool>(true)
    let hasStarted = Atomic<Bool>(false)
    let holder = Thread {
      try? writer.perform { _ throws(StoreError) in
        hasStarted.store(true, ordering: .releasing)
        while isHeld.load(ordering: .acquiring) { usleep(500) }
      }
    }
    while !hasStarted.load(ordering: .acquiring) { usleep(500) }
    defer {
      isHeld.store(false, ordering: .releasing)
      holder.join()
    }
    try body()
  }

  @Test("does the other jobs of a group when one cannot be done")
  func isolation() throws {
    let writer = try makeWriter()
    let results = Mutex<[MergeResult]>([])
    var failing: Thread?
    let failure = Mutex<StoreError?>(nil)
    holding(writer) {
      for number in 0..<3 {
        writer.merge([.note(number)], since: .zero) { result in
          results.withLock { $0.append(result) }
        }
      }
      failing = Thread {
        do throws(StoreError) {
          try writer.perform { _ throws(StoreError) in throw .full }
        } catch {
          failure.withLock { $0 = error }
        }
      }
      usleep(20_000)
    }
    failing?.join()
    writer.close()
    #expect(failure.withLock { $0 } == .full)
    let latest = try results.withLock { try $0.map { try $0.get().latest.value } }
    #expect(latest.sorted() == [1, 2, 3])
  }

  @Test("answers each of many threads after the commit of what it sent")
  func manyThreads() throws {
    let writer = try makeWriter()
    let reader = try Database(folder.path + "/omena.db", .readOnly, cacheKiB: 100)
    let acknowledged = Atomic<Int>(0)
    let threads = (0..<8).map { thread in
      Thread {
        for number in 0..<50 {
          writer.merge([.note(thread * 1000 + number)], since: .zero) { result in
            if case .success = result {
              acknowledged.add(1, ordering: .acquiringAndReleasing)
            }
          }
        }
      }
    }
    for thread in threads { thread.join() }
    writer.close()
    #expect(acknowledged.load(ordering: .acquiring) == 400)
    #expect(try reader.counts().alive == [.note: 400])
    #expect(try reader.latestSequence() == Sequence(400))
  }
}
