import Domain
import Sync

@testable import App

/// What a browser keeps of the app: the four stores. It outlives the tabs.
struct FakeDisk {
  var stores: [String: [String: [UInt8]]] = [:]

  mutating func write(_ operations: [WriteOperation]) {
    for operation in operations {
      stores[FakeDisk.name(operation.store), default: [:]][operation.key] = operation.bytes
    }
  }

  func text(_ store: String, _ key: String) -> String? {
    stores[store]?[key].map { String(decoding: $0, as: UTF8.self) }
  }

  static func name(_ store: WriteOperation.Store) -> String {
    switch store {
    case .segments: "segment"
    case .journal: "journal"
    case .outbox: "outbox"
    case .meta: "meta"
    }
  }
}

/// The server as the protocol describes it: one merged state for each entity, numbered.
struct FakeServer {
  var storeID = "00000000000000aa"
  var rows: [EntityID: (seq: Int64, state: Change)] = [:]
  var seq: Int64 = 0
  var now: Int64 = 1_800_000_000_000
  /// How many rows one answer has at most.
  var pageCount = 1000
  var requestCount = 0
  /// Answers with this instead of doing anything.
  var failure: (status: Int64, body: String)?

  mutating func answer(_ body: [UInt8]) -> (status: Int64, body: [UInt8]) {
    requestCount += 1
    if let failure { return (failure.status, Array(failure.body.utf8)) }
    guard let request = Request(body) else { return (400, []) }
    for change in request.changes {
      let stamps = change.properties.map(\.stamp) + change.removals
      if stamps.contains(where: { $0.milliseconds > now + HybridClock.driftMaxMilliseconds }) {
        return (422, Array(#"{"error":"clock","message":"The clock is wrong."}"#.utf8))
      }
    }
    let base = seq
    var unseen: [Change] = []
    for change in request.changes {
      let old = rows[change.id]
      var state = old?.state ?? change
      if old != nil, !state.merge(change) {
        if old!.seq > request.since, state != change { unseen.append(state) }
        continue
      }
      seq += 1
      rows[change.id] = (seq, state)
      if let old, old.seq > request.since { unseen.append(state) }
    }
    let news = rows.values.filter { $0.seq > request.since && $0.seq <= base }
      .sorted { $0.seq < $1.seq }
    let page = news.prefix(pageCount)
    let hasMore = page.count < news.count
    var json = JSONWriter()
    json.beginObject()
    json.name("v")
    json.int(1)
    json.name("store")
    json.string(storeID)
    json.name("seq")
    json.int(hasMore ? page.last!.seq : seq)
    json.name("now")
    json.int(now)
    json.name("more")
    json.bool(hasMore)
    json.name("changes")
    json.beginArray()
    for row in page { row.state.append(to: &json) }
    if !hasMore { for state in unseen { state.append(to: &json) } }
    json.endArray()
    json.endObject()
    return (200, json.bytes)
  }

  private struct Request {
    var since: Int64 = 0
    var changes: [Change] = []

    init?(_ body: [UInt8]) {
      guard
        let parts = try? JSONReader.read(
          body,
          { (reader) throws(JSONError) in
            var parts = (Int64(0), [Change]())
            try reader.beginObject()
            while let name = try reader.nextName() {
              switch name.string {
              case "since": parts.0 = try reader.int()
              case "changes": parts.1 = try Change.list(from: &reader)
              default: try reader.skipValue()
              }
            }
            return parts
          })
      else { return nil }
      (since, changes) = parts
    }
  }
}

/// A tab of a browser: runs the app's effects by hand, so that a test decides what happens when.
struct FakeTab {
  var state = State()
  /// Effects that wait to be done: writes, requests, messages to other tabs.
  var writes: [(token: Int64, operations: [WriteOperation])] = []
  var requests: [[UInt8]] = []
  var posts: [[UInt8]] = []
  var timers: [String: Int64] = [:]
  var wantsLoad = false
  /// Everything else that was asked for, oldest first.
  var others: [Effect] = []

  var now: Int64 = 1_800_000_000_000
  private var seed: Random

  init(seed: UInt64, lane: Int = 0, device: String = "", hash: String = "#/") {
    self.seed = Random(seed: seed)
    send(
      "start",
      #"{"lane":\#(lane),"device":"\#(device)","hash":"\#(hash)","online":true,"#
        + #""reducedMotion":false}"#)
  }

  mutating func send(_ text: String, _ payload: String = "") { send(text, Array(payload.utf8)) }

  mutating func send(_ text: String, _ payload: [UInt8]) {
    guard let action = Action(Message(text, payload: payload)) else { return }
    act(action)
  }

  mutating func act(_ action: Action) {
    let effects = reduce(&state, action, env())
    take(effects)
  }

  /// Makes a step as a screen would.
  mutating func perform(_ body: (inout State, Env) -> [Effect]) {
    let env = env()
    state.random = Random(seed: env.seed)
    let effects = body(&state, env)
    take(effects)
  }

  /// Each step comes a millisecond after the one before.
  mutating func env() -> Env {
    now += 1
    return Env(now: now, zoneMinutes: 120, seed: seed.next())
  }

  private mutating func take(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .write(let token, let operations): writes.append((token, operations))
      case .load: wantsLoad = true
      case .http(_, _, _, _, let body): requests.append(body)
      case .channel(let bytes): posts.append(bytes)
      case .timer(let id, let milliseconds):
        timers[id] = milliseconds < 0 ? nil : now + milliseconds
      case .focus, .announce, .title, .vibrate, .theme, .scrollTop, .reload, .download, .pickFile,
        .route, .askPersist:
        others.append(effect)
      }
    }
  }

  // MARK: Doing what was asked for

  mutating func load(_ disk: FakeDisk) {
    wantsLoad = false
    for store in ["segment", "journal", "outbox", "meta"] {
      for (key, bytes) in (disk.stores[store] ?? [:]).sorted(by: { $0.key < $1.key }) {
        send("loaded.\(store):\(key)", bytes)
      }
    }
    send("loaded.done")
  }

  mutating func write(to disk: inout FakeDisk) {
    while !writes.isEmpty {
      let write = writes.removeFirst()
      disk.write(write.operations)
      send("wrote:\(write.token)")
    }
  }

  mutating func failWrite(_ reason: String = "QuotaExceededError") {
    let write = writes.removeFirst()
    send("writeFailed:\(write.token)", reason)
  }

  mutating func fire(_ id: String) {
    guard let time = timers.removeValue(forKey: id) else { return }
    now = max(now, time)
    send("timer:\(id)")
  }

  mutating func ask(_ server: inout FakeServer) {
    let body = requests.removeFirst()
    server.now = max(server.now, now)
    let answer = server.answer(body)
    send("http:sync:\(answer.status)", answer.body)
  }

  mutating func loseRequest() {
    requests.removeFirst()
    send("http:sync:0")
  }

  /// Does everything until nothing is left but waiting for half a minute.
  mutating func settle(_ disk: inout FakeDisk, _ server: inout FakeServer) {
    for _ in 0..<200 {
      if wantsLoad { load(disk) }
      write(to: &disk)
      if !requests.isEmpty {
        ask(&server)
      } else if let id = timers.keys.sorted().first(where: { timers[$0]! <= now + 2_000 }) {
        fire(id)
      } else if writes.isEmpty {
        return
      }
    }
    fatalError("it never settles: \(timers), now \(now), \(state.sync), \(state.device.writes)")
  }
}

/// A tab that has read an empty disk and leads.
func readyTab(seed: UInt64, _ disk: inout FakeDisk, _ server: inout FakeServer) -> FakeTab {
  var tab = FakeTab(seed: seed, device: disk.text("meta", "device") ?? "")
  tab.send("leader")
  tab.settle(&disk, &server)
  return tab
}

// MARK: What a person does

extension FakeTab {
  @discardableResult
  mutating func addDeck(_ name: String) -> DeckID {
    var id = DeckID(.named("none"))
    perform { state, env in
      id = DeckID(state.newID(env))
      return commit(
        &state, env, .deckNew, StepArgs(name: name),
        [.set(.deck, id.id, [Property("name", name), Property("color", "leaf")])])
    }
    return id
  }

  @discardableResult
  mutating func addCard(_ front: String, in deck: DeckID) -> NoteID {
    var id = NoteID(.named("none"))
    perform { state, env in
      id = NoteID(state.newID(env))
      let properties = [
        Property("deck", deck.id.text), Property("front", front), Property("back", "of " + front),
      ]
      return commit(
        &state, env, .cardNew, StepArgs(name: front), [.set(.note, id.id, properties)])
    }
    return id
  }

  mutating func edit(_ note: NoteID, _ property: String, _ text: String) {
    perform { state, env in
      commit(
        &state, env, .cardEdit, StepArgs(name: text),
        [.set(.note, note.id, [Property(property, text)])])
    }
  }

  mutating func deleteDeck(_ deck: DeckID) {
    perform { state, env in
      let rows = state.library.noteRows(in: deck)
      let notes: [Edit] = rows.map { .delete(.note, state.library.noteID($0).id) }
      return commit(
        &state, env, .deckDelete,
        StepArgs(name: deckName(state, deck), count: rows.count), notes + [.delete(.deck, deck.id)],
        offersUndo: true)
    }
  }

  func front(_ note: NoteID) -> String? {
    state.library.row(note).map { state.library.field($0, .front) }
  }
}

/// Everything that a library holds, for comparing; steps too.
func contents(_ library: Library) -> [EntityID: Change] {
  var all: [EntityID: Change] = [:]
  library.forEachState { all[$0.id] = $0 }
  return all
}

/// How two libraries differ, in a few words; empty if they are equal.
func difference(_ a: [EntityID: Change], _ b: [EntityID: Change]) -> String {
  var words: [String] = []
  for id in Set(a.keys).union(b.keys).sorted() where a[id] != b[id] {
    words.append("\(wire(a[id])) against \(wire(b[id]))")
  }
  return words.joined(separator: "; ")
}

private func wire(_ change: Change?) -> String {
  guard let change else { return "nothing" }
  var json = JSONWriter()
  change.append(to: &json)
  return json.text
}
