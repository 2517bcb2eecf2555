/// The device's side of the sync: what is still to be sent, and how the last attempt went.
struct SyncState {
  /// The server's number up to which this device has seen everything.
  var since: Int64 = 0
  /// The id of the server's store that `since` counts in; empty before the first answer.
  var store = ""
  /// The server's clock minus this device's, in milliseconds; 0 while they agree roughly.
  var clockOffset: Int64 = 0

  /// Changes of this browser that the server does not have yet, oldest first.
  var outbox: [Record] = []
  /// Records of the outbox that this tab knows from others only, until it leads.
  var heard: [String] = []
  var request: SyncRequest?
  /// The write of the last answer: the next request waits for it, so that `since` is never stored
  /// before the changes that it stands for.
  var writeAwaited: Int64?
  var health = SyncHealth.unknown
  /// What to say about the last refusal, in words.
  var refusal = ""
  /// Attempts that failed in a row.
  var failures = 0
  /// Something happened while a request was under way: ask again after it.
  var isWanted = false
  /// The next batch has at most so many bytes; less after the server found one too large.
  var batchBytes = SyncLimits.batchBytesMax
  /// Records that the server refused for themselves. They stay on the device and are not sent.
  var refused: [String] = []
  /// The server found our stamps years ahead of its clock.
  var clockIsRefused = false
  /// When the history was last looked through for steps that are too old.
  var prunedAt: Int64 = 0
}

/// The values are told to other tabs, so they have fixed names.
enum SyncHealth: String {
  /// No answer yet.
  case unknown
  case synced
  /// The server cannot be reached, or does not answer as it should.
  case offline
  case signIn
  /// The server understood, and said no; `refusal` has the words.
  case refused
}

struct SyncRequest: Equatable {
  /// The keys of the records that it carries.
  var keys: [String]
  var sentAt: Int64
}

enum SyncLimits {
  static let batchBytesMax = 1 << 20
  /// Several changes soon after each other go in one request.
  static let debounceMilliseconds: Int64 = 300
  static let periodMilliseconds: Int64 = 30_000
  /// Smaller differences between the clocks are left alone.
  static let clockToleranceMilliseconds: Int64 = 3_000
  /// A clock that is further off is told to the learner.
  static let clockWarningMilliseconds: Int64 = 5 * 60_000
}

extension SyncState {
  /// Adds a record unless it is there; a device that reads its storage again meets what it has.
  mutating func add(_ record: Record) {
    if !outbox.contains(where: { $0.key == record.key }) { outbox.append(record) }
  }

  /// The records of the next request: at least one, at most a batch.
  var batch: [Record] {
    var batch: [Record] = []
    var bytes = 0
    for record in outbox where !refused.contains(record.key) {
      bytes += record.bytes.count
      if !batch.isEmpty, bytes > batchBytes { break }
      batch.append(record)
    }
    return batch
  }

  var hasUnsent: Bool { outbox.contains { !refused.contains($0.key) } }

  /// Milliseconds to the next attempt.
  var delayMilliseconds: Int64 {
    failures == 0 ? SyncLimits.periodMilliseconds : min(30_000, 1_000 << min(failures, 5))
  }
}

public enum SyncAction {
  case online
  case offline
  case answered(token: String, status: Int64, [UInt8])
  case retried
}

extension SyncAction {
  init?(_ message: Message) {
    switch message.verb {
    case "online": self = .online
    case "offline": self = .offline
    case "now": self = .retried
    case "http":
      // `token:status`
      guard let colon = message.arg.utf8.lastIndex(of: UInt8(ascii: ":")),
        let status = Int64(String(message.arg[message.arg.index(after: colon)...]))
      else { return nil }
      self = .answered(
        token: String(message.arg[..<colon]), status: status, message.payload)
    default: return nil
    }
  }
}
