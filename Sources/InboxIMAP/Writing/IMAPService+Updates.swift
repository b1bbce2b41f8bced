package import InboxModel
package import InboxRemote

/// Changes of keywords and mailboxes.
extension IMAPService {
    package func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage {
        if case .failure(let error) = await self.update([id: update])[id] { throw error }
        let copies = try keeper.use { try $0.messages([id]) }[id]?.copies ?? []
        guard let message = try await listed(copies).first(where: { $0.id == id }) else { throw UpdatePlan.gone }
        return message
    }

    package func update(_ updates: [RemoteID: RemoteUpdate]) async -> UpdateAnswers {
        var answers = await attempt(updates)
        // What another program moved while this went on, or before, is followed once.
        let moved = updates.filter { if case .failure(Self.changed) = answers[$0.key] { true } else { false } }
        guard !moved.isEmpty else { return answers }
        do throws(RemoteError) {
            try await look()
            answers.merge(await attempt(moved)) { $1 }
        } catch {}
        return answers
    }

    private func attempt(_ updates: [RemoteID: RemoteUpdate]) async -> UpdateAnswers {
        guard !updates.isEmpty else { return [:] }
        let (plan, places): (UpdatePlan, UpdatePlan.Places)
        do throws(RemoteError) { (plan, places) = try await planned(updates) } catch {
            let error = error.beforeWork
            return updates.mapValues { _ in .failure(error) }
        }
        var run = UpdateRun(plan, of: updates.keys)
        for step in plan.steps where !run.isStopped {
            var targets = run.open(step)
            do throws(RemoteError) {
                if case .delete = step.work {
                    for message in try await unsafe(targets, plan, places) {
                        run.failed(targets.filter { $0.message == message }, Self.changed)
                    }
                    targets = run.open(step)
                }
                guard !targets.isEmpty else { continue }
                run.did(targets, failures: try await perform(step.work, targets, places))
            } catch {
                run.failed(targets, error)
            }
        }
        return run.answers
    }

    private func planned(_ updates: [RemoteID: RemoteUpdate]) async throws(RemoteError)
        -> (UpdatePlan, UpdatePlan.Places)
    {
        var isLooked = false
        if try keeper.use({ try $0.messages(updates.keys) }).count < updates.count {
            _ = try await known(Set(updates.keys))
            isLooked = true
        }
        var (plan, messages, places) = try await plan(updates)
        let doubtful = doubt.open(among: plan.copied)
        if !doubtful.isEmpty {
            if !isLooked { try await look(at: doubtful) }
            doubt.settle(doubtful)
            (plan, messages, places) = try await self.plan(updates)
        }
        if try await readOldCopies(plan, messages, places) {
            (plan, messages, places) = try await self.plan(updates)
        }
        return (plan, places)
    }

    /// By what the index knows now.
    private func plan(_ updates: [RemoteID: RemoteUpdate]) async throws(RemoteError)
        -> (UpdatePlan, [RemoteID: IndexedMessage], UpdatePlan.Places)
    {
        let isGmail = try await pool.capabilities().isGmail
        var places = UpdatePlan.Places(try await knownFolders(), isGmail: isGmail)
        let messages = try keeper.use { try $0.messages(updates.keys) }
        places.withoutKeywords = try await withoutKeywords(for: updates, messages, places)
        return (UpdatePlan(updates, of: messages, in: places), messages, places)
    }

    /// The folders of some messages that take no keywords, if any are to be set.
    private func withoutKeywords(
        for updates: [RemoteID: RemoteUpdate], _ messages: [RemoteID: IndexedMessage], _ places: UpdatePlan.Places
    ) async throws(RemoteError) -> Set<Int64> {
        let marked = updates.filter { !$0.value.addKeywords.allSatisfy(WrittenFlag.isSystem) }.keys
        let asked = Set(marked.flatMap { messages[$0]?.copies.map(\.folder) ?? [] })
        var without: Set<Int64> = []
        for folder in asked.sorted().compactMap({ places.folders[$0] }) {
            if try await !takesKeywords(folder) { without.insert(folder.id) }
        }
        return without
    }

    func takesKeywords(_ folder: IndexedFolder) async throws(RemoteError) -> Bool {
        try await work(in: folder) { connection async throws(RemoteError) in
            try await connection.select(folder.rawName).takesKeywords
        }
    }

    /// Messages of which the copies that would be left are gone, so that nothing of them must be deleted.
    private func unsafe(_ targets: [UpdatePlan.Target], _ plan: UpdatePlan, _ places: UpdatePlan.Places)
        async throws(RemoteError) -> Set<RemoteID>
    {
        var open = Set(targets.map(\.message).filter { plan.relies[$0] != nil })
        let copies = Dictionary(grouping: open.flatMap { plan.relies[$0] ?? [] }, by: \.folder)
        for (id, copies) in copies.sorted(by: { $0.key < $1.key }) {
            guard let folder = places.folders[id] else { continue }
            let there = try await present(copies.map(\.uid), in: folder)
            for copy in copies where there.contains(copy.uid) { copy.message.map { _ = open.remove($0) } }
        }
        return open
    }

    /// Those of some UIDs that the server has, and that are not marked as deleted.
    func present(_ uids: [UInt32], in folder: IndexedFolder) async throws(RemoteError) -> Set<UInt32> {
        var there: Set<UInt32> = []
        for piece in UIDSet(uids).pieces() {
            let told = try await work(in: folder) { connection async throws(RemoteError) in
                try await connection.outlines(in: folder.rawName, piece)
            }
            there.formUnion(told.filter { !$0.isDeleted }.map(\.uid))
        }
        return there
    }

    /// Another program moved the message meanwhile, so that nothing more was done to it; after a look, it can be.
    static var changed: RemoteError {
        var error = RemoteError(.limited(message: "the message was moved meanwhile"), call: "COPY")
        error.isAboutObject = true
        return error
    }
}

extension IMAPOutline {
    var isDeleted: Bool { flags.contains { $0.lowercased() == "\\deleted" } }
}
