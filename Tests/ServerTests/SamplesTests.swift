import Domain
import Store
import StoreSupport
import Sync
import Testing

@testable import Server

@Suite("The sample decks")
struct SamplesTests {
  private let store = MemoryStore()

  private func samples(version: UInt64, _ texts: [Int: String]) -> String {
    let changes = texts.sorted { $0.key < $1.key }.map { number, text in
      Change.note(number, ["front": text], at: Stamp(time: version, device: 0)).wireBytes
    }
    return "[" + changes.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",") + "]"
  }

  private func start(_ samples: String?) throws {
    store.fault = nil
    _ = try TestServer(store: store, samples: samples)
    store.fault = nil
  }

  @Test("are added at the first start and not again")
  func once() throws {
    try start(samples(version: 1, [1: "kala", 2: "omena"]))
    #expect(try store.counts().alive == [.note: 2])
    #expect(try store.note(.samples) == "1")
    #expect(try store.note(.backup) == "2")
    let latest = try store.latest()
    try start(samples(version: 1, [1: "kala", 2: "omena", 3: "not added"]))
    #expect(try store.latest() == latest)
  }

  @Test("stay deleted, also when a newer version of them comes")
  func deleted() throws {
    try start(samples(version: 1, [1: "kala", 2: "omena"]))
    _ = try store.mergeAndWait([.removal(of: 1, seen: [Stamp(time: 1, device: 0)])])
    try start(samples(version: 2, [1: "kala!", 2: "omena!", 3: "kissa"]))
    #expect(try store.counts().alive == [.note: 2])
    #expect(try store.counts().removed == [.note: 1])
    #expect(try store.allRows().contains("omena!"))
  }

  @Test("leave what a person has changed")
  func edited() throws {
    try start(samples(version: 1, [1: "kala"]))
    _ = try store.mergeAndWait([.note(1, ["front": "mine"], at: .at(1_700_000_000_000))])
    try start(samples(version: 2, [1: "kala!"]))
    #expect(try store.allRows().contains("mine"))
  }

  @Test("may be missing or unreadable; the server starts all the same")
  func broken() throws {
    for text in [nil, "", "{", "[{}]"] {
      try start(text)
      #expect(try store.latest() == .zero)
      #expect(try store.note(.samples) == nil)
    }
  }
}
