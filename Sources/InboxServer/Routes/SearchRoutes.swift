import GRDB

/// `/threads/search` and `/messages/search`: whole words anywhere in the mail, newest first.
enum SearchRoutes {
    static func threads(_ call: APICall, isStream: Bool = false) async throws -> APIResponse {
        try await answer(call, isStream: isStream) { reader, words, page in
            try SQLRequest<Row>(
                literal: """
                    WITH found(id) AS MATERIALIZED (
                        SELECT DISTINCT message.threadID FROM messageText CROSS JOIN message ON message.id = messageText.rowid
                        WHERE messageText MATCH \(words) AND message.accountID = \(reader.account.id))
                    SELECT \(sql: ThreadRow.columns) FROM found CROSS JOIN thread ON thread.id = found.id
                    ORDER BY thread.lastDate DESC, thread.id DESC
                    """ + page.sql
            ).fetchAll(reader.db).map { try reader.json(ThreadRow(row: $0), isExpanded: page.view == .expanded) }
        }
    }

    static func messages(_ call: APICall, isStream: Bool = false) async throws -> APIResponse {
        try await answer(call, isStream: isStream) { reader, words, page in
            try SQLRequest<Row>(
                literal: """
                    WITH found(id) AS MATERIALIZED (
                        SELECT message.id FROM messageText CROSS JOIN message ON message.id = messageText.rowid
                        WHERE messageText MATCH \(words) AND message.accountID = \(reader.account.id)
                        ORDER BY message.date DESC, message.id DESC\(page.sql))
                    SELECT \(sql: MessageRow.columns(withBody: true)) FROM found CROSS JOIN message ON message.id = found.id
                    \(sql: MessageRow.joins(withBody: true)) ORDER BY message.date DESC, message.id DESC
                    """
            ).fetchAll(reader.db).map { try reader.json(MessageRow(row: $0), withHeaders: page.view == .expanded) }
        }
    }

    /// Answers with what the words find, as a list or as one line of a stream.
    private static func answer(
        _ call: APICall, isStream: Bool,
        finding find: @Sendable @escaping (MailReader, _ words: String, Page) throws -> [JSONValue]
    ) async throws -> APIResponse {
        try call.query.allowOnly(Page.names.union(["q"]))
        guard let text = call.query["q"], !text.allSatisfy(\.isWhitespace) else {
            throw APIError.invalid("You must specify a search query")
        }
        let page = try Page(call.query)
        let words = SearchText(text).pattern
        let found: [JSONValue] = try await call.database.read { db in
            let reader = try call.reader(db)
            return try words.map { try find(reader, $0, page) } ?? []
        }
        guard isStream else { return .json(.array(found)) }
        let line = JSONValue.array(found).bytes(isCompact: true) + [UInt8(ascii: "\n")]
        return APIResponse(contentType: "application/json", body: .bytes(line))
    }
}
