import Domain
import Exchange
import Server
import Store
import Sync

/// `omena import`
struct Import {
  private let folder: DataFolder
  private let path: String

  /// Changes in one transaction: short enough that a running server can write in between.
  private static let batchCount = 2_000

  init(_ words: [String]) throws(CommandError) {
    let arguments = try Arguments(words, options: ["--data"], fileCountMax: 1)
    guard let file = arguments.files.first else { throw .usage("Say which file to import.") }
    folder = try Places.data(arguments)
    path = file
  }

  func run() throws(CommandError) {
    let bytes = try read()
    let fresh = HybridClock.stampOfThisRun()
    // First the whole file without a store: if it is refused, nothing has happened.
    _ = try scan(bytes, fresh, existing: { _, _ in nil }, each: { _ in })
    try withStore { () throws(StoreError) in try folder.make() }
    let store = try withStore { () throws(StoreError) in
      try SQLiteStore(making: folder.storePath)
    }
    defer { store.close() }
    let summary = try add(bytes, fresh, to: store)
    Output.text(Import.text(summary))
  }

  private func read() throws(CommandError) -> [UInt8] {
    if let size = fileSize(path), size > LibraryFile.bytesMax {
      throw refusal(LibraryFileError(.tooLarge(size)))
    }
    guard let bytes = readFile(path, max: LibraryFile.bytesMax) else {
      throw .refused("\(path) cannot be read.")
    }
    return bytes
  }

  private func add(
    _ bytes: [UInt8], _ fresh: Stamp, to store: SQLiteStore
  ) throws(CommandError) -> LibraryFileSummary {
    var batch: [Change] = []
    var failure: StoreError?
    func flush() {
      if failure != nil || batch.isEmpty { return }
      do throws(StoreError) {
        _ = try store.mergeAndWait(batch)
      } catch {
        failure = error
      }
      batch.removeAll(keepingCapacity: true)
    }
    let summary = try scan(bytes, fresh) { kind, id in
      do throws(StoreError) {
        return failure == nil ? try store.state(of: kind, id) : nil
      } catch {
        failure = error
        return nil
      }
    } each: { change in
      batch.append(change)
      if batch.count == Import.batchCount { flush() }
    }
    flush()
    if let failure { throw .refused(failure.description) }
    return summary
  }

  private func scan(
    _ bytes: [UInt8], _ fresh: Stamp, existing: (EntityKind, EntityID) -> Change?,
    each: (Change) -> Void
  ) throws(CommandError) -> LibraryFileSummary {
    do throws(LibraryFileError) {
      return try bytes.withUnsafeBufferPointer { buffer throws(LibraryFileError) in
        try LibraryFileReader.read(buffer, fresh: fresh, existing: existing, each: each)
      }
    } catch {
      throw refusal(error)
    }
  }

  private func refusal(_ error: LibraryFileError) -> CommandError {
    .refused("\(path) was not imported. \(error.sentence)")
  }

  /// What was done, a line for each kind of which the file has something.
  private static func text(_ summary: LibraryFileSummary) -> String {
    if summary.changesNothing { return "Everything in the file is in the library already.\n" }
    var text = ""
    for (name, count) in [
      ("Decks", summary.decks), ("Cards", summary.cards), ("Reviews", summary.reviews),
      ("Settings", summary.settings), ("Others", summary.others),
    ] where count.all > 0 {
      let parts = [
        (count.added, "added"), (count.updated, "updated"), (count.restored, "brought back"),
        (count.same, "there already"),
      ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      text += "\(name): \(parts.joined(separator: ", "))\n"
    }
    if summary.clippedNames > 0 {
      text += "Names of decks that were too long and have been cut: \(summary.clippedNames)\n"
    }
    return text
  }
}

extension HybridClock {
  /// A stamp of now, of a device that exists for this run only.
  fileprivate static func stampOfThisRun() -> Stamp {
    var clock = HybridClock(device: UInt64.random(in: 0 ... .max) << 8 | 1 << 63)
    return clock.tick(now: nowMilliseconds())
  }
}
