import MailContent

/// What stands for a text that the index need not keep.
///
/// 64 bits of SHA-256 without a key are enough for Message-IDs: whoever knows two of them joins their threads by simply naming both in
/// References, and whoever knows none can't aim at them. What remains is chance, one in 30 million for a million Message-IDs.
enum IndexHash {
    static func number(_ text: String) -> Int64 {
        let bytes = SHA256.hash(Array(text.utf8)).prefix(8)
        return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// 80 bits as 20 digits: part of an id.
    static func name(_ text: String) -> String {
        SHA256.hash(Array(text.utf8)).prefix(10).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
