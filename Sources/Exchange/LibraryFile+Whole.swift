import Domain
import Sync

extension LibraryFileSection {
  /// Whether the reader would take the entity from this list as it is; else it goes into `more`.
  func isWhole(_ state: Change) -> Bool {
    for property in state.properties where reserves(property.name) { return false }
    switch self {
    case .decks:
      guard case .text(let name) = state.value("name"), DeckName.clipped(name) != nil else {
        return false
      }
      return state.isText("color") && state.isText("sample") && state.isNumber("position")
    case .cards:
      return state.isID("deck") && state.isSide("front") && state.isSide("back")
        && state.isText("pronunciation") && state.isText("note") && state.isNumber("created")
    case .reviews:
      return state.isID("note") && state.isNumber("ordinal", in: 0...65_535)
        && state.isNumber("at", in: 0...LibraryFileRule.timeMax) && state.value("at") != nil
        && state.isNumber("zone", in: -1440...1440) && state.isText("kind")
        && state.isNumber("rating", in: 1...4) && state.value("rating") != nil
        && state.isNumber("duration", in: 0...86_400_000)
    case .settings:
      guard case .text(let name) = state.value("name"), state.value("value") != nil else {
        return false
      }
      return state.id == EntityID.named("setting/" + name)
    case .more: return false
    }
  }

  /// Names that mean something else in the file than a property of the entity.
  private func reserves(_ name: String) -> Bool {
    switch name {
    case "id", "stamp", "stamps", "tag:": true
    case "tags": self == .cards
    case "card": self == .reviews
    default: false
    }
  }
}

/// Whether a field of HTML shows anything.
func isBlank(_ html: String) -> Bool {
  // Nearly every field begins with a letter; then the rest need not be looked at.
  if let first = html.utf8.first, first > UInt8(ascii: " "), first != UInt8(ascii: "<"),
    first != UInt8(ascii: "&"), first < 0x7F
  {
    return false
  }
  return DeckName.trimmed(FieldText.plain(html: html)).isEmpty
}

extension Change {
  fileprivate func isText(_ name: String) -> Bool {
    switch value(name) {
    case .text, .null, nil: true
    case .bool, .int, .json: false
    }
  }

  fileprivate func isNumber(
    _ name: String, in range: ClosedRange<Int64> = Int64.min...Int64.max
  ) -> Bool {
    switch value(name) {
    case .int(let number): range.contains(number)
    case nil: true
    case .text, .null, .bool, .json: false
    }
  }

  fileprivate func isID(_ name: String) -> Bool {
    guard case .text(let text) = value(name) else { return false }
    return EntityID(text) != nil
  }

  fileprivate func isSide(_ name: String) -> Bool {
    guard case .text(let html) = value(name) else { return false }
    return !isBlank(FieldText.safeHTML(html))
  }
}
