import Domain
public import Sync

/// Writes a library file piece by piece, so that it never has to be in memory as a whole:
///
///     var writer = LibraryFileWriter(exported: now)
///     for kind in LibraryFile.kinds {
///       for state in <states of the kind> {
///         writer.add(state)
///         if writer.count > 1 << 20 { file.write(writer.take()) }
///       }
///     }
///     writer.finish()
///     file.write(writer.take())
///
/// Entities that are not alive and steps are passed over. The order within a kind is the caller's;
/// by id it is the same each time.
public struct LibraryFileWriter: Sendable {
  private var json = JSONWriter()
  private var section: LibraryFileSection?
  /// What goes into the last list, met before its turn: normally nothing.
  private var more: [Change] = []

  /// `exported` is the time of writing, Unix milliseconds.
  public init(exported: Int64) {
    json.beginObject()
    json.name("format")
    json.plain(LibraryFile.format)
    json.name("version")
    json.int(LibraryFile.version)
    json.name("exported")
    json.int(exported)
  }

  /// Bytes that wait to be taken.
  public var count: Int { json.bytes.count }

  /// Gives what was written since the last time, to be appended to the file.
  public mutating func take() -> [UInt8] {
    let bytes = json.bytes
    json.bytes = []
    return bytes
  }

  /// Adds an entity by its whole state. Kinds must come in the order of `LibraryFile.kinds`.
  public mutating func add(_ state: Change) {
    guard state.isAlive, let own = LibraryFileSection(state.kind) else { return }
    guard own != .more, own.isWhole(state) else {
      more.append(state)
      return
    }
    begin(own)
    json.newLine()
    json.beginObject()
    if own != .settings {
      json.name("id")
      json.id(state.id)
    }
    append(properties: state, in: own)
    append(stamps: state, in: own)
    json.endObject()
  }

  /// Adds what is left and ends the file.
  public mutating func finish() {
    begin(.more)
    for state in more {
      json.newLine()
      state.append(to: &json)
    }
    json.endArray()
    json.endObject()
    json.bytes.append(UInt8(ascii: "\n"))
    more = []
  }

  /// Opens the list, and those before it, that have stayed empty.
  private mutating func begin(_ target: LibraryFileSection) {
    precondition(section.map { $0.rawValue <= target.rawValue } ?? true, "kinds out of order")
    for next in LibraryFileSection.allCases {
      if let section, next.rawValue <= section.rawValue { continue }
      if next.rawValue > target.rawValue { return }
      if section != nil { json.endArray() }
      json.newLine()
      json.name(next.name)
      json.beginArray()
      section = next
    }
  }

  /// Writes the known properties in their order, then the others by name.
  private mutating func append(properties state: Change, in section: LibraryFileSection) {
    let known = section.order
    for name in known {
      guard let value = state.value(name.property) else { continue }
      json.name(name.file)
      value.append(to: &json)
    }
    if section == .cards { append(tags: state) }
    for property in state.properties {
      if known.contains(where: { $0.property == property.name }) { continue }
      if section == .cards, property.isTag { continue }
      json.name(text: property.name)
      property.value.append(to: &json)
    }
  }

  private mutating func append(tags state: Change) {
    var hasTags = false
    for property in state.properties where property.isTag {
      if !hasTags {
        json.name("tags")
        json.beginArray()
        hasTags = true
      }
      json.string(String(property.name.unicodeScalars.dropFirst(4)))
    }
    if hasTags { json.endArray() }
  }

  private mutating func append(stamps state: Change, in section: LibraryFileSection) {
    let usual = state.usualStamp
    json.name("stamp")
    json.stamp(usual)
    var hasOthers = false
    for property in state.properties where property.stamp != usual {
      if !hasOthers {
        json.name("stamps")
        json.beginObject()
        hasOthers = true
      }
      json.name(text: section.fileName(of: property.name))
      json.stamp(property.stamp)
    }
    if hasOthers { json.endObject() }
  }
}

extension PropertySet {
  /// Stands in the list of tags; a tag that was taken off is a property like others.
  fileprivate var isTag: Bool { name.utf8.starts(with: "tag:".utf8) && value == .bool(true) }
}

/// The name of a property and the one that the file has for it.
struct LibraryFileName {
  let property: String
  let file: StaticString
}

extension LibraryFileSection {
  fileprivate var order: [LibraryFileName] {
    switch self {
    case .decks:
      [
        .init(property: "name", file: "name"), .init(property: "color", file: "color"),
        .init(property: "position", file: "position"), .init(property: "sample", file: "sample"),
      ]
    case .cards:
      [
        .init(property: "deck", file: "deck"), .init(property: "front", file: "front"),
        .init(property: "back", file: "back"),
        .init(property: "pronunciation", file: "pronunciation"),
        .init(property: "note", file: "note"), .init(property: "created", file: "created"),
      ]
    case .reviews:
      [
        .init(property: "note", file: "card"), .init(property: "ordinal", file: "ordinal"),
        .init(property: "at", file: "at"), .init(property: "zone", file: "zone"),
        .init(property: "kind", file: "kind"), .init(property: "rating", file: "rating"),
        .init(property: "duration", file: "duration"),
      ]
    case .settings:
      [.init(property: "name", file: "name"), .init(property: "value", file: "value")]
    case .more: []
    }
  }

  /// Reviews say `card` where the property is `note`; all other names are the same.
  func fileName(of property: String) -> String {
    self == .reviews && property == "note" ? "card" : property
  }

  func property(of fileName: String) -> String {
    self == .reviews && fileName == "card" ? "note" : fileName
  }
}
