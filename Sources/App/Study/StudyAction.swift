import Domain

public enum StudyAction: Equatable {
  /// The card was tapped: it turns over, to either side.
  case turned
  case answerShown
  case rated(Rating)
  case undone
  case missedStarted
  case startedAgain
  case addOpened
  case closed
}

extension StudyAction {
  init?(_ message: Message) {
    switch message.verb {
    case "turn": self = .turned
    case "show": self = .answerShown
    case "missed": self = .rated(.again)
    case "knew": self = .rated(.good)
    case "undo": self = .undone
    case "missedAgain": self = .missedStarted
    case "again": self = .startedAgain
    case "add": self = .addOpened
    case "close": self = .closed
    default: return nil
    }
  }
}
