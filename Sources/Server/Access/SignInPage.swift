internal import Domain

/// The page that asks for the pass phrase: plain HTML without a script, so that it works before
/// anything of the app may be loaded.
enum SignInPage {
  private static let style = """
    :root{color-scheme:light dark;--bg:#f4f2ee;--ink:#26221d;--field:#fff;--control:#8b8378;\
    --accent:#ff7a1a;--on-accent:#2b1403;--wrong:#b3291e}
    @media(prefers-color-scheme:dark){:root{--bg:#1b1815;--ink:#f2ece4;--field:#292520;\
    --control:#8b8378;--wrong:#ff9c8a}}
    body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--bg);\
    color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
    main{width:min(20rem,calc(100vw - 3rem))}
    h1{font-size:1.75rem;margin:0 0 1rem}
    label{display:block;margin:0 0 .25rem}
    input,button{box-sizing:border-box;width:100%;min-height:3rem;padding:0 1rem;font:inherit;\
    border-radius:12px;border:1px solid var(--control);background:var(--field);\
    color:var(--ink)}
    button{margin-top:1rem;border:0;background:var(--accent);color:var(--on-accent);\
    font-weight:600;cursor:pointer}
    :focus-visible{outline:3px solid var(--accent);outline-offset:2px}
    [role=alert]{color:var(--wrong);margin:0 0 1rem}
    """
  private static let policy = SecurityHeaders.contentPolicy(
    styleHashes: [Secrets.policyHash(style)])

  static func response(
    _ status: Status, message: String?, _ fields: [HeaderField] = []
  ) -> Response {
    let alert = message.map { "<p role=\"alert\" id=\"problem\">\($0)</p>" } ?? ""
    let described = message == nil ? "" : " aria-describedby=\"problem\" aria-invalid=\"true\""
    let page = """
      <!doctype html><html lang="en"><head><meta charset="utf-8">\
      <meta name="viewport" content="width=device-width,initial-scale=1">\
      <title>Sign in · Omena</title><style>\(style)</style></head><body><main>\
      <h1>Omena</h1>\(alert)<form method="post" action="/sign-in">\
      <label for="passphrase">Pass phrase</label>\
      <input id="passphrase" name="passphrase" type="password" required autofocus \
      autocomplete="current-password"\(described)>\
      <button>Sign in</button></form></main></body></html>
      """
    return Response(
      status, Array(page.utf8),
      [
        HeaderField("Content-Type", "text/html; charset=utf-8"),
        HeaderField("Cache-Control", "no-store"), policy,
      ] + fields)
  }
}

/// Reads `application/x-www-form-urlencoded`.
enum FormBody {
  /// The first value of this name; nil when it is not there or not encoded rightly.
  static func value(of name: String, in body: [UInt8]) -> [UInt8]? {
    for pair in body.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
      let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard pair[..<end].elementsEqual(name.utf8) else { continue }
      return decoded(pair[end...].dropFirst())
    }
    return nil
  }

  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard index + 2 < text.endIndex, let high = hexDigitValue(text[index + 1]),
          let low = hexDigitValue(text[index + 2])
        else { return nil }
        bytes.append(high << 4 | low)
        index += 2
      default: bytes.append(text[index])
      }
      index += 1
    }
    return bytes
  }
}
