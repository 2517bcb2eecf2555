/// Why a text cannot be a deck's name.
public enum DeckNameProblem: Error, Equatable, Sendable {
  /// Nothing that can be seen is left after trimming.
  case empty
  /// More than `DeckName.lengthMax` characters, or an absurd number of marks on them.
  case tooLong
}

/// The rules for names of decks: any text of 1 to 200 characters as people count them, without
/// white space at the ends. The text is not normalised: what was typed is what is kept.
public enum DeckName {
  public static let lengthMax = Deck.nameLengthMax
  /// 200 of the longest emoji sequences take 7,000 bytes; a name beyond this is made to do harm.
  public static let byteCountMax = 16_384

  /// The name to keep for what a person typed.
  public static func checked(_ typed: String) throws(DeckNameProblem) -> String {
    guard typed.utf8.count <= 4 * byteCountMax else { throw .tooLong }
    let name = trimmed(typed)
    guard name.unicodeScalars.contains(where: { !isInvisible($0) }) else { throw .empty }
    guard name.utf8.count <= byteCountMax, name.count <= lengthMax else { throw .tooLong }
    return name
  }

  /// The name to keep for what a file says: too long is cut between whole characters, empty is nil.
  public static func clipped(_ text: String) -> String? {
    var name = ""
    var byteCount = 0
    var count = 0
    for character in String(trimmed(text).unicodeScalars.prefix(byteCountMax)) {
      count += 1
      byteCount += String(character).utf8.count
      if count > lengthMax || byteCount > byteCountMax { break }
      name.append(character)
    }
    name = trimmed(name)
    guard name.unicodeScalars.contains(where: { !isInvisible($0) }) else { return nil }
    return name
  }

  /// Without white space (Unicode property White_Space) at either end.
  public static func trimmed(_ text: String) -> String {
    let scalars = text.unicodeScalars
    var start = scalars.startIndex
    var end = scalars.endIndex
    while start < end, isWhiteSpace(scalars[start]) { start = scalars.index(after: start) }
    while end > start {
      let before = scalars.index(before: end)
      guard isWhiteSpace(scalars[before]) else { break }
      end = before
    }
    return String(scalars[start..<end])
  }

  /// The property White_Space, which has not changed since Unicode 6.3.
  static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000:
      true
    default: false
    }
  }

  /// White space, and characters that take no room: a name of only these cannot be seen.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0xAD, 0x034F, 0x061C, 0x115F...0x1160, 0x180B...0x180F,
      0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF,
      0xE0000...0xE0FFF:
      true
    default: isWhiteSpace(scalar)
    }
  }
}
