package import InboxModel

/// Updates a search that is on the screen.
extension JMAPService {
    /// With more changes than this, a new list of hits is shorter.
    private static let mostChanges = 500

    package func searchAgain(_ question: RemoteQuestion, limit: Int, after before: RemoteFindings)
        async throws(RemoteError) -> RemoteFindings
    {
        guard let filter = EmailFilter(question), let state = before.queryState, state.filter == filter.text,
            let changes = try await changes(since: state.state, before, filter),
            let ids = changes.applied(to: before.hits.map(\.rawValue), isWhole: !before.hasMore),
            // Hits that move up from beyond the known end are not reported.
            !before.hasMore || ids.count >= before.hits.count
        else { return try await search(question, limit: limit) }
        let hits = ids.prefix(max(limit, 1)).map { RemoteID($0) }
        let (old, now) = (Set(before.hits), Set(hits))
        let new = hits.filter { !old.contains($0) }.map(\.rawValue)
        var snippets = before.snippets.filter { now.contains($0.key) }
        if !new.isEmpty { snippets.merge(await self.snippets(of: new, filter)) { $1 } }
        var findings = RemoteFindings(
            hits: hits, hasMore: before.hasMore || ids.count > hits.count, snippets: snippets,
            remainder: filter.remainder)
        findings.queryState = RemoteFindings.QueryState(filter: filter.text, state: changes.newState)
        return findings
    }

    /// - Returns: nil if the server cannot calculate the changes, or reports those of another state.
    private func changes(since state: String, _ before: RemoteFindings, _ filter: EmailFilter)
        async throws(RemoteError) -> WireQueryChanges?
    {
        var arguments: [String: JSON] = [
            "filter": filter.json, "sort": Self.newestFirst, "sinceQueryState": .string(state),
            "maxChanges": .number(Self.mostChanges),
        ]
        if before.hasMore, let last = before.hits.last { arguments["upToId"] = .string(last.rawValue) }
        do throws(RemoteError) {
            let changes = try await caller.call("Email/queryChanges", arguments, as: WireQueryChanges.self)
            return changes.oldState.map { $0.isEmpty || $0 == state } ?? true ? changes : nil
        } catch {
            switch (error.nextStep, error.reason) {
            case (.reload, _), (.drop, _), (_, .unreadableAnswer): return nil
            case (.retry, _), (.signIn, _): throw error
            }
        }
    }
}
