import GRDB
package import InboxModel

/// What the user does to messages.
extension StoreTransaction {
    /// Queues an action on messages and shows its effect. Where it takes back what still waits, both vanish.
    ///
    /// Messages that change alike are written together, so that many cost little more than few.
    /// - Returns: the action with only what it really changes; nil when nothing does.
    @discardableResult
    package func enqueue(_ action: Action) throws -> Action? {
        let changes = try reallyChanging(action)
        guard !changes.isEmpty else { return nil }
        var trimmed = action
        trimmed.edits = changes.map { Action.Edit(message: $0.row.message, patch: $0.patch) }
        for change in changes {
            try touch(change.row.thread, changing: change.row.marks, to: change.row.marks.applying(change.patch))
        }

        // What is pending already is played anew, message by message.
        let pending = changes.filter(\.row.isPending)
        for change in pending where !change.local.isEmpty {
            guard let base = try BaseTable.find(database, change.row.message) else { continue }
            try BaseTable.write(database, change.row.message, base.applying(change.local))
        }
        try writeAlike(changes.filter { !$0.row.isPending })
        trimmed.id = try insert(action, changes.filter { !$0.remote.isEmpty })
        if !pending.isEmpty {
            try replay(pending.map(\.row.message), merges: true)
            try dropEmptyActions()
        }
        return trimmed
    }

    private struct MarkChange {
        var row: MarksTable.Row
        /// What really changes.
        var patch: MessagePatch
        /// The part that the server is told.
        var remote: MessagePatch
        /// Marks of this client's own: no server hears of them, so they belong to base at once.
        var local: MessagePatch
    }

    private func reallyChanging(_ action: Action) throws -> [MarkChange] {
        let rows = try MarksTable.find(database, action.edits.map(\.message))
        let byMessage = Dictionary(rows.map { ($0.message, $0) }, uniquingKeysWith: { first, _ in first })
        let dialect = try AccountTable.dialect(database, action.account)
        let places = try MailboxTable.shown(database)
        var met: Set<MessageID> = []
        return action.edits.compactMap { edit in
            // A thread that was chosen twice is acted on once.
            guard met.insert(edit.message).inserted, let row = byMessage[edit.message] else { return nil }
            let patch = row.marks.patch(to: row.marks.applying(edit.patch.only(places)))
            if patch.isEmpty { return nil }
            let (remote, local) = patch.split(for: dialect)
            return MarkChange(row: row, patch: patch, remote: remote, local: local)
        }
    }

    /// Messages that nothing is pending on: their marks become base, and the new ones are shown.
    private func writeAlike(_ changes: [MarkChange]) throws {
        struct Step: Hashable {
            var old: MessageMarks
            var local: MessagePatch
            var remote: MessagePatch
        }
        let steps = Dictionary(grouping: changes) { Step(old: $0.row.marks, local: $0.local, remote: $0.remote) }
        for (step, same) in steps {
            let ids = same.map(\.row.message)
            let base = step.old.applying(step.local)
            if !step.remote.isEmpty { try BaseTable.insert(database, ids, base) }
            try MarksTable.write(database, ids, from: step.old, to: base.applying(step.remote))
        }
    }

    /// - Returns: 0 when there is nothing to tell a server.
    private func insert(_ action: Action, _ told: [MarkChange]) throws -> ActionID {
        guard !told.isEmpty else { return ActionID(0) }
        noteActions()
        let id = try ActionTable.insert(database, action)
        for (patch, same) in Dictionary(grouping: told, by: \.remote) {
            try database.cachedStatement(
                sql: "INSERT INTO actionEdit (action, message, patch) SELECT ?, value, ? FROM json_each(?)"
            ).execute(arguments: [id.rawValue, RowCoding.encode(patch), IDList(same.map(\.row.message))])
            // Nothing goes into a mailbox that its server does not know yet.
            for mailbox in patch.addMailboxes {
                let open = try ActionTable.actions(database, about: .mailbox(mailbox)).filter(\.isUnanswered)
                try ActionTable.need(database, id, needs: open.map(\.id))
            }
        }
        for change in told where change.row.marks.keywords.contains(.draft) {
            let open = try ActionTable.actions(database, about: .draft(change.row.message)).filter(\.isUnanswered)
            try ActionTable.need(database, id, needs: open.map(\.id))
        }
        return id
    }
}

extension MessagePatch {
    /// A move to a mailbox that is not there is no move: the message stays where it is.
    func only(_ known: Set<MailboxID>) -> MessagePatch {
        var patch = self
        patch.removeMailboxes.formIntersection(known)
        if !addMailboxes.isSubset(of: known) { (patch.addMailboxes, patch.removeMailboxes) = ([], []) }
        return patch
    }

    func without(_ gone: MailboxID) -> MessagePatch {
        only(addMailboxes.union(removeMailboxes).subtracting([gone]))
    }
}
