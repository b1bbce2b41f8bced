private import Foundation
private import InboxModel

extension ParsedMessage {
    /// Returns the values of all headers with a name, topmost first, unfolded but otherwise raw.
    public static func headers(named name: String, of bytes: [UInt8]) -> [String] {
        let block = HeaderBlock(
            LineReader(withLineFeeds(bytes)), from: 0, budget: MimeLimits.headerBytes, isRoot: true
        ) { _ in false }
        return block.all(name.lowercased()).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the list id in a List-Id header, without its brackets and description.
    public static func listID(of value: String) -> String? { listID(Array(value.utf8)) }

    mutating func readHeaders(_ block: HeaderBlock) {
        headers = block.fields.map { ParsedHeader(name: $0.name, value: Self.line($0.value)) }
        messageID = block.first("message-id").flatMap { Self.messageIDs($0, limit: 1).first }
        inReplyTo = readIDs(block, "in-reply-to")
        references = readIDs(block, "references")
        subject = block.first("subject").map(Self.line) ?? ""
        listID = block.first("list-id").flatMap(Self.listID)
        readStatus(block)
        readDate(block)
        readAddresses(block)
        for name in ["From", "Subject", "Date", "Sender", "Message-ID"] where block.all(name.lowercased()).count > 1 {
            note("There are several \(name) headers; the first one counts")
        }
    }

    mutating func note(_ problem: String) {
        if !problems.contains(problem) { problems.append(problem) }
    }
}

private extension ParsedMessage {
    /// Decodes a value onto one line: line breaks and tabs from encoded words become blanks.
    static func line(_ raw: [UInt8]) -> String {
        let decoded = EncodedWords.decoded(raw)
        guard decoded.unicodeScalars.contains(where: { $0.isBlank && $0 != " " }) else {
            return decoded.trimmingBlanks()
        }
        var line = String.UnicodeScalarView()
        for scalar in decoded.unicodeScalars { line.append(scalar.isBlank ? " " : scalar) }
        return String(line).trimmingBlanks()
    }

    mutating func readIDs(_ block: HeaderBlock, _ name: String) -> [String] {
        var found: [String] = []
        for raw in block.all(name) { found += Self.messageIDs(raw, limit: MimeLimits.references + 1 - found.count) }
        if found.count > MimeLimits.references {
            note(MimeLimits.Problem.references)
        }
        return Array(found.prefix(MimeLimits.references))
    }

    /// Returns the ids between angle brackets (RFC 5322 §3.6.4), without the blanks of folding.
    static func messageIDs(_ raw: [UInt8], limit: Int) -> [String] {
        var found: [String] = []
        var start: Int?
        for (index, byte) in raw.enumerated() where found.count < limit {
            if byte == 0x3C {
                start = index
            } else if byte == 0x3E, let from = start {
                let inner = raw[(from + 1)..<index].filter { $0 > 0x20 && $0 != 0x7F }
                if !inner.isEmpty { found.append("<" + String(decoding: inner, as: UTF8.self) + ">") }
                start = nil
            }
        }
        return found
    }

    static func listID(_ raw: [UInt8]) -> String? {
        if let id = messageIDs(raw, limit: 1).first { return String(id.dropFirst().dropLast()) }
        let text = line(raw)
        return text.isEmpty ? nil : text
    }

    mutating func readStatus(_ block: HeaderBlock) {
        let letters = (block.all("status") + block.all("x-status")).joined().filter { $0 >= 0x41 && $0 <= 0x5A }
        status = letters.isEmpty ? nil : String(decoding: letters.prefix(20), as: UTF8.self)
    }

    mutating func readDate(_ block: HeaderBlock) {
        guard let raw = block.first("date") else { return }
        date = GMime.seconds(ofDate: raw).map { Date(timeIntervalSince1970: TimeInterval($0)) }
        if date == nil { note("The Date header can't be read") }
    }

    mutating func readAddresses(_ block: HeaderBlock) {
        var room = MimeLimits.recipients
        func read(_ name: String, firstOnly: Bool = false) -> [MailAddress] {
            var all: [MailAddress] = []
            let fields = firstOnly ? Array(block.all(name).prefix(1)) : block.all(name)
            for raw in fields {
                let pieces = Self.joined(AddressSplitter(raw).pieces)
                if pieces.count > room { note(MimeLimits.Problem.recipients) }
                let kept = pieces.prefix(max(0, room))
                room -= kept.count
                all += kept.map { AddressPiece.address(of: $0) }
            }
            return all.map(Self.tidied).filter { !$0.email.isEmpty || $0.name.contains { !"<> ".contains($0) } }
        }
        from = read("from", firstOnly: true)
        to = read("to")
        cc = read("cc")
        bcc = read("bcc")
        replyTo = read("reply-to")
    }

    /// Joins pieces whose comma is inside an encoded word, where some senders leave the comma of a name. No address is lost by that:
    /// neither half has one before the word ends (H-3).
    private static func joined(_ pieces: [[UInt8]]) -> [[UInt8]] {
        var joined: [[UInt8]] = []
        for piece in pieces {
            guard let last = joined.last, opensWord(last), closesWord(piece) else {
                joined.append(piece)
                continue
            }
            joined[joined.count - 1] = last + [0x2C] + piece
        }
        return joined
    }

    private static func opensWord(_ piece: [UInt8]) -> Bool {
        let text = String(decoding: piece, as: UTF8.self)
        let parts = text.split(separator: "?", omittingEmptySubsequences: false)
        return parts.count == 4 && String(parts[0]).trimmingBlanks() == "=" && parts[2].lowercased() == "q"
            && !text.contains { "@<\"".contains($0) }
    }

    private static func closesWord(_ piece: [UInt8]) -> Bool {
        let text = String(decoding: piece, as: UTF8.self)
        guard let end = text.firstRange(of: "?=") else { return false }
        return !text[..<end.lowerBound].contains { "@<\"? ".contains($0) }
    }

    /// Returns an address with its name and its email on one line each.
    static func tidied(_ address: MailAddress) -> MailAddress {
        let name = String(String.UnicodeScalarView(address.name.unicodeScalars.map { $0.isBlank ? " " : $0 }))
        return MailAddress(name: name.trimmingBlanks(), email: EmailAddress.written(address.email))
    }
}
