/// A reply of a submission server (RFC 5321 §4.2).
struct SMTPReply: Hashable, Sendable {
    /// 200 to 599.
    let code: Int
    /// The lines without the code.
    let lines: [String]

    var isYes: Bool { code / 100 == 2 }

    /// What the server says, without enhanced status codes (RFC 3463).
    var text: String {
        lines.map { line in
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false)
            let isCode =
                numbers.count == 3 && numbers.allSatisfy { (1...3).contains($0.count) && $0.allSatisfy(\.isNumber) }
            return isCode ? String(parts.dropFirst().first ?? "") : line
        }.joined(separator: " ")
    }

    /// The server's refusal, for now or for good.
    func error(_ words: ServerWords) -> MailTransportError {
        let message = words.clean(text.isEmpty ? String(code) : text)
        return switch code {
        case 400..<500: .busy(message: message)
        // Authentication is required, or did not succeed (RFC 4954 §6).
        case 530, 534, 535, 538: .signedOut(message: message)
        default: .refused(message: message)
        }
    }
}

/// Assembles replies from lines.
struct SMTPReplyReader: Sendable {
    private var lines: [String] = []

    /// - Returns: the reply that ends with the line; nil if it goes on.
    /// - Throws: `Malformed`.
    mutating func read(_ line: [UInt8]) throws(Malformed) -> SMTPReply? {
        let digits = line.prefix(3)
        guard let code = Int(String(decoding: digits, as: UTF8.self)), (200...599).contains(code),
            line.count == 3 || line[3] == UInt8(ascii: " ") || line[3] == UInt8(ascii: "-")
        else { throw Malformed() }
        lines.append(String(decoding: line.dropFirst(4), as: UTF8.self))
        if line.count > 3, line[3] == UInt8(ascii: "-") { return nil }
        defer { lines = [] }
        return SMTPReply(code: code, lines: lines)
    }

    struct Malformed: Error {}
}
