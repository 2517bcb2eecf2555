import HTML
import Sync
import Domain

/// The line at the foot that tells what was done and offers **Undo** for ten seconds. While it has
/// the pointer over it or the focus in it, its time stands still.
struct ToastState: Equatable {
  var offer: Offer?

  struct Offer: Equatable {
    var step: StepID
    var words: [Piece]
    /// When it goes, in Unix milliseconds of the device; while it is held, the time that is left.
    var time: Time
  }

  enum Time: Equatable {
    case until(Int64)
    case held(left: Int64)
  }

  static let milliseconds: Int64 = 10_000
  /// After it was held it stays at least so long.
  static let afterHoldMilliseconds: Int64 = 3_000
}

public enum ToastAction {
  case undone
  case dismissed
  case held(Bool)
}

extension ToastAction {
  init?(_ message: Message) {
    switch message.verb {
    case "undo": self = .undone
    case "dismiss": self = .dismissed
    case "hold": self = .held(message.arg == "1")
    default: return nil
    }
  }
}

/// Offers to take a step back.
func showUndo(
  _ state: inout State, _ step: StepID, _ kind: StepKind, _ args: StepArgs, _ env: Env
) -> [Effect] {
  let end = env.now + ToastState.milliseconds
  state.toast.offer = ToastState.Offer(
    step: step, words: stepWords(kind, args), time: .until(end))
  return [.timer(id: "toast.end", milliseconds: ToastState.milliseconds)]
}

func hideToast(_ state: inout State) -> [Effect] {
  if state.toast.offer == nil { return [] }
  state.toast.offer = nil
  return [.timer(id: "toast.end", milliseconds: -1)]
}

func reduceToast(_ state: inout State, _ action: ToastAction, _ env: Env) -> [Effect] {
  guard let offer = state.toast.offer else { return [] }
  switch action {
  case .undone: return undoOffered(&state, offer.step, env)
  case .dismissed: return hideToast(&state)
  case .held(let isHeld): return hold(&state, offer, isHeld, env)
  }
}

private func hold(
  _ state: inout State, _ offer: ToastState.Offer, _ isHeld: Bool, _ env: Env
) -> [Effect] {
  switch offer.time {
  case .until(let end):
    guard isHeld else { return [] }
    state.toast.offer?.time = .held(left: max(0, end - env.now))
    return [.timer(id: "toast.end", milliseconds: -1)]
  case .held(let left):
    guard !isHeld else { return [] }
    let left = max(left, ToastState.afterHoldMilliseconds)
    state.toast.offer?.time = .until(env.now + left)
    return [.timer(id: "toast.end", milliseconds: left)]
  }
}

func toastTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] {
  hideToast(&state)
}

func viewToast(_ state: State, _ w: Writer) {
  w.keyed("div", Key("toast")) {
    w.put(" class=\"toast-place\" id=\"toast\" role=\"status\">")
    guard let offer = state.toast.offer else { return }
    w.put("<div class=\"toast\" data-hold=\"toast.hold\"><p>")
    writePieces(offer.words, w)
    w.put("</p><button class=\"btn btn-bare\" type=\"button\" data-click=\"toast.undo\">")
    w.put("Undo</button></div>")
  }
}
