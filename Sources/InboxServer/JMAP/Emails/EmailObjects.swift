import GRDB
import InboxModel

/// Builds Email objects (RFC 8621 §4.1) from rows, for one account within one read transaction.
struct EmailObjects {
    let db: Database
    let account: ServedAccount
    let mailboxes: MailboxList
    let properties: Set<String>
    let bodies: BodyWishes

    init(_ db: Database, account: ServedAccount, properties: Set<String>, bodies: BodyWishes) throws {
        self.db = db
        self.account = account
        self.properties = properties
        self.bodies = bodies
        mailboxes = try MailboxList(db, account: account.id)
    }

    func json(_ row: EmailRow) throws -> JSONValue {
        var members: [JSONMember] = []
        var places: EmailPlaces?
        if properties.contains("mailboxIds") || properties.contains("keywords") {
            places = try EmailPlaces(row, in: db, mailboxes: mailboxes)
        }
        var source: EmailSource?
        if needsBytes(row) {
            source = EmailSource(bytes: try EmailBytes.of(row, account: account, in: db), email: row.id)
        } else if needsHeaders(row) {
            source = EmailSource(headers: try EmailBytes.headers(of: row, account: account, in: db))
        }
        for name in properties.sorted() {
            members.append(JSONMember(name, value(name, of: row, places: places, source: source)))
        }
        return .object(members)
    }

    private func needsHeaders(_ row: EmailRow) -> Bool {
        let known: Set<String> = row.listID == nil ? [] : [EmailProperties.listID]
        return !properties.isDisjoint(with: EmailProperties.read)
            || properties.contains { $0.hasPrefix("header:") && !known.contains($0) }
    }

    private func needsBytes(_ row: EmailRow) -> Bool {
        if properties.contains("size"), row.size == nil { return true }
        if properties.contains("attachments"), row.attachmentCount > 0 { return true }
        return !properties.isDisjoint(with: ["bodyStructure", "bodyValues", "textBody", "htmlBody"])
    }

    private func value(_ name: String, of row: EmailRow, places: EmailPlaces?, source: EmailSource?) -> JSONValue {
        switch name {
        case "id": return .text(row.id)
        case "blobId": return .text(BlobID.email(row.id).text)
        case "threadId": return .text(row.threadID)
        case "mailboxIds": return .flags(places?.mailboxIDs.sorted() ?? [])
        case "keywords": return .flags(places?.keywords.sorted() ?? [])
        case "size": return .integer(row.size ?? Int64(source?.bytes.count ?? 0))
        case "receivedAt": return .text(UTCDate.text(seconds: row.date))
        case "hasAttachment": return .bool(row.attachmentCount > 0)
        case "preview": return .text(row.snippet)
        case "bodyStructure": return source?.bodies?.structure(bodies) ?? .null
        case "bodyValues": return source?.bodies?.values(bodies) ?? .object([])
        case "textBody": return source?.bodies?.textBody(bodies) ?? .array([])
        case "htmlBody": return source?.bodies?.htmlBody(bodies) ?? .array([])
        case "attachments": return source?.bodies?.attachments(bodies) ?? .array([])
        default: return header(name, of: row, source: source)
        }
    }

    private func header(_ name: String, of row: EmailRow, source: EmailSource?) -> JSONValue {
        switch name {
        case "messageId": return row.messageID.isEmpty ? .null : .texts([MessageIDs.bare(row.messageID)])
        case "inReplyTo": return row.inReplyTo.map { .texts([MessageIDs.bare($0)]) } ?? .null
        case EmailProperties.listID where row.listID != nil:
            return row.listID.flatMap { $0.isEmpty ? nil : .text($0) } ?? .null
        case "from": return Self.addresses(row.from)
        case "to": return Self.addresses(row.to)
        case "cc": return Self.addresses(row.cc)
        case "bcc": return Self.addresses(row.bcc)
        case "replyTo": return Self.addresses(row.replyTo)
        case "subject": return .text(row.subject)
        case "headers": return .array(source?.headers.map(\.json) ?? [])
        // The references in the store include ids for threading.
        case "references": return header("header:References:asMessageIds", source)
        case "sender": return header("header:Sender:asAddresses", source)
        case "sentAt": return header("header:Date:asDate", source)
        default: return header(name, source)
        }
    }

    private func header(_ property: String, _ source: EmailSource?) -> JSONValue {
        source.flatMap { HeaderProperty(property)?.value(in: $0.headers) } ?? .null
    }

    /// Returns the addresses; null for a missing header. An empty name becomes null too.
    private static func addresses(_ json: String) -> JSONValue {
        let list = JSONValue(reading: Array(json.utf8))?.arrayValue ?? []
        guard !list.isEmpty else { return .null }
        return .array(
            list.map { MailAddress(name: $0["name"]?.textValue ?? "", email: $0["email"]?.textValue ?? "").jmap })
    }
}

/// The part of a message's bytes that was read: all of them, or the headers.
private struct EmailSource {
    var bytes: [UInt8] = []
    let headers: [RawHeader]
    var bodies: EmailBodies?

    init(bytes: [UInt8], email: String) {
        self.bytes = bytes
        headers = RawHeader.all(in: bytes)
        bodies = EmailBodies(bytes) { BlobID.part($0, ofEmail: email).text }
    }

    init(headers: [RawHeader]) {
        self.headers = headers
    }
}
