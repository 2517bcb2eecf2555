public import Domain
public import Sync

/// Reads a library file and says what it means to a library.
///
/// Read it once without taking the changes: if that throws, the file is refused and nothing has
/// happened; if it returns, the summary is the preview. Then read it again and merge the changes as
/// they come, with the same stamp.
public struct LibraryFileReader {
  private var reader: JSONReader
  private let fresh: Stamp
  private var summary = LibraryFileSummary()
  /// What an error of the file's own rules means; it travels as a `JSONError` for the place.
  private var problem: LibraryFileProblem?
  private var section: LibraryFileSection?
  private var index = 0
  private var property: String?

  /// Reads the whole file. `existing` answers with the whole state of an entity, also of a deleted
  /// one; `each` takes the changes that the library lacks, in the order of the file. `fresh` is a
  /// new stamp of this device for what has none in the file.
  public static func read(
    _ bytes: UnsafeBufferPointer<UInt8>, fresh: Stamp,
    existing: (EntityKind, EntityID) -> Change?, each: (Change) -> Void = { _ in }
  ) throws(LibraryFileError) -> LibraryFileSummary {
    if bytes.isEmpty { throw LibraryFileError(.empty) }
    guard bytes.count <= LibraryFile.bytesMax else {
      throw LibraryFileError(.tooLarge(bytes.count))
    }
    var file = LibraryFileReader(bytes, fresh: fresh)
    do throws(JSONError) {
      try file.readHead()
      try file.readAll(existing, each)
    } catch { throw file.explained(error) }
    return file.summary
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, fresh: Stamp) {
    // Editors of other systems put a byte order mark in front.
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    reader = JSONReader(hasMark ? UnsafeBufferPointer(rebasing: bytes[3...]) : bytes)
    self.fresh = fresh
  }

  // MARK: The file

  /// Looks for format and version before anything else is judged, wherever they stand.
  private mutating func readHead() throws(JSONError) {
    let start = reader
    var isLibrary = false
    var version: Int64?
    guard try reader.peek() == .object else { throw trouble(.notLibrary) }
    try reader.beginObject()
    while !isLibrary || version == nil, let name = try reader.nextName() {
      switch name {
      case "format":
        guard try reader.peek() == .text, LibraryFile.format ~= (try reader.text()) else {
          throw trouble(.notLibrary)
        }
        isLibrary = true
      case "version":
        property = "version"
        version = try reader.int()
        property = nil
      default: try reader.skipValue()
      }
    }
    guard isLibrary else { throw trouble(.notLibrary) }
    guard let version, version > 0 else { throw trouble(.missing("version")) }
    guard version <= LibraryFile.version else { throw trouble(.newerVersion(version)) }
    reader = start
  }

  private mutating func readAll(
    _ existing: (EntityKind, EntityID) -> Change?, _ each: (Change) -> Void
  ) throws(JSONError) {
    var seen: UInt8 = 0
    try reader.beginObject()
    while let name = try reader.nextName() {
      section = nil
      index = -1
      for candidate in LibraryFileSection.allCases where candidate.name ~= name {
        section = candidate
      }
      guard let section else {
        try readOther(name)
        continue
      }
      guard seen & 1 << section.rawValue == 0 else { throw trouble(.sameName(path)) }
      seen |= 1 << section.rawValue
      try readList(section, existing, each)
    }
    section = nil
    try reader.finish()
  }

  private mutating func readOther(_ name: JSONText) throws(JSONError) {
    switch name {
    case "exported":
      property = "exported"
      summary.exported = try reader.int()
      property = nil
    default: try reader.skipValue()
    }
  }

  private mutating func readList(
    _ section: LibraryFileSection,
    _ existing: (EntityKind, EntityID) -> Change?, _ each: (Change) -> Void
  ) throws(JSONError) {
    var ids = LibraryFileIDs()
    try reader.beginArray()
    index = 0
    while try reader.nextElement() {
      let entity = try readEntity(section)
      ids.append(entity.id)
      let state = existing(entity.kind, entity.id)
      var count = summary[section]
      if let change = entity.change(onto: state, fresh: fresh, count: &count) { each(change) }
      summary[section] = count
      index += 1
    }
    if section != .more, let (first, second) = ids.firstTwins() {
      index = first
      let other = path
      index = second
      throw trouble(.sameID(path, other))
    }
    self.section = nil
  }

  // MARK: Trouble

  /// Where the reader is, like `cards[12].front`.
  private var path: String {
    guard let section else { return property ?? "" }
    var path = section.text
    if index >= 0 { path += "[\(index)]" }
    if let property { path += "." + property }
    return path
  }

  private mutating func trouble(_ problem: LibraryFileProblem, at offset: Int? = nil) -> JSONError {
    self.problem = problem
    return JSONError(.unexpectedByte, at: offset ?? reader.offset)
  }

  private func explained(_ error: JSONError) -> LibraryFileError {
    let (line, column) = error.position(in: reader.bytes)
    return LibraryFileError(problem ?? meaning(of: error.reason), line: line, column: column)
  }

  private func meaning(of reason: JSONReason) -> LibraryFileProblem {
    switch reason {
    case .unexpectedEnd: .truncated(path)
    case .unexpectedByte, .trailingBytes, .tooDeep, .invalidUTF8, .invalidEscape, .loneSurrogate,
      .controlCharacter, .invalidNumber:
      .notJSON(reason.words)
    case .numberTooLarge, .integerExpected, .numberExpected: .wrongValue(path, "a whole number")
    case .objectExpected: .wrongValue(path, "an object")
    case .arrayExpected: .wrongValue(path, "a list")
    case .textExpected: .wrongValue(path, "a text")
    case .boolExpected, .nullExpected: .wrongValue(path, "another value")
    case .invalidID: .wrongValue(path, "an id of 36 characters")
    case .invalidStamp: .wrongValue(path, "a stamp of 32 hexadecimal digits")
    case .unknownKind, .missingKind, .missingID, .missingStamp, .stampWithoutProperty,
      .tooManyRemovals:
      .wrongValue(path, "a change")
    case .duplicateName: .sameName(path)
    case .invalidName: .wrongValue(path, "named with 1 to 100 bytes")
    case .tooManyProperties: .tooManyProperties(path)
    case .valueTooLong: .fieldTooLong(path)
    }
  }
}

// MARK: Entities

extension LibraryFileReader {
  private mutating func readEntity(
    _ section: LibraryFileSection
  ) throws(JSONError) -> LibraryFileEntity {
    guard let kind = section.kind else { return try readWireForm() }
    property = nil
    var parts = LibraryFileParts()
    _ = try reader.peek()
    let start = reader.offset
    try reader.beginObject()
    while let name = try reader.nextName() { try readMember(name, section, &parts) }
    property = nil
    for name in section.required where !parts.has(section.property(of: String(name))) {
      throw trouble(.missing(path + "." + String(name)), at: start)
    }
    if section == .settings { parts.id = parts.settingID }
    guard let id = parts.id else { throw trouble(.missing(path + ".id"), at: start) }
    if let twin = parts.setStamps() { throw trouble(.sameName(path + "." + twin), at: start) }
    if let name = parts.stampsWithoutProperty {
      throw trouble(.missing(path + "." + section.fileName(of: name)), at: start)
    }
    return LibraryFileEntity(kind: kind, id: id, properties: parts.properties)
  }

  /// A change of `more`. A file deletes nothing: removals are left out.
  private mutating func readWireForm() throws(JSONError) -> LibraryFileEntity {
    property = nil
    let change = try Change(from: &reader)
    var properties: [LibraryFileProperty] = []
    for item in change.properties {
      properties.append(LibraryFileProperty(name: item.name, value: item.value, stamp: item.stamp))
    }
    return LibraryFileEntity(kind: change.kind, id: change.id, properties: properties)
  }

  private mutating func readMember(
    _ name: JSONText, _ section: LibraryFileSection, _ parts: inout LibraryFileParts
  ) throws(JSONError) {
    let fileName = try propertyName(name)
    property = fileName
    switch name {
    case "id" where section != .settings: parts.id = try reader.id()
    case "stamp": parts.stamp = try reader.stamp()
    case "stamps":
      try reader.beginObject()
      while let name = try reader.nextName() {
        let name = section.property(of: try propertyName(name))
        parts.stamps.append((name, try reader.stamp()))
        guard parts.stamps.count <= Change.propertyCountMax else { throw tooMany() }
      }
    case "tags" where section == .cards:
      try reader.beginArray()
      while try reader.nextElement() {
        let tag = try propertyName(try reader.text(), prefix: "tag:")
        parts.add(tag, .bool(true))
        guard parts.properties.count <= Change.propertyCountMax else { throw tooMany() }
      }
    default:
      let value = try readValue(section.rule(name))
      if section == .settings, "name" ~= name, case .text(let text) = value {
        parts.settingID = EntityID.named("setting/" + text)
      }
      parts.add(section.property(of: fileName), value)
      guard parts.properties.count <= Change.propertyCountMax else { throw tooMany() }
    }
  }

  private mutating func tooMany() -> JSONError {
    property = nil
    return trouble(.tooManyProperties(path))
  }

  private mutating func propertyName(
    _ text: JSONText, prefix: String = ""
  ) throws(JSONError) -> String {
    let limit = Change.nameBytesMax - prefix.utf8.count
    let isShort = text.raw.count <= 6 * limit
    let name = isShort ? text.string : ""
    guard !name.isEmpty, name.utf8.count <= limit else { throw reader.error(.invalidName) }
    return prefix + name
  }

  private mutating func readValue(_ rule: LibraryFileRule) throws(JSONError) -> PropertyValue {
    _ = try reader.peek()
    let start = reader.offset
    switch rule {
    case .any, .tags: return try PropertyValue(from: &reader)
    case .text:
      if try reader.takeNull() { return .null }
      return .text(try shortText(at: start))
    case .id: return .text(try reader.id().text)
    case .number(let range):
      let number = try reader.int()
      if range.contains(number) { return .int(number) }
      let expected = "from \(range.lowerBound) to \(range.upperBound)"
      throw trouble(.wrongValue(path, expected), at: start)
    case .name:
      let text = try shortText(at: start)
      guard let name = DeckName.clipped(text) else { throw trouble(.unnamedDeck(path), at: start) }
      if !name.utf8.elementsEqual(text.utf8) { summary.clippedNames += 1 }
      return .text(name)
    case .field:
      if try reader.takeNull() { return .null }
      return .text(try html(at: start))
    case .side:
      let html = try html(at: start)
      if isBlank(html) { throw trouble(.emptySide(path, property ?? ""), at: start) }
      return .text(html)
    }
  }

  private mutating func html(at start: Int) throws(JSONError) -> String {
    let html = FieldText.safeHTML(try shortText(at: start))
    guard html.utf8.count <= Change.valueBytesMax else {
      throw trouble(.fieldTooLong(path), at: start)
    }
    return html
  }

  /// A text within the limit of values.
  private mutating func shortText(at start: Int) throws(JSONError) -> String {
    let text = try reader.text()
    let isShort = text.raw.count <= 6 * Change.valueBytesMax
    let string = isShort ? text.string : ""
    guard isShort, string.utf8.count <= Change.valueBytesMax else {
      throw trouble(.fieldTooLong(path), at: start)
    }
    return string
  }
}

/// What has been read of an entity so far.
private struct LibraryFileParts {
  var id: EntityID?
  var settingID: EntityID?
  var stamp: Stamp?
  var stamps: [(name: String, stamp: Stamp)] = []
  var properties: [LibraryFileProperty] = []
  /// The name of a stamp whose property is not there, found by `setStamps`.
  private(set) var stampsWithoutProperty: String?

  mutating func add(_ name: String, _ value: PropertyValue) {
    properties.append(LibraryFileProperty(name: name, value: value))
  }

  func has(_ name: String) -> Bool {
    for property in properties where compareBytes(property.name, name) == 0 { return true }
    return false
  }

  /// Sorts the properties and gives them their stamps; the name that occurs twice, if one does.
  mutating func setStamps() -> String? {
    properties.sort { compareBytes($0.name, $1.name) < 0 }
    for index in properties.indices {
      properties[index].stamp = stamp
      guard index > 0 else { continue }
      let name = properties[index].name
      if compareBytes(properties[index - 1].name, name) == 0 { return name }
    }
    for entry in stamps {
      guard let index = place(of: entry.name) else {
        stampsWithoutProperty = entry.name
        return nil
      }
      properties[index].stamp = entry.stamp
    }
    return nil
  }

  /// By halving.
  private func place(of name: String) -> Int? {
    var low = 0
    var high = properties.count
    while low < high {
      let middle = (low + high) / 2
      if compareBytes(properties[middle].name, name) < 0 {
        low = middle + 1
      } else {
        high = middle
      }
    }
    let isThere = low < properties.count && compareBytes(properties[low].name, name) == 0
    return isThere ? low : nil
  }
}
