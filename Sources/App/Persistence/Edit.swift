import Domain
import Sync

/// One part of a user step. `commit` adds the stamp and works out the inverse.
enum Edit: Equatable {
  /// Sets properties; makes the thing if it is not there.
  case set(EntityKind, EntityID, [Property])
  case delete(EntityKind, EntityID)
  /// Brings a deleted thing back as it was.
  case restore(EntityKind, EntityID)

  var kind: EntityKind {
    switch self {
    case .set(let kind, _, _), .delete(let kind, _), .restore(let kind, _): kind
    }
  }

  /// Decks are made before the notes in them and deleted after, so that a device which has received
  /// only a part never sees a note without its deck.
  var turn: Int {
    switch self {
    case .set(let kind, _, _), .restore(let kind, _): kind == .deck ? 0 : 1
    case .delete(let kind, _): kind == .deck ? 3 : 2
    }
  }
}

struct Property: Equatable {
  var name: String
  var value: PropertyValue

  init(_ name: String, _ value: PropertyValue) {
    self.name = name
    self.value = value
  }
  init(_ name: String, _ text: String) { self.init(name, .text(text)) }
  init(_ name: String, _ number: Int64) { self.init(name, .int(number)) }
}

extension Library {
  /// The change that an edit makes, or nil when everything is so already.
  func change(_ edit: Edit, _ stamp: Stamp) -> Change? {
    switch edit {
    case .delete(let kind, let id): return removal(of: kind, id)
    case .restore(let kind, let id):
      guard !isAlive(kind, id), state(of: kind, id) != nil else { return nil }
      return Change(kind, id, properties: [PropertySet("restored", .bool(true), stamp)])
    case .set(let kind, let id, let properties):
      let old = isAlive(kind, id) ? state(of: kind, id) : nil
      var fresh: [PropertySet] = []
      for property in properties where old?.value(property.name) != property.value {
        fresh.append(PropertySet(property.name, property.value, stamp))
      }
      return fresh.isEmpty ? nil : Change(kind, id, properties: fresh).normalised
    }
  }

  /// What a change to this library will have to be taken back by.
  func inverse(of change: Change) -> Inverse {
    if !change.removals.isEmpty { return .restore(change.kind, change.id) }
    guard isAlive(change.kind, change.id), let old = state(of: change.kind, change.id) else {
      return .delete(change.kind, change.id)
    }
    var before = Change(change.kind, change.id)
    for property in change.properties {
      let known = old.properties.first { $0.name == property.name }
      let nothing = PropertySet(property.name, .null, Stamp(time: 0, device: 0))
      before.properties.append(known ?? nothing)
    }
    return .set(before)
  }
}

/// How one change is taken back.
enum Inverse {
  /// The values before, with the stamps they had: a sync tells by them what this device had seen.
  case set(Change)
  case delete(EntityKind, EntityID)
  case restore(EntityKind, EntityID)
}
