import Domain

// Body of a reviews segment, plain reviews only:
//
//   u32 × 3   reviews, devices, notes
//   u64       for each device
//   16 bytes  for each note, its id
//   44 bytes  for each review: id 16, at i64, time of the stamp u64, duration i32, zone i16,
//             note u16, device u16, ordinal u8 (255: none), kind and rating u8 (kind × 8 + rating)

private let headLength = 12
private let reviewLength = 44

extension Library {
  /// The segment of a chunk of reviews.
  func reviewSegment(_ chunk: Int) -> [UInt8] {
    var noteNumbers: [Int32] = Array(
      repeating: -1, count: notes.chunks.count * NoteChunk.countMax)
    var count: UInt32 = 0
    for review in reviews.chunks[chunk].reviews where review.isPlain {
      count += 1
      noteNumbers[Int(review.note)] = 0
    }
    // In the order of the rows, so that loading finds one after the other.
    var noteList: [Int32] = []
    for row in 0..<noteNumbers.count where noteNumbers[row] == 0 {
      noteNumbers[row] = Int32(noteList.count)
      noteList.append(Int32(row))
    }
    let devices = notes.devices.devices
    var writer = SegmentWriter(
      .reviews,
      reserving: headLength + 8 * devices.count + 16 * noteList.count + reviewLength * Int(count))
    writer.append(count)
    writer.append(UInt32(devices.count))
    writer.append(UInt32(noteList.count))
    for device in devices { writer.append(device) }
    for note in noteList { writer.append(notes[note].id) }
    for review in reviews.chunks[chunk].reviews where review.isPlain {
      writer.append(review, note: UInt16(noteNumbers[Int(review.note)]))
    }
    return writer.finished()
  }
}

extension PackedReview {
  /// All of its state is in the row.
  var isPlain: Bool { !isAside && flags != 0 }
}

extension SegmentWriter {
  fileprivate mutating func append(_ review: PackedReview, note: UInt16) {
    append(review.id)
    append(UInt64(bitPattern: review.at))
    append(review.time)
    append(UInt32(bitPattern: review.duration))
    append(UInt16(bitPattern: review.zoneMinutes))
    append(note)
    append(review.device)
    append(review.ordinal)
    append(review.kindAndRating)
  }
}

/// A reviews segment whose every number has been checked.
struct ReviewSegment {
  private let reader: SegmentReader
  let count: Int
  private let deviceCount: Int
  private let noteCount: Int

  private var notesOffset: Int { headLength + 8 * deviceCount }
  private var reviewsOffset: Int { notesOffset + 16 * noteCount }

  init(_ body: UnsafeRawBufferPointer) throws(SegmentError) {
    guard body.count >= headLength else { throw .malformed }
    reader = SegmentReader(bytes: body)
    let reviews = UInt64(reader.u32(0))
    let devices = UInt64(reader.u32(4))
    let notes = UInt64(reader.u32(8))
    let length = UInt64(headLength) + 8 * devices + 16 * notes + UInt64(reviewLength) * reviews
    guard length == UInt64(body.count), reviews <= UInt64(ReviewChunk.countMax),
      devices <= UInt64(DeviceTable.countMax), notes <= UInt64(ReviewChunk.countMax)
    else { throw .malformed }
    count = Int(reviews)
    deviceCount = Int(devices)
    noteCount = Int(notes)
    for index in 0..<count {
      let offset = reviewsOffset + reviewLength * index
      guard Int(reader.u16(offset + 38)) < noteCount, Int(reader.u16(offset + 40)) < deviceCount,
        PackedReview.isValid(kindAndRating: reader.bytes[offset + 43])
      else { throw .malformed }
    }
  }

  /// Puts the numbers that notes and devices have in a library in place of the segment's; nil if
  /// there are too many devices.
  func numbers(_ store: inout NoteStore) -> Numbers? {
    var devices: [UInt16] = []
    for index in 0..<deviceCount {
      let device = reader.u64(headLength + 8 * index)
      guard let number = store.devices.number(of: device) else { return nil }
      devices.append(number)
    }
    var notes: [Int32] = []
    notes.reserveCapacity(noteCount)
    var row: Int32 = -1
    for index in 0..<noteCount {
      let id = reader.id(notesOffset + 16 * index)
      row = store.find(id, after: row) ?? store.findOrAdd(id)
      notes.append(row)
    }
    return Numbers(notes: notes, devices: devices)
  }

  struct Numbers {
    let notes: [Int32]
    let devices: [UInt16]
  }

  func review(_ index: Int, _ numbers: Numbers) -> PackedReview {
    let offset = reviewsOffset + reviewLength * index
    var review = PackedReview(id: reader.id(offset))
    review.at = Int64(bitPattern: reader.u64(offset + 16))
    review.time = reader.u64(offset + 24)
    review.duration = Int32(bitPattern: reader.u32(offset + 32))
    review.zoneMinutes = Int16(bitPattern: reader.u16(offset + 36))
    review.note = numbers.notes[Int(reader.u16(offset + 38))]
    review.device = numbers.devices[Int(reader.u16(offset + 40))]
    review.ordinal = reader.bytes[offset + 42]
    review.kindAndRating = reader.bytes[offset + 43]
    review.flags = PackedReview.alive | PackedReview.readable
    return review
  }
}
