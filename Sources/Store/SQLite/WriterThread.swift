internal import Sync

/// The one thread that writes. It takes all jobs that wait and commits them in one transaction, so
/// that they share the wait for the disk: 4,000 single writes a second become 20,000 and more.
final class WriterThread: Sendable {
  static let cacheKiB = 8 * 1024
  /// Jobs in one transaction; bounds how long the first of them waits.
  private static let groupCountMax = 256

  fileprivate enum Job: Sendable {
    case merge([Change], since: Sequence, done: @Sendable (MergeResult) -> Void)
    case perform(
      @Sendable (Database) throws(StoreError) -> Void, done: @Sendable (StoreError?) -> Void)
  }

  private struct Handover: @unchecked Sendable { let database: Database }

  private let jobs = Mailbox<Job>()
  private let thread: Thread

  /// `database` belongs to the thread from here on.
  init(_ path: String, _ database: Database) {
    let start = Handover(database: database)
    thread = Thread { [jobs] in
      var connection: Database? = start.database
      while let group = jobs.take(WriterThread.groupCountMax), !group.isEmpty {
        WriterThread.commit(group, path, &connection)
      }
    }
  }

  /// A writer that nobody closed ends its thread all the same.
  deinit { jobs.close() }

  func merge(
    _ batch: [Change], since: Sequence, done: @escaping @Sendable (MergeResult) -> Void
  ) {
    if !jobs.put(.merge(batch, since: since, done: done)) { done(.failure(.closed)) }
  }

  /// Runs `body` in a transaction and waits for its end.
  func perform(_ body: @escaping @Sendable (Database) throws(StoreError) -> Void) throws(StoreError)
  {
    let answer = Mailbox<StoreError?>()
    guard jobs.put(.perform(body, done: { _ = answer.put($0) })) else { throw .closed }
    if let error = answer.take(1)?.first ?? nil { throw error }
  }

  /// Finishes all jobs.
  func close() {
    jobs.close()
    thread.join()
  }

  // MARK: - On the thread

  private static func commit(_ group: [Job], _ path: String, _ connection: inout Database?) {
    switch attempt(group, path, &connection) {
    case .success(let answers):
      for answer in answers { answer() }
    case .failure(let error):
      if group.count == 1 { return group[0].fail(error) }
      // One job that cannot be done, a large one on a nearly full disk, must not fail the others.
      for job in group { commit([job], path, &connection) }
    }
  }

  /// All jobs in one transaction; the answers are given when it has been committed.
  private static func attempt(
    _ group: [Job], _ path: String, _ connection: inout Database?
  ) -> Result<[() -> Void], StoreError> {
    do throws(StoreError) {
      let database: Database
      if let connection {
        database = connection
      } else {
        database = try Database(path, .readWrite, cacheKiB: cacheKiB)
        connection = database
      }
      return .success(
        try database.transaction { () throws(StoreError) in
          var answers: [() -> Void] = []
          for job in group { answers.append(try job.run(database)) }
          return answers
        })
    } catch {
      // After a failed sync of the disk only a new connection knows what the file holds.
      if case .failed = error { connection = nil }
      return .failure(error)
    }
  }
}

extension WriterThread.Job {
  fileprivate func run(_ database: Database) throws(StoreError) -> () -> Void {
    switch self {
    case .merge(let batch, let since, let done):
      let report = try database.merge(batch, since: since)
      return { done(.success(report)) }
    case .perform(let body, let done):
      try body(database)
      return { done(nil) }
    }
  }

  fileprivate func fail(_ error: StoreError) {
    switch self {
    case .merge(_, _, let done): done(.failure(error))
    case .perform(_, let done): done(error)
    }
  }
}
