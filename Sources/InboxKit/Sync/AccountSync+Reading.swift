import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Reading what an account has: first what the user sees first, then everything from new to old. The store keeps the walks'
/// positions.
extension AccountSync {
    private static let firstPage = 50
    static let bodyPage = 50
    private static let pagesAhead = 3

    func readFirst() async throws(Failure) {
        // The state comes first, so that the changes since then repeat whatever happens while the pages are read.
        let state = try await remote { () async throws(RemoteError) in try await service.latestState() }
        let known = try knownMailboxes()
        let mailboxes = try await remote { () async throws(RemoteError) in try await service.mailboxes() }
        try check(mailboxes.map(\.id), known)
        let lost = try await write { transaction in
            try transaction.setSyncState("", key: Key.first, account: account.id)
            let lost = try transaction.replaceMailboxes(mailboxes, known: known, account: account.id)
            return try keepLost(lost.map(Lost.init(mailbox:)), transaction)
        }
        tellLost(lost)
        var wholeInbox: RemoteID?
        var first = ""
        if let inbox = mailboxes.first(where: { $0.role == .inbox }), let page = try await firstPage(of: inbox.id) {
            let ids = page.messages.map(\.id)
            let request = WalkRequest(.threads, service, policy, besides: Set(ids))
            if asksAhead { ask(for: [nil], request, since: state) }
            if try await save(page.messages, since: try self.state(Key.state)) {
                first = Self.text(of: ids)
            } else {
                ahead.stop()
            }
            // Mail that is older than the window is removed again at the end of reading anew.
            let isWhole = page.next == nil || page.total.map { $0 <= page.count } ?? false
            if isWhole, try self.state(Key.reading) == nil { wholeInbox = inbox.id }
        }
        let (whole, here) = (wholeInbox, first)
        try await write { transaction in
            try transaction.setSyncState(here, key: Key.first, account: account.id)
            try transaction.setSyncState(state, key: Key.state, account: account.id)
            try transaction.setSyncState("", key: Key.threads, account: account.id)
            try transaction.setSyncState(nil, key: Key.leftOut, account: account.id)
            for walk in Walk.allCases { try transaction.setSyncState(nil, key: walk.key, account: account.id) }
            // The walk will meet everything that was trimmed until now.
            try transaction.setLetGo(nil, account: account.id)
            try transaction.forgetMailboxWalks(account: account.id, inbox: true)
            try transaction.forgetSyncStates(prefix: Key.appeared, account: account.id)
            if let whole { try transaction.setSyncState(Key.done, key: Key.older(in: whole), account: account.id) }
            let texts = try hasTexts(transaction.reader) ? Key.missing : ""
            try transaction.setSyncState(texts, key: Key.bodies, account: account.id)
        }
    }

    /// Returns the mailboxes that may be missing from a list that is requested from now on, because they are gone.
    func knownMailboxes() throws(Failure) -> Set<RemoteID> {
        let all = try read { try $0.mailboxesWithLeaving() }
        return Set(all.filter { $0.account == account.id }.compactMap(\.remoteID))
    }

    /// To believe that no mailbox is left would undo all moves that are queued.
    func check(_ listed: [RemoteID], _ known: Set<RemoteID>) throws(Failure) {
        guard !listed.isEmpty || known.isEmpty else {
            throw .remote(RemoteError(.unreadableAnswer(detail: "the server lists no mailboxes"), call: "mailboxes"))
        }
    }

    /// Returns the newest mail of a mailbox; nil if the server refuses to list it. The walk over all mail meets that, too.
    private func firstPage(of mailbox: RemoteID) async throws(Failure) -> RemoteMessagePage? {
        do throws(Failure) {
            return try await remote { () async throws(RemoteError) in
                try await service.threads(in: mailbox, from: nil, limit: AccountSync.firstPage)
            }
        } catch .remote(let error) where error.nextStep == .drop {
            return nil
        }
    }

    /// Fetches one more page of what is not here yet. Returns false if there was nothing more to fetch.
    func fetchMore(bodies: Bool = true) async throws(Failure) -> Bool {
        if try await fetchAppeared() { return true }
        if try lacksThreads(), let position = try state(Key.threads) {
            try await fetchThreads(from: position)
            return true
        }
        if bodies, let position = try state(Key.bodies), position != Key.done, try !waits(.bodies) {
            if try await fetchUnreadBodies() { return true }
            if position.hasPrefix(Key.missing) {
                try await fetchMissingBodies(from: position)
            } else {
                try await fetchBodies(from: position)
            }
            return true
        }
        board.update(account.id) { $0.progress = nil }
        return false
    }

    func lacksThreads() throws(Failure) -> Bool {
        guard let position = try state(Key.threads), position != Key.done else { return false }
        return try !waits(.threads)
    }

    /// - Parameter goesOn: whether the page after this one will be needed, too.
    func fetchThreads(from position: String, goesOn: Bool = true) async throws(Failure) {
        let from = position.isEmpty ? nil : RemotePosition(rawValue: position)
        let (since, reading) = (try state(Key.state), try state(Key.reading))
        let page = try await pages(of: .threads, from: from, since: since, goesOn: goesOn)
        let next = page.next?.rawValue ?? position
        let before = try metBefore(from, by: Key.threads)
        // The last page may be read again.
        let met = page.next == nil ? before : before + page.count
        guard try await save(page.messages, since: since, key: Key.threads, position: next, met: met) else { return }
        note(.messages, page, after: before)
        let isBeyond = try isBeyondWindow(page)
        guard page.next == nil || isBeyond else { return }
        let drafts = try await remote { () async throws(RemoteError) in try await service.drafts() }
        let contacts = try await remote { () async throws(RemoteError) in try await service.contacts() }
        guard try await save(drafts, since: since) else { return }
        try await write { transaction in
            for contact in contacts { try transaction.save(contact, account: account.id) }
        }
        // The engine beside this one may have begun another reading, of which this walk is no part.
        guard try state(Key.reading) == reading else { return }
        if let reading, try await !removeUnmet(of: reading) { return }
        // The last page counts as read only once everything that goes with it is here; otherwise it is read again.
        if isBeyond { try await noteReached(.threads, page) }
        if page.next == nil { try await finishThreads() }
        board.update(account.id) { $0.progress = nil }
    }

    /// Marks the walk as done, unless the engine beside this one has begun another reading meanwhile.
    private func finishThreads() async throws(Failure) {
        try await write { transaction in
            guard try transaction.reader.syncState(Key.reading, account: account.id) == nil else { return }
            try transaction.setSyncState(Key.done, key: Key.threads, account: account.id)
            try transaction.setSyncState(nil, key: Key.first, account: account.id)
        }
    }

    private func fetchBodies(from position: String) async throws(Failure) {
        let from = position.isEmpty ? nil : RemotePosition(rawValue: position)
        let since = try state(Key.state)
        let page = try await pages(of: .bodies, from: from, since: since)
        let next = page.next?.rawValue ?? Key.done
        let before = try metBefore(from, by: Key.bodies)
        let met = before + page.count
        guard try await save(page.messages, since: since, key: Key.bodies, position: next, met: met) else { return }
        note(.bodies, page, after: before)
        if try isBeyondWindow(page) { try await noteReached(.bodies, page) }
        if page.next == nil { board.update(account.id) { $0.progress = nil } }
    }

    /// Returns a page, joined with those after it that have arrived, too: when the server is faster than the store, larger
    /// transactions make up for it.
    private func pages(of walk: Walk, from position: RemotePosition?, since: String?, goesOn: Bool = true)
        async throws(Failure) -> RemoteMessagePage
    {
        var pages = try await page(of: walk, from: position, since: since, goesOn: goesOn)
        while goesOn, pages.messages.count < Self.mostWritten, store.waitingWrites == 0, let next = pages.next,
            try !isBeyondWindow(pages), ahead.isHere(.init(walk: walk, position: next, since: since)),
            // A page that failed is requested again after what is here was stored.
            let page = try? await page(of: walk, from: next, since: since)
        {
            pages.append(page)
        }
        return pages
    }

    /// Returns a page, and requests the pages after it in advance.
    private func page(of walk: Walk, from position: RemotePosition?, since: String?, goesOn: Bool = true)
        async throws(Failure) -> RemoteMessagePage
    {
        let request = WalkRequest(walk, service, policy, besides: try firstMail())
        let page = try await remote { () async throws(RemoteError) in
            try await ahead.page(at: .init(walk: walk, position: position, since: since)) {
                place throws(RemoteError) in
                try await request.page(at: place.position)
            }
        }
        if asksAhead, goesOn, let next = page.next, try !isBeyondWindow(page) {
            try await askAhead(request, from: next)
        }
        return page
    }

    private func askAhead(_ request: WalkRequest, from next: RemotePosition) async throws(Failure) {
        let since = try state(Key.state)
        var positions = [next]
        // If a position is not known yet, the page before it will contain it.
        while positions.count < Self.pagesAhead, let last = positions.last,
            let behind = try? await request.position(behind: last)
        {
            positions.append(behind)
        }
        ask(for: positions, request, since: since)
    }

    private func ask(for positions: [RemotePosition?], _ request: WalkRequest, since: String?) {
        ahead.ask(for: positions.map { .init(walk: request.walk, position: $0, since: since) }) {
            place throws(RemoteError) in
            try await request.page(at: place.position)
        }
    }

    /// Returns what the walk over all mail need not bring: the first page, which is here as the server had it after the state from which
    /// changes are read.
    private func firstMail() throws(Failure) -> Set<RemoteID> {
        Set((try state(Key.first) ?? "").split(separator: "\n").map { RemoteID(String($0)) })
    }

    private static func text(of ids: [RemoteID]) -> String { ids.map(\.rawValue).joined(separator: "\n") }

    private func metBefore(_ position: RemotePosition?, by walk: String) throws(Failure) -> Int {
        guard position != nil, let text = try state(Key.count(of: walk)) else { return 0 }
        return Int(text) ?? 0
    }

    /// Shows that mail is still to come: on a slow line, its next page may be long in coming.
    func showWalk() throws(Failure) {
        guard try lacksThreads(), let position = try state(Key.threads) else { return }
        let before = try metBefore(position.isEmpty ? nil : RemotePosition(rawValue: position), by: Key.threads)
        let now = now()
        board.update(account.id) { status in
            guard status.progress == nil else { return }
            status.progress = .init(work: .messages, done: before, startedAt: now, startedWith: before)
        }
    }

    private func note(_ work: AccountStatus.Progress.Work, _ page: RemoteMessagePage, after before: Int) {
        // Of all that the server counts, a window lets in only what is new enough.
        let (now, total) = (now(), policy.days == nil ? page.total : nil)
        board.update(account.id) { status in
            let known = status.progress.flatMap { $0.work == work && before > 0 ? $0 : nil }
            var progress = known ?? .init(work: work, done: 0, startedAt: now, startedWith: before)
            progress.done = before + page.count
            progress.total = total ?? progress.total
            status.progress = progress
        }
    }
}
