public import Domain
internal import Glibc
public import Store
public import Sync

extension EntityID {
  /// The id number `number` of a test.
  public static func numbered(_ number: Int) -> EntityID {
    EntityID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0000 | UInt64(number))
  }
}

extension Stamp {
  /// A stamp at a small number of milliseconds.
  public static func at(_ milliseconds: Int64, device: UInt64 = 0xA00) -> Stamp {
    Stamp(milliseconds: milliseconds, device: device)
  }
}

extension Change {
  /// A note whose fields are texts.
  public static func note(
    _ number: Int, _ fields: [String: String] = ["front": "kala"], at stamp: Stamp = .at(1)
  ) -> Change {
    Change(
      .note, .numbered(number),
      properties: fields.sorted { $0.key < $1.key }
        .map { PropertySet($0.key, .text($0.value), stamp) })
  }

  /// The deletion by a device that had seen these stamps.
  public static func removal(of number: Int, seen: [Stamp]) -> Change {
    Change(.note, .numbered(number), removals: seen)
  }
}

/// A folder that is removed when this is released.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init() {
    var template = Array("/tmp/omena-test-XXXXXX".utf8CString)
    path = String(cString: mkdtemp(&template))
  }

  deinit { TemporaryFolder.remove(path) }

  private static func remove(_ path: String) {
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != "." && name != ".." { remove(path + "/" + name) }
      }
      closedir(folder)
      rmdir(path)
    } else {
      unlink(path)
    }
  }
}

extension Store {
  /// All rows as the texts of one page.
  public func allRows() throws(StoreError) -> String {
    let limit = PageLimit(rowCountMax: .max, byteCountMax: .max)
    let page = try page(since: .zero, through: .max, limit: limit)
    return String(decoding: page.json, as: UTF8.self)
  }
}
