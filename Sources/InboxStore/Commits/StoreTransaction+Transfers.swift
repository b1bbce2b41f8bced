import GRDB
package import InboxModel

/// Messages that move to another account.
///
/// Until its copy is known to exist, a message is shown at its target: the patch removes it from its own mailboxes and
/// adds it to the other account's. Then the copy is shown, and the original only waits to be deleted.
extension StoreTransaction {
    /// Makes a transfer wait for others that still bring messages to its account: it may move one of these messages,
    /// whose original still exists.
    func orderTransfer(_ id: ActionID, of account: AccountID) throws {
        let owners = try MailboxTable.owners(database)
        let before = try ActionTable.all(database).filter { other in
            other.command == .transfer && other.isUnanswered && other.id != id
                && other.edits.contains { $0.patch.addMailboxes.contains { owners[$0] == account } }
        }
        let landing = try ActionTable.list(database).filter {
            $0.command == .transfer && $0.isUnanswered && $0.id != id
        }
        .filter { $0.transfer?.landed.isEmpty == false }
        try ActionTable.need(database, id, needs: before.map(\.id) + landing.map(\.id))
    }

    /// Records that copies have arrived in the other account. From now on the originals can only be deleted. Actions
    /// since then, and undo, refer to the copies.
    package func landed(_ id: ActionID, _ copies: [MessageID: RemoteMessage], in account: AccountID) throws {
        guard let action = try ActionTable.find(database, id) else { return }
        var transfer = action.transfer ?? Transfer(to: "")
        var moved: [MessageID: Message] = [:]
        for (message, edits) in try ActionTable.edits(database, of: copies.keys.sorted()) {
            guard let old = try MessageTable.find(database, message), var copy = copies[message],
                let patch = edits.first(where: { $0.action == id })?.patch
            else { continue }
            copy.body = try copy.body ?? reader.body(of: message)
            let text = try copy.body == nil ? nil : words.texts(message)?.body
            try receive(copy, account: account, bodyText: text, confirms: false)
            guard let new = try MessageTable.find(database, account: account, remoteID: copy.id) else { continue }
            transfer.landed[message.rawValue] = copy.id
            moved[message] = new
            try ActionTable.write(database, MessagePatch(removeMailboxes: patch.removeMailboxes), of: message, in: id)
            try carryOver(from: old, to: new, after: id)
        }
        try keep(transfer, of: id)
        try replay(moved.keys.sorted())
        try moveDeeds(id, moved)
    }

    /// Removes originals that their server has deleted.
    package func departed(_ messages: [MessageID], of id: ActionID) throws {
        var transfer = try ActionTable.find(database, id)?.transfer
        let there = try AccountTable.all(database).first { $0.address == transfer?.to }?.id
        for message in messages {
            guard let old = try MessageTable.find(database, message) else { continue }
            // Actions since the copy landed were still applied to the original.
            if let there, let copy = transfer?.landed[message.rawValue],
                let new = try MessageTable.find(database, account: there, remoteID: copy)
            {
                try carryOver(from: old, to: new, after: id)
            }
            transfer?.landed[message.rawValue] = nil
            try removeRow(old)
        }
        if let transfer { try keep(transfer, of: id) }
    }

    /// Records that the server keeps the originals, so that the messages are in both accounts. Undo then moves the copies
    /// to the trash, instead of back beside the originals.
    package func stayed(_ messages: [MessageID], of id: ActionID) throws {
        let transfer = try ActionTable.find(database, id)?.transfer
        guard let there = try AccountTable.all(database).first(where: { $0.address == transfer?.to })?.id else {
            return
        }
        for message in messages {
            guard let copy = transfer?.landed[message.rawValue],
                let new = try MessageTable.find(database, account: there, remoteID: copy)
            else { continue }
            try becomeCopies(of: .transfer, where: "account = ?", there.rawValue, [new.id: new])
        }
    }

    private func keep(_ transfer: Transfer, of id: ActionID) throws {
        try database.run("UPDATE action SET detail = ? WHERE id = ?", transfer.detail, id.rawValue)
        noteActions()
    }

    /// Moves marks that were set on the original during the transfer to the copy.
    private func carryOver(from old: Message, to new: Message, after id: ActionID) throws {
        for edit in try ActionTable.edits(database, of: old.id)
        where edit.action > id && edit.state == .waiting && !edit.isTried {
            guard var later = try ActionTable.find(database, edit.action), later.command != .transfer,
                later.command != .copy
            else { continue }
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

    /// Whether a message is known to have its copy by this action, so that it is not lost when the original is gone.
    func hasLanded(_ message: MessageID, by id: ActionID) throws -> Bool {
        guard let action = try ActionTable.find(database, id), action.command == .transfer else { return false }
        return action.transfer?.landed[message.rawValue] != nil
    }

    /// Drops the transfers to an account that is being removed: their messages stay where they are.
    func dropTransfers(to account: AccountID) throws {
        let owners = try MailboxTable.owners(database)
        for action in try ActionTable.all(database) where action.account != account {
            let copies =
                action.command == .copy && action.transfer?.mailbox.flatMap { owners[$0] } == account
            guard copies || action.command == .transfer else { continue }
            let going = action.edits.filter { copies || $0.patch.addMailboxes.contains { owners[$0] == account } }
            guard !going.isEmpty else { continue }
            noteActions()
            try dropEdits(of: action.id, only: Set(going.map(\.message)))
            try dropEmptyActions()
        }
    }

    // MARK: Undo

    /// Adds edits to a deed: to the step that it has for them, else as a new one. Messages that came from different accounts
    /// stay apart, because each transfer goes back to one account.
    func addStep(_ edits: [Action.Edit], deed: Int64, account: AccountID, like row: (Action.Command, String, Bool))
        throws
    {
        let owners = try MailboxTable.owners(database)
        func origins(_ edits: [Action.Edit]) -> Set<AccountID> {
            guard row.0 == .transfer else { return [] }
            let mailboxes = edits.flatMap { $0.patch.addMailboxes.union($0.patch.removeMailboxes) }
            return Set(mailboxes.compactMap { owners[$0] })
        }
        let known = try Row.fetchAll(
            database,
            sql: "SELECT id, edits FROM undoStep WHERE deed = ? AND account = ? AND command = ? AND action IS NULL",
            arguments: [deed, account.rawValue, row.0.rawValue])
        for step in known {
            let before = RowCoding.edits(step[1])
            if origins(before) == origins(edits) { return try write(before + edits, of: step[0]) }
        }
        try database.execute(
            sql: "INSERT INTO undoStep (deed, account, command, title, edits, isUndone) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [deed, account.rawValue, row.0.rawValue, row.1, RowCoding.encode(edits), row.2])
    }

    /// Makes the deeds on messages refer to the copies in another account.
    private func moveDeeds(_ action: ActionID, _ moved: [MessageID: Message]) throws {
        guard let account = moved.values.first?.account else { return }
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, deed, command, title, edits, isUndone, action FROM undoStep")
        for row in rows {
            let (step, deed, queued): (Int64, Int64, Int64?) = (row[0], row[1], row[6])
            let edits = RowCoding.edits(row[4])
            let arrived = edits.compactMap { edit -> Action.Edit? in
                guard let new = moved[edit.message] else { return nil }
                var patch = edit.patch
                // The mailboxes of another deed belong to the account that the message left.
                if queued != action.rawValue { (patch.addMailboxes, patch.removeMailboxes) = ([], []) }
                return Action.Edit(message: new.id, patch: patch)
            }
            let (command, title, isUndone): (String, String, Bool) = (row[2], row[3], row[5])
            // A copy made before has nothing to do with the transfer of the message.
            guard !arrived.isEmpty, command != Action.Command.copy.rawValue else { continue }
            try write(edits.filter { moved[$0.message] == nil }, of: step)
            guard let command = Action.Command(rawValue: command) else { continue }
            try addStep(arrived, deed: deed, account: account, like: (command, title, isUndone))
        }
    }

    func write(_ edits: [Action.Edit], of step: Int64) throws {
        if edits.isEmpty {
            try database.run("DELETE FROM undoStep WHERE id = ?", step)
        } else {
            try database.run("UPDATE undoStep SET edits = ? WHERE id = ?", RowCoding.encode(edits), step)
        }
    }

    /// Undoes or redoes a transfer. One that still waits is removed from the queue; a finished one is done in reverse.
    /// - Parameters:
    ///   - step: the transfer as it was first done, with the messages as they are now.
    ///   - queued: the action that last performed it.
    /// - Returns: the action with what it changes, and id 0 when nothing is queued for it; nil when there is nothing to change.
    /// - Throws: `ActionError.beingMoved` while the transfer is under way.
    func stepTransfer(_ step: Action, queued: ActionID?, undoing: Bool) throws -> Action? {
        var step = step
        if let queued, let action = try ActionTable.find(database, queued), action.isUnanswered {
            guard action.canStillStay else { throw ActionError.beingMoved }
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
            // A message that stayed, because its server kept it, is not moved.
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
