import Domain

/// An action as it comes from the page: `screen.verb:arg` with a payload (a field's text, a file,
/// an answer's body). A name without a dot is a verb of the app itself.
public struct Message {
  let screen: String
  let verb: String
  let arg: String
  let payload: [UInt8]

  public init(_ text: String, payload: [UInt8] = []) {
    var screen: [UInt8] = []
    var verb: [UInt8] = []
    var arg: [UInt8] = []
    var isInArg = false
    for byte in text.utf8 {
      if isInArg {
        arg.append(byte)
      } else if byte == UInt8(ascii: ":") {
        isInArg = true
      } else if byte == UInt8(ascii: "."), screen.isEmpty {
        swap(&screen, &verb)
      } else {
        verb.append(byte)
      }
    }
    self.screen = String(decoding: screen, as: UTF8.self)
    self.verb = String(decoding: verb, as: UTF8.self)
    self.arg = String(decoding: arg, as: UTF8.self)
    self.payload = payload
  }

  /// The payload as text; bytes that are not UTF-8 become U+FFFD.
  var text: String { String(decoding: payload, as: UTF8.self) }
  var id: EntityID? { EntityID(arg) }
  var deck: DeckID? { id.map { DeckID($0) } }
  var note: NoteID? { id.map { NoteID($0) } }
  var number: Int64? { Int64(arg) }
}

/// A key pressed anywhere on the page.
struct KeyPress: Equatable {
  var name: String
  var isControl = false
  var isShift = false
  var isAlt = false
  /// The caret is in a text field, so letters belong to it.
  var isInText = false
  /// The focus is on a button, a link or another control that a key can press.
  var isOnControl = false
  var isRepeat = false

  init(_ name: String) { self.name = name }

  /// `Key|mods|t|r`: mods are letters of c (Control), m (Command), s (Shift) and a (Alt). Control
  /// and Command count as one.
  init(payload: [UInt8]) {
    var fields: [[UInt8]] = [[]]
    for byte in payload {
      // A pressed "|" is the key itself when nothing stands before it.
      if byte == UInt8(ascii: "|"), !(fields.count == 1 && fields[0].isEmpty) {
        fields.append([])
      } else {
        fields[fields.count - 1].append(byte)
      }
    }
    name = String(decoding: fields[0], as: UTF8.self)
    let mods = fields.count > 1 ? fields[1] : []
    isControl = mods.contains(UInt8(ascii: "c")) || mods.contains(UInt8(ascii: "m"))
    isShift = mods.contains(UInt8(ascii: "s"))
    isAlt = mods.contains(UInt8(ascii: "a"))
    isInText = fields.count > 2 && fields[2] == [UInt8(ascii: "t")]
    isOnControl = fields.count > 2 && fields[2] == [UInt8(ascii: "b")]
    isRepeat = fields.count > 3 && fields[3] == [UInt8(ascii: "r")]
  }
}
