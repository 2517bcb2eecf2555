/// The name of a backup: `omena-20260131T093000Z.json`. Names sort as the times do.
struct BackupName: Hashable, Comparable, Sendable {
  let text: String

  private static let prefix = "omena-"
  private static let suffix = ".json"

  init(milliseconds: Int64) {
    text = BackupName.prefix + UTCTime(milliseconds: milliseconds).compact + BackupName.suffix
  }

  /// Nil for the name of any other file: those are never touched.
  init?(_ text: String) {
    guard text.hasPrefix(BackupName.prefix), text.hasSuffix(BackupName.suffix) else { return nil }
    let time = text.utf8.dropFirst(BackupName.prefix.utf8.count).dropLast(5)
    guard time.count == 16 else { return nil }
    for (place, byte) in time.enumerated() {
      let isRight =
        switch place {
        case 8: byte == UInt8(ascii: "T")
        case 15: byte == UInt8(ascii: "Z")
        default: (0x30...0x39).contains(byte)
        }
      guard isRight else { return nil }
    }
    self.text = text
  }

  /// The date in UTC, as in `20260131`.
  var day: Substring { text.dropFirst(BackupName.prefix.count).prefix(8) }

  static func < (a: BackupName, b: BackupName) -> Bool { a.text < b.text }
}

/// Which backups stay: the last ten, and the last of each of the last thirty days.
enum BackupRetention {
  static let lastCount = 10
  static let dayCount = 30

  static func expendable(among names: [BackupName], now: Int64) -> [BackupName] {
    let sorted = names.sorted(by: >)
    var kept = Set(sorted.prefix(lastCount))
    let dayMilliseconds: Int64 = 86_400_000
    for age in 0..<dayCount {
      let day = BackupName(milliseconds: now - Int64(age) * dayMilliseconds).day
      if let last = sorted.first(where: { $0.day == day }) { kept.insert(last) }
    }
    return sorted.filter { !kept.contains($0) }
  }
}
