import Domain
import Sync

/// A property as the file has it: with its stamp, or without one.
struct LibraryFileProperty {
  var name: String
  var value: PropertyValue
  var stamp: Stamp?
}

/// An entity as the file has it.
struct LibraryFileEntity {
  var kind: EntityKind
  var id: EntityID
  var properties: [LibraryFileProperty]

  /// The change that the file means to a library in which the entity has the state `existing`, and
  /// how to count it; nil if it means none.
  ///
  /// What has a stamp is merged. What has none is only added where nothing is, with the new stamp
  /// `fresh`; a stamp that is too far ahead to be true counts as none. An entity that was deleted
  /// here is brought back, as it was here and in the file.
  func change(
    onto existing: Change?, fresh: Stamp, count: inout LibraryFileCount
  ) -> Change? {
    if properties.isEmpty {
      count.same += 1
      return nil
    }
    let timeMax = fresh.time + UInt64(HybridClock.driftMaxMilliseconds) << 16
    var change = Change(kind, id)
    for property in properties {
      if let stamp = property.stamp, stamp.time <= timeMax {
        change.properties.append(PropertySet(property.name, property.value, stamp))
      } else if existing?.value(property.name) == nil {
        change.properties.append(PropertySet(property.name, property.value, fresh))
      }
    }
    guard let existing else {
      count.added += 1
      return change.normalised
    }
    var merged = existing
    let changed = merged.merge(change)
    if !existing.isAlive {
      if !merged.isAlive { change.merge(change.restored(at: fresh)) }
      count.restored += 1
      return change.normalised
    }
    if changed { count.updated += 1 } else { count.same += 1 }
    return changed ? change.normalised : nil
  }
}

/// Finds ids that occur twice. Files are mostly sorted by id, so a list and one look at its order
/// cost less than a set.
struct LibraryFileIDs {
  private var ids: [EntityID] = []
  private var isAscending = true

  mutating func append(_ id: EntityID) {
    if let last = ids.last, id <= last { isAscending = false }
    ids.append(id)
  }

  /// The places of the first two that are the same.
  func firstTwins() -> (Int, Int)? {
    if isAscending { return nil }
    let sorted = ids.sorted()
    var twin: EntityID?
    for index in sorted.indices.dropFirst() where sorted[index] == sorted[index - 1] {
      twin = sorted[index]
      break
    }
    guard let twin, let first = ids.firstIndex(of: twin), let second = ids.lastIndex(of: twin)
    else {
      return nil
    }
    return (first, second)
  }
}
