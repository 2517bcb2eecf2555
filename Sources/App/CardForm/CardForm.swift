import Domain
import HTML

struct CardFormState {}

public enum CardFormAction {
  case placeholder
}

extension CardFormAction {
  init?(_ message: Message) { return nil }
}

func reduceCardForm(_ state: inout State, _ action: CardFormAction, _ env: Env) -> [Effect] { [] }

func enterNewCard(_ state: inout State, _ deck: DeckID, _ env: Env) -> [Effect] { [] }

func enterCard(_ state: inout State, _ id: NoteID, _ env: Env) -> [Effect] { [] }

/// The library has changed while this page shows.
func refreshCardForm(_ state: inout State, _ env: Env) -> [Effect] { [] }

/// When there is unsaved text: asks first and returns the effects that go back to the address of
/// the form; nil lets the person go. Called with another route before it is shown.
func stayInCardForm(
  _ state: inout State, leavingFor route: Route, _ env: Env
) -> [Effect]? { nil }

func cardFormTimer(_ state: inout State, _ message: Message, _ env: Env) -> [Effect] { [] }

func cardFormKey(_ state: inout State, _ press: KeyPress, _ env: Env) -> [Effect]? { nil }

func viewCardForm(_ state: State, _ w: Writer) {
  w.put("<h1 id=\"heading\" tabindex=\"-1\">Card</h1>")
}
