package import Foundation
import GRDB
package import InboxModel

/// What the user does, and what servers answer.
extension StoreTransaction {
    /// Queues an action and shows its effect. Where it takes back what still waits, both vanish.
    /// - Returns: the action with only what it really changes; nil when nothing does.
    @discardableResult
    package func enqueue(_ action: Action) throws -> Action? {
        var met: Set<MessageID> = []
        let edits = try action.edits.compactMap { edit -> Action.Edit? in
            // A thread that was chosen twice is acted on once.
            guard met.insert(edit.message).inserted, let message = try MessageTable.find(database, edit.message) else {
                return nil
            }
            let patch = message.marks.patch(to: message.marks.applying(try withoutLostPlaces(edit.patch)))
            return patch.isEmpty ? nil : Action.Edit(message: edit.message, patch: patch)
        }
        guard !edits.isEmpty else { return nil }
        noteActions()
        try database.cachedStatement(
            sql: "INSERT INTO action (account, command, title, state, createdAt) VALUES (?, ?, ?, 'waiting', ?)"
        ).execute(arguments: [
            action.account.rawValue, action.command.rawValue, action.title, RowCoding.seconds(action.createdAt),
        ])
        let id = ActionID(database.lastInsertedRowID)
        for edit in edits {
            guard let message = try MessageTable.find(database, edit.message) else { continue }
            try database.cachedStatement(
                sql: "INSERT OR IGNORE INTO base (message, keywords, mailboxes) VALUES (?, ?, ?)"
            ).execute(arguments: [
                message.id.rawValue, RowCoding.encode(message.keywords), RowCoding.encode(message.mailboxes),
            ])
            try database.cachedStatement(sql: "INSERT INTO actionEdit (action, message, patch) VALUES (?, ?, ?)")
                .execute(arguments: [id.rawValue, message.id.rawValue, RowCoding.encode(edit.patch)])
            try mergeWaiting(message.id)
            try replay(message.id)
        }
        try dropEmptyActions()
        var trimmed = action
        trimmed.id = id
        trimmed.edits = edits
        return trimmed
    }

    /// A move to a mailbox that is gone is no move: the message stays where it is.
    private func withoutLostPlaces(_ patch: MessagePatch) throws -> MessagePatch {
        var patch = patch
        for mailbox in patch.addMailboxes where try !MailboxTable.exists(database, mailbox) {
            patch.addMailboxes = []
            patch.removeMailboxes = []
        }
        return patch
    }

    /// A mailbox is gone: base and pending edits forget it.
    func forget(_ mailbox: MailboxID) throws {
        for (id, marks) in try BaseTable.all(database) where marks.mailboxes.contains(mailbox) {
            var marks = marks
            marks.mailboxes.remove(mailbox)
            try BaseTable.write(database, id, marks)
        }
        for (action, edit) in try ActionTable.allEdits(database) {
            let patch = try withoutLostPlaces(edit.patch)
            guard patch != edit.patch else { continue }
            if patch.isEmpty {
                try delete(edit.message, from: action)
            } else {
                try database.cachedStatement(sql: "UPDATE actionEdit SET patch = ? WHERE action = ? AND message = ?")
                    .execute(arguments: [RowCoding.encode(patch), action.rawValue, edit.message.rawValue])
            }
            try replay(edit.message)
        }
        try dropEmptyActions()
    }

    private func delete(_ message: MessageID, from action: ActionID) throws {
        try database.cachedStatement(sql: "DELETE FROM actionEdit WHERE action = ? AND message = ?")
            .execute(arguments: [action.rawValue, message.rawValue])
    }

    /// What waits for one message and adds up to nothing is taken out: all of it, or the newest edit with the one that it
    /// takes back. What is on its way, or may have arrived without an answer, is never touched.
    private func mergeWaiting(_ id: MessageID) throws {
        guard let base = try BaseTable.find(database, id) else { return }
        let edits = try ActionTable.edits(database, of: id)
        let tail = Array(edits.reversed().prefix { $0.state == .waiting && !$0.isTried }.reversed())
        let start = edits.dropLast(tail.count).reduce(base) { $0.applying($1.patch) }
        let end = tail.reduce(start) { $0.applying($1.patch) }
        if start == end {
            for edit in tail { try delete(id, from: edit.action) }
            return
        }
        for position in tail.indices.dropLast().reversed() {
            var rest = tail.dropLast()
            rest.remove(at: position)
            guard rest.reduce(start, { $0.applying($1.patch) }) == end else { continue }
            try delete(id, from: tail[position].action)
            try delete(id, from: tail[tail.count - 1].action)
            return
        }
    }

    package func setState(_ state: Action.State, of id: ActionID) throws {
        try database.cachedStatement(sql: "UPDATE action SET state = ? WHERE id = ?")
            .execute(arguments: [state.rawValue, id.rawValue])
        noteActions()
    }

    /// No answer: the action waits for its next try.
    package func postpone(_ id: ActionID, until notBefore: Date?, error: String) throws {
        try database.execute(
            sql:
                "UPDATE action SET state = 'waiting', attempts = attempts + 1, notBefore = ?, lastError = ? WHERE id = ?",
            arguments: [notBefore.map(RowCoding.secondsUp), error, id.rawValue])
        noteActions()
    }

    /// The server cannot be asked now: nothing of the account that waits is sent before that time.
    package func holdBack(_ account: AccountID, until notBefore: Date) throws {
        let seconds = RowCoding.secondsUp(notBefore)
        try database.execute(
            sql: """
                UPDATE action SET notBefore = ? WHERE account = ? AND state = 'waiting' \
                AND (notBefore IS NULL OR notBefore < ?)
                """, arguments: [seconds, account.rawValue, seconds])
        if database.changesCount > 0 { noteActions() }
    }

    /// Back-off is over: the connection is there, or the user asked for another try.
    package func makeDue(account: AccountID, only id: ActionID? = nil) throws {
        try database.execute(
            sql:
                "UPDATE action SET notBefore = NULL WHERE account = ? AND notBefore IS NOT NULL AND (? IS NULL OR id = ?)",
            arguments: [account.rawValue, id?.rawValue, id?.rawValue])
        if database.changesCount > 0 { noteActions() }
    }

    /// What was on its way when the process ended is sent again: every action can be. What was answered is not: another
    /// client may have changed the same since.
    package func recoverInterrupted() throws {
        try database.execute(
            sql: "UPDATE action SET state = 'waiting', attempts = attempts + 1 WHERE state = 'sending'")
        if database.changesCount > 0 { noteActions() }
    }

    /// Answered: the server's word becomes base, and the action stays until the server's changes contain it.
    package func answered(_ id: ActionID, with answers: [RemoteMessage], account: AccountID) throws {
        // A change may come in before the answer does; then there is nothing left to wait for.
        let contained = try ActionTable.edits(database, in: id).filter { edit in
            guard let base = try BaseTable.find(database, edit.message) else { return true }
            return base.applying(edit.patch) == base
        }
        try setState(.sent, of: id)
        if !contained.isEmpty { try drop(id, only: Set(contained.map(\.message))) }
        for answer in answers { try receive(answer, account: account, bodyText: nil, confirms: false) }
    }

    /// Refused, discarded or done with: takes the action out, wholly or for some messages, and plays the rest over base.
    package func drop(_ id: ActionID, only messages: Set<MessageID>? = nil) throws {
        for edit in try ActionTable.edits(database, in: id) where messages?.contains(edit.message) ?? true {
            try delete(edit.message, from: id)
            try replay(edit.message)
        }
        try dropEmptyActions()
        noteActions()
    }

    /// Takes out the answered actions among these: the server's changes, asked for after their answers, have been read.
    package func confirm(_ ids: [ActionID]) throws {
        for id in ids where try ActionTable.state(database, id) == .sent { try drop(id) }
    }

    /// Effective marks = base with the pending actions played over it. Without pending actions there is no base.
    func replay(_ id: MessageID) throws {
        guard let base = try BaseTable.find(database, id), let old = try MessageTable.find(database, id) else { return }
        let edits = try ActionTable.edits(database, of: id)
        try touch(old.thread)
        var new = old
        new.marks = edits.reduce(base) { $0.applying($1.patch) }
        if new != old { try MessageTable.update(database, new, from: old) }
        if edits.isEmpty { try BaseTable.delete(database, id) }
    }

    /// The marks to show for a message that the server just told of.
    /// - Parameter confirms: the server told it as a change: answered actions that it contains are done with.
    func settle(_ old: Message, serverSays marks: MessageMarks, confirms: Bool) throws -> MessageMarks {
        var edits = try ActionTable.edits(database, of: old.id)
        if confirms {
            let contained = edits.filter { $0.state == .sent && marks.applying($0.patch) == marks }
            for edit in contained { try delete(old.id, from: edit.action) }
            if !contained.isEmpty {
                try dropEmptyActions()
                edits = try ActionTable.edits(database, of: old.id)
            }
        }
        guard !edits.isEmpty else {
            try BaseTable.delete(database, old.id)
            return marks
        }
        try BaseTable.write(database, old.id, marks)
        return edits.reduce(marks) { $0.applying($1.patch) }
    }

    func dropEmptyActions() throws {
        try database.execute(
            sql: "DELETE FROM action WHERE NOT EXISTS (SELECT 1 FROM actionEdit WHERE actionEdit.action = action.id)")
        if database.changesCount > 0 { noteActions() }
    }
}
