import Sync

// The sync loop. The leader of the tabs asks `POST /api/sync` at the start, soon after changes,
// when the page is looked at again, and every 30 seconds. One request is under way at a time; each
// takes a batch of the outbox and brings what is new. Without a storage every tab is on its own.

func reduceSync(_ state: inout State, _ action: SyncAction, _ env: Env) -> [Effect] {
  switch action {
  // What the browser thinks of the network says little about the server: it may be on this very
  // computer. An attempt tells.
  case .online, .offline, .retried:
    state.sync.failures = 0
    return syncSoon(&state)
  case .answered(let token, let status, let body):
    return token == "sync" ? answered(&state, status, body, env) : []
  }
}

/// Asks for a sync in a moment. Repeated calls make one.
func syncSoon(_ state: inout State) -> [Effect] {
  guard state.device.loading == nil, state.clock.device != 0 else { return [] }
  guard state.maySync else { return [.channel(ChannelMessage.wake.bytes)] }
  if state.sync.request != nil || state.sync.writeAwaited != nil {
    state.sync.isWanted = true
    return []
  }
  return [.timer(id: "sync.now", milliseconds: SyncLimits.debounceMilliseconds)]
}

func syncTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] {
  switch message.verb {
  case "now": return startSync(&state, env)
  case "first": return showFirst(&state, env)
  default: return []
  }
}

/// Sends the next batch, or asks what is new.
func startSync(_ state: inout State, _ env: Env) -> [Effect] {
  guard state.maySync, state.device.loading == nil, state.sync.request == nil,
    state.sync.writeAwaited == nil
  else { return [] }
  // What is sent must be on the disk, or known not to be: otherwise it could fail to be written
  // while the `since` of the answer is, and this device would never hear of it again.
  if state.device.writes.isSaving {
    state.sync.isWanted = true
    return []
  }
  let batch = state.sync.clockIsRefused ? [] : state.sync.batch
  state.sync.isWanted = false
  state.sync.request = SyncRequest(keys: batch.map { $0.key }, sentAt: env.now)
  let body = requestBody(state, batch, env)
  return [
    .http(
      token: "sync", method: "POST", path: "/api/sync", contentType: "application/json",
      body: body)
  ]
}

extension State {
  /// The leader syncs for all tabs; a tab that has no storage is on its own.
  var maySync: Bool {
    if case .unavailable = device.storage { return true }
    return device.isLeader
  }
}

/// `{"v":1,"device":…,"since":…,"now":…,"store":…,"changes":[…]}`
private func requestBody(_ state: State, _ batch: [Record], _ env: Env) -> [UInt8] {
  var json = JSONWriter(reserving: 256 + batch.reduce(0) { $0 + $1.bytes.count })
  json.beginObject()
  json.name("v")
  json.int(1)
  json.name("device")
  json.string(String(decoding: hexBytes(state.clock.device), as: UTF8.self))
  json.name("since")
  json.int(state.sync.since)
  json.name("now")
  json.int(env.now)
  if !state.sync.store.isEmpty {
    json.name("store")
    json.string(state.sync.store)
  }
  json.name("changes")
  json.beginArray()
  // A record is an array: what stands between its brackets.
  for record in batch where record.bytes.count > 2 {
    json.raw(Array(record.bytes.dropFirst().dropLast()))
  }
  json.endArray()
  json.endObject()
  return json.bytes
}

// MARK: The answer

private func answered(
  _ state: inout State, _ status: Int64, _ body: [UInt8], _ env: Env
) -> [Effect] {
  guard let request = state.sync.request else { return [] }
  state.sync.request = nil
  if status == 200 {
    guard let answer = SyncAnswer(body) else { return failed(&state, .offline, env) }
    return take(&state, answer, request, env)
  }
  let refusal = SyncRefusal(body)
  switch status {
  case 401: return failed(&state, .signIn, env)
  case 413, 400, 422:
    if refusal.code == "clock" {
      // The next request carries nothing, so that its answer tells the right time.
      state.sync.clockIsRefused = true
      state.sync.refusal = refusal.message
      return setHealth(&state, .refused) + [.timer(id: "sync.now", milliseconds: 100)]
    }
    return refused(&state, request, refusal, env)
  case 403, 507:
    state.sync.refusal = refusal.message
    return failed(&state, .refused, env)
  default: return failed(&state, .offline, env)
  }
}

/// An attempt has failed; the next comes after a while that grows.
private func failed(_ state: inout State, _ health: SyncHealth, _ env: Env) -> [Effect] {
  state.sync.failures += 1
  state.sync.isWanted = false
  var effects = setHealth(&state, health)
  effects += showFirst(&state, env)
  effects.append(.timer(id: "sync.now", milliseconds: state.sync.delayMilliseconds))
  return effects
}

/// The server says no to the batch. Smaller ones find out which record it is; that one is kept on
/// the device and no longer sent, so the rest goes on.
private func refused(
  _ state: inout State, _ request: SyncRequest, _ refusal: SyncRefusal, _ env: Env
) -> [Effect] {
  switch request.keys.count {
  case 0:
    state.sync.refusal = refusal.message
    return failed(&state, .refused, env)
  case 1:
    state.sync.refused.append(request.keys[0])
    state.sync.refusal = refusal.message
  default: state.sync.batchBytes = 1
  }
  return setHealth(&state, .refused) + [.timer(id: "sync.now", milliseconds: 1000)]
}

/// Takes over an answer: ours is acknowledged, theirs is merged, in one write.
private func take(
  _ state: inout State, _ answer: SyncAnswer, _ request: SyncRequest, _ env: Env
) -> [Effect] {
  if !state.sync.store.isEmpty, answer.store != state.sync.store, !answer.store.isEmpty {
    return meetOtherStore(&state, answer, env)
  }
  var operations = takeClock(&state, answer, request, env)
  if state.sync.clockIsRefused {
    return write(&state, operations) + startOverWithRightClock(&state, env)
  }
  if state.sync.store != answer.store {
    state.sync.store = answer.store
    operations.append(WriteOperation(.meta, "store", Array(answer.store.utf8)))
  }
  let steps = mergeRemote(&state, answer.changes, env)
  var posts: [ChannelMessage] = []
  // What was known already is written too: this tab may know it from one that ended too early.
  for record in records(answer.changes, key: state.tick(env).text) {
    operations.append(WriteOperation(.journal, record.key, record.bytes))
    state.device.hold(journal: record.key, record.bytes.count)
    posts.append(.remote(record))
  }
  if answer.seq != state.sync.since {
    state.sync.since = answer.seq
    operations.append(WriteOperation(.meta, "since", Array(answer.seq.description.utf8)))
  }
  for key in request.keys { operations.append(WriteOperation(.outbox, key, nil)) }
  if !request.keys.isEmpty {
    state.sync.outbox.removeAll { request.keys.contains($0.key) }
    posts.append(.acknowledged(request.keys))
  }
  let writes = write(&state, operations, posts: posts)
  if !operations.isEmpty, state.device.storage == .good {
    state.sync.writeAwaited = state.device.writes.tokenLast
  }
  return writes + taken(&state, answer, steps, env)
}

/// What follows when an answer is merged: the state of the sync, and what the merge asks for.
private func taken(
  _ state: inout State, _ answer: SyncAnswer, _ steps: [(change: Change, stamp: Stamp)],
  _ env: Env
) -> [Effect] {
  state.sync.failures = 0
  if state.sync.refused.isEmpty { state.sync.refusal = "" }
  if answer.hasMore { state.sync.isWanted = true }
  var effects = setHealth(&state, state.sync.refused.isEmpty ? .synced : .refused)
  for step in steps { effects += keepChanges(&state, [step.change], step.stamp) }
  if !answer.hasMore {
    effects += recoverOrphans(&state, env) + pruneHistory(&state, env)
    effects += showFirst(&state, env)
  }
  if state.sync.writeAwaited == nil { effects += nextSync(&state, env) }
  return effects + compactSoon(&state)
}

/// A write is done, or has failed and will be tried again: a sync that waited for it goes on.
func syncWritten(_ state: inout State, _ token: Int64, _ env: Env) -> [Effect] {
  if state.sync.writeAwaited == token {
    state.sync.writeAwaited = nil
    return nextSync(&state, env)
  }
  return state.sync.isWanted ? startSync(&state, env) : []
}

private func nextSync(_ state: inout State, _ env: Env) -> [Effect] {
  if state.sync.isWanted || state.sync.hasUnsent { return startSync(&state, env) }
  return [.timer(id: "sync.now", milliseconds: SyncLimits.periodMilliseconds)]
}

func setHealth(_ state: inout State, _ health: SyncHealth) -> [Effect] {
  if state.sync.health == health { return [] }
  let before = state.sync.health
  state.sync.health = health
  var effects: [Effect] = []
  let message = ChannelMessage.health(health, clockOffset: state.sync.clockOffset)
  if state.device.isLeader { effects.append(.channel(message.bytes)) }
  if let words = StatusWords.news(from: before, to: health) { effects.append(.announce(words)) }
  return effects
}

/// Takes note of the server's clock.
private func takeClock(
  _ state: inout State, _ answer: SyncAnswer, _ request: SyncRequest, _ env: Env
) -> [WriteOperation] {
  guard let now = answer.now else { return [] }
  // The answer's time is from somewhere between sending and now.
  var offset = now - (request.sentAt + env.now) / 2
  if abs(offset) <= SyncLimits.clockToleranceMilliseconds { offset = 0 }
  if abs(offset - state.sync.clockOffset) <= SyncLimits.clockToleranceMilliseconds { return [] }
  state.sync.clockOffset = offset
  return [WriteOperation(.meta, "clockOffset", Array(offset.description.utf8))]
}
