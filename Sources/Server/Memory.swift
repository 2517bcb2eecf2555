internal import CMicrohttpd

/// What a large request used goes back to the system when it is answered; glibc would keep it for
/// the next one, in each of many arenas.
enum Memory {
  /// Called before threads start.
  static func prepare() {
    mallopt(M_ARENA_MAX, 2)
    // A fixed threshold: glibc raises it with each large block that is freed, until all stay.
    mallopt(M_MMAP_THRESHOLD, 256 * 1024)
  }

  /// The size of a request that is worth giving its memory back.
  static let largeByteCount = 1 << 20

  static func giveBack() { malloc_trim(0) }
}
