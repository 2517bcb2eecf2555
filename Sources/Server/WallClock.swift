internal import Glibc

/// The time of day. Tests set their own.
public struct WallClock: Sendable {
  /// Unix time in milliseconds.
  public let now: @Sendable () -> Int64

  public init(now: @escaping @Sendable () -> Int64) { self.now = now }

  public static let system = WallClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}

/// A moment in UTC, split up as calendars do.
struct UTCTime: Equatable, Sendable {
  let year: Int
  let month: Int
  let day: Int
  let hour: Int
  let minute: Int
  let second: Int

  init(milliseconds: Int64) {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    year = Int(parts.tm_year) + 1900
    month = Int(parts.tm_mon) + 1
    day = Int(parts.tm_mday)
    hour = Int(parts.tm_hour)
    minute = Int(parts.tm_min)
    second = Int(parts.tm_sec)
  }

  /// 2026-01-31T09:30:00Z
  var text: String {
    "\(year)-\(two(month))-\(two(day))T\(two(hour)):\(two(minute)):\(two(second))Z"
  }

  /// 20260131T093000Z: without colons, for names of files.
  var compact: String {
    "\(year)\(two(month))\(two(day))T\(two(hour))\(two(minute))\(two(second))Z"
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
