import Glibc
import Sync

/// Makes the file of sample decks that the server reads at its first start: a JSON array of
/// changes, as `Docs/Formats/changes.md` describes them.
///
///     sampler Data/samples dist/samples.json
@main
enum Sampler {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else { exit("usage: sampler FOLDER FILE", code: 2) }
    do throws(SampleError) {
      let json = try json { (name) throws(SampleError) in
        try read(arguments[1] + "/" + name, name: name)
      }
      try write(json, to: arguments[2])
    } catch {
      exit("sampler: \(error)", code: 1)
    }
  }

  /// The whole file. `read` gives a list's bytes by its name.
  static func json(
    read: (String) throws(SampleError) -> [UInt8]
  ) throws(SampleError) -> [UInt8] {
    var writer = JSONWriter(reserving: 1 << 18)
    writer.beginArray()
    for (place, deck) in try SampleDeck.all(read: read).enumerated() {
      for change in deck.changes(place: place) { change.append(to: &writer) }
    }
    writer.endArray()
    return writer.bytes
  }

  private static func read(_ path: String, name: String) throws(SampleError) -> [UInt8] {
    guard let file = fopen(path, "r") else {
      throw .unreadable(file: name, reason: String(cString: strerror(errno)))
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&chunk, 1, chunk.count, file)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Under another name first, so that the file is never there in part.
  private static func write(_ bytes: [UInt8], to path: String) throws(SampleError) {
    let new = path + ".new"
    guard let file = fopen(new, "w") else {
      throw .unwritable(file: path, reason: String(cString: strerror(errno)))
    }
    let count = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, count == bytes.count, rename(new, path) == 0 else {
      throw .unwritable(file: path, reason: String(cString: strerror(errno)))
    }
  }

  private static func exit(_ message: String, code: Int32) -> Never {
    let line = Array((message + "\n").utf8)
    _ = line.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
    Glibc.exit(code)
  }
}
