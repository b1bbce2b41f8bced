import Foundation

/// A condition of SEARCH (RFC 9051 §6.4.4).
indirect enum ServerSearchKey: Sendable {
    case every([ServerSearchKey])
    case not(ServerSearchKey)
    case either(ServerSearchKey, ServerSearchKey)
    case flag(String)
    case uids(ServerNumbers)
    case numbers(ServerNumbers)
    case header(String, String)
    case body(String)
    case text(String)
    case days(Range<Int>, isSent: Bool)
    case larger(Int)
    case smaller(Int)
    case changed(UInt64)
    /// Gmail's own language, of which only words and their fields are known here.
    case raw(String)
    case mail(Int)
    case thread(Int)

    typealias Nodes = ArraySlice<ServerNode>

    static func all(_ nodes: inout Nodes, lastUID: UInt32, last: UInt32) throws -> ServerSearchKey {
        var keys: [ServerSearchKey] = []
        while !nodes.isEmpty { keys.append(try one(&nodes, lastUID, last)) }
        guard !keys.isEmpty else { throw ServerSyntaxError(text: "no search key") }
        return .every(keys)
    }

    private static func one(_ nodes: inout Nodes, _ lastUID: UInt32, _ last: UInt32) throws -> ServerSearchKey {
        guard let node = nodes.popFirst() else { throw ServerSyntaxError(text: "a search key is missing") }
        if let items = node.items {
            var items = items[...]
            return try all(&items, lastUID: lastUID, last: last)
        }
        guard let word = node.word else { throw ServerSyntaxError(text: "that is no search key") }
        switch word {
        case "ALL": return .every([])
        case "NOT": return .not(try one(&nodes, lastUID, last))
        case "OR": return .either(try one(&nodes, lastUID, last), try one(&nodes, lastUID, last))
        case "ANSWERED", "DELETED", "DRAFT", "FLAGGED", "SEEN": return .flag("\\" + word)
        case "UNANSWERED", "UNDELETED", "UNDRAFT", "UNFLAGGED", "UNSEEN": return .not(.flag("\\" + word.dropFirst(2)))
        case "KEYWORD": return .flag(try text(&nodes))
        case "UNKEYWORD": return .not(.flag(try text(&nodes)))
        case "UID": return .uids(try ServerNumbers(try text(&nodes), last: lastUID))
        case "FROM", "TO", "CC", "BCC", "SUBJECT": return .header(word.lowercased(), try text(&nodes))
        case "HEADER": return .header(try text(&nodes).lowercased(), try text(&nodes))
        case "BODY": return .body(try text(&nodes))
        case "TEXT": return .text(try text(&nodes))
        case "LARGER": return .larger(try number(&nodes))
        case "SMALLER": return .smaller(try number(&nodes))
        case "MODSEQ": return .changed(UInt64(try number(&nodes)))
        case "X-GM-RAW": return .raw(try text(&nodes))
        case "EMAILID": return .mail(Int(try text(&nodes).dropFirst()) ?? 0)
        case "THREADID": return .thread(Int(try text(&nodes).dropFirst()) ?? 0)
        case "X-GM-MSGID": return .mail(try number(&nodes) - 1_700_000_000_000_000_000)
        case "X-GM-THRID": return .thread(try number(&nodes) - 1_700_000_000_000_000_000)
        default: return try day(word, &nodes) ?? .numbers(try ServerNumbers(word, last: last))
        }
    }

    private static func day(_ word: String, _ nodes: inout Nodes) throws -> ServerSearchKey? {
        let kind = word.replacing("SENT", with: "")
        guard ["BEFORE", "ON", "SINCE"].contains(kind) else { return nil }
        let day = ServerDate.dayNumber(try ServerDate.day(try text(&nodes)))
        let days = kind == "BEFORE" ? Int.min..<day : kind == "ON" ? day..<(day + 1) : day..<Int.max
        return .days(days, isSent: word.hasPrefix("SENT"))
    }

    private static func text(_ nodes: inout Nodes) throws -> String {
        guard let text = nodes.popFirst()?.text else { throw ServerSyntaxError(text: "a text is missing") }
        return text
    }

    private static func number(_ nodes: inout Nodes) throws -> Int {
        guard let number = Int(try text(&nodes)) else { throw ServerSyntaxError(text: "a number is missing") }
        return number
    }
}

extension ServerSearchKey {
    func matches(_ copy: ServerCopy, _ mail: ServerMail, number: UInt32) -> Bool {
        switch self {
        case .every(let keys): keys.allSatisfy { $0.matches(copy, mail, number: number) }
        case .not(let key): !key.matches(copy, mail, number: number)
        case .either(let one, let other):
            one.matches(copy, mail, number: number) || other.matches(copy, mail, number: number)
        case .flag(let flag): copy.flags.contains { $0.lowercased() == flag.lowercased() }
        case .uids(let uids): uids.contains(copy.uid)
        case .numbers(let numbers): numbers.contains(number)
        case .header(let name, let text):
            ServerPart(mail.bytes, depth: 0).fields.contains { $0.name == name && Self.contains($0.value, text) }
        case .body(let text): Self.contains(ServerPart(mail.bytes).searchable, text)
        case .text(let text):
            Self.contains(String(decoding: ServerPart(mail.bytes, depth: 0).header, as: UTF8.self), text)
                || Self.contains(ServerPart(mail.bytes).searchable, text)
        case .days(let days, false): days.contains(ServerDate.dayNumber(mail.date))
        case .days(let days, true):
            Self.sentDay(mail).map { days.contains($0) } ?? false
        case .larger(let size): mail.bytes.count > size
        case .smaller(let size): mail.bytes.count < size
        case .changed(let modSeq): copy.modSeq >= modSeq
        case .raw(let text):
            text.contains("subject:")
                ? ServerSearchKey.header("subject", text.filter { $0 != "\"" }.replacing("subject:", with: ""))
                    .matches(copy, mail, number: number)
                : ServerSearchKey.text(text.filter { $0 != "\"" }).matches(copy, mail, number: number)
        case .mail(let number): copy.mail == number
        case .thread(let number): mail.thread == number
        }
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        part.isEmpty || text.lowercased().contains(part.lowercased())
    }

    /// The day of the Date field: `Mon, 5 Jan 2026 10:00:00 +0000`.
    private static func sentDay(_ mail: ServerMail) -> Int? {
        guard let value = ServerPart(mail.bytes, depth: 0)["date"] else { return nil }
        let words = value.split(separator: " ").drop { $0.hasSuffix(",") }.prefix(3)
        return (try? ServerDate.day(words.joined(separator: "-"))).map(ServerDate.dayNumber)
    }
}
