import Foundation
import StoreSupport
import Testing

@testable import Store

@Suite("The data folder")
struct DataFolderTests {
  private let parent = TemporaryFolder()

  @Test("is made with those above it, for its user only")
  func make() throws {
    let folder = DataFolder(parent.path + "/a/b")
    try folder.make()
    try folder.make()
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test("is refused when a file stands in its place")
  func file() throws {
    let path = parent.path + "/file"
    try Data().write(to: URL(fileURLWithPath: path))
    #expect(throws: StoreError.denied(path: path, reason: "it is not a folder")) {
      try DataFolder(path).make()
    }
  }

  @Test("belongs to one server at a time")
  func lock() throws {
    let folder = DataFolder(parent.path)
    var first: DataFolderLock? = try folder.lock()
    #expect(throws: StoreError.locked(path: parent.path)) { try folder.lock() }
    withExtendedLifetime(first) {}
    first = nil
    _ = try folder.lock()
  }
}
