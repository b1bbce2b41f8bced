import GRDB

/// A stretch of the log as a client gets it: several changes of one object are folded to the newest of each kind.
struct DeltaPage: Sendable {
    let start: Int64
    let end: Int64
    let deltas: [JSONValue]

    var isEmpty: Bool { start == end }

    init(_ db: Database, query: DeltaQuery, after number: Int64, account: ServedAccount) throws {
        let entries = try DeltaLog.entries(
            after: number, limit: query.limit, objects: query.objects, account: account.id, in: db)
        start = number
        end = entries.last?.number ?? number
        var seen: Set<[String]> = []
        let newest = entries.reversed().filter {
            seen.insert([$0.object.rawValue, $0.publicID, $0.event.rawValue]).inserted
        }
        let objects = try DeltaObjects(db, account: account, isExpanded: query.isExpanded)
        deltas = try newest.reversed().compactMap { entry in
            let attributes = try entry.event == .delete ? nil : objects.json(of: entry.object, publicID: entry.publicID)
            // What has been deleted since is told by its own entry.
            if attributes == nil, entry.event != .delete { return nil }
            return Self.json(entry, attributes: attributes)
        }
    }

    var json: JSONValue {
        .object([
            JSONMember("cursor_end", .text(DeltaLog.cursor(end))),
            JSONMember("cursor_start", .text(DeltaLog.cursor(start))),
            JSONMember("deltas", .array(deltas)),
        ])
    }

    private static func json(_ entry: DeltaLog.Entry, attributes: JSONValue?) -> JSONValue {
        .object(
            (attributes.map { [JSONMember("attributes", $0)] } ?? []) + [
                JSONMember("cursor", .text(DeltaLog.cursor(entry.number))),
                JSONMember("event", .text(entry.event.rawValue)),
                JSONMember("id", .text(entry.publicID)),
                JSONMember("object", .text(entry.object.rawValue)),
            ])
    }
}

/// The objects that deltas tell of, as they are now.
private struct DeltaObjects {
    private let reader: MailReader
    private let isExpanded: Bool

    init(_ db: Database, account: ServedAccount, isExpanded: Bool) throws {
        reader = try MailReader(db, account: account)
        self.isExpanded = isExpanded
    }

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
        case .folder, .label: return reader.mailboxes.withPublicID(publicID)?.json(account: reader.account)
        case .calendar, .event: return nil
        }
    }
}
