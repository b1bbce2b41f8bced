import Foundation

/// What FETCH can ask for (RFC 9051 §6.4.5).
enum ServerFetchItem: Hashable, Sendable {
    case uid, flags, date, size, modSeq, structure, gmailMessage, gmailThread, emailID, threadID
    case body(Section, first: Int?, count: Int, isPeek: Bool)

    enum Section: Hashable, Sendable {
        case whole(text: String)
        case header([Int], text: String)
        case text([Int], text: String)
        case fields([String], [Int], text: String)
        case mime([Int], text: String)
        case part([Int], text: String)

        var spelling: String {
            switch self {
            case .whole(let text), .header(_, let text), .text(_, let text), .fields(_, _, let text),
                .mime(_, let text),
                .part(_, let text):
                text
            }
        }
    }

    var marksAsSeen: Bool { if case .body(_, _, _, let isPeek) = self { !isPeek } else { false } }

    static func items(_ names: [String?], _ options: ServerOptions) throws -> [ServerFetchItem] {
        try names.map { name in
            guard let name, let item = try item(name, options) else {
                throw ServerSyntaxError(text: "\(name ?? "a list") can't be fetched")
            }
            return item
        }
    }

    private static func item(_ name: String, _ options: ServerOptions) throws -> ServerFetchItem? {
        switch name.uppercased() {
        case "UID": return .uid
        case "FLAGS": return .flags
        case "INTERNALDATE": return .date
        case "RFC822.SIZE": return .size
        case "BODYSTRUCTURE": return .structure
        case "MODSEQ": return options.hasModSeq ? .modSeq : nil
        case "X-GM-MSGID": return options.has("X-GM-EXT-1") ? .gmailMessage : nil
        case "X-GM-THRID": return options.has("X-GM-EXT-1") ? .gmailThread : nil
        case "EMAILID": return options.has("OBJECTID") ? .emailID : nil
        case "THREADID": return options.has("OBJECTID") ? .threadID : nil
        default: return try body(name)
        }
    }

    /// Reads `BODY.PEEK[1.2.MIME]<0.100>`.
    private static func body(_ name: String) throws -> ServerFetchItem? {
        guard let open = name.firstIndex(of: "["), let close = name.lastIndex(of: "]") else { return nil }
        let word = name[..<open].uppercased()
        guard ["BODY", "BODY.PEEK"].contains(word) else { return nil }
        let section = try section(String(name[name.index(after: open)..<close]))
        let rest = name[name.index(after: close)...]
        guard !rest.isEmpty else { return .body(section, first: nil, count: .max, isPeek: word == "BODY.PEEK") }
        let numbers = rest.dropFirst().dropLast().split(separator: ".").map { Int($0) }
        guard rest.first == "<", rest.last == ">", numbers.count == 2, let first = numbers[0], let count = numbers[1],
            first >= 0, count > 0, count <= UInt32.max
        else { throw ServerSyntaxError(text: "\(rest) is no stretch") }
        return .body(section, first: first, count: count, isPeek: word == "BODY.PEEK")
    }

    private static func section(_ text: String) throws -> Section {
        if text.isEmpty { return .whole(text: text) }
        var (numbers, rest) = ([Int](), text[...])
        while let digits = rest.split(separator: ".", maxSplits: 1).first, let number = Int(digits), number > 0 {
            numbers.append(number)
            rest = rest.dropFirst(digits.count)
            if rest.isEmpty { return .part(numbers, text: text) }
            rest = rest.dropFirst()
        }
        let word = rest.prefix { $0 != " " }.uppercased()
        switch word {
        case "HEADER": return .header(numbers, text: text)
        case "TEXT": return .text(numbers, text: text)
        case "MIME" where !numbers.isEmpty: return .mime(numbers, text: text)
        case "HEADER.FIELDS":
            let list = rest.dropFirst(word.count).trimmingCharacters(in: .whitespaces)
            guard list.hasPrefix("("), list.hasSuffix(")") else { throw ServerSyntaxError(text: "no fields") }
            let names = list.dropFirst().dropLast().split(separator: " ").map {
                $0.trimmingCharacters(in: ["\""]).lowercased()
            }
            return .fields(names, numbers, text: text)
        default: throw ServerSyntaxError(text: "\(text) is no section")
        }
    }
}

extension ServerFetchItem {
    /// - Parameter isLiteral: whether what could be a quoted string is sent as a literal.
    func answer(_ copy: ServerCopy, _ mail: ServerMail, zone: Int, _ isLiteral: Bool) -> [UInt8] {
        switch self {
        case .uid: Array("UID \(copy.uid)".utf8)
        case .flags: Array("FLAGS (\(copy.flags.sorted().joined(separator: " ")))".utf8)
        case .date: Array("INTERNALDATE \"\(ServerDate.text(mail.date, zone: zone))\"".utf8)
        case .size: Array("RFC822.SIZE \(mail.bytes.count)".utf8)
        case .modSeq: Array("MODSEQ (\(copy.modSeq))".utf8)
        case .structure: Array("BODYSTRUCTURE \(ServerPart(mail.bytes).structure)".utf8)
        case .gmailMessage: Array("X-GM-MSGID \(1_700_000_000_000_000_000 + copy.mail)".utf8)
        case .gmailThread: Array("X-GM-THRID \(1_700_000_000_000_000_000 + mail.thread)".utf8)
        case .emailID: Array("EMAILID (M\(copy.mail))".utf8)
        case .threadID: Array("THREADID (T\(mail.thread))".utf8)
        case .body(let section, let first, let count, _):
            Array("BODY[\(section.spelling)]\(first.map { "<\($0)>" } ?? "") ".utf8)
                + Self.string(
                    section.bytes(of: mail.bytes).map { Array($0.dropFirst(first ?? 0).prefix(count)) }, isLiteral)
        }
    }

    private static func string(_ bytes: [UInt8]?, _ isLiteral: Bool) -> [UInt8] {
        guard let bytes else { return Array("NIL".utf8) }
        let isPlain = bytes.count < 100 && bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
        return isPlain && !isLiteral ? [0x22] + bytes + [0x22] : Array("{\(bytes.count)}\r\n".utf8) + bytes
    }
}

extension ServerFetchItem.Section {
    /// Nil if the message has no such part.
    func bytes(of whole: [UInt8]) -> [UInt8]? {
        let root = ServerPart(whole)
        /// A message within the message, or the message itself.
        func message(_ numbers: [Int]) -> ServerPart? {
            numbers.isEmpty
                ? root : root.part(numbers[...]).flatMap { $0.type == "message/rfc822" ? $0.parts.first : nil }
        }
        switch self {
        case .whole: return whole
        case .header(let numbers, _): return message(numbers)?.header
        case .text(let numbers, _): return message(numbers)?.body
        case .part(let numbers, _): return root.part(numbers[...])?.body
        case .mime(let numbers, _): return root.part(numbers[...])?.header
        case .fields(let names, let numbers, _): return message(numbers).map { Self.pick(names, of: $0.header) }
        }
    }

    private static func pick(_ names: [String], of header: [UInt8]) -> [UInt8] {
        var (picked, isPicking) = ([UInt8](), false)
        for line in ServerPart.lines(header) where !line.isEmpty {
            if line[0] != 0x20, line[0] != 0x09 {
                let name = String(decoding: line.prefix { $0 != 0x3A }, as: UTF8.self)
                isPicking = names.contains(name.lowercased().trimmingCharacters(in: .whitespaces))
            }
            if isPicking { picked += line + [0x0D, 0x0A] }
        }
        return picked + [0x0D, 0x0A]
    }
}
