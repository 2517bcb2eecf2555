internal import Glibc

/// Structured lines for the operator: `time=… level=info event=request method=GET path="/" …`.
public struct Log: Sendable {
  enum Level: String { case info, warn, error }

  private let clock: WallClock
  private let sink: @Sendable (String) -> Void

  public init(clock: WallClock = .system, sink: @escaping @Sendable (String) -> Void) {
    self.clock = clock
    self.sink = sink
  }

  /// One write for each line, so that lines of several threads never mix.
  public static let standardError = Log { line in
    var line = line + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  func callAsFunction(
    _ level: Level, _ event: StaticString, _ fields: KeyValuePairs<StaticString, String>
  ) {
    var line =
      "time=\(UTCTime(milliseconds: clock.now()).text) level=\(level.rawValue) event=\(event)"
    for (name, value) in fields { line += " \(name)=\(Log.quoted(value))" }
    sink(line)
  }

  private static let valueLengthMax = 300

  /// What a client sent must not look like another field or another line.
  static func quoted(_ value: String) -> String {
    let isPlain =
      !value.isEmpty && value.utf8.count <= valueLengthMax
      && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3D && $0 != 0x5C }
    if isPlain { return value }
    var text = "\""
    for byte in value.utf8.prefix(valueLengthMax) {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        text += "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: text.unicodeScalars.append(UnicodeScalar(byte))
      default: text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text + "\""
  }
}
