import GRDB
package import InboxModel

/// Messages on their way to another account.
///
/// Until its copy is known to be there, a message is shown where it goes to: the patch takes it out of its own mailboxes and
/// puts it into the other account's. Then the copy is shown, and the original only waits to be let go.
extension StoreTransaction {
    /// A transfer goes after those that still bring messages to its account: it may be about one of them, whose original
    /// is not gone yet.
    func orderTransfer(_ id: ActionID, of account: AccountID) throws {
        let owners = try MailboxTable.owners(database)
        let before = try ActionTable.all(database).filter { other in
            other.command == .transfer && other.isUnanswered && other.id != id
                && other.edits.contains { $0.patch.addMailboxes.contains { owners[$0] == account } }
        }
        let landing = try ActionTable.list(database).filter {
            $0.command == .transfer && $0.isUnanswered && $0.id != id
        }
        .filter { Transfer(detail: $0.detail)?.landed.isEmpty == false }
        try ActionTable.need(database, id, needs: before.map(\.id) + landing.map(\.id))
    }

    /// The copy of a message is in the other account, so from now on the original can only go. What was done to the message
    /// meanwhile, and what can be taken back, is about the copy.
    package func landed(_ id: ActionID, _ message: MessageID, as copy: RemoteMessage, in account: AccountID) throws {
        guard let old = try MessageTable.find(database, message), var action = try ActionTable.find(database, id),
            let patch = try ActionTable.edits(database, in: id).first(where: { $0.message == message })?.patch
        else { return }
        var copy = copy
        copy.body = try copy.body ?? reader.body(of: message)
        let text = try copy.body == nil ? nil : words.texts(message)?.body
        try receive(copy, account: account, bodyText: text, confirms: false)
        guard let new = try MessageTable.find(database, account: account, remoteID: copy.id) else { return }
        noteActions()
        var transfer = Transfer(detail: action.detail) ?? Transfer(to: "")
        transfer.landed[message.rawValue] = copy.id
        action.detail = transfer.detail
        try database.run("UPDATE action SET detail = ? WHERE id = ?", action.detail, id.rawValue)
        try ActionTable.write(database, MessagePatch(removeMailboxes: patch.removeMailboxes), of: message, in: id)
        try carryOver(from: old, to: new, after: id)
        try replay([message])
        try moveDeed(id, of: message, to: new)
    }

    /// The original is gone.
    package func departed(_ message: MessageID) throws {
        guard let old = try MessageTable.find(database, message) else { return }
        noteActions()
        try removeRow(old)
    }

    /// Marks that were put on the original while it was on its way go to the copy.
    private func carryOver(from old: Message, to new: Message, after id: ActionID) throws {
        for edit in try ActionTable.edits(database, of: old.id)
        where edit.action > id && edit.state == .waiting && !edit.isTried {
            guard var later = try ActionTable.find(database, edit.action), later.command != .transfer else { continue }
            try ActionTable.delete(database, [old.id], from: edit.action)
            var patch = edit.patch
            (patch.addMailboxes, patch.removeMailboxes) = ([], [])
            later.account = new.account
            later.edits = [Action.Edit(message: new.id, patch: patch)]
            later.attempts = 0
            try enqueue(later)
        }
        try dropEmptyActions()
    }

    /// Whether the message of this action is known to have its copy already: then it is not lost when it is gone.
    func hasLanded(_ message: MessageID, by id: ActionID) throws -> Bool {
        guard let action = try ActionTable.find(database, id), action.command == .transfer else { return false }
        return Transfer(detail: action.detail)?.landed[message.rawValue] != nil
    }

    /// An account is to be removed: what was to go there stays where it is.
    func dropTransfers(to account: AccountID) throws {
        let owners = try MailboxTable.owners(database)
        for action in try ActionTable.all(database) where action.command == .transfer && action.account != account {
            let going = action.edits.filter { $0.patch.addMailboxes.contains { owners[$0] == account } }
            guard !going.isEmpty else { continue }
            noteActions()
            try dropEdits(of: action.id, only: Set(going.map(\.message)))
            try dropEmptyActions()
        }
    }

    // MARK: Taking back

    /// What was done to a message is from now on known of the one that it became in another account.
    private func moveDeed(_ action: ActionID, of message: MessageID, to new: Message) throws {
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, deed, title, edits, isUndone FROM undoStep WHERE action = ?",
            arguments: [action.rawValue])
        for row in rows {
            let (step, deed): (Int64, Int64) = (row[0], row[1])
            let edits = RowCoding.edits(row[3])
            guard let moved = edits.first(where: { $0.message == message }) else { continue }
            let rest = edits.filter { $0.message != message }
            let known = try Row.fetchOne(
                database,
                sql: """
                    SELECT id, edits FROM undoStep WHERE deed = ? AND account = ? AND command = 'transfer' \
                    AND action IS NULL
                    """, arguments: [deed, new.account.rawValue])
            let arrived = [Action.Edit(message: new.id, patch: moved.patch)]
            if let known {
                let id: Int64 = known[0]
                try database.execute(
                    sql: "UPDATE undoStep SET edits = ? WHERE id = ?",
                    arguments: [RowCoding.encode(RowCoding.edits(known[1]) + arrived), id])
            } else {
                let (title, isUndone): (String, Bool) = (row[2], row[4])
                try database.execute(
                    sql: """
                        INSERT INTO undoStep (deed, account, command, title, edits, isUndone) \
                        VALUES (?, ?, 'transfer', ?, ?, ?)
                        """, arguments: [deed, new.account.rawValue, title, RowCoding.encode(arrived), isUndone])
            }
            if rest.isEmpty {
                try database.execute(sql: "DELETE FROM undoStep WHERE id = ?", arguments: [step])
            } else {
                try database.execute(
                    sql: "UPDATE undoStep SET edits = ? WHERE id = ?", arguments: [RowCoding.encode(rest), step])
            }
        }
    }

    /// Takes back a transfer, or does it again: one that still waits leaves the queue, one that was done is done the other
    /// way round.
    /// - Parameters:
    ///   - step: as it was done first, with the messages as they are now.
    ///   - queued: the action that did it last.
    /// - Returns: the action with what it changes, its id 0 when nothing is queued for it; nil when there is nothing to change.
    /// - Throws: `ActionError.beingMoved` while it is on its way.
    func stepTransfer(_ step: Action, queued: ActionID?, undoing: Bool) throws -> Action? {
        var step = step
        if let queued, let action = try ActionTable.find(database, queued), action.isUnanswered {
            guard action.state == .waiting || action.state == .stopped else { throw ActionError.beingMoved }
            step.detail = action.detail
            step.edits = try ActionTable.edits(database, in: queued)
                .map { Action.Edit(message: $0.message, patch: $0.patch.inverse) }
            try drop(queued)
            return step
        }
        let here = try reader.marks(ofMessages: step.edits.map(\.message))
        let patches = Dictionary(step.edits.map { ($0.message, $0.patch) }, uniquingKeysWith: { first, _ in first })
        let owners = try MailboxTable.owners(database)
        step.edits = here.compactMap { message in
            guard let patch = patches[message.id], message.account == step.account else { return nil }
            let target = undoing ? patch.removeMailboxes : patch.addMailboxes
            // A message that stayed, because its server did not let it go, goes nowhere.
            guard !target.isEmpty, target.allSatisfy({ owners[$0] != message.account }) else { return nil }
            return Action.Edit(
                message: message.id, patch: MessagePatch(addMailboxes: target, removeMailboxes: message.marks.mailboxes)
            )
        }
        let target = step.edits.first?.patch.addMailboxes.first.flatMap { owners[$0] }
        guard let target, let account = try AccountTable.all(database).first(where: { $0.id == target }) else {
            return nil
        }
        step.detail = Transfer(to: account.address).detail
        return try enqueue(step)
    }
}
