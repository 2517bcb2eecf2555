import Domain
import Testing

@Suite("Text of fields")
struct FieldTextTests {
  @Test("plain typing is escaped and its line breaks become br")
  func escaping() {
    #expect(
      FieldText.html(plain: "<b>a & b</b>\r\nc\rd\n\ne \"'")
        == "&lt;b&gt;a &amp; b&lt;/b&gt;<br>c<br>d<br><br>e \"'")
    #expect(FieldText.html(plain: "&lt; &amp;") == "&amp;lt; &amp;amp;")
  }

  @Test(
    "any plain text comes back as it was typed",
    arguments: [
      "", " ", "  two  spaces  ", "\n", "\n\na\n \n", "\ttab\t", "a\u{A0}b\u{A0}", "🍎 👩‍👩‍👧",
      "שלום\nمرحبا",
      "\u{0}\u{1}\u{7F}\u{C}\u{B}", "\u{2028}\u{85}", "&lt", "&#x41;", "a<", "</", "<!-- x",
      "a &b; c",
      "e\u{301}", "<script>alert(1)</script>", "x</b>", "\u{FEFF}x", "\u{10FFFF}",
    ])
  func roundTrip(text: String) {
    let html = FieldText.html(plain: text)
    #expect(FieldText.plain(html: html).utf8.elementsEqual(text.utf8))
    #expect(FieldText.safeHTML(html).utf8.elementsEqual(html.utf8))
    #expect(!FieldText.isFormatted(html))
  }

  @Test("any plain text comes back, at random; and what is safe stays as it is")
  func randomTexts() {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = Random(seed: seed)
    let parts = [
      "a", " ", "\n", "\r", "<", ">", "&", ";", "b", "/", "br", "#", "38", "x41", "amp", "lt", "!",
      "-",
      "?", "=", "\"", "'", "script", "div", "p", "i", "ä", "🍎", "\u{0}", "\t", "\u{A0}", "sub",
      "&#", "-->",
      "<!--", "</", "<b", "<i>", "</i>", "<div>", "</div>", "<br>", "</script>", "<script>",
      "nbsp;",
    ]
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<random.below(14) { text += parts[random.below(parts.count)] }
      let html = FieldText.html(plain: text)
      let lines = withoutReturns(text)
      #expect(FieldText.plain(html: html).utf8.elementsEqual(lines.utf8), "\(text), seed \(seed)")
      let safe = FieldText.safeHTML(text)
      #expect(isInSubset(safe), "\(text) gave \(safe), seed \(seed)")
      #expect(FieldText.safeHTML(safe) == safe, "\(text), seed \(seed)")
      #expect(FieldText.plain(html: safe) == FieldText.plain(html: text), "\(text), seed \(seed)")
    }
  }

  /// By scalars: as characters, CR LF is one.
  private func withoutReturns(_ text: String) -> String {
    var lines = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      if scalar == "\r" || scalar != "\n" || !isAfterReturn {
        lines.append(scalar == "\r" ? "\n" : scalar)
      }
      isAfterReturn = scalar == "\r"
    }
    return String(lines)
  }

  /// Only the tags of the subset, each closed in order, and no other angle bracket.
  private func isInSubset(_ html: String) -> Bool {
    var open: [Substring] = []
    var rest = html[...]
    while let start = rest.firstIndex(of: "<") {
      if rest[..<start].contains(">") { return false }
      guard let end = rest[start...].firstIndex(of: ">") else { return false }
      let name = rest[rest.index(after: start)..<end]
      rest = rest[rest.index(after: end)...]
      if name == "br" { continue }
      if name.hasPrefix("/") {
        guard open.popLast() == name.dropFirst() else { return false }
      } else {
        guard ["b", "i", "u", "em", "strong", "s", "sub", "sup"].contains(name) else {
          return false
        }
        open.append(name)
      }
    }
    return open.isEmpty && !rest.contains(">")
  }

  @Test(
    "foreign HTML is brought into the subset",
    arguments: [
      ("<b class=x onclick='a>b'>T</b>", "<b>T</b>"), ("<B>T</B>", "<b>T</b>"),
      ("<b><i>x</b>y</i>", "<b><i>x</i></b>y"), ("<b>x", "<b>x</b>"), ("x</b>", "x"),
      ("<a href=\"javascript:x\">y</a>", "y"), ("<img src=x onerror=y>", ""),
      ("a<script>b<i>c</script>d", "ad"), ("a<SCRIPT >b</scripty></script\n>d", "ad"),
      ("a<style>b", "a"), ("a<!-- <b> -->c", "ac"), ("a<!-->b", "ab"),
      ("a<!x>b<?y>c</ z>d", "abcd"),
      ("<div>a</div><div>b</div>", "a<br>b"), ("a<div><br></div><div>b</div>", "a<br><br>b"),
      ("<p>a</p>\n  <p>b</p> ", "a<br>b"), ("a\n  b", "a b"), ("a<br/>\nb", "a<br>b"),
      ("<ul><li>a</li><li>b</li></ul>c", "a<br>b<br>c"), ("<h1>a</h1>b", "a<br>b"),
      ("<b>a</b>\n<b>c</b>", "<b>a</b><b> c</b>"), ("5 < 6 > 4 & x", "5 &lt; 6 &gt; 4 &amp; x"),
      ("&auml;&eacute;", "&amp;auml;&amp;eacute;"), ("&nbsp;&quot;&#39;&#x1F34E;", "\u{A0}\"'🍎"),
      ("&lt;b&gt;", "&lt;b&gt;"), ("&ltb", "&lt;b"), ("&#10;", "<br>"),
      ("&#0;&#xD800;&#99999999999;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
      ("&#150;&#x80;", "–€"), ("a<b", "a&lt;b"), ("a<b title=\">", "a&lt;b title=\"&gt;"),
      ("a<!-- b<i>", "a&lt;!-- b&lt;i&gt;"), ("<scr<script>ipt>x</script>", "ipt&gt;x"),
      ("<svg/onload=x>", ""),
      ("<b<i>x", "x"), ("<<b>x", "&lt;<b>x</b>"), ("<math><mi//xlink:href=\"data:x\">", ""),
      ("<noscript><p title=\"</noscript><img src=x onerror=y>\">", ""),
    ])
  func foreign(html: String, expected: String) { #expect(FieldText.safeHTML(html) == expected) }

  @Test("plain text of formatted fields")
  func plainText() {
    #expect(
      FieldText.plain(html: "<b>H<sub>2</sub>O</b> &amp; x<br><div>y</div>z") == "H2O & x\ny\nz")
    #expect(FieldText.isFormatted("H<sub>2</sub>O"))
    #expect(FieldText.isFormatted("<div>x</div>"))
    #expect(!FieldText.isFormatted("a<br>b &lt;"))
  }

  @Test("depth of formatting is bounded, and hostile texts take linear time")
  func hostile() {
    let deep = FieldText.safeHTML(String(repeating: "<b>", count: 100_000) + "x")
    #expect(deep.utf8.count == 32 * 7 + 1)
    for part in [
      "<", "&", "<!--", "<a ", "<script>", "</script", "&#", "<b></i>", "\n ", "<!-->-",
      "<b title=\"", "<script><i ",
      "</",
    ] {
      _ = FieldText.safeHTML(String(repeating: part, count: 100_000))
    }
  }
}
