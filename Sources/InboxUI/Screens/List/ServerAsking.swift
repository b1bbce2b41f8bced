import InboxKit
import InboxModel
import TerminalUI

/// Asks the accounts' servers for search results once the user stops typing, and collects the answers.
@UI
final class ServerAsking {
    private let session: MailSession
    /// How long a query must stay unchanged before servers are asked; nil to never ask them.
    var pause: Duration?
    private var hasBegun = false
    /// Whether a server has found anything beyond the store's results.
    private var isWidened = false
    private let changed: () -> Void
    private var task: Task<Void, Never>?

    /// The query's filter as for the store; nil without a search.
    private(set) var filter: MailPredicate?
    /// The accounts whose servers have not answered yet.
    private(set) var waiting: Set<AccountID> = []
    private(set) var answers: [ServerSearch] = [] {
        didSet { timesAnswered += 1 }
    }
    /// How often the answers changed.
    private(set) var timesAnswered = 0

    init(session: MailSession, pause: Duration?, changed: @escaping () -> Void) {
        self.session = session
        self.pause = pause
        self.changed = changed
    }

    isolated deinit { task?.cancel() }

    /// Starts over for another query; nil ends the search.
    func ask(_ new: MailPredicate?) {
        guard new != filter else { return }
        task?.cancel()
        task = nil
        (filter, answers, waiting, hasBegun, isWidened) = (new, [], [], false, false)
        guard let new, let pause else { return }
        let session = session
        task = Task { [weak self] in
            if pause > .zero { try? await Task.sleep(for: pause) }
            guard !Task.isCancelled else { return }
            let accounts = session.knownAccounts.filter { $0.dialect != .feed }
            self?.begin(accounts)
            await withTaskGroup(of: Void.self) { group in
                for account in accounts {
                    group.addTask { [weak self] in
                        var answer = await session.searchServer(of: account, for: new)
                        await self?.take(answer)
                        // During the search, mail that only servers find may come and go.
                        while let next = await session.searchServer(of: account, for: new, after: answer) {
                            await self?.take(next)
                            answer = next
                        }
                    }
                }
            }
        }
    }

    /// Asks the same again, as servers may have been unreachable.
    func askAgain() {
        let same = filter
        filter = nil
        ask(same)
    }

    private func begin(_ accounts: [Account]) {
        hasBegun = true
        waiting = Set(accounts.map(\.id))
        changed()
    }

    private func take(_ answer: ServerSearch) {
        guard !Task.isCancelled else { return }
        waiting.remove(answer.account)
        if !answer.beyond.isEmpty { isWidened = true }
        answers = answers.filter { $0.account != answer.account } + [answer]
        changed()
    }

    /// Notes which accounts' mail is all here by now, and with it the older hits of their servers.
    func statusesChanged() {
        let whole = answers.indices.filter { answers[$0].hasMore && session.hasAllMail(of: answers[$0].account) }
        for index in whole { answers[index].hasMore = false }
    }

    /// Whether a server may still find more.
    var isAsking: Bool { filter != nil && pause != nil && (!hasBegun || !waiting.isEmpty) }

    /// The filter for the list: the store's results and those that only servers find; nil without the latter.
    var widened: MailPredicate? {
        isWidened ? filter?.widened(by: answers.flatMap(\.beyond)) : nil
    }

    /// Whether a server that answered may not match parts of words, although the query has one.
    var mayMissParts: Bool {
        guard let filter, answers.contains(where: { $0.outcome == .found }) else { return false }
        return SoughtWords(filter).sought.contains(where: \.sequence.isPrefix)
    }

    func snippet(_ row: RowID) -> SearchSnippet? {
        answers.lazy.compactMap { answer in
            switch row {
            case .thread(let id): answer.snippets[id]
            case .message(let id): answer.messageSnippets[id]
            }
        }.first
    }

    /// The search line's words about servers; nil if there is nothing to say.
    var text: (text: String, isGood: Bool)? {
        if !waiting.isEmpty { return ("asking the server", true) }
        let failed = answers.contains { if case .failed = $0.outcome { true } else { false } }
        if answers.contains(where: { $0.outcome == .paused }) { return ("paused: stored mail only", false) }
        if failed { return ("server not reached: stored mail only", false) }
        if answers.contains(where: { $0.outcome == .unsupported }) {
            return ("the server can't search for this", false)
        }
        let more = answers.reduce(0) { $0 + $1.fetched }
        if answers.contains(where: \.hasMore) { return ("only the server's newest", true) }
        return more == 0 ? nil : ("\(more) from the server", true)
    }
}
