// What the Embedded standard library expects of its platform. The link is strict, so a function
// that is missing here is an error of the build and never a silent stub.
#if arch(wasm32)
  @_extern(wasm, module: "host", name: "random") @_extern(c)
  func hostRandom(_ bytes: UnsafeMutableRawPointer, _ count: Int)

  @_extern(wasm, module: "host", name: "log") @_extern(c)
  func hostLog(_ bytes: UnsafePointer<UInt8>, _ count: Int)

  /// The seed of `Hasher`.
  @_cdecl("arc4random_buf")
  func arc4randomBuf(_ bytes: UnsafeMutableRawPointer, _ count: Int) { hostRandom(bytes, count) }

  @_extern(wasm, module: "host", name: "parse") @_extern(c)
  func hostParse(_ text: UnsafePointer<CChar>, _ count: Int) -> Double

  /// `Double(text)`: the end of the number in `text`, or nil. The browser reads it: the C library's
  /// `strtod` would be 10 KB more.
  @_cdecl("_swift_stdlib_strtod_clocale")
  func strtodInTheCLocale(
    _ text: UnsafePointer<CChar>, _ value: UnsafeMutablePointer<Double>
  ) -> UnsafePointer<CChar>? {
    var count = 0
    while text[count] != 0 { count += 1 }
    value.pointee = hostParse(text, count)
    return value.pointee.isNaN ? nil : text + count
  }

  nonisolated(unsafe) private var line: [UInt8] = []

  /// The last words of `fatalError` come one character at a time and end with a line feed.
  @_cdecl("putchar")
  func putCharacter(_ character: CInt) -> CInt {
    if character == 10 {
      log(line)
      line.removeAll(keepingCapacity: true)
    } else {
      line.append(UInt8(truncatingIfNeeded: character))
    }
    return character
  }

  /// Writes a line to the browser's console, as an error.
  func log(_ text: [UInt8]) {
    text.withUnsafeBufferPointer { text in
      if let start = text.baseAddress { hostLog(start, text.count) }
    }
  }
#else
  // The browser's entry point is built for wasm32 only; natively this module is empty.
#endif
