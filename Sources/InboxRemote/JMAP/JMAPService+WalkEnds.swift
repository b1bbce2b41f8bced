import InboxModel

/// Checks that walks end, whatever a server lists.
extension JMAPService {
    private static let doubts = 10
    /// The highest total that is believed, of mailboxes and of a server that counts nothing.
    private static let mostUncounted = 10_000_000

    static func endless(_ detail: String) -> RemoteError {
        RemoteError(.unreadableAnswer(detail: detail), call: "Email/query")
    }

    /// Throws if a list is empty although mailboxes have mail: the server is still building the list, and taking it for complete would
    /// leave the account empty.
    func checkEnd(of walk: String, _ position: WalkPosition) async throws(RemoteError) {
        guard position.given == 0, position.before == nil, walk == "all" else { return }
        let most = try await mailboxCounts().max() ?? 0
        // A server that never lists what it counts is believed in the end.
        guard most > 0, knowledge.foundNothing() <= Self.doubts else { return }
        throw Self.endless("the server lists no mail, and says that a mailbox has \(most) messages")
    }

    /// Throws if a walk does not end. Lists may lag behind the mail, and a walk may restart where much is gone. A list that continues so,
    /// or far beyond the server's total, is bogus and endless.
    /// - Parameter found: whether the server has any email of the page.
    func checkHasEnd(_ walk: String, _ filter: [String: JSON], _ position: inout WalkPosition, found: Bool)
        async throws(RemoteError)
    {
        if knowledge.listed(walk, found: found, most: Self.doubts) >= Self.doubts {
            throw Self.endless("the server keeps listing mail that it does not have")
        }
        guard position.isFarBeyond(position.counted ?? position.total ?? 0) else { return }
        let counted = try await count(position.filter(filter))
        guard !position.isFarBeyond(counted) else {
            throw Self.endless("the server keeps listing mail beyond all that it counts")
        }
        position.counted = counted
    }

    /// Returns an upper bound of the current emails. Some servers limit the count of a query.
    private func count(_ filter: JSON?) async throws(RemoteError) -> Int {
        var arguments: [String: JSON] = ["limit": 1, "calculateTotal": true]
        arguments["filter"] = filter
        let total = try await query(arguments).total
        let counts = try await mailboxCounts()
        guard total != nil || !counts.isEmpty else { return Self.mostUncounted }
        return max(total ?? 0, counts.reduce(0) { min($0 + $1, Self.mostUncounted) })
    }

    /// Returns the reported number of emails in each mailbox.
    private func mailboxCounts() async throws(RemoteError) -> [Int] {
        try await caller.get("Mailbox/get", nil, properties: ["id", "totalEmails"], as: WireTotal.self)
            .list.compactMap(\.totalEmails)
    }
}
