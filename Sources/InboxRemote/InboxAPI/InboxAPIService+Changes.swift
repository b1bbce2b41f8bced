package import InboxModel

extension InboxAPIService {
    private static let deltaPage = 100
    private static let deltaTypes = "message,draft,folder,label,contact"

    package func latestState() async throws(RemoteError) -> String {
        try await caller.read(WireCursor.self, APICaller.Call(method: .post, name: "/delta/latest_cursor")).cursor
    }

    /// Ends a wait for news, so that the next request is sent at once.
    package func askForChanges() { news.end() }

    package func doubtConnections() { caller.transport.doubtConnections() }

    /// Empty pages whose cursor moves are followed, but not forever.
    private static let mostEmptyPages = 20

    package func changes(since state: String, wait: Duration?) async throws(RemoteError) -> RemoteChanges {
        var (from, wait) = (state, wait)
        for page in 1... {
            let deltas = try await deltas(since: from, wait: wait)
            knowledge.skip(deltas.entries.skipped)
            let hasMore = deltas.end != (deltas.start ?? from)
            let isEmpty = deltas.entries.elements.isEmpty
            guard isEmpty, hasMore, page < Self.mostEmptyPages else {
                return RemoteChanges(
                    changes: InboxAPIService.changes(deltas.entries.elements), newState: deltas.end,
                    hasMore: knowledge.leadsOn(to: deltas.end, hasMore: hasMore && !isEmpty))
            }
            (from, wait) = (deltas.end, nil)
        }
        throw RemoteError(.unsupported, call: "/delta")
    }
}

private extension InboxAPIService {
    func deltas(since state: String, wait: Duration?) async throws(RemoteError) -> WireDeltas {
        do throws(RemoteError) {
            return try await ask(since: state, wait: wait)
        } catch {
            guard error.isAboutTheCursor else { throw error }
            if error.isNotFound { return try await askAgain(since: state) }
            throw RemoteError(.stateTooOld, call: error.call)
        }
    }

    /// Asks again after a 404. Missing may be the cursor (on old servers), the long poll (which some servers lack), or the whole server
    /// behind a proxy. Only a missing cursor has all mail read again.
    func askAgain(since state: String) async throws(RemoteError) -> WireDeltas {
        do throws(RemoteError) {
            return try await ask(since: state, wait: nil)
        } catch {
            guard error.isNotFound else { throw error }
            _ = try await latestState()
            throw RemoteError(.stateTooOld, call: error.call)
        }
    }

    func ask(since state: String, wait: Duration?) async throws(RemoteError) -> WireDeltas {
        if let wait {
            let told = try await news.value { () async throws(RemoteError) in try await page(since: state, wait: wait) }
            if let told { return told }
        }
        return try await page(since: state, wait: nil)
    }

    func page(since state: String, wait: Duration?) async throws(RemoteError) -> WireDeltas {
        try await shrinking(InboxAPIService.deltaPage) { limit throws(RemoteError) in
            try await caller.read(WireDeltas.self, InboxAPIService.deltaCall(since: state, wait: wait, limit: limit))
        }
    }
}

private extension InboxAPIService {
    static func deltaCall(since state: String, wait: Duration?, limit: Int) -> APICaller.Call {
        var query = [
            (name: "cursor", value: state), (name: "limit", value: String(limit)),
            (name: "include_types", value: deltaTypes), (name: "exclude_folders", value: "false"),
            (name: "view", value: "expanded"),
        ]
        guard let wait else { return APICaller.Call(name: "/delta", query: query) }
        let seconds = min(max(wait.components.seconds, 1), 1800)
        query.append((name: "timeout", value: String(seconds)))
        // Longer than the server waits, so that its empty answer is not mistaken for silence; but not by much, because a lost server counts
        // as reachable for as long.
        return APICaller.Call(
            name: "/delta/longpoll", query: query, timeout: .seconds(seconds + 10), waitsOnPurpose: true)
    }

    static func changes(_ entries: [WireDelta]) -> [RemoteChange] {
        // A sent draft keeps its id as a message. If the entries report the message first, the deletion of the draft must not remove the
        // message.
        var sent: Set<RemoteID> = []
        var changes: [RemoteChange] = []
        for entry in entries {
            switch entry.content {
            case .message(let message):
                if !message.keywords.contains(.draft) { sent.insert(message.id) }
                changes.append(.message(message))
            case .messageGone(let id, let isDraft):
                if !isDraft || !sent.contains(id) { changes.append(.messageGone(id)) }
            case .mailbox(let mailbox): changes.append(.mailbox(mailbox))
            case .mailboxGone(let id): changes.append(.mailboxGone(id))
            case .contact(let contact): changes.append(.contact(contact))
            case .contactGone(let id): changes.append(.contactGone(id))
            case .other: break
            }
        }
        return changes
    }
}

extension RemoteError {
    /// An invalid or foreign cursor is a 400, on old servers a 404. An unknown parameter is a 400 too.
    fileprivate var isAboutTheCursor: Bool {
        switch reason {
        case .notFound: true
        case .refused(status: 400, let message):
            !["_types", "exclude_folders", "view", "timeout", "limit"].contains { message.contains($0) }
        default: false
        }
    }
}
