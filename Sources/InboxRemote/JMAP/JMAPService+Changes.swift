package import InboxModel

extension JMAPService {
    package func latestState() async throws(RemoteError) -> String {
        var batch = Batch()
        let none: [String: JSON] = ["ids": [], "properties": ["id"]]
        let emails = batch.add("Email/get", none, as: WireGet<WireMarks>.self)
        let mailboxes = batch.add("Mailbox/get", none, as: WireGet<WireMailboxNode>.self)
        let answers = try await caller.send(batch)
        return SyncState(email: try answers.value(emails).state, mailbox: try answers.value(mailboxes).state).text
    }

    package func askForChanges() { push.board.hint() }

    package func takeNewIdentities() -> Bool { push.board.takeNewIdentities() }

    package func doubtConnections() { caller.transport.doubtConnections() }

    package func cameBack() {
        doubtConnections()
        push.board.hint()
        push.connection.tryNow()
    }

    package func changes(since state: String, wait: Duration?) async throws(RemoteError) -> RemoteChanges {
        guard let since = SyncState(state) else { throw RemoteError(.stateTooOld, call: "Email/changes") }
        if let wait {
            push.start()
            guard await push.board.wait(atMost: wait, since: since) else {
                if Task.isCancelled { throw RemoteError(.cancelled, call: "Email/changes") }
                return RemoteChanges(changes: [], newState: state, hasMore: false, isAsked: false)
            }
            // The server is not asked first: that could take a minute, during which it would still be shown as reachable.
            if push.board.takeSilence() {
                throw RemoteError(.unreachable(detail: "no answer in time"), call: "push", finding: .silent)
            }
        }
        let changes: RemoteChanges
        do throws(RemoteError) {
            changes = try await changesOrNone(since: since)
        } catch {
            if case .unreachable = error.reason { push.board.isAway = true }
            throw error
        }
        _ = push.board.takeSilence()
        // The pause before the next stream has grown while the server was away, and is pointless now.
        if push.board.takeReturn() { push.connection.tryNow() }
        push.board.known = SyncState(changes.newState)
        if changes.hasMore { push.board.hint() }
        return changes
    }
}

extension JMAPService {
    func marks(of ids: [String]) async throws(RemoteError) -> [WireGet<WireMarks>] {
        try await pieces(ids, size: 500, isReading: true) { ids throws(RemoteError) in
            let answer = try await caller.get("Email/get", ids, properties: WireMarks.properties, as: WireMarks.self)
            knowledge.skip(answer.skipped)
            return [answer]
        }
    }
}

private extension JMAPService {
    /// Some servers cannot calculate changes. While the state stays the same, there are none, and nothing is read again.
    func changesOrNone(since: SyncState) async throws(RemoteError) -> RemoteChanges {
        do throws(RemoteError) {
            return try await changes(since: since)
        } catch {
            guard error.reason == .stateTooOld, let latest = SyncState(try await latestState()),
                latest.email == since.email
            else { throw error }
            let boxes = try await allMailboxes(at: latest.mailbox, since: since.mailbox)
            var new = since
            new.mailbox = boxes.state
            return RemoteChanges(
                changes: boxes.changes, newState: new.text, hasMore: false, hasAllMailboxes: boxes.isAll)
        }
    }

    /// - Returns: fewer at a time than in a list, because new emails come with their bodies.
    func changes(since: SyncState) async throws(RemoteError) -> RemoteChanges {
        let limits = try await keeper.current().session.limits
        let most = min(4 * knowledge.size(of: .bodies), limits.objectsInGet)
        var batch = Batch()
        let mailboxes = batch.add(
            "Mailbox/changes", ["sinceState": .string(since.mailbox), "maxChanges": .number(most)],
            as: WireChanges.self)
        let emails = batch.add(
            "Email/changes", ["sinceState": .string(since.email), "maxChanges": .number(most)], as: WireChanges.self)
        async let people = contactNews(since: since.contacts)
        let answers = try await caller.send(batch)
        let emailChanges = try answers.value(emails)
        if emailChanges.leads(backFrom: since.email) { throw RemoteError(.stateTooOld, call: "Email/changes") }
        let boxes = try await news(of: mailboxes, in: answers, since: since.mailbox)
        var told = boxes.changes + (try await tell(emails: emailChanges))
        // Not the state of the objects read afterwards, which may be newer than these changes.
        var new = SyncState(email: emailChanges.newState, mailbox: boxes.state, contacts: since.contacts)
        // A server that announces more without moving its state would be asked forever.
        var hasMore = (boxes.hasMore || emailChanges.hasMoreChanges) && new != since
        switch await people {
        case .success(let people)?:
            told += people.changes
            new.contacts = people.state
            hasMore = hasMore || people.hasMore
        case .failure(let error)?: missedContacts(error)
        case nil: break
        }
        if hasMore { hasMore = knowledge.stepped(to: new) } else { knowledge.endedSteps() }
        return RemoteChanges(changes: told, newState: new.text, hasMore: hasMore, hasAllMailboxes: boxes.isAll)
    }

    struct MailboxNews {
        var changes: [RemoteChange] = []
        var state: String
        var hasMore = false
        var isAll = false
    }

    /// Returns all mailboxes if the server can't say which have changed. That is no reason to read all mail again.
    func news(of mailboxes: Batch.Handle<WireChanges>, in answers: Answers, since state: String)
        async throws(RemoteError) -> MailboxNews
    {
        do throws(RemoteError) {
            let changes = try answers.value(mailboxes)
            return MailboxNews(
                changes: try await tell(mailboxes: changes), state: changes.newState, hasMore: changes.hasMoreChanges)
        } catch {
            guard error.reason == .stateTooOld, let latest = SyncState(try await latestState()) else { throw error }
            return try await allMailboxes(at: latest.mailbox, since: state)
        }
    }

    /// - Parameter latest: the server's state before the mailboxes are read, so that later changes are told again.
    func allMailboxes(at latest: String, since state: String) async throws(RemoteError) -> MailboxNews {
        guard latest != state else { return MailboxNews(state: state) }
        return MailboxNews(changes: try await mailboxes().map { .mailbox($0) }, state: latest, isAll: true)
    }

    /// A mailbox's name includes its parents' names, so a change of one has all read again.
    func tell(mailboxes changes: WireChanges) async throws(RemoteError) -> [RemoteChange] {
        // An empty list means as little as a missing one.
        let properties = changes.updatedProperties ?? []
        let onlyCounts = !properties.isEmpty && WireMailboxNode.counts.isSuperset(of: properties)
        let isUpdated = !changes.updated.isEmpty && !onlyCounts
        guard isUpdated || !changes.created.isEmpty || !changes.destroyed.isEmpty else { return [] }
        let all = try await mailboxes()
        let present = Set(all.map(\.id.rawValue))
        // An id may be in several lists; what the server has now decides.
        return all.map { .mailbox($0) }
            + changes.destroyed.filter { !present.contains($0) }.map { .mailboxGone(RemoteID($0)) }
    }

    func tell(emails changes: WireChanges) async throws(RemoteError) -> [RemoteChange] {
        let created = Set(changes.created)
        let destroyed = Set(changes.destroyed)
        let new = try await told(changes.created, without: destroyed, id: \.remote.id.rawValue) {
            ids throws(RemoteError) in
            try await answers(ids, .bodies)
        }
        let updated = changes.updated.filter { !created.contains($0) }
        let marked = try await told(updated, without: destroyed, id: \.id, ask: marks)
        // An id may be in several lists; what the server has now decides.
        let present = Set(new.list.map(\.remote.id.rawValue)).union(marked.list.map(\.id))
        let gone = destroyed.union(new.gone).union(marked.gone).subtracting(present)
        return await legible(new.list).map { .message($0.told(.bodies)) }
            + marked.list.map { .marks(RemoteID($0.id), keywords: $0.keywords, mailboxes: $0.mailboxes) }
            + gone.sorted().map { .messageGone(RemoteID($0)) }
    }
}
