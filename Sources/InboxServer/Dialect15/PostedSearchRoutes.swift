import Foundation
import GRDB

/// `POST /n/…/threads/search` and `POST /n/…/messages/search`
enum PostedSearchRoutes {
    static func messages(_ call: APICall) async throws -> APIResponse {
        try await answer(call, table: "message", date: "date", extra: " AND NOT message.isDraft") { name, phrase, _ in
            try SearchedField.message(name, phrase)
        } object: { reader, id in
            try MessageRow.fetch(reader.db, publicID: id, account: reader.account.id).map { try reader.json($0) }
        }
    }

    static func threads(_ call: APICall) async throws -> APIResponse {
        try await answer(call, table: "thread", date: "lastDate", extra: "") { name, phrase, reader in
            try SearchedField.thread(name, phrase, reader)
        } object: { reader, id in
            try ThreadRow.fetch(reader.db, publicID: id, account: reader.account.id).map { try reader.json($0) }
        }
    }

    private static func answer(
        _ call: APICall, table: String, date: String, extra: String,
        condition: @Sendable @escaping (_ field: String, _ phrase: String, MailReader) throws -> SQL,
        object: @Sendable @escaping (MailReader, _ id: String) throws -> JSONValue?
    ) async throws -> APIResponse {
        try call.query.allowOnly(["limit", "offset"])
        let page = try Page(call.query)
        let search = try PostedSearch(call.request.body.isEmpty ? .object([]) : call.request.jsonObject())
        return .json(
            try await call.database.read { db in
                let reader = try call.reader(db)
                let (wanted, relevance) = try search.sql { try condition($0, $1, reader) }
                let from: SQL =
                    "FROM \(sql: table) WHERE \(sql: table).accountID = \(call.account.id)\(sql: extra) AND \(wanted)"
                let total = try SQLRequest<Int>(literal: "SELECT count(*) \(from)").fetchOne(db) ?? 0
                let newest = "\(table).\(date) DESC, \(table).id DESC"
                let order = search.sort == .relevance ? "relevance DESC, \(newest)" : newest
                let hits = try SQLRequest<Row>(
                    literal:
                        "SELECT \(sql: table).publicID, \(relevance) AS relevance \(from) ORDER BY \(sql: order)\(page.sql)"
                ).fetchAll(db)
                let results = try hits.compactMap { hit in
                    try object(reader, hit[0]).map { found in
                        JSONValue.object([
                            JSONMember("object", SearchHit.shaped(found)),
                            JSONMember("relevance", .real(hit[1])),
                        ])
                    }
                }
                return .object([JSONMember("results", .array(results)), JSONMember("total", .integer(total))])
            })
    }
}

/// Translates a field of a search into a condition over the rows that are searched.
private enum SearchedField {
    static func message(_ name: String, _ phrase: String) throws -> SQL {
        switch name {
        case "all": "(\(text(nil, phrase)) OR \(hasFile(phrase)))"
        case "subject": text("subject", phrase)
        case "body": text("text", phrase)
        // The index finds the few messages whose snippet must be checked.
        case "snippet": "(\(text("text", phrase)) AND holdsPhrase(message.snippet, \(phrase)))"
        case "from", "to", "cc", "bcc": try address(AddressKind.allCases.filter { $0.parameter == name }, phrase)
        case "files", "filename": hasFile(phrase)
        case "id": "message.publicID = \(phrase)"
        case "thread_id": "message.threadID IN (SELECT id FROM thread WHERE publicID = \(phrase))"
        default: throw APIError.invalid("There is no field \(name) to search in")
        }
    }

    /// A message field matches a thread that has a matching message.
    static func thread(_ name: String, _ phrase: String, _ reader: MailReader) throws -> SQL {
        switch name {
        case "all": "(\(hasMessage(try message("all", phrase))) OR \(tags(phrase, reader)))"
        case "subject": "(\(hasMessage(text("subject", phrase))) AND holdsPhrase(thread.subject, \(phrase)))"
        case "snippet": "(\(hasMessage(text("text", phrase))) AND holdsPhrase(thread.snippet, \(phrase)))"
        case "participants": hasMessage(try address(AddressKind.allCases, phrase))
        case "tags": tags(phrase, reader)
        case "id": "thread.publicID = \(phrase)"
        default: hasMessage(try message(name, phrase))
        }
    }

    private static func hasMessage(_ condition: SQL) -> SQL {
        "thread.id IN (SELECT message.threadID FROM message WHERE NOT message.isDraft AND \(condition))"
    }

    /// Searches one column of the index, or all of them.
    private static func text(_ column: String?, _ phrase: String) -> SQL {
        guard let pattern = SearchText.phrase(phrase) else { return "FALSE" }
        let whole = (column.map { "{\($0)} : " } ?? "") + pattern
        return "message.id IN (SELECT rowid FROM messageText WHERE messageText MATCH \(whole))"
    }

    private static func address(_ kinds: [AddressKind], _ phrase: String) throws -> SQL {
        """
        (\(text("people", phrase)) AND EXISTS (SELECT 1 FROM messageAddress AS person
        WHERE person.messageID = message.id AND person.kind IN \(kinds.map(\.rawValue))
        AND holdsPhrase(person.name || ' ' || person.email, \(phrase))))
        """
    }

    private static func hasFile(_ phrase: String) -> SQL {
        """
        message.id IN (SELECT messageFile.messageID FROM messageFile JOIN file ON file.id = messageFile.fileID
        WHERE holdsPhrase(file.fileName, \(phrase)))
        """
    }

    private static func tags(_ phrase: String, _ reader: MailReader) -> SQL {
        let found = reader.tagList.all.filter { TextWords.holds($0.name, phrase: phrase) }.map {
            TagFilter($0, in: reader.mailboxes, hasLabels: reader.account.hasLabels).wholeCondition
        }
        return found.isEmpty ? "FALSE" : "(\(found.joined(separator: " OR ")))"
    }
}

/// A search hit in the format specific to the search of 2014: addresses are plain strings, dates ISO 8601.
private enum SearchHit {
    private static let addresses: Set<String> = ["from", "to", "cc", "bcc", "reply_to", "participants"]

    static func shaped(_ object: JSONValue) -> JSONValue {
        guard case .object(let members) = object else { return object }
        return .object(
            members.map { member in
                if addresses.contains(member.name) { return JSONMember(member.name, plain(member.value)) }
                if member.name == "date" || member.name.hasSuffix("_timestamp") {
                    return JSONMember(member.name, iso(member.value))
                }
                return member
            })
    }

    private static func plain(_ value: JSONValue) -> JSONValue {
        guard let list = value.parsed.arrayValue else { return value }
        return .array(
            list.map { address in
                let email = address["email"]?.textValue ?? ""
                let name = address["name"]?.textValue ?? ""
                return .text(name.isEmpty ? email : "\(name) <\(email)>")
            })
    }

    private static func iso(_ value: JSONValue) -> JSONValue {
        guard let seconds = value.wholeNumber else { return value }
        return .text(Date(timeIntervalSince1970: TimeInterval(seconds)).formatted(.iso8601))
    }
}
