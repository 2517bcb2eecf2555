/// Whether this device keeps what is done.
enum StorageHealth: Equatable {
  case good
  /// Writes fail: the disk may be full. What was not written is tried again.
  case failing(String)
  /// There is no storage, as in some private windows: the app goes on in memory.
  case unavailable(String)
}

/// Writes that have been asked for and are not done.
struct Writes {
  struct Pending {
    var token: Int64
    var operations: [WriteOperation]
    /// What the other tabs are told when it is done. Not before: they count on its being on the
    /// disk, should this tab end in the meantime.
    var posts: [ChannelMessage]
    /// It holds something that a person did.
    var isSave: Bool
    /// It moves the journal into segments.
    var isCompaction: Bool
  }

  var tokenLast: Int64 = 0
  /// In the host's hands. IndexedDB does them in this order.
  var pending: [Pending] = []
  /// What failed. Everything after it goes with it in one transaction: a later "since" must never
  /// be stored without the changes before it.
  var failed: [WriteOperation] = []
  var failedPosts: [ChannelMessage] = []
  var failures = 0

  /// Everything that a person did is on the disk.
  var isSaved: Bool { failed.isEmpty && !isSaving }

  var isSaving: Bool { pending.contains { $0.isSave } }
}

/// Asks for a write in one transaction; answered by `wrote` or `writeFailed`. The other tabs hear
/// `posts` when it is done.
func write(
  _ state: inout State, _ operations: [WriteOperation], posts: [ChannelMessage] = [],
  isCompaction: Bool = false
) -> [Effect] {
  if operations.isEmpty { return send(posts) }
  switch state.device.storage {
  case .unavailable: return send(posts)
  case .failing:
    state.device.writes.add(failed: operations)
    state.device.writes.failedPosts += posts
    return [.timer(id: "device.retry", milliseconds: Writes.retryMilliseconds(0))]
  case .good:
    return [
      state.device.writes.start(
        operations, posts, isSave: !isCompaction, isCompaction: isCompaction)
    ]
  }
}

private func send(_ posts: [ChannelMessage]) -> [Effect] { posts.map { .channel($0.bytes) } }

extension Writes {
  mutating func start(
    _ operations: [WriteOperation], _ posts: [ChannelMessage], isSave: Bool, isCompaction: Bool
  ) -> Effect {
    tokenLast += 1
    pending.append(
      Pending(
        token: tokenLast, operations: operations, posts: posts, isSave: isSave,
        isCompaction: isCompaction))
    return .write(token: tokenLast, operations)
  }

  /// What a retry need not do twice: of a key in `meta` only the last value counts.
  mutating func add(failed operations: [WriteOperation]) {
    for operation in operations {
      if operation.store == .meta {
        failed.removeAll { $0.store == .meta && $0.key == operation.key }
      }
      failed.append(operation)
    }
  }

  mutating func finish(_ token: Int64) -> Pending? {
    guard let index = pending.firstIndex(where: { $0.token == token }) else { return nil }
    return pending.remove(at: index)
  }

  /// One second, doubled at each failure, at most a minute.
  static func retryMilliseconds(_ failures: Int) -> Int64 { min(60_000, 1000 << min(failures, 6)) }
}

/// The host has done a write.
func wrote(_ state: inout State, _ token: Int64, _ env: Env) -> [Effect] {
  guard let done = state.device.writes.finish(token) else { return [] }
  var effects = send(done.posts)
  if case .failing = state.device.storage, state.device.writes.pending.isEmpty {
    state.device.writes.failures = 0
    state.device.storage = .good
    effects.append(.announce(StatusWords.savedAgain))
    if !state.device.writes.failed.isEmpty { effects += retryWrites(&state) }
  }
  if done.isCompaction { effects += compacted(&state) }
  effects += forgetAcknowledged(&state, done.operations)
  return effects + syncWritten(&state, token, env)
}

/// A write that was tried again may put records into the outbox which the server has by now.
private func forgetAcknowledged(
  _ state: inout State, _ operations: [WriteOperation]
) -> [Effect] {
  var keys: [String] = []
  for operation in operations where operation.store == .outbox && operation.bytes != nil {
    if state.sync.outbox.contains(where: { $0.key == operation.key }) { continue }
    keys.append(operation.key)
  }
  if keys.isEmpty { return [] }
  let deletions = keys.map { WriteOperation(.outbox, $0, nil) }
  return write(&state, deletions, posts: [.acknowledged(keys)])
}

func writeFailed(_ state: inout State, _ token: Int64, _ reason: String, _ env: Env) -> [Effect] {
  guard let lost = state.device.writes.finish(token) else { return [] }
  if reason == "UnavailableError" { return storageLost(&state, reason, env) }
  let isNews = state.device.storage == .good
  state.device.writes.add(failed: lost.operations)
  state.device.writes.failedPosts += lost.posts
  state.device.writes.failures += 1
  state.device.storage = .failing(reason)
  let delay = Writes.retryMilliseconds(state.device.writes.failures - 1)
  var effects = [Effect.timer(id: "device.retry", milliseconds: delay)]
  if isNews { effects.append(.announce(StatusWords.cannotSave)) }
  return effects + syncWritten(&state, token, env)
}

/// Tries again what failed, all at once. A tab that was opened meanwhile has missed the changes,
/// so when they are written all tabs hear of them again.
func retryWrites(_ state: inout State) -> [Effect] {
  guard state.device.writes.pending.isEmpty, !state.device.writes.failed.isEmpty else { return [] }
  let operations = state.device.writes.failed
  let posts = state.changesMessages(operations) + state.device.writes.failedPosts
  state.device.writes.failed = []
  state.device.writes.failedPosts = []
  return [
    state.device.writes.start(
      operations, posts, isSave: true, isCompaction: state.device.compacting != nil)
  ]
}

/// The storage is gone for good: go on in memory, and let the server keep what is done.
func storageLost(_ state: inout State, _ reason: String, _ env: Env) -> [Effect] {
  let isNews = state.phase == .ready
  state.device.storage = .unavailable(reason)
  state.device.writes = Writes()
  state.device.compacting = nil
  state.sync.writeAwaited = nil
  return (isNews ? [.announce(StatusWords.cannotSave)] : []) + syncSoon(&state)
}
