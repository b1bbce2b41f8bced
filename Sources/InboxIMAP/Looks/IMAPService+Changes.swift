package import InboxModel
import InboxRemote

/// What the sync engine asks for: the mailboxes, and what has changed.
extension IMAPService {
    /// How many changes are told at once, new messages with their texts.
    private static let changesAtOnce = 100

    package var isPolling: Bool {
        get async {
            do throws(RemoteError) { return try await !pool.capabilities().hasIdle } catch { return false }
        }
    }

    package func mailboxes() async throws(RemoteError) -> [RemoteMailbox] {
        let folders = try await looks.lock.run { () async throws(RemoteError) in
            // A new account asks for the state first, and then for this.
            if !looks.takeListing() { try await takeListing() }
            return try keeper.use { try $0.folders() }
        }
        return folders.map { RemoteMailbox($0) }.sorted { ($0.sortOrder, $0.name) < ($1.sortOrder, $1.name) }
    }

    package func latestState() async throws(RemoteError) -> String {
        let isNew = try keeper.use { try $0.folders().isEmpty }
        if isNew {
            try await looks.lock.run { () async throws(RemoteError) in
                try await takeListing()
                looks.noteListing()
            }
        } else {
            try await look()
        }
        let index = try index
        return ChangeState(epoch: index.epoch, number: try keeper.use { try $0.latest() }).text
    }

    package func changes(since state: String, wait: Duration?) async throws(RemoteError) -> RemoteChanges {
        do throws(RemoteError) { return try await changed(since: state, wait) } catch {
            // The state goes with its index.
            throw keeper.isLost ? RemoteError(.stateTooOld, call: "changes") : error
        }
    }

    private func changed(since state: String, _ wait: Duration?) async throws(RemoteError) -> RemoteChanges {
        let since = try await known(state)
        if var logged = try await told(after: since) {
            // Without a look these are not all.
            looks.ask()
            (logged.hasMore, logged.isAsked) = (true, false)
            return logged
        }
        let begin = looks.now
        let isAskedFor = looks.takeAsking()
        var isAsked = false
        if wait == nil || isAskedFor || looks.untilDue == .zero {
            try await look()
            isAsked = true
            if let news = try await told(after: since) { return news }
        }
        if let wait, !isAskedFor, try !hasNews() {
            isAsked = try await waitForNews(until: begin + wait) || isAsked
            if let news = try await told(after: since) { return news }
        }
        return RemoteChanges(changes: [], newState: since.text, hasMore: try hasNews(), isAsked: isAsked)
    }

    package func askForChanges() {
        looks.ask()
        Task { await pool.wake() }
    }

    package func doubtConnections() {
        Task { await pool.doubtConnections() }
    }

    package func cameBack() {
        looks.ask()
        Task {
            await pool.doubtConnections()
            await pool.wake()
        }
    }
}

private extension IMAPService {
    func known(_ text: String) async throws(RemoteError) -> ChangeState {
        let index = try index
        let latest = try keeper.use { try $0.latest() }
        guard let state = ChangeState(text: text), state.epoch == index.epoch, state.number <= latest else {
            throw RemoteError(.stateTooOld, call: "changes")
        }
        return state
    }

    func hasNews() throws(RemoteError) -> Bool { try keeper.use { try !$0.news(limit: 1).isEmpty } }

    /// Waits for something to happen in the inbox, and looks at it; at all folders when that is due, or somebody wishes it.
    /// - Parameter end: as `looks.now`.
    /// - Returns: whether the server was asked.
    func waitForNews(until end: Duration) async throws(RemoteError) -> Bool {
        guard let inbox = try keeper.use({ try $0.folders() }).first(where: { $0.role == .inbox }) else {
            return false
        }
        while true {
            let left = end - looks.now
            guard left > .zero else { return false }
            let isOver = try await pool.wait(in: inbox.rawName, atMost: min(left, looks.untilDue))
            if Task.isCancelled { throw RemoteError(.cancelled, call: "changes") }
            if isOver, try await lookForLosses(at: [inbox.id]) == false { return true }
            // What left the inbox is elsewhere now, or gone.
            if isOver || looks.takeAsking() || looks.untilDue == .zero {
                try await look()
                return true
            }
        }
    }

    /// What the log says after a number, and the server of new messages; nil if that is nothing.
    func told(after since: ChangeState) async throws(RemoteError) -> RemoteChanges? {
        let logged = try keeper.use { try $0.changes(after: since.number, limit: Self.changesAtOnce) }
        guard logged.number > since.number else { return nil }
        var new: [IndexedCopy] = []
        for case .message(let message) in logged.changes { new += message.copies.prefix(1) }
        let read = try await bodied(new)
        let messages = Dictionary(read.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let changes = logged.changes.compactMap { change -> RemoteChange? in
            switch change {
            // One that is gone meanwhile is left out: the next look tells that.
            case .message(let message): messages[message.id].map { .message($0) }
            case .marks(let message): .marks(message.id, keywords: message.keywords, mailboxes: message.mailboxes)
            case .gone(let id): .messageGone(id)
            case .mailbox(let folder): .mailbox(RemoteMailbox(folder))
            case .mailboxGone(let id): .mailboxGone(id)
            }
        }
        let state = ChangeState(epoch: since.epoch, number: logged.number)
        return RemoteChanges(changes: changes, newState: state.text, hasMore: logged.hasMore ? true : try hasNews())
    }
}
