import Glibc
import Server
import Store

/// Where things are.
enum Places {
  /// The folder of `--data`, or `omena` in the data folder that the XDG base directory
  /// specification gives.
  static func data(_ arguments: Arguments) throws(CommandError) -> DataFolder {
    if let path = arguments.value("--data") {
      if path.isEmpty { throw .usage("--data needs the name of a folder.") }
      return DataFolder(path)
    }
    // The specification wants relative paths to be ignored.
    if let base = environment("XDG_DATA_HOME"), base.hasPrefix("/") {
      return DataFolder(base + "/omena")
    }
    guard let home = environment("HOME") else {
      throw .refused("There is no home folder; give one with --data.")
    }
    return DataFolder(home + "/.local/share/omena")
  }

  /// The web app of this program: `../dist/web` beside the folder of the binary.
  static var webRoot: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return "dist/web" }
    let path = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
    return folder + "/../dist/web"
  }

  private static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }
}

/// Unix time in milliseconds.
func nowMilliseconds() -> Int64 { WallClock.system.now() }

/// Runs `body`; what the store refuses becomes the reason of the command's end.
func withStore<Result>(
  _ body: () throws(StoreError) -> Result
) throws(CommandError) -> Result {
  do throws(StoreError) {
    return try body()
  } catch {
    throw .refused(error.description)
  }
}

/// The library in a folder, which must be there.
func openStore(in folder: DataFolder) throws(CommandError) -> SQLiteStore {
  do throws(StoreError) {
    return try SQLiteStore(opening: folder.storePath)
  } catch {
    if case .missing = error { throw .refused("There is no library in \(folder.path).") }
    throw .refused(error.description)
  }
}
