import Domain
import HTML

extension Writer {
  /// ` data-click="action:id"`.
  @inline(never)
  func click(_ action: StaticString, _ id: EntityID? = nil) {
    put(" data-click=\"")
    put(action)
    if let id {
      put(":")
      self.id(id)
    }
    put("\"")
  }

  /// The 36 characters of an id.
  @inline(never)
  func id(_ id: EntityID) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(36)
    id.append(to: &bytes)
    raw(bytes)
  }

  /// A button with words. `classes` are those beside `btn`.
  @inline(never)
  func button(
    _ name: StaticString, _ action: StaticString, _ id: EntityID? = nil,
    classes: StaticString = "", icon: Icon? = nil, isDisabled: Bool = false
  ) {
    put("<button type=\"button\" class=\"btn ")
    put(classes)
    put("\"")
    click(action, id)
    flag("disabled", isDisabled)
    put(">")
    if let icon { self.icon(icon, isSmall: true) }
    put(name)
    put("</button>")
  }

  /// A round button that shows an icon and is read out by its name.
  @inline(never)
  func iconButton(
    _ name: StaticString, _ icon: Icon, _ action: StaticString, _ id: EntityID? = nil,
    isDisabled: Bool = false
  ) {
    put("<button type=\"button\" class=\"icon-btn\" aria-label=\"")
    put(name)
    put("\"")
    click(action, id)
    flag("disabled", isDisabled)
    put(">")
    self.icon(icon)
    put("</button>")
  }

  /// A round link that shows an icon and is read out by its name.
  @inline(never)
  func iconLink(_ name: StaticString, _ icon: Icon, _ address: String) {
    put("<a class=\"icon-btn\" aria-label=\"")
    put(name)
    put("\"")
    attribute("href", address)
    put(">")
    self.icon(icon)
    put("</a>")
  }
}
