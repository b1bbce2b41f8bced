package import InboxModel

/// Contacts in the server's address books (RFC 9610). They never share a request with sync (J-16), so that nothing else fails with them.
extension JMAPService {
    struct ContactNews: Sendable {
        var changes: [RemoteChange]
        /// The state to continue from.
        var state: String
        var hasMore = false
    }

    private static let mostCards = 20_000
    private static let name = "ContactCard"

    package func contacts() async throws(RemoteError) -> [RemoteContact] {
        guard try await hasContacts() else { return [] }
        return (try? await cards())?.list.flatMap(\.contacts) ?? []
    }

    func hasContacts() async throws(RemoteError) -> Bool {
        try await keeper.current().session.capabilities.contains(.contacts) && !knowledge.isSwitchedOff(Self.name)
    }

    /// Records that only contacts failed. After the second time in a row they are no longer requested; a server that cannot answer now is
    /// asked again.
    func missedContacts(_ error: RemoteError) {
        switch error.reason {
        case .busy, .limited, .cancelled: break
        default: knowledge.lost(Self.name)
        }
    }

    /// Returns the changes since a state, or all contacts; nil if the server has none.
    func contactNews(since state: String?) async -> Result<ContactNews, RemoteError>? {
        guard (try? await hasContacts()) == true else { return nil }
        do throws(RemoteError) {
            let news = try await contacts(since: state)
            knowledge.answered(Self.name)
            return .success(news)
        } catch {
            return .failure(error)
        }
    }

    private func contacts(since state: String?) async throws(RemoteError) -> ContactNews {
        guard let state else { return try await allContacts { card in card.contacts.map { .contact($0) } } }
        do throws(RemoteError) { return try await contactChanges(since: state) } catch {
            // Deleted contacts are not reported then, but the present ones are.
            guard error.reason == .stateTooOld else { throw error }
            return try await allContacts(Self.changes)
        }
    }

    private func allContacts(_ changes: (WireContactCard) -> [RemoteChange]) async throws(RemoteError) -> ContactNews {
        let (list, state) = try await cards()
        return ContactNews(changes: list.flatMap(changes), state: state)
    }

    private func contactChanges(since state: String) async throws(RemoteError) -> ContactNews {
        let most = try await pageOfCards()
        let told = try await caller.call(
            "ContactCard/changes", ["sinceState": .string(state), "maxChanges": .number(most)], as: WireChanges.self)
        let ids = Set(told.created + told.updated).sorted()
        let answers = try await pieces(ids, size: most, isReading: true) { ids throws(RemoteError) in
            try await cards(ids)
        }
        let list = answers.flatMap(\.list)
        let gone = Set(told.destroyed + answers.flatMap(\.notFound)).subtracting(list.map(\.id)).sorted()
        return ContactNews(
            changes: list.flatMap(Self.changes)
                + gone.flatMap { WireContactCard.allContacts(of: $0).map { .contactGone($0) } },
            state: told.newState, hasMore: told.hasMoreChanges && told.newState != state)
    }

    private static func changes(of card: WireContactCard) -> [RemoteChange] {
        card.contacts.map { .contact($0) } + card.goneContacts.map { .contactGone($0) }
    }

    /// Returns all cards. The state is that of the first page, so changes made meanwhile are reported again.
    private func cards() async throws(RemoteError) -> (list: [WireContactCard], state: String) {
        let most = try await pageOfCards()
        var list: [WireContactCard] = []
        var state: String?
        var seen: Set<String> = []
        while seen.count < Self.mostCards {
            var batch = Batch()
            let query = batch.add(
                "ContactCard/query", ["position": .number(seen.count), "limit": .number(most)], as: WireQuery.self)
            let get = batch.add(
                "ContactCard/get", ["properties": .strings(WireContactCard.properties)],
                references: ["ids": query.reference("/ids", \.ids)], as: WireGet<WireContactCard>.self)
            let answers = try await caller.send(batch)
            let (found, answer) = (try answers.value(query).ids, try answers.value(get))
            knowledge.skip(answer.skipped)
            state = state ?? answer.state
            // A server that repeats itself would be asked forever.
            guard !seen.isSuperset(of: found) else { break }
            list += answer.list
            seen.formUnion(found)
        }
        return (list, state ?? "")
    }

    private func cards(_ ids: [String]) async throws(RemoteError) -> [WireGet<WireContactCard>] {
        let answer = try await caller.get(
            "ContactCard/get", ids, properties: WireContactCard.properties, as: WireContactCard.self)
        knowledge.skip(answer.skipped)
        return [answer]
    }

    private func pageOfCards() async throws(RemoteError) -> Int {
        min(500, try await keeper.current().session.limits.objectsInGet)
    }
}
