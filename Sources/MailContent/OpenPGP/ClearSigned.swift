package import InboxModel

/// A cleartext signature in a text, with what it signs (RFC 9580 §7).
package struct ClearSigned: Hashable, Sendable {
    /// The signed bytes: without escapes and blanks at line ends, with CRLF between lines and none after the last.
    package var content: [UInt8]
    package var signature: [UInt8]
    /// The unsigned text around it.
    private var rest: [UInt8]
    private var charset: String?
    private var isOnlyText: Bool

    static let begin = "-----BEGIN PGP SIGNED MESSAGE-----"
    private static let beginSignature = "-----BEGIN PGP SIGNATURE-----"
    private static let endSignature = "-----END PGP SIGNATURE-----"

    /// Whether the text holds nothing else.
    var isAlone: Bool { rest.allSatisfy { $0 <= 0x20 } }

    /// - Parameters:
    ///   - bytes: of a text; the first cleartext signature in it counts.
    ///   - charset: of the text, as its sender declares it.
    ///   - isOnlyText: whether a reader is shown no other text of the message.
    /// - Returns: `nil` when there is no cleartext signature, or a malformed one.
    init?(in bytes: [UInt8], charset: String?, isOnlyText: Bool) {
        let lines = LineReader(bytes)
        var position = 0
        func next() -> ArraySlice<UInt8>? {
            guard let line = lines.line(at: position) else { return nil }
            position = line.next
            return bytes[line.content]
        }
        var start: Int?
        while start == nil {
            let place = position
            guard let line = next() else { return nil }
            if Armor.isLine(line, Self.begin) { start = place }
        }
        // Other headers would call for a different interpretation.
        while let line = next(), !Armor.isBlank(line) {
            guard line.starts(with: "Hash:".utf8) else { return nil }
        }
        var content: [UInt8] = []
        var isFirst = true
        var proof = position
        while let line = next(), !Armor.isLine(line, Self.beginSignature) {
            let isEscaped = line.starts(with: "- ".utf8)
            guard isEscaped || line.first != UInt8(ascii: "-") else { return nil }
            if !isFirst { content += [0x0D, 0x0A] }
            content += (isEscaped ? line.dropFirst(2) : line).trimmingBlanksAtEnd()
            (isFirst, proof) = (false, position)
        }
        var isEnded = false
        while !isEnded, let line = next() { isEnded = Armor.isLine(line, Self.endSignature) }
        guard isEnded, let start, position - proof <= SealedMail.largestSignature else { return nil }
        self.content = content
        signature = Array(bytes[proof..<position])
        rest = Array(bytes[..<start] + bytes[position...])
        self.charset = charset
        self.isOnlyText = isOnlyText
    }

    /// The signed text, with the rest below it under a notice. No unsigned word can precede a signed one.
    /// `nil` when the message has other texts, which the body would replace.
    package var body: MessageBody? {
        guard isOnlyText else { return nil }
        // The charset is not signed: valid UTF-8 is read as such, whatever the declaration.
        func text(_ bytes: [UInt8]) -> String {
            let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
            return TextDecoder(bytes, charset: isUTF8 ? nil : charset).text.withLineFeeds()
        }
        guard !isAlone else { return MessageBody(plain: text(content)) }
        return MessageBody(plain: "\(text(content))\n\n\(Self.notSigned)\n\n\(text(rest).trimmingBlanks())")
    }

    private static let notSigned = "[Nothing below this line is signed]"

    /// Returns a text without the armor of its first cleartext signature, escapes included: the words of both stay in place. For answers,
    /// which nobody can verify a signature from; nothing tells what was signed.
    package static func withoutArmor(_ text: String) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        func index(of mark: String, from start: Int) -> Int? {
            lines[start...].firstIndex { $0.hasPrefix(mark) && $0.dropFirst(mark.count).allSatisfy(\.isWhitespace) }
        }
        guard let start = index(of: begin, from: 0),
            let head = lines[start...].firstIndex(where: { $0.allSatisfy(\.isWhitespace) }),
            let proof = index(of: beginSignature, from: head), let end = index(of: endSignature, from: proof)
        else { return text }
        let content = lines[(head + 1)..<proof].map { $0.hasPrefix("- ") ? $0.dropFirst(2) : $0 }
        return (lines[..<start] + content + lines[(end + 1)...]).joined(separator: "\n")
    }
}
