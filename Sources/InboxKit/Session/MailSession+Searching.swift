public import InboxModel
import InboxRemote
import InboxStore

/// Searching on servers, beyond the store.
extension MailSession {
    /// Changes come in bursts, and a search is work for a server.
    private static let searchPause = Duration.seconds(3)

    /// Asks an account's server for what a query may find beyond the store. Its hits are stored and reach lists like all mail; the
    /// result contains what only the server can know.
    /// - Parameter limit: how many of the newest messages to ask for; some thousands at most.
    public func searchServer(of account: Account, for filter: MailPredicate, limit: Int? = nil) async -> ServerSearch {
        await searchServer(of: account, for: filter, limit: limit, beginning: nil)
    }

    /// Waits until mail of the account changes, and then repeats the query on the server, at the earliest a few seconds after the
    /// last time.
    /// - Parameters:
    ///   - limit: the same as before.
    ///   - before: the result that the new one replaces.
    /// - Returns: the new result; nil if the task was cancelled, or no other result can follow.
    public func searchServer(
        of account: Account, for filter: MailPredicate, limit: Int? = nil, after before: ServerSearch
    ) async -> ServerSearch? {
        switch before.outcome {
        case .needless, .unsupported: return nil
        case .found, .failed, .paused: break
        }
        let wake = Wake()
        let listening = store.listen { commit in if !commit.threads.isEmpty { wake.wake() } }
        defer { withExtendedLifetime(listening) {} }
        var shown = before
        while !Task.isCancelled {
            try? await clock.wait(Self.searchPause)
            while !Task.isCancelled, state(of: account.id) == shown.state { await wake.wait(atMost: nil, clock: clock) }
            guard !Task.isCancelled else { break }
            let answer = await searchServer(of: account, for: filter, limit: limit, beginning: shown)
            shown.state = answer.state ?? state(of: account.id)
            // The result stays while the server is away, and is refreshed at the next change.
            guard answer.outcome == .found else { continue }
            if !answer.looksLike(before) { return answer }
            shown.findings = answer.findings
        }
        return nil
    }

    private func searchServer(
        of account: Account, for filter: MailPredicate, limit: Int?, beginning before: ServerSearch?
    ) async -> ServerSearch {
        if isPaused(account.id) { return ServerSearch(account: account.id, outcome: .paused) }
        return switch await service(for: account) {
        case .success(let service):
            await sync(account, service).search(filter, limit: limit ?? AccountSync.usualHits, after: before)
        case .failure(let error): ServerSearch(account: account.id, outcome: .failed(.secret(error)))
        }
    }

    /// Whether the server has no mail of the account that is not here, and so no older hits for a search either.
    public func hasAllMail(of account: AccountID) -> Bool {
        (try? store.read { try !$0.hasOlder(account: account) }) ?? false
    }

    /// The state up to which the account is in sync.
    private func state(of account: AccountID) -> String? {
        try? store.read { try $0.syncState(AccountSync.Key.state, account: account) }
    }
}
