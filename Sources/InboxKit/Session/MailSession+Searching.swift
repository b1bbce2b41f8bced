public import InboxModel
import InboxRemote
import InboxStore

/// Searching on servers, beyond the store.
extension MailSession {
    /// What changes comes in flocks, and a search is work for a server.
    private static let searchPause = Duration.seconds(3)

    /// Asks an account's server for what a query may find beyond the store. What it finds is stored, and reaches lists like all
    /// mail; the result says what only the server can see.
    /// - Parameter limit: how many of the newest messages to ask for; some thousands at most.
    public func searchServer(of account: Account, for filter: MailPredicate, limit: Int? = nil) async -> ServerSearch {
        await searchServer(of: account, for: filter, limit: limit, beginning: nil)
    }

    /// Waits until mail of the account changes, and then repeats the query on the server, a few seconds after the last time at the
    /// earliest.
    /// - Parameters:
    ///   - limit: the same as before.
    ///   - before: the result to be replaced.
    /// - Returns: the new result; nil if the task was cancelled, or there will never be another one.
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
            // What was found stays while the server is away; it is asked again with the next news of it.
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

    /// Where the account stands with its server.
    private func state(of account: AccountID) -> String? {
        (try? store.read { try $0.syncState(AccountSync.Key.state, account: account) }) ?? nil
    }
}
