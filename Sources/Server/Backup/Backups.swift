internal import Glibc
internal import Store
internal import Synchronization

/// Writes the library into the backups folder after changes, at most once in ten minutes.
final class Backups: Sendable {
  static let intervalMilliseconds: Int64 = 10 * 60_000
  /// A burst of changes has this long to end before the backup begins.
  private static let settleMilliseconds: Int64 = 3_000

  private enum Wake: Sendable { case changed }

  private let store: any Store
  private let folder: String
  private let clock: WallClock
  private let log: Log
  private let wakes = Mailbox<Wake>()
  private let isStopped = Atomic<Bool>(false)
  private let thread = Mutex<Thread?>(nil)

  init(_ store: any Store, folder: String, clock: WallClock, log: Log) {
    self.store = store
    self.folder = folder
    self.clock = clock
    self.log = log
  }

  /// Keeps the backups up to date from a thread that gives way to all other work.
  func start() {
    let made = Thread(isBackground: true) { [self] in
      var wait = runIfDue()
      while true {
        // Also without a word: another program may have added to the library.
        let woken = wakes.take(.max, waitMaxMilliseconds: wait)
        if woken?.isEmpty == true { return }
        if woken != nil,
          wakes.take(.max, waitMaxMilliseconds: Backups.settleMilliseconds)?.isEmpty == true
        {
          return
        }
        wait = runIfDue()
      }
    }
    thread.withLock { $0 = made }
  }

  /// Something was merged.
  func noteChange() { _ = wakes.put(.changed) }

  /// A backup under way is given up.
  func stop() {
    isStopped.store(true, ordering: .releasing)
    wakes.close()
    thread.withLock { $0?.join() }
  }

  /// Writes a backup if something has changed and the last one is old enough. The wait in
  /// milliseconds until it is worth asking again.
  func runIfDue() -> Int64 {
    do throws(ExportError) {
      return try attempt()
    } catch {
      if error != .stopped { log(.error, "backup", ["reason": error.description]) }
      return Backups.intervalMilliseconds
    }
  }

  private func attempt() throws(ExportError) -> Int64 {
    let latest: Sequence
    do throws(StoreError) {
      latest = try store.latest()
      let done = Int64(try store.note(.backup) ?? "0") ?? 0
      if latest.value == done { return Backups.intervalMilliseconds }
    } catch {
      throw .store(error)
    }
    let now = clock.now()
    let names = namesInFolder(folder).compactMap(BackupName.init)
    // A name from the future, of a clock that was wrong, must not hold the next ones back.
    let earliest = BackupName(milliseconds: now - Backups.intervalMilliseconds)
    let isRecent = names.contains { $0 > earliest && $0 <= BackupName(milliseconds: now) }
    if isRecent { return Backups.recheckMilliseconds }
    try write(BackupName(milliseconds: now), now, latest)
    removeExpendable(now)
    return Backups.intervalMilliseconds
  }

  private static let recheckMilliseconds: Int64 = 30_000

  private func write(
    _ name: BackupName, _ now: Int64, _ latest: Sequence
  ) throws(ExportError) {
    var byteCount = 0
    do throws(StoreError) { try makeFolder(folder) } catch { throw .store(error) }
    let file: AtomicFile
    do throws(FileError) { file = try AtomicFile(folder + "/" + name.text) } catch {
      throw .file(error)
    }
    try LibraryExport.run(
      store, exported: now, isStopped: { isStopped.load(ordering: .acquiring) }
    ) { piece throws(FileError) in
      byteCount += piece.count
      try file.write(piece)
    }
    do throws(FileError) { try file.finish() } catch { throw .file(error) }
    do throws(StoreError) { try store.setNote(.backup, String(latest.value)) } catch {
      throw .store(error)
    }
    log(.info, "backup", ["file": name.text, "bytes": String(byteCount)])
  }

  /// Also what a kill left unfinished.
  private func removeExpendable(_ now: Int64) {
    let names = namesInFolder(folder)
    for name in BackupRetention.expendable(among: names.compactMap(BackupName.init), now: now) {
      unlink(folder + "/" + name.text)
    }
    for name in names where name.hasSuffix(AtomicFile.suffix) {
      if BackupName(String(name.dropLast(AtomicFile.suffix.count))) != nil {
        unlink(folder + "/" + name)
      }
    }
  }
}
