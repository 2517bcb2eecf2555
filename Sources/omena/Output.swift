import Glibc

/// What the person reads.
enum Output {
  static func text(_ text: String) { put(text, STDOUT_FILENO) }
  static func error(_ text: String) { put(text, STDERR_FILENO) }

  private static func put(_ text: String, _ file: Int32) {
    var text = text
    text.withUTF8 { bytes in
      var done = 0
      while done < bytes.count {
        let count = write(file, bytes.baseAddress! + done, bytes.count - done)
        if count < 0 && errno != EINTR { return }
        done += max(0, count)
      }
    }
  }

  /// "1 card", "12,345 cards".
  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(grouped(number)) \(number == 1 ? one : many)"
  }

  private static func grouped(_ number: Int) -> String {
    let digits = Array(String(number))
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0 && (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return text
  }
}
