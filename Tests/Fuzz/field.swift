import Domain

// Text comes back as it was typed, what is safe stays as it is, and folding is done at once.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  let html = FieldText.html(plain: text)
  let plain = FieldText.plain(html: html)
  precondition(FieldText.html(plain: plain).utf8.elementsEqual(html.utf8))
  precondition(FieldText.safeHTML(html).utf8.elementsEqual(html.utf8))
  let safe = FieldText.safeHTML(text)
  precondition(FieldText.safeHTML(safe).utf8.elementsEqual(safe.utf8))
  precondition(FieldText.plain(html: safe).utf8.elementsEqual(FieldText.plain(html: text).utf8))
  var isTag = false
  for byte in safe.utf8 {
    if byte == UInt8(ascii: "<") {
      precondition(!isTag)
      isTag = true
    } else if byte == UInt8(ascii: ">") {
      precondition(isTag)
      isTag = false
    } else if isTag {
      precondition(byte == UInt8(ascii: "/") || byte &- UInt8(ascii: "a") < 26)
    }
  }
  let folded = TextFold.fold(text)
  precondition(TextFold.fold(folded).utf8.elementsEqual(folded.utf8))
  _ = TextDirection(text)
  _ = DeckName.clipped(text)
  return 0
}
