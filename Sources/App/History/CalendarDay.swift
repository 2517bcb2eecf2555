/// A day of the Gregorian calendar in the learner's time zone.
struct CalendarDay: Equatable {
  /// Days since 1 January 1970.
  let number: Int64
  let year: Int64
  /// 1 to 12.
  let month: Int
  /// 1 to 31.
  let day: Int

  /// The day of a Unix time in milliseconds. The arithmetic is Howard Hinnant's `civil_from_days`.
  init(milliseconds: Int64, zoneMinutes: Int16) {
    let local = milliseconds + Int64(zoneMinutes) * 60_000
    number = (local - CalendarDay.millisecondOfDay(milliseconds, zoneMinutes)) / 86_400_000
    let shifted = number + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    month = Int(monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9)
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  static func millisecondOfDay(_ milliseconds: Int64, _ zoneMinutes: Int16) -> Int64 {
    let rest = (milliseconds + Int64(zoneMinutes) * 60_000) % 86_400_000
    return rest < 0 ? rest + 86_400_000 : rest
  }

  /// "2026-06-28".
  var text: String {
    let date = year * 10_000 + Int64(month) * 100 + Int64(day)
    let digits = Array(date.description.utf8)
    let dash = UInt8(ascii: "-")
    return String(
      decoding: digits.dropLast(4) + [dash] + digits.dropLast(2).suffix(2) + [dash]
        + digits.suffix(2), as: UTF8.self)
  }

  /// "Today", "Yesterday", or "28 June 2026".
  func words(today: CalendarDay) -> String {
    if number == today.number { return "Today" }
    if number == today.number - 1 { return "Yesterday" }
    let months: [String] = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    return day.description + " " + months[month - 1] + " " + year.description
  }
}

/// "14:05"
func clockTime(_ milliseconds: Int64, zoneMinutes: Int16) -> String {
  let minutes = CalendarDay.millisecondOfDay(milliseconds, zoneMinutes) / 60_000
  let (hour, minute) = (minutes / 60, minutes % 60)
  return hour.description + (minute < 10 ? ":0" : ":") + minute.description
}
