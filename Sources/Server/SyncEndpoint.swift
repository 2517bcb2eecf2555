internal import Store
internal import Sync

/// `POST /api/sync`: takes a device's changes and gives those it has not seen. The answer:
///
///     {"v":1,"store":"<16 hex>","seq":815,"now":<ms>,"more":false,"changes":[…]}
///
/// The device's next `since` is `seq`. With `more` it asks again at once. `changes` leaves out what
/// the device has just sent, unless that met something it had not seen.
final class SyncEndpoint: Sendable {
  private let store: any Store
  private let clock: WallClock
  private let workers: WorkQueue
  private let log: Log
  /// Called after each batch that changed something.
  private let changed: @Sendable () -> Void

  /// A body up to this size is parsed on the thread of the connection: faster than handing it over.
  private static let inlineByteCountMax = 16 * 1024

  init(
    _ store: any Store, clock: WallClock, workers: WorkQueue, log: Log,
    changed: @escaping @Sendable () -> Void
  ) {
    self.store = store
    self.clock = clock
    self.workers = workers
    self.log = log
    self.changed = changed
  }

  func handle(_ body: [UInt8]) -> Deferred {
    let answer = Deferred()
    if body.count <= SyncEndpoint.inlineByteCountMax {
      sync(body, answer)
    } else {
      workers.run { self.sync(body, answer) }
    }
    return answer
  }

  private func sync(_ body: [UInt8], _ answer: Deferred) {
    let request: SyncRequest
    do throws(SyncRefusal) {
      request = try SyncRequest(body, now: clock.now())
    } catch {
      return answer.complete(error.response)
    }
    var since = Sequence(request.since)
    do throws(StoreError) {
      let latest = try store.latest()
      if since > latest {
        since = .zero
        // This store was put back to an older copy. With a new id all devices send again what the
        // copy does not have. Another store's number is answered with this store's id anyway.
        if request.store == store.id.text {
          try store.renewID()
          log(.warn, "store", ["renewed": store.id.text, "since": String(request.since)])
        }
      }
      if request.changes.isEmpty {
        return answer.complete(try page(MergeReport(base: latest, latest: latest), since))
      }
    } catch {
      return answer.complete(failure(error))
    }
    store.merge(request.changes, since: since) { [since] result in
      switch result {
      case .failure(let error): answer.complete(self.failure(error))
      case .success(let report):
        if report.latest > report.base { self.changed() }
        // The store's thread must not wait for reading; with nothing to read it can answer.
        if since == report.base {
          self.finish(report, since, answer)
        } else {
          self.workers.run { self.finish(report, since, answer) }
        }
      }
    }
  }

  private func finish(_ report: MergeReport, _ since: Sequence, _ answer: Deferred) {
    do throws(StoreError) {
      answer.complete(try page(report, since))
    } catch {
      answer.complete(failure(error))
    }
  }

  /// The rows between `since` and the request's own changes. When they are more than one answer
  /// holds, the own changes come again with a later page: harmless, since merging is idempotent.
  private func page(_ report: MergeReport, _ since: Sequence) throws(StoreError) -> Response {
    var page = Page(since: since)
    if since < report.base {
      page = try store.page(since: since, through: report.base, limit: .sync)
    }
    var writer = JSONWriter(reserving: page.json.count + 200)
    writer.beginObject()
    writer.name("v")
    writer.int(SyncRequest.version)
    writer.name("store")
    writer.string(store.id.text)
    writer.name("seq")
    writer.int(page.hasMore ? page.last.value : report.latest.value)
    writer.name("now")
    writer.int(clock.now())
    writer.name("more")
    writer.bool(page.hasMore)
    writer.name("changes")
    writer.beginArray()
    if page.rowCount > 0 { writer.raw(page.json) }
    if !page.hasMore {
      for json in report.unseen { writer.raw(json) }
    }
    writer.endArray()
    writer.endObject()
    return .json(.ok, writer.bytes)
  }

  private func failure(_ error: StoreError) -> Response {
    log(.error, "store", ["reason": error.description])
    return error.response
  }
}

extension StoreError {
  /// What a client is told. Paths and SQLite's words stay in the log.
  var response: Response {
    switch self {
    case .full:
      .json(
        .insufficientStorage,
        errorBody(
          "full", "The server's disk is full. Nothing was lost: free some space and sync again."))
    case .busy:
      .json(
        .unavailable, errorBody("busy", "The library is busy. Try again in a moment."),
        [HeaderField("Retry-After", "2")])
    case .closed:
      .json(
        .unavailable, errorBody("stopping", "The server is stopping."),
        [HeaderField("Retry-After", "5")])
    case .missing, .denied, .locked, .damaged, .newer, .failed:
      .json(
        .failed,
        errorBody("store", "The server cannot use its library. Its log says why."))
    }
  }
}
