extension Action {
  /// Reads an action of the page; nil for what is not known, which the page may send by mistake or
  /// because an older or newer script runs.
  public init?(_ message: Message) {
    let action: Action? =
      switch message.screen {
      case "": Action.named(message)
      case "loaded", "device": DeviceAction(message).map { .device($0) }
      case "sync": SyncAction(message).map { .sync($0) }
      case "decks": DecksAction(message).map { .decks($0) }
      case "deck": DeckAction(message).map { .deck($0) }
      case "form": CardFormAction(message).map { .form($0) }
      case "study": StudyAction(message).map { .study($0) }
      case "history": HistoryAction(message).map { .history($0) }
      case "data": DataAction(message).map { .data($0) }
      case "toast": ToastAction(message).map { .toast($0) }
      case "help": HelpAction(message).map { .help($0) }
      default: nil
      }
    guard let action else { return nil }
    self = action
  }

  private static func named(_ message: Message) -> Action? {
    switch message.verb {
    case "start": return StartInfo(json: message.payload).map { .app(.start($0)) }
    case "route": return .app(.route(hash: message.text))
    case "back": return .app(.back)
    case "visible": return .app(.visible)
    case "hidden": return .app(.hidden)
    case "focus": return .app(.focus)
    case "key": return .key(KeyAction(press: KeyPress(payload: message.payload)))
    case "timer": return .timer(message.arg)
    case "window":
      return WindowSpan(message.payload).map { .window(id: message.arg, $0) }
    case "wrote", "writeFailed", "leader", "channel", "storageUnavailable", "persistence":
      return DeviceAction(message).map { .device($0) }
    case "http", "online", "offline": return SyncAction(message).map { .sync($0) }
    case "file", "fileTooLarge": return DataAction(message).map { .data($0) }
    default: return nil
    }
  }
}

extension WindowSpan {
  /// Reads `offset,height,rem`; fractions are cut off.
  init?(_ payload: [UInt8]) {
    var numbers: [Int64] = []
    var number: Int64 = 0
    var isNegative = false
    var isFraction = false
    var hasDigit = false
    for byte in payload + [UInt8(ascii: ",")] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        hasDigit = true
        if !isFraction, number < 1 << 40 { number = number * 10 + Int64(byte & 0xF) }
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: ","):
        guard hasDigit else { return nil }
        numbers.append(isNegative ? -number : number)
        (number, isNegative, isFraction, hasDigit) = (0, false, false, false)
      default: return nil
      }
    }
    guard numbers.count == 3 else { return nil }
    self.init(offset: numbers[0], height: numbers[1], rem: numbers[2])
  }
}
