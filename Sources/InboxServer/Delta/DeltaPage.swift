import GRDB

/// A section of the change log in the form for clients. Of several changes of an object, only the newest of each kind is
/// kept, in dialect 15 only the newest of all.
struct DeltaPage: Sendable {
    let start: Int64
    let end: Int64
    let deltas: [JSONValue]

    var isEmpty: Bool { start == end }

    init(query: DeltaQuery, after number: Int64, reader: MailReader) throws {
        let entries = try DeltaLog.entries(
            after: number, limit: query.limit, objects: query.objects, account: reader.account.id, in: reader.db)
        start = number
        end = entries.last?.number ?? number
        let dialect = reader.dialect
        var seen: Set<[String]> = []
        let newest = entries.reversed().filter { entry in
            let kind = dialect == .fifteen ? "" : entry.event.rawValue
            return seen.insert([dialect.deltaType(of: entry.object), entry.publicID, kind]).inserted
        }
        let objects = DeltaObjects(reader: reader, isExpanded: query.isExpanded)
        deltas = try newest.reversed().compactMap { entry in
            let attributes = try entry.event == .delete ? nil : objects.json(of: entry.object, publicID: entry.publicID)
            // An object that has been deleted since is reported by its own entry.
            if attributes == nil, entry.event != .delete { return nil }
            return Self.json(entry, attributes: attributes, dialect: dialect)
        }
    }

    var json: JSONValue {
        .object([
            JSONMember("cursor_end", .text(DeltaLog.cursor(end))),
            JSONMember("cursor_start", .text(DeltaLog.cursor(start))),
            JSONMember("deltas", .array(deltas)),
        ])
    }

    private static func json(_ entry: DeltaLog.Entry, attributes: JSONValue?, dialect: Dialect) -> JSONValue {
        let type = JSONValue.text(dialect.deltaType(of: entry.object))
        var members = attributes.map { [JSONMember("attributes", $0)] } ?? []
        members += [
            JSONMember("cursor", .text(DeltaLog.cursor(entry.number))),
            JSONMember("event", .text(entry.event.rawValue)),
            // The id of a built-in tag is its name.
            JSONMember("id", attributes?["id"] ?? .text(entry.publicID)),
            JSONMember("object", type),
        ]
        if dialect == .fifteen { members.append(JSONMember("object_type", type)) }
        return .object(members)
    }
}

/// The current JSON of the objects in deltas.
private struct DeltaObjects {
    let reader: MailReader
    let isExpanded: Bool

    func json(of object: ChangeObject, publicID: String) throws -> JSONValue? {
        switch object {
        case .thread:
            return try ThreadRow.fetch(reader.db, publicID: publicID, account: reader.account.id)
                .map { try reader.json($0, isExpanded: isExpanded) }
        case .message, .draft:
            guard let row = try MessageRow.fetch(reader.db, publicID: publicID, account: reader.account.id),
                row.isDraft == (object == .draft)
            else { return nil }
            return try reader.json(row, withHeaders: isExpanded)
        case .file: return try reader.file(publicID)
        case .contact: return try reader.contact(publicID)
        case .folder, .label, .keyword: return mailbox(publicID)
        case .email, .submission, .calendar, .event: return nil
        }
    }

    private func mailbox(_ publicID: String) -> JSONValue? {
        guard reader.dialect == .fifteen else {
            return reader.mailboxes.withPublicID(publicID)?.json(account: reader.account)
        }
        return reader.tagList.tag(ofMailbox: publicID, in: reader.mailboxes).map { reader.json($0) }
    }
}
