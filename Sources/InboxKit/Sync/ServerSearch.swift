public import InboxModel
import InboxRemote
import InboxStore

/// The result of asking one account's server for a query.
public struct ServerSearch: Hashable, Sendable {
    /// Whether the server was asked, and the outcome.
    public enum Outcome: Hashable, Sendable {
        /// The server answered; what it found is in the store.
        case found
        /// The server was not asked, because everything that it could find is here.
        case needless
        /// This server can't search for that, so only what is here is found.
        case unsupported
        /// The user paused the account.
        case paused
        case failed(FetchFailure)
    }

    public var account: AccountID
    public var outcome: Outcome
    /// How many messages were not in the store before.
    public var fetched = 0
    /// Whether the server has older hits beyond those that were requested.
    public var hasMore = false
    /// Messages that only the server finds, in a file or by its own idea of a word: in the store they match everything but the
    /// words of the query. `MailPredicate.widened(by:)` selects them too.
    public var beyond: [MessageID] = []
    /// The server's snippets by thread, each of the thread's newest hit.
    public var snippets: [ThreadID: SearchSnippet] = [:]
    /// The server's snippets by message.
    public var messageSnippets: [MessageID: SearchSnippet] = [:]
    /// The server's findings, and the account's state before the request, for repeating the search.
    var findings: RemoteFindings?
    var state: String?

    /// Whether another result looks the same on the screen.
    func looksLike(_ other: ServerSearch) -> Bool {
        var same = other
        (same.findings, same.state) = (findings, state)
        return same == self
    }
}

extension AccountSync {
    /// The number of newest hits that is enough for a list; a narrower query finds older ones.
    static let usualHits = 100
    private static let mostHits = 10_000
    private static let tries = 3

    /// Asks the server for a query, stores hits that are not here yet, and notes those that only the server finds.
    /// - Parameter before: the earlier result of the same query.
    func search(_ filter: MailPredicate, limit: Int = AccountSync.usualHits, after before: ServerSearch? = nil) async
        -> ServerSearch
    {
        var search = ServerSearch(account: account.id, outcome: .needless)
        do throws(Failure) {
            let (state, hasAll) = (try state(Key.state), try hasAll(for: filter))
            search.state = state
            guard state != nil, !hasAll else { return search }
            let (mailboxes, own, named) = try read {
                (try $0.mailboxes(), try $0.ownAddresses(), try filter.resolved(accounts: $0.accounts()))
            }
            guard
                let question = RemoteQuestion(named, account: account.id, mailboxes: mailboxes, own: own, now: now())
            else { return search }
            let findings = try await remote { () async throws(RemoteError) -> RemoteFindings in
                let limit = min(limit, Self.mostHits)
                guard let known = before?.findings else { return try await service.search(question, limit: limit) }
                return try await service.searchAgain(question, limit: limit, after: known)
            }
            search.findings = findings
            // If all mail is here, so are the older hits.
            if findings.hasMore { search.hasMore = try !self.hasAll(for: .everything) }
            search.fetched = try await (before?.fetched ?? 0) + keep(findings.hits, texts: filter.needsWords)
            try tell(findings, filter, &search)
            search.outcome = .found
        } catch .remote(let error) where error.reason == .unsupported {
            search.outcome = .unsupported
        } catch {
            search.outcome = .failed(error.fetchFailure)
        }
        return search
    }

    private func hasAll(for filter: MailPredicate) throws(Failure) -> Bool {
        try read { try $0.hasAll(for: filter, of: account) }
    }

    /// Fetches the threads of hits that are not in the store, even those before the window that is kept.
    /// - Parameter texts: whether to fetch also hits that are in the store without their texts.
    /// - Returns: how many hits were not in the store at all.
    private func keep(_ hits: [RemoteID], texts: Bool) async throws(Failure) -> Int {
        for _ in 0..<Self.tries {
            let since = try state(Key.state)
            let known = try read { reader in
                try hits.map { hit in
                    let id = try reader.message(hit, account: account.id)?.id
                    return (hit, isHere: id != nil, hasText: try id.flatMap(reader.body) != nil)
                }
            }
            let wanted = known.filter { texts ? !$0.hasText : !$0.isHere }.map(\.0)
            guard !wanted.isEmpty else { return 0 }
            let threads = try await remote { () async throws(RemoteError) in try await service.threads(of: wanted) }
            // Fails if changes were read meanwhile, which are newer.
            if try await save(threads, since: since) { return known.count { !$0.isHere } }
        }
        return 0
    }

    private func tell(_ findings: RemoteFindings, _ filter: MailPredicate, _ search: inout ServerSearch)
        throws(Failure)
    {
        let (beyond, found) = try read { reader -> ([MessageID], [RemoteID: Message]) in
            var found: [RemoteID: Message] = [:]
            var ids: [MessageID] = []
            for hit in findings.hits {
                guard let message = try reader.message(hit, account: account.id) else { continue }
                found[hit] = message
                ids.append(message.id)
            }
            let now = now()
            let known = try reader.resolved(filter, now: now)
            let rest = try reader.resolved(findings.remainder, now: now)
            // The server does not know what is queued here.
            let missed = MailPredicate.all([.any(ids.map { .message($0) }), .not(known), known.wordless, rest])
            let query = MessageQuery(predicate: missed, sort: .newestFirst)
            return (try reader.messages(query, limit: ids.count).map(\.id), found)
        }
        search.beyond = beyond
        // Of several hits in a thread, the newest comes first and provides the snippet.
        for hit in findings.hits {
            guard let message = found[hit], let snippet = findings.snippets[hit] else { continue }
            search.messageSnippets[message.id] = snippet
            if search.snippets[message.thread] == nil { search.snippets[message.thread] = snippet }
        }
    }
}

extension StoreReader {
    /// Whether a query needs no server: marks and headers of all mail are here once the walk has ended and nothing was trimmed. For
    /// words, the server may find more.
    func hasAll(for filter: MailPredicate, of account: Account) throws -> Bool {
        guard account.dialect != .feed else { return true }
        return try !filter.needsWords && !hasOlder(account: account.id)
    }
}
