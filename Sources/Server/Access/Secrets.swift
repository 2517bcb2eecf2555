internal import CSodium

/// What libsodium does for us: pass phrases by argon2id, random tokens, hashes.
enum Secrets {
  /// 19 MiB and two passes, the setting that OWASP gives: about 40 ms.
  private static let memoryByteCount = 19 << 20
  private static let passCount: UInt64 = 2

  static let isReady: Bool = sodium_init() >= 0

  /// The hash of a pass phrase with its salt and settings ("$argon2id$…"); nil without memory.
  static func hash(passphrase: [UInt8]) -> String? {
    var text = [CChar](repeating: 0, count: Int(crypto_pwhash_strbytes()))
    let code = passphrase.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        crypto_pwhash_str_alg(
          &text, $0.baseAddress!, UInt64($0.count), passCount, memoryByteCount,
          crypto_pwhash_alg_argon2id13())
      }
    }
    return code == 0 ? string(text) : nil
  }

  static func verify(passphrase: [UInt8], hash: String) -> Bool {
    guard !passphrase.isEmpty else { return false }
    return passphrase.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        crypto_pwhash_str_verify(hash, $0.baseAddress!, UInt64($0.count)) == 0
      }
    }
  }

  /// 256 random bits in letters that a cookie takes.
  static func token() -> String {
    var bytes = [UInt8](repeating: 0, count: 32)
    randombytes_buf(&bytes, bytes.count)
    return base64(bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING)
  }

  /// What is stored of a token: whoever reads the store cannot sign in with it.
  static func hash(token: String) -> [UInt8] {
    let bytes = Array(token.utf8)
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_generichash(&digest, digest.count, bytes, UInt64(bytes.count), nil, 0)
    return digest
  }

  /// SHA-256 in base64, as a content security policy names a style.
  static func policyHash(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var digest = [UInt8](repeating: 0, count: 32)
    crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
    return base64(digest, sodium_base64_VARIANT_ORIGINAL)
  }

  private static func base64(_ bytes: [UInt8], _ variant: Int32) -> String {
    var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
    sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
    return string(text)
  }

  private static func string(_ text: [CChar]) -> String {
    String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
