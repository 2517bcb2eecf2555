/// Writes HTML straight into one growing buffer of UTF-8.
///
/// A keyed fragment whose content is the same as in the last render is written as the placeholder
/// `<k- k="KEY"></k->`; the morph keeps the element it already has. Every method is kept out of
/// line, because a view calls them hundreds of times and the module is sent over the network.
public final class Writer {
  public private(set) var bytes: UnsafeMutablePointer<UInt8>
  public private(set) var count = 0
  private var capacity: Int

  /// Key hash to content hash, of the last render and of the one in progress.
  private var previous: [UInt64: UInt64] = [:]
  private var current: [UInt64: UInt64] = [:]
  /// The running hash of the open fragment, its place in the tree of keys, and the position up to
  /// which its bytes are folded in.
  private var content = Hash(0)
  private var scope: UInt64 = 0
  private var folded = 0

  public init(capacity: Int = 1 << 16) {
    self.capacity = capacity
    bytes = .allocate(capacity: capacity)
  }
  deinit { bytes.deallocate() }

  /// What has been written, for tests and for pages that are made once.
  public var string: String {
    String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  /// Starts a render.
  public func begin() {
    count = 0
    folded = 0
    scope = 0
    content = Hash(0)
    current.removeAll(keepingCapacity: true)
  }

  /// Ends a render: what it wrote is what the page now shows.
  public func end() { swap(&previous, &current) }

  /// Forgets the last render, so the next one writes everything: for a page that has lost a piece.
  public func forget() { previous.removeAll(keepingCapacity: true) }

  // MARK: Bytes

  @inline(never)
  public func put(_ markup: StaticString) {
    let length = markup.utf8CodeUnitCount
    reserve(length)
    (bytes + count).update(from: markup.utf8Start, count: length)
    count += length
  }

  /// Text of people, escaped for element content and for attributes in double quotes.
  @inline(never)
  public func text(_ text: String) {
    var text = text
    text.withUTF8 { source in
      reserve(source.count &* 6)
      for byte in source {
        switch byte {
        case UInt8(ascii: "&"): put("&amp;")
        case UInt8(ascii: "<"): put("&lt;")
        case UInt8(ascii: ">"): put("&gt;")
        case UInt8(ascii: "\""): put("&quot;")
        default:
          bytes[count] = byte
          count += 1
        }
      }
    }
  }

  /// Markup that is already safe: the caller answers for it.
  @inline(never)
  public func raw(_ markup: String) {
    var markup = markup
    markup.withUTF8 { source in
      guard let start = source.baseAddress else { return }
      append(start, source.count)
    }
  }

  /// Markup that is already safe, as bytes.
  @inline(never)
  public func raw(_ markup: [UInt8]) {
    markup.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      append(start, source.count)
    }
  }

  @inline(never)
  public func int(_ number: Int64) {
    reserve(20)
    var rest = number.magnitude
    if number < 0 {
      bytes[count] = UInt8(ascii: "-")
      count += 1
    }
    var digits = 1
    var scale = rest
    while scale >= 10 {
      scale /= 10
      digits += 1
    }
    count += digits
    var position = count
    repeat {
      position -= 1
      bytes[position] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
  }

  public func int(_ number: Int) { int(Int64(number)) }

  /// Sixteen hexadecimal digits.
  @inline(never)
  public func hex(_ number: UInt64) {
    reserve(16)
    var shift: UInt64 = 64
    while shift > 0 {
      shift -= 4
      let nibble = UInt8(truncatingIfNeeded: number >> shift & 0xF)
      bytes[count] = nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") + nibble - 10
      count += 1
    }
  }

  // MARK: Attributes

  /// ` name="value"`, the value escaped.
  @inline(never)
  public func attribute(_ name: StaticString, _ value: String) {
    open(name)
    text(value)
    put("\"")
  }

  @inline(never)
  public func attribute(_ name: StaticString, is value: StaticString) {
    open(name)
    put(value)
    put("\"")
  }

  @inline(never)
  public func attribute(_ name: StaticString, _ value: Int64) {
    open(name)
    int(value)
    put("\"")
  }

  public func attribute(_ name: StaticString, _ value: Int) { attribute(name, Int64(value)) }

  /// ` name` when `isSet`: for attributes that are there or not, like `disabled`.
  @inline(never)
  public func flag(_ name: StaticString, _ isSet: Bool) {
    guard isSet else { return }
    put(" ")
    put(name)
  }

  // MARK: Fragments

  /// One element with a key. `body` goes on inside the open tag: attributes, `>`, then children.
  ///
  /// `memo`, if not 0, stands for everything that `body` reads: while it stays the same, `body` is
  /// not run. Without it the fragment is written, compared by its hash and taken back if unchanged.
  public func keyed(_ tag: StaticString, _ key: Key, memo: UInt64 = 0, _ body: () -> Void) {
    let hash = key.hash(in: scope)
    foldPending()
    if memo != 0, previous[hash] == memo {
      current[hash] = memo
      content.fold(memo)
      placeholder(key)
      return
    }
    let start = count
    let outer = (content, scope)
    (content, scope) = (Hash(1), hash)
    put("<")
    put(tag)
    put(" data-key=\"")
    put(key)
    put("\"")
    body()
    put("</")
    put(tag)
    put(">")
    foldPending()
    let mark = memo != 0 ? memo : content.value | 1
    (content, scope) = outer
    current[hash] = mark
    content.fold(mark)
    if memo == 0, previous[hash] == mark {
      count = start
      placeholder(key)
    }
    folded = count
  }

  // MARK: Details

  private func placeholder(_ key: Key) {
    put("<k- k=\"")
    put(key)
    put("\"></k->")
    folded = count
  }

  private func put(_ key: Key) {
    put(key.prefix)
    if key.high != 0 { hex(key.high) }
    if key.high != 0 || key.low != 0 { hex(key.low) }
  }

  private func open(_ name: StaticString) {
    put(" ")
    put(name)
    put("=\"")
  }

  private func append(_ start: UnsafePointer<UInt8>, _ length: Int) {
    reserve(length)
    (bytes + count).update(from: start, count: length)
    count += length
  }

  private func foldPending() {
    content.fold(bytes + folded, count: count - folded)
    folded = count
  }

  @inline(__always)
  private func reserve(_ length: Int) {
    if count + length > capacity { grow(length) }
  }

  @inline(never)
  private func grow(_ length: Int) {
    capacity = max(capacity * 2, count + length)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }
}
