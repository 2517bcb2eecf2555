import Foundation
import StoreSupport
import Testing

@testable import Server

@Suite("The files of the web app")
struct StaticFilesTests {
  private let server: TestServer

  init() throws {
    server = try TestServer(files: [
      "index.html": "<!doctype html>page", "app.js": "let a = 1", "app.js.gz": "gzipped",
      "app.js.br": "brotli", "app.wasm": "wasm", "app.wasm.gz": "wasm gzipped",
      "css/app.css": "a{}", "icon.3f9c01ab.svg": "<svg/>", "notes.unknown": "?",
      "app.webmanifest": "{}", "a/0123456789ab/app.js": "let a = 1", ".hidden": "secret",
      "v1/.hidden": "secret",
    ])
  }

  @Test("come with their media type")
  func types() throws {
    for (path, type) in [
      ("/", "text/html; charset=utf-8"), ("/index.html", "text/html; charset=utf-8"),
      ("/app.js", "text/javascript; charset=utf-8"), ("/app.wasm", "application/wasm"),
      ("/css/app.css", "text/css; charset=utf-8"), ("/icon.3f9c01ab.svg", "image/svg+xml"),
      ("/app.webmanifest", "application/manifest+json"),
      ("/notes.unknown", "application/octet-stream"),
    ] {
      let answer = try server.ask("GET", path)
      #expect(answer.status == 200, "\(path)")
      #expect(answer.field("content-type") == type)
    }
  }

  @Test("come compressed in the best way that the browser takes")
  func codings() throws {
    for (accept, coding, text) in [
      (nil, nil, "let a = 1"), ("gzip", "gzip", "gzipped"), ("br", "br", "brotli"),
      ("gzip, deflate, br", "br", "brotli"), ("gzip;q=1, br;q=0", "gzip", "gzipped"),
      ("br;q=0.0, gzip;q=0", nil, "let a = 1"), ("*", "br", "brotli"),
      ("deflate", nil, "let a = 1"),
      ("GZIP", "gzip", "gzipped"), ("gzip ; q=0.5", "gzip", "gzipped"), (";;,", nil, "let a = 1"),
    ] as [(String?, String?, String)] {
      let fields = accept.map { [("Accept-Encoding", $0)] } ?? []
      let answer = try server.ask("GET", "/app.js", fields)
      #expect(answer.text == text, "\(accept ?? "none")")
      #expect(answer.field("content-encoding") == coding)
      #expect(answer.field("vary") == "Accept-Encoding")
    }
    let wasm = try server.ask("GET", "/app.wasm", [("Accept-Encoding", "gzip, br")])
    #expect(wasm.field("content-encoding") == "gzip")
  }

  @Test("are not sent again when the browser has them")
  func tags() throws {
    let first = try server.ask("GET", "/app.js", [("Accept-Encoding", "br")])
    let tag = try #require(first.field("etag"))
    for known in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      let again = try server.ask(
        "GET", "/app.js", [("Accept-Encoding", "br"), ("If-None-Match", known)])
      #expect(again.status == 304, "\(known)")
      #expect(again.body.isEmpty)
      #expect(again.field("etag") == tag)
      #expect(again.field("cache-control") == "no-cache")
    }
    // Another coding is another content.
    let plain = try server.ask("GET", "/app.js", [("If-None-Match", tag)])
    #expect(plain.status == 200)
    #expect(plain.field("etag") != tag)
  }

  @Test("are kept for good only under a name that never gets another content")
  func caching() throws {
    for (path, isFixed) in [
      ("/", false), ("/app.js", false), ("/icon.3f9c01ab.svg", true), ("/app.js?v=12", true),
      ("/app.js?x=12", false), ("/a/0123456789ab/app.js", true),
    ] {
      let caching = try server.ask("GET", path).field("cache-control")
      #expect(caching == (isFixed ? "public, max-age=31536000, immutable" : "no-cache"), "\(path)")
    }
  }

  @Test("are described by HEAD")
  func head() throws {
    let get = try server.ask("GET", "/app.js")
    let head = try server.ask("HEAD", "/app.js")
    #expect(head.status == 200)
    #expect(head.field("content-length") == "9")
    #expect(head.field("etag") == get.field("etag"))
  }

  @Test(
    "do not lead anywhere else",
    arguments: [
      "/../samples.json", "/css/../../samples.json", "/%2e%2e/samples.json", "//etc/passwd",
      "/..%2fsamples.json", "/.hidden", "/v1/.hidden", "/css", "/css/", "/css//app.css",
      "/app.js%00.html", "/app.js/", "/a\\b", "/missing.js", "/app%2Ejs",
    ])
  func traversal(path: String) throws {
    let answer = try server.ask("GET", path)
    #expect([400, 404].contains(answer.status), "\(answer.status)")
    #expect(!answer.text.contains("secret"))
  }

  @Test("are read again when they have changed")
  func changed() throws {
    let before = try server.ask("GET", "/css/app.css")
    try Data("b{color:red}".utf8).write(to: URL(fileURLWithPath: server.webRoot + "/css/app.css"))
    let after = try server.ask("GET", "/css/app.css")
    #expect(after.text == "b{color:red}")
    #expect(after.field("etag") != before.field("etag"))
  }

  @Test("are not sent in a compressed form of an older build")
  func staleCompression() throws {
    let path = server.webRoot + "/app.js"
    try Data("let a = 2".utf8).write(to: URL(fileURLWithPath: path))
    for suffix in [".br", ".gz"] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: path + suffix)
    }
    let answer = try server.ask("GET", "/app.js", [("Accept-Encoding", "br, gzip")])
    #expect(answer.text == "let a = 2")
    #expect(answer.field("content-encoding") == nil)
  }

  @Test("are asked for when the app is not built")
  func missing() throws {
    let bare = try TestServer(files: [:])
    let answer = try bare.ask("GET", "/")
    #expect(answer.status == 503)
    #expect(answer.text.contains("make build"))
  }
}
