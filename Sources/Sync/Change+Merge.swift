import Domain

extension Change {
  /// Joins another state of the same entity into this one; whether that changed anything.
  ///
  /// Of each property the later stamp wins. One stamp with two values is not made by any sound
  /// device; then the greater bytes of the value's JSON win, so that all devices still agree.
  /// Of each device's removals the later one stays. Names are compared by their bytes, never by
  /// Unicode equivalence, which may differ between versions of the standard.
  ///
  /// What exceeds `propertyCountMax` and `removalCountMax` is dropped from the end: keeping the
  /// smallest names of a union is itself commutative, associative and idempotent.
  @discardableResult
  public mutating func merge(_ other: Change) -> Bool {
    precondition(kind == other.kind && id == other.id, "states of two entities")
    var changed = false
    if !isNormalised {
      self = normalised
      changed = true
    }
    let other = other.isNormalised ? other : other.normalised
    if mergeProperties(other.properties) { changed = true }
    if mergeRemovals(other.removals) { changed = true }
    return changed
  }

  public func merging(_ other: Change) -> Change {
    var result = self
    result.merge(other)
    return result
  }

  private mutating func mergeProperties(_ others: [PropertySet]) -> Bool {
    if others.isEmpty { return false }
    var merged: [PropertySet] = []
    merged.reserveCapacity(properties.count + others.count)
    var changed = false
    var own = 0
    var their = 0
    while merged.count < Change.propertyCountMax {
      if their == others.count {
        if own == properties.count { break }
        merged.append(properties[own])
        own += 1
        continue
      }
      let order =
        own == properties.count ? 1 : compareBytes(properties[own].name, others[their].name)
      if order > 0 {
        merged.append(others[their])
        their += 1
        changed = true
      } else if order < 0 {
        merged.append(properties[own])
        own += 1
      } else {
        let isLater = others[their].wins(over: properties[own])
        merged.append(isLater ? others[their] : properties[own])
        if isLater { changed = true }
        own += 1
        their += 1
      }
    }
    if changed { properties = merged }
    return changed
  }

  private mutating func mergeRemovals(_ others: [Stamp]) -> Bool {
    if others.isEmpty { return false }
    var merged: [Stamp] = []
    var changed = false
    var own = 0
    var their = 0
    while merged.count < Change.removalCountMax {
      if their == others.count {
        if own == removals.count { break }
        merged.append(removals[own])
        own += 1
      } else if own == removals.count || others[their].device < removals[own].device {
        merged.append(others[their])
        their += 1
        changed = true
      } else if removals[own].device < others[their].device {
        merged.append(removals[own])
        own += 1
      } else {
        if removals[own].time < others[their].time { changed = true }
        merged.append(max(removals[own], others[their]))
        own += 1
        their += 1
      }
    }
    if changed { removals = merged }
    return changed
  }
}

// MARK: Life and death

extension Change {
  /// Whether what was set with this stamp had been seen by a remover.
  public func covers(_ stamp: Stamp) -> Bool {
    for removal in removals where removal.device == stamp.device {
      return stamp.time <= removal.time
    }
    return false
  }

  /// Whether any property was set that no remover has seen.
  public var isAlive: Bool {
    for property in properties where !covers(property.stamp) { return true }
    return false
  }

  /// The change that deletes the entity as it is in this state; nil if it is not alive.
  public func removal() -> Change? {
    guard isAlive else { return nil }
    var seen: [Stamp] = []
    for property in properties { seen.append(property.stamp) }
    return Change(kind, id, removals: latestPerDevice(seen))
  }

  /// The change that brings a deleted entity back as it was, with a stamp that is new.
  public func restored(at stamp: Stamp) -> Change {
    Change(kind, id, properties: [PropertySet("restored", .bool(true), stamp)])
  }
}

// MARK: The normal form

extension Change {
  /// Whether names and devices stand in order, each once, and the counts are within the limits.
  public var isNormalised: Bool {
    var index = 1
    while index < properties.count {
      if !properties[index - 1].precedes(properties[index]) { return false }
      index += 1
    }
    index = 1
    while index < removals.count {
      if removals[index - 1].device >= removals[index].device { return false }
      index += 1
    }
    return properties.count <= Change.propertyCountMax
      && removals.count <= Change.removalCountMax
  }

  /// The same state with names and devices in order and each once; of doubles the later wins.
  public var normalised: Change {
    if isNormalised { return self }
    var result = Change(kind, id)
    var last: PropertySet?
    let sorted = properties.sorted { a, b in
      if a.precedes(b) { return true }
      return b.precedes(a) ? false : b.wins(over: a)
    }
    for property in sorted {
      if let last, last.precedes(property) { result.properties.append(last) }
      last = property
    }
    if let last { result.properties.append(last) }
    if result.properties.count > Change.propertyCountMax {
      result.properties.removeLast(result.properties.count - Change.propertyCountMax)
    }
    result.removals = latestPerDevice(removals)
    if result.removals.count > Change.removalCountMax {
      result.removals.removeLast(result.removals.count - Change.removalCountMax)
    }
    return result
  }
}

extension PropertySet {
  /// The order of names: by bytes.
  func precedes(_ other: PropertySet) -> Bool {
    compareBytes(name, other.name) < 0
  }

  func wins(over other: PropertySet) -> Bool {
    if stamp != other.stamp { return other.stamp < stamp }
    // What comes again, which is most often what has this stamp too, needs no JSON.
    if case .text(let text) = value, case .text(let theirs) = other.value,
      compareBytes(text, theirs) == 0
    {
      return false
    }
    if case .int(let number) = value, case .int(number) = other.value { return false }
    return other.value.json.lexicographicallyPrecedes(value.json)
  }
}

/// Sorted by device, of each device the latest.
private func latestPerDevice(_ stamps: [Stamp]) -> [Stamp] {
  let sorted = stamps.sorted { $0.device == $1.device ? $0.time < $1.time : $0.device < $1.device }
  var result: [Stamp] = []
  for stamp in sorted {
    if let last = result.last, last.device == stamp.device { result.removeLast() }
    result.append(stamp)
  }
  return result
}
