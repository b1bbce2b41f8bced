package import Foundation
import GRDB
package import InboxModel

/// An action's way through the queue, and what servers answer.
extension StoreReader {
    /// Whether something that was to leave within moments is to do so much later, by a clock that was set back.
    package func isLate(account: AccountID, moments: TimeInterval, now: Date) throws -> Bool {
        try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM action WHERE \(ActionTable.isLate))",
            arguments: [account.rawValue, Int64(moments), RowCoding.seconds(now) + Int64(moments)]) ?? false
    }
}

extension StoreTransaction {
    package func setState(_ state: Action.State, of id: ActionID) throws {
        try database.run("UPDATE action SET state = ? WHERE id = ?", state.rawValue, id.rawValue)
        noteActions()
    }

    /// It goes out now, and from now on it cannot be taken back or changed.
    /// - Parameter detail: what is kept with it and must outlast the process: it is needed to find out what became of it.
    /// - Returns: the action as it is, with what is still to be asked; nil when it was taken back meanwhile, or can't be read.
    package func begin(_ id: ActionID, detail: String? = nil) throws -> Action? {
        guard let edits = try ActionTable.openEdits(database, in: id) else { return nil }
        try database.run(
            """
            UPDATE action SET state = 'sending', detail = coalesce(?, detail) \
            WHERE id = ? AND state IN ('waiting', 'unknown', 'sending') AND command IN (\(ActionTable.commands))
            """, detail, id.rawValue)
        guard database.changesCount > 0, var action = try ActionTable.find(database, id) else { return nil }
        noteActions()
        action.edits = edits
        if action.command == .sendDraft, case .draft(let draft) = action.object,
            let message = try MessageTable.find(database, draft), message.isDraft
        {
            // From now on its server may tell of the copy that left, before it answers.
            try keepBlindCopies(of: message)
        }
        return action
    }

    /// No answer, or not now: the action is tried again at its time, unless the user holds it since.
    /// - Parameters:
    ///   - mayHaveArrived: before that one has to look whether it was done.
    ///   - detail: what is kept with it from now on; nil: what is.
    package func postpone(
        _ id: ActionID, until notBefore: Date?, error: String, mayHaveArrived: Bool = false, detail: String? = nil
    ) throws {
        try database.run(
            """
            UPDATE action SET state = iif(state IN ('held', 'recalling'), state, ?), attempts = attempts + 1, \
            notBefore = ?, lastError = ?, detail = coalesce(?, detail) WHERE id = ? AND state <> 'stopped'
            """, (mayHaveArrived ? Action.State.unknown : .waiting).rawValue, notBefore.map(RowCoding.secondsUp), error,
            detail, id.rawValue)
        noteActions()
    }

    /// One has looked, and looks again at that time; nothing went wrong.
    package func putOff(_ id: ActionID, until notBefore: Date) throws {
        try database.run("UPDATE action SET notBefore = ? WHERE id = ?", RowCoding.secondsUp(notBefore), id.rawValue)
        noteActions()
    }

    /// The server said no, or nobody can know: it is kept as it is until the user says how to go on.
    /// - Parameter detail: what is kept with it from now on; nil: what is.
    package func stop(_ id: ActionID, error: String, detail: String? = nil) throws {
        try database.run(
            """
            UPDATE action SET state = 'stopped', attempts = attempts + 1, notBefore = NULL, lastError = ?, \
            detail = coalesce(?, detail) WHERE id = ?
            """, error, detail, id.rawValue)
        noteActions()
    }

    /// The server refused to send it: it is surely not sent, and the order that was given counts no more.
    package func forgetOrder(of id: ActionID) throws {
        try database.execute(
            sql: """
                UPDATE action SET detail = CASE command WHEN 'bounce' THEN json_remove(detail, '$.state') END \
                WHERE id = ? AND command IN ('sendDraft', 'bounce')
                """, arguments: [id.rawValue])
    }

    /// The server cannot be asked now: nothing of the account that waits is sent before that time.
    package func holdBack(_ account: AccountID, until notBefore: Date) throws {
        let seconds = RowCoding.secondsUp(notBefore)
        try database.execute(
            sql: """
                UPDATE action SET notBefore = ? WHERE account = ? \
                AND state IN ('waiting', 'unknown', 'held', 'recalling') AND (notBefore IS NULL OR notBefore < ?)
                """, arguments: [seconds, account.rawValue, seconds])
        if database.changesCount > 0 { noteActions() }
    }

    /// Back-off is over: the connection is there.
    /// - Parameter date: only for what waits until after it; nil: for all.
    /// - Returns: whether anything waited.
    @discardableResult
    package func makeDue(account: AccountID, after date: Date? = nil) throws -> Bool {
        try database.run(
            "UPDATE action SET notBefore = NULL WHERE account = ? AND notBefore > ?", account.rawValue,
            date.map(RowCoding.seconds) ?? -1)
        guard database.changesCount > 0 else { return false }
        noteActions()
        return true
    }

    /// What was to leave within moments leaves now: the clock was set back since, and its time is far away.
    /// - Parameter moments: in seconds.
    package func hurry(account: AccountID, moments: TimeInterval, now: Date) throws {
        try database.run(
            "UPDATE action SET dueAt = NULL, notBefore = NULL WHERE \(ActionTable.isLate)",
            account.rawValue, Int64(moments), RowCoding.seconds(now) + Int64(moments))
        if database.changesCount > 0 { noteActions() }
    }

    /// The user wants another try, whatever held it back. What was held here goes back to its time, if that is to come; a save that
    /// went out before is looked for first.
    package func retry(_ id: ActionID, now: Date) throws {
        try database.execute(
            sql: """
                UPDATE action SET notBefore = NULL, dueAt = iif(state = 'stopped' AND dueAt > ?, dueAt, NULL), \
                state = CASE WHEN state <> 'stopped' THEN state \
                WHEN command = 'saveDraft' AND detail IS NOT NULL THEN 'unknown' ELSE 'waiting' END \
                WHERE id = ? AND state IN ('waiting', 'unknown', 'stopped')
                """, arguments: [RowCoding.seconds(now), id.rawValue])
        if database.changesCount > 0 { noteActions() }
    }

    /// The user wants it to wait; only what has not begun can. Its own time is kept for when it is let go.
    /// - Returns: whether it waits.
    @discardableResult
    package func hold(_ id: ActionID) throws -> Bool {
        try database.execute(
            sql: """
                UPDATE action SET state = 'stopped', notBefore = NULL, lastError = NULL \
                WHERE id = ? AND state = 'waiting'
                """, arguments: [id.rawValue])
        guard database.changesCount > 0 else { return try ActionTable.find(database, id)?.state == .stopped }
        noteActions()
        return true
    }

    /// What an account's sender left on its way when it ended, by a kill or because the store failed: for a sender that begins.
    ///
    /// What can be done twice is sent again; of the rest one looks first whether it arrived. What was answered is done:
    /// another client may have changed the same since.
    package func recoverInterrupted(account: AccountID) throws {
        try database.execute(
            sql: """
                UPDATE action SET attempts = attempts + 1, \
                state = CASE WHEN command IN (\(Self.onlyOnce)) THEN 'unknown' ELSE 'waiting' END \
                WHERE account = ? AND state = 'sending'
                """, arguments: [account.rawValue])
        if database.changesCount > 0 { noteActions() }
    }

    private static let onlyOnce = Action.Command.allCases.filter { !$0.isRepeatable }.map { "'\($0.rawValue)'" }
        .joined(separator: ", ")

    /// Answered: the action stays until the server's changes contain it.
    ///
    /// What the server says of the messages themselves is left to its changes: an answer may be older than those.
    package func answered(_ id: ActionID, of messages: [MessageID]) throws {
        try take(messages, of: id)
        try setState(.sent, of: id)
        try dropEmptyActions()
    }

    /// A part of the answers to an action that is still on its way.
    package func take(_ messages: [MessageID], of id: ActionID) throws {
        // A change may come in before the answer does; then there is nothing left to wait for.
        let contained = try messages.filter { message in
            guard let first = try ActionTable.edits(database, of: message).first, first.action == id,
                let base = try BaseTable.find(database, message)
            else { return false }
            return base.applying(first.patch) == base
        }
        if !contained.isEmpty { try dropEdits(of: id, only: Set(contained)) }
        try ActionTable.setAnswered(database, messages, in: id)
    }

    /// Refused or discarded: what it showed goes back, wholly or for some messages, and the rest is played over base.
    /// A draft's text never goes back.
    package func drop(_ id: ActionID, only messages: Set<MessageID>? = nil) throws {
        noteActions()
        guard let action = try ActionTable.find(database, id) else { return }
        switch action.object {
        case .draft(let draft): try dropAction(action, onDraft: draft)
        case .mailbox(let mailbox): try dropAction(action, onMailbox: mailbox)
        case .file(let file): try dropAction(action, onFile: file)
        case nil:
            try dropEdits(of: id, only: messages)
            try dropEmptyActions()
            if action.state == .unreadable { try ActionTable.delete(database, id) }
        }
    }

    /// Takes out what was answered of actions that the server has yet to answer for other messages, as `confirm` of whole ones does.
    package func confirm(_ parts: [ActionID: Set<MessageID>]) throws {
        guard !parts.isEmpty else { return }
        for (id, messages) in parts { try dropEdits(of: id, only: messages) }
        try dropEmptyActions()
        noteActions()
    }

    /// Takes out the answered actions among these: the server's changes, asked for after their answers, have been read.
    package func confirm(_ ids: [ActionID]) throws {
        for id in ids {
            guard let action = try ActionTable.find(database, id), action.state == .sent else { continue }
            noteActions()
            switch action.object {
            case .mailbox(let mailbox): try confirm(action, onMailbox: mailbox)
            case .draft, .file:
                try ActionTable.delete(database, id)
                if let deleted = KeptDraft(detail: action.detail) { try letGo(deleted.message.files) }
            case nil:
                try dropEdits(of: id, only: nil)
                try dropEmptyActions()
            }
        }
    }
}
