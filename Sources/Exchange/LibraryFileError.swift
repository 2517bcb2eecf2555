/// Why a library file is refused. Nothing has been changed then.
public struct LibraryFileError: Error, Equatable, Sendable {
  public let problem: LibraryFileProblem
  /// The place in the file, both counted from 1; columns in characters.
  public let line: Int
  public let column: Int

  public init(_ problem: LibraryFileProblem, line: Int = 1, column: Int = 1) {
    self.problem = problem
    self.line = line
    self.column = column
  }
}

/// Paths are like `cards[12].front`, counted from zero as programmers do; the sentences for people
/// say "card 13".
public enum LibraryFileProblem: Equatable, Sendable {
  case empty
  /// In bytes.
  case tooLarge(Int)
  /// Ends within this path, which is empty outside of the lists.
  case truncated(String)
  /// With what is wrong in a few words.
  case notJSON(String)
  case notLibrary
  case newerVersion(Int64)
  case missing(String)
  /// With what should be there, as "a text".
  case wrongValue(String, String)
  case unnamedDeck(String)
  /// With the side: "front" or "back".
  case emptySide(String, String)
  case fieldTooLong(String)
  /// Two paths.
  case sameID(String, String)
  case sameName(String)
  case tooManyProperties(String)
}

extension LibraryFileError {
  /// What is wrong and what can be done, for people.
  public var sentence: String {
    switch problem {
    case .empty: "The file is empty."
    case .tooLarge(let bytes):
      "The file is too large: \(bytes >> 20) MB. Omena reads up to "
        + "\(LibraryFile.bytesMax >> 20) MB."
    case .truncated(let path):
      "The file is cut off: it ends" + (path.isEmpty ? "" : " within " + path)
        + " at line \(line), "
        + "column \(column). Please get a complete copy."
    case .notJSON(let words):
      "This is no library file: it is not valid JSON at line \(line), column \(column) (" + words
        + ")."
    case .notLibrary:
      "This is no library file of Omena: it does not begin with \"format\": \"omena-library\"."
    case .newerVersion(let version):
      "This file was written by a newer Omena: it has version \(version), and this Omena reads "
        + "up to version \(LibraryFile.version). Please update Omena first."
    case .missing(let path): path + " is missing" + place
    case .wrongValue(let path, let expected): path + " should be " + expected + place
    case .unnamedDeck(let path): "A deck has no name: " + path + place
    case .emptySide(let path, let side): "A card has an empty " + side + ": " + path + place
    case .fieldTooLong(let path): path + " is too long: a text may have 10 MB" + place
    case .sameID(let path, let other): path + " has the same id as " + other + place
    case .sameName(let path): path + " is there twice" + place
    case .tooManyProperties(let path): path + " has more than 1,000 properties" + place
    }
  }

  private var place: String { " (line \(line), column \(column))." }
}
