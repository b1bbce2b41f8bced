import InboxModel
import MailContent

/// A property such as `header:List-Id:asText:all` (RFC 8621 §4.1.3).
struct HeaderProperty: Sendable {
    enum Form: String, Sendable {
        case raw = "asRaw"
        case text = "asText"
        case addresses = "asAddresses"
        case groupedAddresses = "asGroupedAddresses"
        case messageIDs = "asMessageIds"
        case date = "asDate"
        case urls = "asURLs"
    }

    /// As the client wrote it.
    let header: String
    let form: Form
    let wantsAll: Bool

    init?(_ property: String) {
        var parts = property.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 2, parts.removeFirst() == "header" else { return nil }
        header = parts.removeFirst()
        let isName = header.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard !header.isEmpty, isName else { return nil }
        wantsAll = parts.last == "all"
        if wantsAll { parts.removeLast() }
        guard parts.count <= 1 else { return nil }
        guard let name = parts.first else {
            form = .raw
            return
        }
        guard let form = Form(rawValue: name) else { return nil }
        self.form = form
    }

    func value(in headers: [RawHeader]) -> JSONValue {
        let found = headers.filter { $0.name.lowercased() == header.lowercased() }.map { value(of: $0) }
        return wantsAll ? .array(found) : found.last ?? .null
    }

    private func value(of raw: RawHeader) -> JSONValue {
        switch form {
        case .raw: return .text(raw.text)
        case .text: return .text(raw.parsed(as: "Subject").subject)
        case .addresses: return .array(raw.parsed(as: "To").to.map(\.jmap))
        case .groupedAddresses:
            return .array([
                .object([
                    JSONMember("addresses", .array(raw.parsed(as: "To").to.map(\.jmap))), JSONMember("name", .null),
                ])
            ])
        case .messageIDs:
            let ids = raw.parsed(as: "References").references
            return ids.isEmpty ? .null : .texts(ids.map(MessageIDs.bare))
        case .date: return raw.parsed(as: "Date").date.map { .text(UTCDate.text($0)) } ?? .null
        case .urls:
            let urls = raw.parsed(as: "References").references.map(MessageIDs.bare)
            return urls.isEmpty ? .null : .texts(urls)
        }
    }
}

/// A header field in its original form.
struct RawHeader: Sendable {
    let name: String
    /// Everything after the colon, including folding and the leading blank.
    let value: [UInt8]

    /// The Raw form (RFC 8621 §4.1.2.1).
    var text: String { String(decoding: value, as: UTF8.self) }

    var json: JSONValue {
        .object([JSONMember("name", .text(name)), JSONMember("value", .text(text))])
    }

    /// Parses the value as that of another header, which has the wanted form.
    func parsed(as name: String) -> ParsedMessage {
        ParsedMessage.parse(Array("\(name):".utf8) + value + Array("\r\n\r\n".utf8))
    }

    /// Returns the header fields at the start of a message.
    static func all(in message: [UInt8]) -> [RawHeader] {
        let lines = LineReader(message)
        var headers: [RawHeader] = []
        var start = 0
        var end = 0
        func finish() {
            guard let colon = message[start..<end].firstIndex(of: UInt8(ascii: ":")) else { return }
            let name = String(decoding: message[start..<colon], as: UTF8.self)
            guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return }
            headers.append(RawHeader(name: name, value: Array(message[(colon + 1)..<end])))
        }
        var position = 0
        while let line = lines.line(at: position), !line.content.isEmpty {
            let first = message[line.content.lowerBound]
            if first != 0x20, first != 0x09 {
                finish()
                start = line.content.lowerBound
            }
            end = line.content.upperBound
            position = line.next
        }
        finish()
        return headers
    }
}

extension MailAddress {
    /// An EmailAddress (RFC 8621 §4.1.2.3).
    var jmap: JSONValue {
        .object([JSONMember("email", .text(email)), JSONMember("name", name.isEmpty ? .null : .text(name))])
    }
}

/// Message ids without and with their angle brackets.
enum MessageIDs {
    static func bare(_ id: String) -> String {
        id.hasPrefix("<") && id.hasSuffix(">") ? String(id.dropFirst().dropLast()) : id
    }
}
