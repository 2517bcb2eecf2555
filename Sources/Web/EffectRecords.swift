// Effects leave as records: [number of fields], then each field as [length][bytes]. Numbers are 32
// bits, little-endian. The first field is the kind; the script has one function for each.
#if arch(wasm32)
  import App

  extension Buffer {
    mutating func append(_ effect: Effect) {
      switch effect {
      case .write(let token, let operations):
        record("write", fields: 1 + 4 * operations.count)
        field(token)
        for operation in operations { append(operation) }
      case .load:
        record("load", fields: 0)
      case .http(let token, let method, let path, let contentType, let body):
        record("http", fields: 5)
        field(token)
        field(method)
        field(path)
        field(contentType)
        field(body)
      case .timer(let id, let milliseconds):
        record("timer", fields: 2)
        field(id)
        field(milliseconds)
      case .focus(let id): record("focus", id)
      case .announce(let text): record("announce", text)
      case .title(let text): record("title", text)
      case .vibrate(let milliseconds):
        record("vibrate", fields: 1)
        field(milliseconds)
      case .theme(let theme): record("theme", theme.name)
      case .scrollTop(let y):
        record("scrollTop", fields: 1)
        field(y)
      case .reload:
        record("reload", fields: 0)
      case .download(let name, let type, let bytes):
        record("download", fields: 3)
        field(name)
        field(type)
        field(bytes)
      case .pickFile(let token, let accept, let bytesMax):
        record("pickFile", fields: 3)
        field(token)
        field(accept)
        field(bytesMax)
      case .route(let hash, let change):
        record("route", fields: 2)
        field(hash)
        field(change.name)
      case .channel(let bytes):
        record("channel", fields: 1)
        field(bytes)
      case .askPersist:
        record("askPersist", fields: 0)
      }
    }

    private mutating func append(_ operation: WriteOperation) {
      field(operation.bytes == nil ? "delete" : "put")
      field(operation.store.name)
      field(operation.key)
      field(operation.bytes ?? [])
    }

    private mutating func record(_ kind: String, fields: Int) {
      append(UInt32(fields + 1))
      field(kind)
    }

    private mutating func record(_ kind: String, _ text: String) {
      record(kind, fields: 1)
      field(text)
    }

    private mutating func field(_ text: String) {
      var text = text
      text.withUTF8 { field(UnsafeRawBufferPointer($0)) }
    }

    private mutating func field(_ number: Int64) { field(String(number)) }

    private mutating func field(_ bytes: [UInt8]) { bytes.withUnsafeBytes { field($0) } }

    private mutating func field(_ bytes: UnsafeRawBufferPointer) {
      append(UInt32(bytes.count))
      append(bytes)
    }
  }

  extension Theme {
    fileprivate var name: String {
      switch self {
      case .light: "light"
      case .dark: "dark"
      case .automatic: "auto"
      }
    }
  }

  extension RouteChange {
    fileprivate var name: String {
      switch self {
      case .push: "push"
      case .replace: "replace"
      case .back: "back"
      }
    }
  }

  extension WriteOperation.Store {
    fileprivate var name: String {
      switch self {
      case .segments: "segments"
      case .journal: "journal"
      case .outbox: "outbox"
      case .meta: "meta"
      }
    }
  }
#endif
