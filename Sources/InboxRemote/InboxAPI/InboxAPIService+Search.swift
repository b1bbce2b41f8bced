public import InboxModel

extension InboxAPIService {
    /// The search takes words and nothing else, so everything else of the query is left to be tested.
    public func search(_ question: RemoteQuestion, limit: Int) async throws(RemoteError) -> RemoteFindings {
        let call = APICaller.Call(name: "/messages/search")
        let reading = RemoteReading(
            question.predicate, list: .messages, names: RemoteReading.Names(mailboxes: question.mailboxes))
        guard let search = reading.search else { throw RemoteError(.unsupported, call: call.title) }
        let found: ReadableList<WireMessage>
        do throws(RemoteError) {
            found = try await shrinking(limit) { limit throws(RemoteError) in
                var call = call
                call.query = [("q", search.text), ("limit", String(limit))]
                return try await caller.read(ReadableList<WireMessage>.self, call)
            }
        } catch {
            // Older servers take `search` for the id of a message.
            guard error.isNotFound else { throw error }
            throw RemoteError(.unsupported, call: call.title)
        }
        knowledge.skip(found.skipped)
        var seen: Set<RemoteID> = []
        let hits = found.elements.map(\.remote.id).filter { seen.insert($0).inserted }
        return RemoteFindings(hits: hits, remainder: Self.unasked(question.predicate))
    }

    public func threads(of messages: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] {
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

    /// All but the words that are looked for anywhere.
    private static func unasked(_ predicate: MailPredicate) -> MailPredicate {
        let parts: [MailPredicate] =
            if case .all(let parts) = predicate, predicate != .unread { parts } else { [predicate] }
        return MailPredicate.all(parts.filter { if case .words(.anywhere, _) = $0 { false } else { true } }).normalForm
    }
}
