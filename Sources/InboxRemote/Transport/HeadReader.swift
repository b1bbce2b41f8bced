/// Assembles a response head from its lines. An interim answer (1xx, RFC 9110 §15.2) is replaced by the next one, except 101, after which
/// another protocol begins. Trailer fields are ignored.
struct HeadReader {
    /// For all lines of an answer, including interim ones.
    private static let maxBytes = 256 << 10

    private var status: Int?
    private var headers = HTTPHeaders()
    private var bytes = 0
    /// The beginning of an incomplete line.
    private var line: [UInt8] = []
    private(set) var isComplete = false

    var value: HTTPResponseHead? {
        isComplete ? status.map { HTTPResponseHead(status: $0, headers: headers) } : nil
    }

    /// Reads a line. Returns false if the head is too large.
    mutating func read(_ line: some Collection<UInt8>) -> Bool {
        bytes += line.count
        guard bytes <= HeadReader.maxBytes else { return false }
        guard !isComplete else { return true }
        let text = String(decoding: line, as: UTF8.self)
        if text.hasPrefix("HTTP/") {
            status = text.split(separator: " ", maxSplits: 2).dropFirst().first.flatMap { Int($0.prefix(3)) }
            headers = HTTPHeaders()
        } else if text.allSatisfy(\.isNewline) {
            isComplete = status.map { $0 >= 200 || $0 == 101 } ?? false
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...]
            headers.append(trimmed(value), for: trimmed(text[..<colon]))
        }
        return true
    }

    /// Reads bytes that arrive in arbitrary pieces.
    /// - Returns: the bytes after the head; nil if the head is too large.
    mutating func read(pieces: some Collection<UInt8>) -> [UInt8]? {
        var rest = Array(pieces)[...]
        while !isComplete, let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            guard read(line + rest[...end]) else { return nil }
            line = []
            rest = rest[rest.index(after: end)...]
        }
        if isComplete { return Array(rest) }
        line += rest
        return bytes + line.count <= HeadReader.maxBytes ? [] : nil
    }

    private func trimmed(_ text: Substring) -> String {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var text = text
        while let byte = text.utf8.first, isBlank(byte) { text = Substring(text.utf8.dropFirst()) }
        while let byte = text.utf8.last, isBlank(byte) { text = Substring(text.utf8.dropLast()) }
        return String(text)
    }
}
