import InboxModel

/// The identities that the server knows (RFC 8621 §6).
extension JMAPService {
    /// Returns the identity to send as; any of them if none covers the address.
    func identity(for email: String) async throws(RemoteError) -> WireIdentity {
        let all = try await wireIdentities()
        guard let identity = all.first(where: { $0.covers(email) }) ?? all.first else {
            let words = "the account has no identity to send as"
            throw RemoteError(.refused(status: 0, message: words), call: "EmailSubmission/set")
        }
        return identity
    }

    /// Returns all identities, or those that sent the latest mail if a server has more than it lists at once: no query finds the others.
    func wireIdentities() async throws(RemoteError) -> [WireIdentity] {
        do throws(RemoteError) { return try await identities(nil) } catch {
            guard error.asksForLess else { throw error }
            let used = try await usedIdentities()
            guard !used.isEmpty else { throw error }
            return try await identities(used)
        }
    }

    private func identities(_ ids: [String]?) async throws(RemoteError) -> [WireIdentity] {
        try await caller.get("Identity/get", ids, as: WireIdentity.self).list
    }

    private func usedIdentities() async throws(RemoteError) -> [String] {
        let most = min(100, try await keeper.current().session.limits.objectsInGet)
        var batch = Batch()
        let query = batch.add(
            "EmailSubmission/query",
            ["sort": [["property": "sentAt", "isAscending": false]], "limit": .number(most)], as: WireQuery.self)
        let get = batch.add(
            "EmailSubmission/get", ["properties": ["identityId"]],
            references: ["ids": query.reference("/ids") { $0.ids }], as: WireGet<WireSender>.self)
        var seen: Set<String> = []
        return try await caller.send(batch).value(get).list.map(\.identityId).filter { seen.insert($0).inserted }
    }
}

/// The identity of an EmailSubmission.
private struct WireSender: Decodable, Sendable {
    var identityId: String
}
