import Domain

/// A review in 48 bytes. Its state is exact if it is plain: every property has a fitting value and
/// the same stamp, nothing else is set, nothing removed. Other reviews have their states in the
/// table of entities and a row here for what they say.
struct PackedReview: Equatable, Sendable {
  var id: EntityID
  /// Unix time in milliseconds.
  var at: Int64 = 0
  /// Of the stamp.
  var time: UInt64 = 0
  /// The row of the note, -1 if that is not known.
  var note: Int32 = -1
  var duration: Int32 = 0
  var zoneMinutes: Int16 = 0
  /// Of the stamp, a number of `DeviceTable`.
  var device: UInt16 = 0
  /// `noOrdinal` if the property is not set.
  var ordinal: UInt8 = PackedReview.noOrdinal
  /// The kind, then three bits of rating.
  var kindAndRating: UInt8 = 0
  var flags: UInt8 = 0

  static let noOrdinal: UInt8 = 255
  static let alive: UInt8 = 1
  /// The state is in the table of entities.
  static let aside: UInt8 = 2
  /// The row says what was answered, and is in the order of reviews.
  static let readable: UInt8 = 4

  init(id: EntityID) { self.id = id }

  var isAlive: Bool { flags & PackedReview.alive != 0 }
  var isAside: Bool { flags & PackedReview.aside != 0 }
  var isReadable: Bool { flags & PackedReview.readable != 0 }
  var kind: ReviewKind { ReviewKind(rawValue: kindAndRating >> 3) ?? .study }
  var rating: Rating { Rating(rawValue: kindAndRating & 7) ?? .again }

  mutating func setKind(_ kind: ReviewKind, rating: Rating) {
    kindAndRating = kind.rawValue << 3 | rating.rawValue
  }

  static func isValid(kindAndRating bits: UInt8) -> Bool {
    ReviewKind(rawValue: bits >> 3) != nil && Rating(rawValue: bits & 7) != nil
  }
}

/// Up to `countMax` reviews: what one segment holds.
struct ReviewChunk: Sendable {
  static let bits: Int32 = 16
  static let countMax = 1 << 16

  var reviews: [PackedReview] = []
  /// Whether the chunk differs from its stored segment.
  var isDirty = false
}

/// The reviews of a library in chunks. A row's number never changes.
struct ReviewStore: Sendable {
  var chunks: [ReviewChunk] = []
  private var index = IDIndex()
  /// The readable rows by time, then id, whether alive or not.
  private(set) var order = RowOrder()
  private(set) var aliveCount = 0

  static func chunk(_ row: Int32) -> Int { Int(row >> ReviewChunk.bits) }
  static func place(_ row: Int32) -> Int { Int(row) & (ReviewChunk.countMax - 1) }
  static func row(_ chunk: Int, _ place: Int) -> Int32 {
    Int32(truncatingIfNeeded: chunk << Int(ReviewChunk.bits) | place)
  }

  subscript(row: Int32) -> PackedReview {
    chunks[ReviewStore.chunk(row)].reviews[ReviewStore.place(row)]
  }

  func find(_ id: EntityID) -> Int32? {
    var probe = index.probe(IDIndex.hash(id))
    while let row = index.next(&probe) {
      if chunks[ReviewStore.chunk(row)].reviews[ReviewStore.place(row)].id == id { return row }
    }
    return nil
  }

  /// A row for an id that has none.
  mutating func add(_ id: EntityID) -> Int32 {
    if chunks.isEmpty || chunks[chunks.count - 1].reviews.count >= ReviewChunk.countMax {
      chunks.append(ReviewChunk())
      chunks[chunks.count - 1].reviews.reserveCapacity(1_024)
    }
    let chunk = chunks.count - 1
    let row = ReviewStore.row(chunk, chunks[chunk].reviews.count)
    chunks[chunk].reviews.append(PackedReview(id: id))
    index.insert(IDIndex.hash(id), row: row)
    return row
  }

  /// Replaces what a row says.
  mutating func set(_ review: PackedReview, at row: Int32) {
    let chunk = ReviewStore.chunk(row)
    let old = self[row]
    chunks[chunk].reviews[ReviewStore.place(row)] = review
    if !review.isAside || (!old.isAside && old.flags != 0) { chunks[chunk].isDirty = true }
    aliveCount += (review.isAlive ? 1 : 0) - (old.isAlive ? 1 : 0)
    if old.isReadable {
      if review.isReadable && review.at == old.at { return }
      order.removeEntirely(row)
    }
    guard review.isReadable else { return }
    let chunks = self.chunks
    order.insert(row) {
      ReviewStore.precedes($0, $1, chunks)
    } keeps: { _ in
      true
    }
  }

  /// Adds a plain review from a segment to a chunk that has room; false if its id has a row.
  mutating func load(_ review: PackedReview, toChunk chunk: Int) -> Bool {
    var probe = index.probe(IDIndex.hash(review.id))
    while let row = index.next(&probe) {
      if self[row].id == review.id { return false }
    }
    let row = ReviewStore.row(chunk, chunks[chunk].reviews.count)
    chunks[chunk].reviews.append(review)
    index.insert(probe, row: row)
    let isLast = order.rows.last.map { ReviewStore.precedes($0, row, chunks) }
    order.append(row, isLast: isLast ?? true)
    aliveCount += 1
    return true
  }

  private static func precedes(_ a: Int32, _ b: Int32, _ chunks: [ReviewChunk]) -> Bool {
    let first = chunks[chunk(a)].reviews[place(a)].at
    let second = chunks[chunk(b)].reviews[place(b)].at
    if first != second { return first < second }
    return chunks[chunk(a)].reviews[place(a)].id < chunks[chunk(b)].reviews[place(b)].id
  }

  mutating func settleOrder() {
    if order.isSettled { return }
    let chunks = self.chunks
    order.settle {
      ReviewStore.precedes($0, $1, chunks)
    } keeps: { _ in
      true
    }
  }

  /// The readable rows by time, then id.
  func sortedRows() -> [Int32] {
    if order.isSettled { return order.rows }
    var copy = self
    copy.settleOrder()
    return copy.order.rows
  }
}
