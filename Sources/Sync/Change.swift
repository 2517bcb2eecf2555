public import Domain

/// The kinds of things that are kept and synced. The raw value is used in binary segments and in
/// the server's tables; `name` is used in JSON.
public enum EntityKind: UInt8, Sendable, CaseIterable {
  case deck = 1, noteType, note, card, review, media, setting, step

  public var name: String {
    switch self {
    case .deck: "deck"
    case .noteType: "noteType"
    case .note: "note"
    case .card: "card"
    case .review: "review"
    case .media: "media"
    case .setting: "setting"
    case .step: "step"
    }
  }
  public init?(name: String) {
    for kind in EntityKind.allCases where kind.name == name {
      self = kind
      return
    }
    return nil
  }
}

/// A property's value as JSON has it. `json` keeps arrays, objects and fractions as their raw text,
/// so what a newer version wrote survives an older one.
public enum PropertyValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int64)
  case text(String)
  case json(String)
}

public struct PropertySet: Equatable, Sendable {
  public var name: String
  public var value: PropertyValue
  public var stamp: Stamp

  public init(_ name: String, _ value: PropertyValue, _ stamp: Stamp) {
    self.name = name
    self.value = value
    self.stamp = stamp
  }
}

/// One entity's state, whole or in part. A change, a stored row, a journal entry and a synced
/// record are all this one shape, and `merge` joins any two of the same entity: it is commutative,
/// associative and idempotent.
///
/// An entity is alive as long as one of its properties has a stamp that no removal covers.
/// A removal lists, for each device, the latest stamp the remover had seen on this entity; so an
/// edit that the remover had not seen brings the entity back (the edit wins), whatever the clocks
/// say.
public struct Change: Equatable, Sendable {
  public var kind: EntityKind
  public var id: EntityID
  /// Sorted by name, each name once.
  public var properties: [PropertySet]
  /// Sorted by device, at most one stamp a device.
  public var removals: [Stamp]

  public init(
    _ kind: EntityKind, _ id: EntityID, properties: [PropertySet] = [], removals: [Stamp] = []
  ) {
    self.kind = kind
    self.id = id
    self.properties = properties
    self.removals = removals
  }
}
