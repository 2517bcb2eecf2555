import Store
import StoreSupport

/// The stores that must keep the contract.
enum StoreMaker: CaseIterable {
  case sqlite, memory

  /// An empty store; `folder` must outlive it.
  func make(in folder: TemporaryFolder) throws -> any Store {
    switch self {
    case .sqlite: try SQLiteStore(making: "\(folder.path)/\(UInt64.random(in: 0 ... .max)).db")
    case .memory: MemoryStore()
    }
  }
}
