public import Domain
public import Sync

/// Where one library is kept on the server: one row an entity, each with the merge of all changes
/// that ever came for it. Every effective change gives its row the next sequence number, so "what
/// is new since 812" is a range of sequence numbers.
///
/// Everything here can be called from any thread. What `merge` has answered survives a kill.
public protocol Store: AnyObject, Sendable {
  /// A random number made with the store; a device that meets another one sends all it has.
  var id: StoreID { get }

  /// Takes a new id, when a device knows a later sequence number than the store: the store's file
  /// was put back to an older copy, and only the devices still have what came after it.
  func renewID() throws(StoreError)

  /// Merges all changes of `batch`, or none of them, and answers from a thread of the store.
  /// `since` is the last sequence number that the sender knows of.
  func merge(
    _ batch: [Change], since: Sequence, done: @escaping @Sendable (MergeResult) -> Void)

  /// The last sequence number given, 0 for an empty store.
  func latest() throws(StoreError) -> Sequence

  /// The rows after `since` and up to `through`, oldest first, at most as many as `limit` allows
  /// (but always one), as the elements of a JSON array without its brackets.
  func page(
    since: Sequence, through: Sequence, limit: PageLimit
  ) throws(StoreError) -> Page

  /// Calls `body` with each row, in the order of ids within each of `kinds`, in one consistent
  /// view; false stops. Holds no more than one row at a time.
  func forEachRow(
    of kinds: [EntityKind], onlyAlive: Bool, _ body: (StoredRow) -> Bool
  ) throws(StoreError)

  /// The whole state of an entity, also of a removed one; nil when it was never there.
  func state(of kind: EntityKind, _ id: EntityID) throws(StoreError) -> Change?

  func counts() throws(StoreError) -> StoreCounts

  /// A small text kept beside the library, such as the version of the samples.
  func note(_ name: StoreNote) throws(StoreError) -> String?
  func setNote(_ name: StoreNote, _ value: String) throws(StoreError)

  /// The hashes of the sessions that are signed in.
  func sessions() throws(StoreError) -> [StoredSession]
  func putSession(_ session: StoredSession) throws(StoreError)
  func removeSessions(_ which: SessionChoice) throws(StoreError)

  /// Waits for what is being written and closes. Later merges fail with `closed`.
  func close()
}

public typealias MergeResult = Result<MergeReport, StoreError>

public struct StoreID: Equatable, Sendable {
  public let value: UInt64
  public init(_ value: UInt64) { self.value = value }

  /// 16 hexadecimal digits.
  public var text: String {
    var bytes: [UInt8] = []
    appendHex(value, digits: 16, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The place of a row in the order of arrival; 0 stands before the first.
public struct Sequence: Comparable, Hashable, Sendable {
  public var value: Int64
  public init(_ value: Int64) { self.value = value }
  public static let zero = Sequence(0)
  public static let max = Sequence(.max)
  public static func < (a: Sequence, b: Sequence) -> Bool { a.value < b.value }
}

/// What a merge did.
public struct MergeReport: Equatable, Sendable {
  /// The last sequence number before this batch.
  public var base: Sequence
  /// The last sequence number after it; equal to `base` when nothing changed.
  public var latest: Sequence
  /// Entities that were not there or not alive and now are.
  public var added: [EntityKind: Int] = [:]
  /// Entities that were there and are now different.
  public var updated = 0
  /// Rows that were merged with something the sender had not seen: their whole JSON texts.
  public var unseen: [[UInt8]] = []

  public init(base: Sequence, latest: Sequence) {
    self.base = base
    self.latest = latest
  }
}

public struct PageLimit: Sendable {
  public var rowCountMax: Int
  public var byteCountMax: Int
  public init(rowCountMax: Int, byteCountMax: Int) {
    self.rowCountMax = rowCountMax
    self.byteCountMax = byteCountMax
  }
  /// What one answer to a sync holds.
  public static let sync = PageLimit(rowCountMax: 5_000, byteCountMax: 1 << 20)
}

public struct Page: Equatable, Sendable {
  /// The rows' JSON texts with commas between them.
  public var json: [UInt8] = []
  public var rowCount = 0
  /// The sequence number of the last row here; `since` when there is none.
  public var last: Sequence
  /// More rows follow before `through`.
  public var hasMore = false

  public init(since: Sequence) { last = since }
}

/// One row while it is being read: `json` is only valid inside the call that hands it over.
public struct StoredRow {
  public let sequence: Sequence
  public let kind: EntityKind
  public let id: EntityID
  public let isAlive: Bool
  public let json: UnsafeRawBufferPointer

  public init(
    sequence: Sequence, kind: EntityKind, id: EntityID, isAlive: Bool,
    json: UnsafeRawBufferPointer
  ) {
    self.sequence = sequence
    self.kind = kind
    self.id = id
    self.isAlive = isAlive
    self.json = json
  }
}

public struct StoreCounts: Equatable, Sendable {
  public var alive: [EntityKind: Int] = [:]
  public var removed: [EntityKind: Int] = [:]
  public init() {}
}

/// The names of the small texts a store keeps.
public enum StoreNote: String, Sendable, CaseIterable {
  /// The version of the sample decks that were added.
  case samples
  /// The sequence number that the last backup holds.
  case backup
  /// The argon2id hash of the pass phrase that the sessions were signed in with.
  case passphrase
}

public struct StoredSession: Equatable, Sendable {
  /// The hash of the random token in the cookie.
  public var hash: [UInt8]
  /// When it was last used, Unix time in milliseconds.
  public var usedAt: Int64

  public init(hash: [UInt8], usedAt: Int64) {
    self.hash = hash
    self.usedAt = usedAt
  }
}

public enum SessionChoice: Sendable {
  case all
  case hash([UInt8])
  /// Those last used before this Unix time in milliseconds.
  case unusedSince(Int64)
}

extension Store {
  /// Merges `batch` and waits for the commit. Not to be called from a thread of the store.
  public func mergeAndWait(_ batch: [Change]) throws(StoreError) -> MergeReport {
    let answer = Mailbox<MergeResult>()
    merge(batch, since: .max) { _ = answer.put($0) }
    return try answer.take(1)![0].get()
  }
}
