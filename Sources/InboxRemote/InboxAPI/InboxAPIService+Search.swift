package import InboxModel

extension InboxAPIService {
    /// Searches by words, all that the API's search takes. A query without words uses the filters of the message list. The caller must test
    /// the remainder of the query.
    package func search(_ question: RemoteQuestion, limit: Int) async throws(RemoteError) -> RemoteFindings {
        let reading = RemoteReading(question.predicate, mailboxes: question.mailboxes)
        guard reading.isNarrowing else { throw RemoteError(.unsupported, call: "GET /messages") }
        // One more than requested shows whether there are more.
        let wanted = max(limit, 1) + 1
        let found: [RemoteID]
        if let search = reading.search {
            found = try await self.found(by: search, limit: wanted)
        } else {
            let filters = reading.parameters.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
            found = try await hits(of: String.self, "/messages", [("view", "ids")] + filters, limit: wanted) {
                RemoteID($0)
            }
        }
        let hits = Array(found.prefix(limit))
        return RemoteFindings(hits: hits, hasMore: found.count > hits.count, remainder: reading.remainder)
    }

    private func found(by search: String, limit: Int) async throws(RemoteError) -> [RemoteID] {
        let name = "/messages/search"
        do throws(RemoteError) {
            return try await hits(of: WireMessage.self, name, [("q", search)], limit: limit, id: \.remote.id)
        } catch {
            // Older servers take `search` for a message id.
            guard error.isNotFound else { throw error }
            throw RemoteError(.unsupported, call: "GET \(name)")
        }
    }

    private static let hitsAtOnce = 200

    /// Returns the newest ids of a list, without duplicates, page by page until enough.
    private func hits<Element: Decodable>(
        of type: Element.Type, _ name: String, _ query: [(name: String, value: String)], limit: Int,
        id: (Element) -> RemoteID
    ) async throws(RemoteError) -> [RemoteID] {
        var hits: [RemoteID] = []
        var seen: Set<RemoteID> = []
        var offset = 0
        while true {
            let (asked, page) = try await shrinking(min(limit - hits.count, Self.hitsAtOnce)) {
                limit throws(RemoteError) in
                let place = offset > 0 ? [(name: "offset", value: String(offset))] : []
                let call = APICaller.Call(name: name, query: query + [("limit", String(limit))] + place)
                return (limit, try await caller.read(ReadableList<Element>.self, call))
            }
            knowledge.skip(page.skipped)
            let fresh = page.elements.map(id).filter { seen.insert($0).inserted }
            hits += fresh
            offset += page.sentCount
            guard page.sentCount >= asked, !fresh.isEmpty, hits.count < limit else { return hits }
        }
    }

    package func threads(of messages: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] {
        var all: [RemoteID: RemoteMessage] = [:]
        var read: Set<RemoteID> = []
        for id in messages where all[id] == nil {
            guard let message = try await message(id) else { continue }
            all[id] = message
            guard read.insert(message.thread).inserted else { continue }
            let thread = [(name: "thread_id", value: message.thread.rawValue), (name: "view", value: "expanded")]
            for member in try await pages(
                of: WireMessage.self, name: "/messages", query: thread, id: { $0.remote.id.rawValue })
            { all[member.remote.id] = member.remote }
        }
        return all.values.sorted { ($0.receivedAt, $0.id) > ($1.receivedAt, $1.id) }
    }
}
