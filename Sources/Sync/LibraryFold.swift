/// The join of two states of one entity.
func joined(_ a: Change, _ b: Change) -> Change {
  var result = a
  for property in b.properties {
    guard let place = result.properties.firstIndex(where: { $0.name == property.name }) else {
      result.properties.append(property)
      continue
    }
    if isLater(property, than: result.properties[place]) { result.properties[place] = property }
  }
  result.properties.sort { bytesPrecede($0.name, $1.name) }
  for removal in b.removals {
    guard let place = result.removals.firstIndex(where: { $0.device == removal.device }) else {
      result.removals.append(removal)
      continue
    }
    if removal.time > result.removals[place].time { result.removals[place] = removal }
  }
  result.removals.sort { $0.device < $1.device }
  return result
}

private func isLater(_ a: PropertySet, than b: PropertySet) -> Bool {
  if a.stamp != b.stamp { return b.stamp < a.stamp }
  return bytesPrecede(plainText(b.value), plainText(a.value))
}

private func plainText(_ value: PropertyValue) -> String {
  switch value {
  case .null: "null"
  case .bool(let flag): flag ? "true" : "false"
  case .int(let number): number.description
  case .text(let text): "\"" + text + "\""
  case .json(let text): text
  }
}

/// The order of the UTF-8 bytes: the same everywhere, without Unicode normalisation.
func bytesPrecede(_ a: String, _ b: String) -> Bool {
  a.utf8.lexicographicallyPrecedes(b.utf8)
}

extension Change {
  var hasUncoveredProperty: Bool {
    properties.contains { property in
      !removals.contains {
        $0.device == property.stamp.device && property.stamp.time <= $0.time
      }
    }
  }
}
