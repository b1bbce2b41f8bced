package import InboxModel

extension JMAPService {
    package func search(_ question: RemoteQuestion, limit: Int) async throws(RemoteError) -> RemoteFindings {
        let call = "Email/query"
        guard let filter = EmailFilter(question) else { throw RemoteError(.unsupported, call: call) }
        let (ids, state): ([String], String?)
        do throws(RemoteError) {
            // One more than requested shows whether there are more.
            (ids, state) = try await hits(filter, limit: max(limit, 1) + 1)
        } catch {
            // What the server cannot search for is searched here, among the mail in the store.
            guard error.type == "unsupportedFilter" || error.type == "unsupportedSort" else { throw error }
            throw RemoteError(.unsupported, call: call, type: error.type)
        }
        let hits = Array(ids.prefix(limit))
        var findings = RemoteFindings(
            hits: hits.map { RemoteID($0) }, hasMore: ids.count > hits.count,
            snippets: await snippets(of: hits, filter),
            remainder: filter.remainder)
        findings.queryState = state.map { RemoteFindings.QueryState(filter: filter.text, state: $0) }
        return findings
    }

    /// Returns the matching ids. Continues if the server says that it limited the answer.
    /// - Returns: the ids, and the list's state if the server can calculate changes and all ids have the same state.
    private func hits(_ filter: EmailFilter, limit: Int) async throws(RemoteError) -> (ids: [String], state: String?) {
        var ids: [String] = []
        var states: Set<String?> = []
        var given = 0
        while true {
            let wanted = limit - ids.count
            var arguments: [String: JSON] = [
                "filter": filter.json, "sort": Self.newestFirst, "limit": .number(wanted),
            ]
            if given > 0 { arguments["position"] = .number(given) }
            let found = try await query(arguments)
            given += found.ids.count
            states.insert(found.state)
            let known = ids.count
            ids = IDWindow(ids + found.ids).ids
            let isCut = found.limit.map { $0 < wanted && $0 <= found.ids.count } ?? false
            guard isCut, ids.count > known, ids.count < limit else {
                return (Array(ids.prefix(limit)), states.count == 1 ? found.state : nil)
            }
        }
    }

    package func threads(of messages: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] {
        let members = try await threadMembers(of: messages.map(\.rawValue)).flatMap(\.self)
        return await legible(try await emails(members, .bodies)).map { $0.told(.bodies) }
    }

    /// Makes requests of its own. If they fail, the previews are still shown.
    func snippets(of ids: [String], _ filter: EmailFilter) async -> [RemoteID: SearchSnippet] {
        do throws(RemoteError) {
            let found = try await pieces(ids, size: 100) { ids throws(RemoteError) in
                try await caller.call(
                    "SearchSnippet/get", ["filter": filter.json, "emailIds": .strings(ids)], as: WireSnippets.self
                ).list
            }
            return Dictionary(found.map { (RemoteID($0.emailId), $0.snippet) }, uniquingKeysWith: { first, _ in first })
        } catch {
            return [:]
        }
    }
}

/// The answer of a SearchSnippet/get (RFC 8621 §5.1), which has no state.
private struct WireSnippets: Decodable, Sendable {
    struct Object: Decodable, Sendable {
        var emailId: String
        var snippet: SearchSnippet

        private enum CodingKeys: String, CodingKey { case emailId, subject, preview }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.members(CodingKeys.self)
            emailId = try fields.required(.emailId)
            snippet = SearchSnippet(
                subject: fields.text(.subject).map(SnippetMarkup.pieces),
                preview: fields.text(.preview).map(SnippetMarkup.pieces))
        }
    }

    var list: [Object]

    private enum CodingKeys: String, CodingKey { case list }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        list = try fields.decode(ReadableList<Object>.self, forKey: .list).elements
    }
}
