import GRDB
package import InboxModel

/// The user's actions on messages.
extension StoreTransaction {
    /// Returns the marks of the threads' messages, oldest first within each thread. `enqueue` does not read them again.
    package func marks(of threads: [ThreadID]) throws -> [MarkedMessage] {
        let rows = try MarksTable.find(database, of: threads)
        planned = Dictionary(rows.map { ($0.message, $0) }, uniquingKeysWith: { first, _ in first })
        return rows.map(MarkedMessage.init)
    }

    package func marks(ofMessages ids: [MessageID]) throws -> [MarkedMessage] { try reader.marks(ofMessages: ids) }

    private func rows(_ ids: [MessageID]) throws -> [MessageID: MarksTable.Row] {
        if !planned.isEmpty, ids.allSatisfy({ planned[$0] != nil }) { return planned }
        let rows = try MarksTable.find(database, ids)
        return Dictionary(rows.map { ($0.message, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Queues an action on messages and shows its effect. If it reverts an action that still waits, both are removed.
    ///
    /// Messages that change alike are written together, so that many cost little more than few.
    /// - Returns: the action with only the edits that change something; nil when none does.
    @discardableResult
    package func enqueue(_ action: Action) throws -> Action? {
        let changes = try reallyChanging(action)
        guard !changes.isEmpty else { return nil }
        var trimmed = action
        trimmed.edits = changes.flatMap { change in
            change.rows.map { Action.Edit(message: $0.message, patch: change.patch) }
        }
        foresee(Set(changes.flatMap { $0.rows.map(\.thread) }).count)
        for change in changes {
            for row in change.rows { try touch(row.thread, changing: change.old, to: change.new) }
            try write(change)
        }
        let left = try unmerged(changes, of: action)
        trimmed.id = try insert(action, left.filter { !$0.remote.isEmpty && !$0.rows.isEmpty })
        return trimmed
    }

    /// Shows changes of messages that already have pending actions. A change that cancels one of those out is removed with it.
    /// - Returns: the changes to be queued.
    private func unmerged(_ changes: [MarkChange], of action: Action) throws -> [MarkChange] {
        let pending = changes.flatMap { $0.rows.filter(\.isPending) }
        if pending.isEmpty { return changes }
        var edits: [MessageID: ActionTable.Edit] = [:]
        for change in changes where !change.remote.isEmpty {
            let edit = ActionTable.Edit(
                action: ActionTable.Edit.unstored, command: action.command.rawValue, state: .waiting, isTried: false,
                patch: change.remote)
            for row in change.rows where row.isPending { edits[row.message] = edit }
        }
        let cancelled = Set(try replay(pending, adding: edits))
        if !cancelled.isEmpty { noteActions() }
        try dropEmptyActions()
        return changes.map { change in
            var change = change
            change.rows.removeAll { cancelled.contains($0.message) }
            return change
        }
    }

    /// Messages that had the same marks and get the same new ones.
    private struct MarkChange {
        var old: MessageMarks
        var new: MessageMarks
        /// The part that changes something.
        var patch: MessagePatch
        /// The part that is sent to the server.
        var remote: MessagePatch
        /// The part that only this client knows. No server receives it, so it goes to base at once.
        var local: MessagePatch
        var rows: [MarksTable.Row] = []
    }

    private func reallyChanging(_ action: Action) throws -> [MarkChange] {
        struct Step: Hashable {
            var marks: Int
            var patch: Int
        }
        let byMessage = try rows(action.edits.map(\.message))
        let dialect = try dialect(of: action.account)
        let hasLabels = try AccountTable.all(database).first { $0.id == action.account }?.hasLabels ?? true
        let places = try MailboxTable.shown(database)
        var met: Set<MessageID> = []
        var patches = Kinds<MessagePatch>()
        var positions: [Step: Int] = [:]
        var changes: [MarkChange] = []
        for edit in action.edits {
            // A message that is listed twice is changed once.
            guard met.insert(edit.message).inserted, let row = byMessage[edit.message] else { continue }
            let step = Step(marks: row.kind, patch: patches.number(of: edit.patch))
            let position = positions[step] ?? changes.count
            if position == changes.count {
                positions[step] = position
                var wanted = edit.patch.only(places)
                wanted.isExclusive = !hasLabels
                let new = try awakened(row.marks.applying(wanted))
                let patch = row.marks.patch(to: new)
                let (remote, local) = patch.split(for: dialect)
                changes.append(MarkChange(old: row.marks, new: new, patch: patch, remote: remote, local: local))
            }
            changes[position].rows.append(row)
        }
        return changes.filter { !$0.patch.isEmpty }
    }

    /// Shows the new marks of messages without pending actions, and keeps their old marks as base.
    private func write(_ change: MarkChange) throws {
        for row in change.rows where row.isPending && !change.local.isEmpty {
            guard let base = try BaseTable.find(database, row.message) else { continue }
            try BaseTable.write(database, row.message, base.applying(change.local))
        }
        let ids = change.rows.filter { !$0.isPending }.map(\.message)
        if !change.remote.isEmpty { try BaseTable.insert(database, ids, change.old.applying(change.local)) }
        try MarksTable.write(database, ids, from: change.old, to: change.new)
    }

    /// - Returns: 0 when there is nothing to send to a server.
    private func insert(_ action: Action, _ told: [MarkChange]) throws -> ActionID {
        guard !told.isEmpty else { return ActionID(0) }
        noteActions()
        let id = try ActionTable.insert(database, action)
        for (parts, same) in Dictionary(grouping: told, by: { [$0.remote, $0.local] }) {
            let messages = same.flatMap { $0.rows.map(\.message) }
            try ActionTable.insert(database, remote: parts[0], own: parts[1], of: messages, in: id)
            // A server must know a mailbox before anything can be put into it.
            for mailbox in parts[0].addMailboxes {
                let open = try ActionTable.actions(database, about: .mailbox(mailbox)).filter(\.isUnanswered)
                try ActionTable.need(database, id, needs: open.map(\.id))
            }
        }
        if action.command == .transfer { try orderTransfer(id, of: action.account) }
        for change in told where change.old.isDraft {
            for row in change.rows {
                let open = try ActionTable.actions(database, about: .draft(row.message)).filter(\.isUnanswered)
                try ActionTable.need(database, id, needs: open.map(\.id))
            }
        }
        return id
    }
}

extension MessagePatch {
    /// Restricts the patch to known mailboxes. Without its target a move is dropped, and the message stays where it is.
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
