#if arch(wasm32)
  /// Bytes at an address that stays until the next step, for what crosses between script and
  /// module.
  struct Buffer {
    private(set) var start: UnsafeMutableRawPointer
    private(set) var count = 0
    private var capacity: Int

    /// What one large file or answer has taken is given back by `clear` above this size.
    private static let keptBytesMax = 1 << 20
    private static let firstBytes = 1 << 12

    init() {
      capacity = Buffer.firstBytes
      start = .allocate(byteCount: capacity, alignment: 16)
    }

    mutating func clear() {
      count = 0
      if capacity > Buffer.keptBytesMax {
        start.deallocate()
        self = Buffer()
      }
    }

    /// Makes room for `length` bytes in all, whose content the caller sets.
    mutating func resize(to length: Int) {
      reserve(length)
      count = length
    }

    mutating func append(_ number: UInt32) {
      reserve(count + 4)
      start.storeBytes(of: number.littleEndian, toByteOffset: count, as: UInt32.self)
      count += 4
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
      guard let source = bytes.baseAddress else { return }
      reserve(count + bytes.count)
      (start + count).copyMemory(from: source, byteCount: bytes.count)
      count += bytes.count
    }

    private mutating func reserve(_ length: Int) {
      if length <= capacity { return }
      capacity = max(length, capacity * 2)
      let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      larger.copyMemory(from: start, byteCount: count)
      start.deallocate()
      start = larger
    }
  }
#endif
