import GRDB
package import InboxModel

/// What servers answer to what the user did with mailboxes.
extension StoreTransaction {
    /// The server has what was created, or calls it as it was told.
    package func answered(_ action: Action, with answer: RemoteMailbox) throws {
        guard case .mailbox(let id) = action.object, let mailbox = try MailboxTable.find(database, id) else { return }
        if let other = try MailboxTable.id(database, account: mailbox.account, remoteID: answer.id), other != id {
            // It was told as a change before, and not known for ours.
            try merge(other, into: id)
        }
        try database.execute(
            sql: "UPDATE mailbox SET remoteID = ?, role = coalesce(?, role), serverName = ? WHERE id = ?",
            arguments: [answer.id.rawValue, answer.role?.rawValue, answer.name, id.rawValue])
        if action.command == .createMailbox {
            try ActionTable.delete(database, action.id)
        } else {
            // An older change may still come in with the old name.
            try setState(.sent, of: action.id)
        }
        try replayName(id)
        noteActions()
        noteMailboxes(names: true)
    }

    func confirm(_ action: Action, onMailbox id: MailboxID) throws {
        try ActionTable.delete(database, action.id)
        if action.command == .deleteMailbox { try removeMailbox(id) } else { try replayName(id) }
        noteMailboxes(names: true)
    }

    func dropAction(_ action: Action, onMailbox id: MailboxID) throws {
        try ActionTable.delete(database, action.id)
        noteMailboxes(names: true)
        switch action.command {
        case .createMailbox: try removeMailbox(id)
        case .deleteMailbox:
            try database.execute(sql: "UPDATE mailbox SET isLeaving = 0 WHERE id = ?", arguments: [id.rawValue])
        default: try replayName(id)
        }
    }

    /// The server has a mailbox of the name of one that was made here: there is nothing left to create.
    func adopted(_ id: MailboxID) throws {
        for action in try ActionTable.actions(database, about: .mailbox(id)) where action.command == .createMailbox {
            try ActionTable.delete(database, action.id)
        }
        noteActions()
    }

    /// Two rows for one mailbox become one.
    private func merge(_ other: MailboxID, into id: MailboxID) throws {
        func moved(_ places: Set<MailboxID>) -> Set<MailboxID> {
            places.contains(other) ? places.subtracting([other]).union([id]) : places
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
            var patch = edit.patch
            patch.addMailboxes = moved(patch.addMailboxes)
            patch.removeMailboxes = moved(patch.removeMailboxes)
            if patch != edit.patch { try ActionTable.write(database, patch, of: edit.message, in: action) }
        }
        try database.execute(
            sql: "UPDATE action SET mailbox = ? WHERE mailbox = ?", arguments: [id.rawValue, other.rawValue])
        try MailboxTable.delete(database, other)
    }
}
