import GRDB
package import InboxModel

/// Copies of messages in other accounts. The original never changes: an edit of a copy action is empty, and only marks a
/// message that is not copied yet.
extension StoreTransaction {
    /// Queues an action that copies messages.
    /// - Parameter action: its detail, a ``Transfer``, names the target.
    /// - Returns: the action, whose edits name the target of each message; nil when none of the messages exists.
    package func enqueueCopy(_ action: Action) throws -> Action? {
        guard let mailbox = action.transfer?.mailbox else { return nil }
        let rows = try MarksTable.find(database, Array(Set(action.edits.map(\.message))).sorted())
        guard !rows.isEmpty else { return nil }
        var queued = action
        queued.edits = rows.map {
            Action.Edit(message: $0.message, patch: MessagePatch(addMailboxes: [mailbox]))
        }
        let fresh = Dictionary(grouping: rows.filter { !$0.isPending }, by: \.marks)
        for (marks, rows) in fresh { try BaseTable.insert(database, rows.map(\.message), marks) }
        queued.id = try ActionTable.insert(database, queued)
        try database.run(
            "INSERT INTO actionEdit (action, message, patch) SELECT ?, value, ? FROM json_each(?)", queued.id.rawValue,
            RowCoding.encode(MessagePatch()), IDList(rows.map(\.message)))
        let open = try ActionTable.actions(database, about: .mailbox(mailbox)).filter(\.isUnanswered)
        try ActionTable.need(database, queued.id, needs: open.map(\.id))
        noteActions()
        return queued
    }

    /// Finishes the edits of messages whose copies are in the other account.
    package func copied(_ id: ActionID, _ copies: [MessageID: RemoteCopy], in account: AccountID) throws {
        var new: [MessageID: Message] = [:]
        for (message, made) in copies {
            guard try MessageTable.find(database, message) != nil else { continue }
            var copy = made.message
            copy.body = try copy.body ?? reader.body(of: message)
            let text = try copy.body == nil ? nil : words.texts(message)?.body
            try receive(copy, account: account, bodyText: text, confirms: false)
            // Undo must not remove a message that existed before it was copied.
            guard made.isNew else { continue }
            new[message] = try MessageTable.find(database, account: account, remoteID: copy.id)
        }
        try becomeCopies(of: .copy, where: "action = ?", id.rawValue, new)
        try forgetDeed(id, of: Set(copies.keys))
        try dropEdits(of: id, only: Set(copies.keys))
        try dropEmptyActions()
        noteActions()
    }

    /// Changes the undo steps of a command to refer to the copies of messages, which undo moves to the trash. Without a
    /// trash they cannot be undone.
    func becomeCopies(
        of command: Action.Command, where condition: String, _ value: Int64, _ copies: [MessageID: Message]
    ) throws {
        guard let account = copies.values.first?.account else { return }
        let trash = try MailboxTable.id(database, account: account, role: .trash)
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT id, deed, title, edits, isUndone FROM undoStep WHERE command = ? AND \(condition)",
            arguments: [command.rawValue, value])
        for row in rows {
            let edits = RowCoding.edits(row[3])
            let made = edits.compactMap { edit -> Action.Edit? in
                guard let copy = copies[edit.message], let trash, !copy.mailboxes.contains(trash) else { return nil }
                return Action.Edit(
                    message: copy.id, patch: MessagePatch(addMailboxes: copy.mailboxes, removeMailboxes: [trash]))
            }
            guard edits.contains(where: { copies[$0.message] != nil }) else { continue }
            try write(edits.filter { copies[$0.message] == nil }, of: row[0])
            guard !made.isEmpty else { continue }
            try addStep(made, deed: row[1], account: account, like: (.copy, row[2], row[4]))
        }
    }

    /// Undoes or redoes a copy. Undo removes a waiting copy from the queue, and moves a finished one to the trash; redo
    /// brings it back from there.
    /// - Returns: the action with what it changes, and id 0 when nothing is queued for it; nil when there is nothing to change.
    /// - Throws: `ActionError.beingMoved` while the copy is under way.
    func stepCopy(_ step: Action, queued: ActionID?, undoing: Bool) throws -> Action? {
        var step = step
        let owners = try MailboxTable.owners(database)
        let target = step.edits.first?.patch.addMailboxes.first { owners[$0] != step.account }
        guard let target else {
            if undoing { step.edits = step.edits.map { Action.Edit(message: $0.message, patch: $0.patch.inverse) } }
            step.command = .move
            guard var done = try enqueue(step) else { return nil }
            done.command = .copy
            return done
        }
        if undoing {
            guard let queued, let action = try ActionTable.find(database, queued), action.isUnanswered else {
                return nil
            }
            guard action.canStillStay else { throw ActionError.beingMoved }
            step.detail = action.detail
            try drop(queued)
            return step
        }
        guard let account = try AccountTable.all(database).first(where: { $0.id == owners[target] }) else { return nil }
        step.detail = Transfer(to: account.address, mailbox: target).detail
        return try enqueueCopy(step)
    }
}
