// The whole of what the script calls. It writes an action's name and payload, one after the other,
// to `inbox(length)`, calls `step` and finds at the address it gets five 32-bit numbers: address
// and length of the page's HTML, address and length of the effects, flags.
#if arch(wasm32)
  import App
  import Domain
  import HTML

  nonisolated(unsafe) private var state = State()
  nonisolated(unsafe) private var writer = Writer()
  nonisolated(unsafe) private var incoming = Buffer()
  nonisolated(unsafe) private var effects = Buffer()
  nonisolated(unsafe) private var answer = Buffer()

  private struct Flags {
    /// The application used the key; the browser must not.
    static let isHandled: UInt32 = 1
    /// There is HTML to show.
    static let isShown: UInt32 = 2
  }

  @_expose(wasm, "inbox") @_cdecl("inbox")
  func inbox(_ length: Int) -> UnsafeMutableRawPointer {
    incoming.clear()
    incoming.resize(to: length)
    return incoming.start
  }

  /// Takes the action in the inbox. `isShown` is 0 while many come at once, whose pages nobody
  /// would see. `now` is Unix time in milliseconds, `zone` minutes east of UTC.
  @_expose(wasm, "step") @_cdecl("step")
  func step(
    _ nameLength: Int, _ payloadLength: Int, _ now: Double, _ zone: Int32, _ seed: Int64,
    _ isShown: Int32
  ) -> UnsafeMutableRawPointer {
    effects.clear()
    let name = UnsafeRawBufferPointer(start: incoming.start, count: nameLength)
    let payload = UnsafeRawBufferPointer(
      start: incoming.start + nameLength, count: payloadLength)
    let message = Message(String(decoding: name, as: UTF8.self), payload: [UInt8](payload))
    guard let action = Action(message) else {
      log(Array("unknown action: ".utf8) + name)
      return answer(flags: 0)
    }
    let env = Env(
      now: Int64(now), zoneMinutes: Int16(truncatingIfNeeded: zone),
      seed: UInt64(bitPattern: seed))
    let wanted = reduce(&state, action, env)
    for effect in wanted { effects.append(effect) }
    var flags = state.keyWasHandled ? Flags.isHandled : 0
    if isShown != 0, !isIdleKey(action, wanted) {
      render()
      flags |= Flags.isShown
    }
    return answer(flags: flags)
  }

  /// The whole page, for a script that has lost a piece of the one before.
  @_expose(wasm, "whole") @_cdecl("whole")
  func whole() -> UnsafeMutableRawPointer {
    writer.forget()
    render()
    return answer(flags: Flags.isShown)
  }

  /// A key that nobody wanted changes nothing, and every key of a person who types comes here.
  private func isIdleKey(_ action: Action, _ effects: [Effect]) -> Bool {
    guard case .key = action else { return false }
    return !state.keyWasHandled && effects.isEmpty
  }

  private func render() {
    writer.begin()
    view(state, writer)
    writer.end()
  }

  private func answer(flags: UInt32) -> UnsafeMutableRawPointer {
    answer.clear()
    answer.append(UInt32(UInt(bitPattern: writer.bytes)))
    answer.append(UInt32(writer.count))
    answer.append(UInt32(UInt(bitPattern: effects.start)))
    answer.append(UInt32(effects.count))
    answer.append(flags)
    return answer.start
  }
#endif
