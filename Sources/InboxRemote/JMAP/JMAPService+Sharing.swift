package import InboxModel

/// Mailbox sharing (RFC 9670), if the server supports it. It shares no request with sync or sending (J-16).
extension JMAPService {
    private static let mostPrincipals = 500

    package func sharing(of mailbox: RemoteID) async throws(RemoteError) -> MailboxSharing {
        let session = try await sharingSession("Mailbox/get")
        let told = try await read(mailbox).sharing
        let ids = (told.shareWith ?? [:]).keys.sorted()
        // Their names are worth a request, but not a failure.
        let known = ids.isEmpty ? [] : (try? await principals(["ids": .strings(ids)], session)) ?? []
        let byID = Dictionary(known.map { ($0.id, $0) }) { first, _ in first }
        let shares = ids.map { session.words.share(byID[$0] ?? Principal(id: $0), told.shareWith?[$0] ?? []) }
        return MailboxSharing(shares: shares, mayShare: told.mayShare ?? true)
    }

    /// Patches only the rights of this principal, so that concurrent changes by other programs are kept.
    package func share(_ mailbox: RemoteID, with principal: String, level: ShareLevel?) async throws(RemoteError) {
        let words = try await sharingSession("Mailbox/set").words
        let rights = level.map { words.rights($0) } ?? .null
        do throws(RemoteError) {
            try await set(mailbox, ["shareWith/\(principal.asPointerStep)": rights])
        } catch {
            // A patch needs an existing object (RFC 8620 §5.3), which may be missing while the mailbox is shared with nobody.
            guard level != nil, ["invalidPatch", "invalidProperties"].contains(error.type) else { throw error }
            let (told, state) = try await read(mailbox)
            guard told.shareWith?.isEmpty == true, !state.isEmpty else { throw error }
            try await set(mailbox, ["shareWith": .object([principal: rights])], ifInState: state)
        }
    }

    package func principals() async throws(RemoteError) -> [Principal] {
        let session = try await sharingSession("Principal/query")
        guard session.principalsAccount != nil else { return [] }
        return try await principals(filter: nil, session).filter { $0.id != session.ownPrincipal }
    }

    package func principal(called text: String) async throws(RemoteError) -> Principal? {
        let session = try await sharingSession("Principal/query")
        let listed = try await principals(with: text, session)
        if let found = listed?.called(text) { return found }
        if session.capabilities.contains(.cyrusMail) { return Principal(id: cyrusUser(text, session)) }
        // A server that lists no principals may still know one by its id.
        return listed == nil ? Principal(id: text) : nil
    }
}

extension Session {
    fileprivate var words: ShareWords { capabilities.contains(.cyrusMail) ? .cyrus : .standard }
}

extension JMAPService {
    /// - Throws: `unsupported` if the server shares nothing.
    private func sharingSession(_ call: String) async throws(RemoteError) -> Session {
        let session = try await keeper.current().session
        if session.offersSharing { return session }
        // A session stored by an earlier version does not say.
        let new = try await keeper.anew().session
        guard new.offersSharing else { throw RemoteError(.unsupported, call: call) }
        return new
    }

    private func read(_ mailbox: RemoteID) async throws(RemoteError) -> (sharing: WireSharing, state: String) {
        let call = "Mailbox/get"
        var batch = sharingBatch
        let get = batch.add(
            call, ["ids": .strings([mailbox.rawValue]), "properties": .strings(WireSharing.properties)],
            as: WireGet<WireSharing>.self)
        do throws(RemoteError) {
            let answer = try await caller.send(batch).value(get)
            guard let told = answer.list.first else {
                throw RemoteError(.notFound(message: "there is no such mailbox"), call: call)
            }
            if told.shareWith != nil { return (told, answer.state) }
        } catch {
            // A server may have principals for calendars, but share no mail.
            guard error.type == "invalidArguments" else { throw error }
        }
        throw RemoteError(.unsupported, call: call)
    }

    private func set(_ mailbox: RemoteID, _ patch: [String: JSON], ifInState state: String? = nil)
        async throws(RemoteError)
    {
        let call = "Mailbox/set"
        var arguments: [String: JSON] = ["update": [mailbox.rawValue: patch.json].json]
        if let state { arguments["ifInState"] = .string(state) }
        var batch = sharingBatch
        let set = batch.add(call, arguments, as: WireSet.self)
        if let error = try await caller.send(batch).value(set).refusal(toUpdate: mailbox.rawValue, call: call) {
            throw error
        }
    }

    private var sharingBatch: Batch {
        var batch = Batch()
        batch.capabilities = [.principals, .cyrusMail]
        return batch
    }

    /// Returns nil if the server lists no principals.
    private func principals(with text: String, _ session: Session) async throws(RemoteError) -> [Principal]? {
        guard session.principalsAccount != nil else { return nil }
        for filter: JSON? in [["text": .string(text)], nil] {
            do throws(RemoteError) {
                return try await principals(filter: filter, session)
            } catch {
                guard error.nextStep == .drop else { throw error }
            }
        }
        return nil
    }

    private func principals(filter: JSON?, _ session: Session) async throws(RemoteError) -> [Principal] {
        var arguments: [String: JSON] = [
            "limit": .number(min(Self.mostPrincipals, session.limits.objectsInGet)),
            "accountId": session.principalsAccount.map { .string($0) } ?? .null,
        ]
        if let filter { arguments["filter"] = filter }
        var batch = Batch()
        let query = batch.add("Principal/query", arguments, as: WireQuery.self)
        return try await principals([:], session, batch, ["ids": query.reference("/ids", \.ids)])
    }

    /// - Parameters:
    ///   - arguments: which principals to get.
    ///   - batch: calls that the arguments refer to.
    private func principals(
        _ arguments: [String: JSON], _ session: Session, _ batch: Batch = Batch(),
        _ references: [String: Batch.Reference] = [:]
    ) async throws(RemoteError) -> [Principal] {
        guard let account = session.principalsAccount else { return [] }
        var (arguments, batch) = (arguments, batch)
        arguments["accountId"] = .string(account)
        arguments["properties"] = .strings(WirePrincipal.properties)
        let get = batch.add("Principal/get", arguments, references: references, as: WireGet<WirePrincipal>.self)
        return try await caller.send(batch).value(get).list.filter(\.isSomebody).map(\.principal)
    }

    /// Cyrus identifies users by their sign-in name, without the server's own domain.
    private func cyrusUser(_ text: String, _ session: Session) -> String {
        let parts = text.split(separator: "@")
        guard parts.count == 2, !session.userName.contains("@"), let domain = address?.split(separator: "@").last,
            domain.lowercased() == parts[1].lowercased()
        else { return text }
        return String(parts[0])
    }
}
