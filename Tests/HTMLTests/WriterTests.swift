import Testing

@testable import HTML

private func written(_ body: (Writer) -> Void) -> String {
  let writer = Writer(capacity: 4)
  writer.begin()
  body(writer)
  writer.end()
  return writer.string
}

private func list(_ writer: Writer, _ rows: [(UInt64, String)], memo: Bool = false) -> String {
  writer.begin()
  writer.keyed("ul", Key("list")) {
    writer.put(">")
    for row in rows {
      let token = memo ? row.0 | 1 << 63 : 0
      writer.keyed("li", Key("r", 0, row.0), memo: token) {
        writer.put(">")
        writer.text(row.1)
      }
    }
  }
  writer.end()
  return writer.string
}

private let one = "<li data-key=\"r0000000000000001\">"
private let two = "<li data-key=\"r0000000000000002\">"
private let keepOne = "<k- k=\"r0000000000000001\"></k->"
private let keepTwo = "<k- k=\"r0000000000000002\"></k->"

struct WriterTests {
  @Test("Text is escaped, so no typed character can end an element or an attribute")
  func escapes() {
    #expect(written { $0.text("<b a=\"1\">&'é😀") } == "&lt;b a=&quot;1&quot;&gt;&amp;'é😀")
    let attribute = written { $0.attribute("title", "\" onclick=\"") }
    #expect(attribute == " title=\"&quot; onclick=&quot;\"")
  }

  @Test("Numbers are written in full, from the least to the greatest")
  func numbers() {
    for number in [0, 7, 10, -1, 1_234_567, Int64.max, .min] {
      #expect(written { $0.int(number) } == String(number))
    }
    #expect(written { $0.hex(0xAB_CDEF) } == "0000000000abcdef")
  }

  @Test("A flag is an attribute without value, written only when it is set")
  func flags() {
    #expect(written { $0.flag("disabled", true) } == " disabled")
    #expect(written { $0.flag("disabled", false) } == "")
  }

  @Test("The buffer grows without losing what was written")
  func growth() {
    let long = String(repeating: "ä<", count: 5000)
    #expect(written { $0.text(long) } == String(repeating: "ä&lt;", count: 5000))
    #expect(written { $0.raw(long) } == long)
    #expect(written { $0.raw(Array(long.utf8)) } == long)
  }

  @Test("An unchanged fragment is written as a placeholder, a changed one in full")
  func elision() {
    let writer = Writer()
    let first = list(writer, [(1, "a"), (2, "b")])
    #expect(first == "<ul data-key=\"list\">\(one)a</li>\(two)b</li></ul>")
    #expect(list(writer, [(1, "a"), (2, "b")]) == "<k- k=\"list\"></k->")
    #expect(
      list(writer, [(1, "a"), (2, "c")]) == "<ul data-key=\"list\">\(keepOne)\(two)c</li></ul>")
    #expect(
      list(writer, [(2, "c"), (1, "a")]) == "<ul data-key=\"list\">\(keepTwo)\(keepOne)</ul>")
  }

  @Test("Bytes just before or after an elided child still count for its parent")
  func siblings() {
    let writer = Writer()
    func render(_ before: String, _ after: String) -> String {
      writer.begin()
      writer.keyed("p", Key("p")) {
        writer.put(">")
        writer.text(before)
        writer.keyed("b", Key("b")) { writer.put(">x") }
        writer.text(after)
      }
      writer.end()
      return writer.string
    }
    _ = render("1", "2")
    #expect(render("1", "3") == "<p data-key=\"p\">1<k- k=\"b\"></k->3</p>")
    #expect(render("0", "3") == "<p data-key=\"p\">0<k- k=\"b\"></k->3</p>")
    #expect(render("0", "3") == "<k- k=\"p\"></k->")
  }

  @Test("While its memo stays the same a fragment's body is not run")
  func memo() {
    let writer = Writer()
    _ = list(writer, [(1, "a"), (2, "b")], memo: true)
    #expect(list(writer, [(1, "not looked at"), (2, "b")], memo: true) == "<k- k=\"list\"></k->")
    let third = list(writer, [(1, "not looked at"), (3, "c")], memo: true)
    #expect(third.hasPrefix("<ul data-key=\"list\">\(keepOne)<li"))
  }

  @Test("The same key inside another parent is another fragment")
  func scopes() {
    let writer = Writer()
    func render(_ parent: Key) -> String {
      writer.begin()
      writer.keyed("ul", parent) {
        writer.put(">")
        writer.keyed("li", Key("r", 0, 1)) { writer.put(">a") }
      }
      writer.end()
      return writer.string
    }
    _ = render(Key("x"))
    #expect(render(Key("y")) == "<ul data-key=\"y\">\(one)a</li></ul>")
  }

  @Test("A fragment that was away for a render is written in full when it is back")
  func returning() {
    let writer = Writer()
    _ = list(writer, [(1, "a"), (2, "b")])
    _ = list(writer, [(2, "b")])
    #expect(
      list(writer, [(1, "a"), (2, "b")]) == "<ul data-key=\"list\">\(one)a</li>\(keepTwo)</ul>")
  }

  @Test("After forget the whole page is written")
  func forgetting() {
    let writer = Writer()
    let first = list(writer, [(1, "a")])
    writer.forget()
    #expect(list(writer, [(1, "a")]) == first)
  }
}
