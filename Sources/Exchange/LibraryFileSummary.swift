/// What a library file would do to a library, or has done.
public struct LibraryFileSummary: Equatable, Sendable {
  public var decks = LibraryFileCount()
  public var cards = LibraryFileCount()
  public var reviews = LibraryFileCount()
  public var settings = LibraryFileCount()
  /// What does not fit the shapes of this version and is only kept.
  public var others = LibraryFileCount()
  /// Names of decks that were too long and have been cut.
  public var clippedNames = 0
  /// When the file was written, Unix milliseconds, if it says so.
  public var exported: Int64?

  public init() {}

  /// Whether opening the file would change nothing: all of it is here already.
  public var changesNothing: Bool {
    decks.changesNothing && cards.changesNothing && reviews.changesNothing
      && settings.changesNothing && others.changesNothing
  }
}

extension LibraryFileSummary {
  subscript(_ section: LibraryFileSection) -> LibraryFileCount {
    get {
      switch section {
      case .decks: decks
      case .cards: cards
      case .reviews: reviews
      case .settings: settings
      case .more: others
      }
    }
    set {
      switch section {
      case .decks: decks = newValue
      case .cards: cards = newValue
      case .reviews: reviews = newValue
      case .settings: settings = newValue
      case .more: others = newValue
      }
    }
  }
}

public struct LibraryFileCount: Equatable, Sendable {
  /// Not known here before.
  public var added = 0
  /// Known here, with something newer in the file.
  public var updated = 0
  /// Deleted here and brought back.
  public var restored = 0
  /// Here already as it is in the file, or newer.
  public var same = 0

  public init(added: Int = 0, updated: Int = 0, restored: Int = 0, same: Int = 0) {
    self.added = added
    self.updated = updated
    self.restored = restored
    self.same = same
  }

  public var all: Int { added + updated + restored + same }
  public var changesNothing: Bool { added == 0 && updated == 0 && restored == 0 }
}
