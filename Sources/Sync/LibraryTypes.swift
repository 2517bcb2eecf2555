public import Domain

/// A note's place in a `Library`. Stays the same as long as the library is in memory; it is not
/// stored and means nothing in another library.
public struct NoteRow: Hashable, Sendable {
  public let index: Int32

  init(index: Int32) { self.index = index }
}

/// What merging one change did.
public struct MergeOutcome: Equatable, Sendable {
  /// False when everything in the change was known already.
  public var changed: Bool
  /// The entity was removed before and is alive now.
  public var revived: Bool
  /// The values that the change replaced, with their stamps. Values set for the first time are not
  /// among them.
  public var overwritten: [PropertySet]

  static let unchanged = MergeOutcome(changed: false, revived: false, overwritten: [])
}

/// One user step as the history shows it.
public struct HistoryStep: Equatable, Sendable {
  public var id: StepID
  /// The name of the step's kind; the words for people are made from it and `args`.
  public var kind: String
  /// JSON text.
  public var args: String
  /// Unix time in milliseconds.
  public var at: Int64
  /// JSON text: an array of changes without stamps that take the step back.
  public var undo: String
  public var isReverted: Bool
}

/// Why a segment was refused. Nothing of a refused segment is taken over.
public enum SegmentError: Error, Equatable, Sendable {
  /// Not a segment, or cut short.
  case notSegment
  /// Written by a newer version of the project.
  case newerVersion
  /// The checksum does not fit: the bytes were damaged.
  case damaged
  /// The checksum fits but the contents break the format.
  case malformed
}
