import GRDB
package import InboxModel

/// Server answers to the user's actions on mailboxes.
extension StoreTransaction {
    /// Applies the server's answer to a creation or rename.
    package func answered(_ action: Action, with answer: RemoteMailbox) throws {
        guard case .mailbox(let id) = action.object, let mailbox = try MailboxTable.find(database, id) else { return }
        if let other = try MailboxTable.id(database, account: mailbox.account, remoteID: answer.id), other != id {
            // Reported by an earlier change set, and not recognized as ours.
            try merge(other, into: id)
        }
        if action.command == .renameMailbox { try renamedOnServer(mailbox, to: answer.name) }
        try database.execute(
            sql: "UPDATE mailbox SET remoteID = ?, role = coalesce(?, role), serverName = ? WHERE id = ?",
            arguments: [answer.id.rawValue, answer.role?.rawValue, answer.name, id.rawValue])
        if action.command == .createMailbox {
            try ActionTable.delete(database, action.id)
        } else {
            // An older change with the previous name may still arrive.
            try setState(.sent, of: action.id)
        }
        try replayNames(of: mailbox.account)
        noteActions()
        noteMailboxes(names: true)
    }

    func confirm(_ action: Action, onMailbox id: MailboxID) throws {
        try ActionTable.delete(database, action.id)
        if action.command == .deleteMailbox { try removeMailbox(id) } else { try replayNames(of: action.account) }
        noteMailboxes(names: true)
    }

    func dropAction(_ action: Action, onMailbox id: MailboxID) throws {
        try ActionTable.delete(database, action.id)
        noteMailboxes(names: true)
        switch action.command {
        case .createMailbox: try removeMailbox(id)
        case .deleteMailbox:
            try database.execute(sql: "UPDATE mailbox SET isLeaving = 0 WHERE id = ?", arguments: [id.rawValue])
        default: try replayNames(of: action.account)
        }
    }

    /// Drops the pending creation of a mailbox, because the server already has one with that name.
    func adopted(_ id: MailboxID) throws {
        for action in try ActionTable.actions(database, about: .mailbox(id)) where action.command == .createMailbox {
            try ActionTable.delete(database, action.id)
        }
        noteActions()
    }

    /// Merges two rows that stand for the same mailbox.
    private func merge(_ other: MailboxID, into id: MailboxID) throws {
        func moved(_ places: Set<MailboxID>) -> Set<MailboxID> {
            places.contains(other) ? places.subtracting([other]).union([id]) : places
        }
        func moved(_ patch: MessagePatch) -> MessagePatch {
            var patch = patch
            patch.addMailboxes = moved(patch.addMailboxes)
            patch.removeMailboxes = moved(patch.removeMailboxes)
            return patch
        }
        for message in try MailboxTable.messages(database, in: other) {
            guard let old = try MessageTable.find(database, message) else { continue }
            try touch(old.thread)
            var new = old
            new.mailboxes = moved(old.mailboxes)
            try MessageTable.update(database, new, from: old)
        }
        for (message, marks) in try BaseTable.all(database) where marks.mailboxes.contains(other) {
            let new = MessageMarks(keywords: marks.keywords, mailboxes: moved(marks.mailboxes))
            try BaseTable.write(database, message, new)
        }
        for (action, _, edit) in try ActionTable.allEdits(database) {
            let patch = moved(edit.patch)
            if patch != edit.patch { try ActionTable.write(database, patch, of: edit.message, in: action) }
        }
        // What was done in it can be undone, redone and tried again.
        for table in ["undoStep", "refusal"] {
            let rows = try database.rows("SELECT id, edits FROM \(table)") { ($0[0] as Int64, RowCoding.edits($0[1])) }
            for (row, edits) in rows {
                let new = edits.map { Action.Edit(message: $0.message, patch: moved($0.patch)) }
                guard new != edits else { continue }
                try database.run("UPDATE \(table) SET edits = ? WHERE id = ?", RowCoding.encode(new), row)
            }
        }
        for table in ["action", "refusal"] {
            try database.run("UPDATE \(table) SET mailbox = ? WHERE mailbox = ?", id.rawValue, other.rawValue)
        }
        try MailboxTable.delete(database, other)
    }
}
