import Domain
import Sync

/// One part of a user step. The stamp and the inverse are added by `commit`.
enum Edit {
  /// Sets properties; makes the thing if it is not there.
  case set(EntityKind, EntityID, [Property])
  case delete(EntityKind, EntityID)
  /// Brings a deleted thing back as it was.
  case restore(EntityKind, EntityID)
}

struct Property {
  var name: String
  var value: PropertyValue

  init(_ name: String, _ value: PropertyValue) {
    self.name = name
    self.value = value
  }
  init(_ name: String, _ text: String) { self.init(name, .text(text)) }
  init(_ name: String, _ number: Int64) { self.init(name, .int(number)) }
}

/// The user steps that History tells of. The raw value is stored.
enum StepKind: String {
  /// name
  case deckNew
  /// name = old, other = new
  case deckRename
  /// name
  case deckColor
  /// name
  case deckReorder
  /// name, count = cards
  case deckDelete
  /// name = front, other = deck
  case cardNew
  /// name = front, other = deck
  case cardEdit
  /// name = front if one, other = deck, count
  case cardDelete
  /// name = front if one, other = the deck they went to, count
  case cardMove
  /// count = decks
  case samplesRestore
  /// name = file, count = things
  case libraryAdd
  /// name, other, count of the step taken back; `of` names its kind
  case revert
  /// A value of this device was replaced by another device's. name = front or deck
  case mergeReplaced
  /// A deleted thing came back because another device had edited it. name
  case mergeRevived
}

/// What a step's words need.
struct StepArgs: Equatable {
  var name = ""
  var other = ""
  var count = 0
  /// The kind of the step that was reverted, or empty.
  var of = ""
}

/// Makes a user step: stamps and merges its edits, keeps them in the journal and the outbox in one
/// write, records the step with its inverse in History and lets the sync know.
/// `offersUndo` shows the toast with **Undo** for ten seconds.
func commit(
  _ state: inout State, _ env: Env, _ kind: StepKind, _ args: StepArgs, _ edits: [Edit],
  offersUndo: Bool = false
) -> [Effect] {
  []
}

/// Keeps an answer. Reviews are not steps; History groups them by study round.
func record(_ state: inout State, _ env: Env, _ review: Review) -> [Effect] { [] }

/// Takes an answer back by a tombstone.
func takeBack(_ state: inout State, _ env: Env, _ review: ReviewID) -> [Effect] { [] }

/// Keeps something of this device only ("session/<deck>", "draft/<deck>"); nil forgets it.
/// Read it back from `state.device.meta`.
func keep(_ state: inout State, _ key: String, _ bytes: [UInt8]?) -> [Effect] {
  state.device.meta[key] = bytes
  return []
}
