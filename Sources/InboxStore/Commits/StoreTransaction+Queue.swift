package import Foundation
import GRDB
package import InboxModel

/// The progress of actions through the queue, and the answers of servers.
extension StoreReader {
    /// Whether something queued to leave within moments is now due much later, because the clock was set back.
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

    /// Marks an action as being sent. From now on it cannot be taken back or changed.
    /// - Parameter detail: must outlast the process: it is needed to find out what became of the action.
    /// - Returns: the action with its unanswered edits; nil when it was taken back meanwhile, or can't be read.
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
            // From now on the server may report the copy that left, even before it answers.
            try keepBlindCopies(of: message)
        }
        return action
    }

    /// Schedules another attempt after no answer or a temporary refusal, unless the user has held the action since.
    /// - Parameters:
    ///   - mayHaveArrived: whether the sender must first check if the action was performed.
    ///   - didNothing: whether this attempt certainly changed nothing on the server, so that undo need not ask it for the opposite.
    ///   - detail: replaces the action's detail; nil keeps it.
    package func postpone(
        _ id: ActionID, until notBefore: Date?, error: String, mayHaveArrived: Bool = false, didNothing: Bool = false,
        detail: String? = nil
    ) throws {
        try database.run(
            """
            UPDATE action SET state = iif(state IN ('held', 'recalling'), state, ?), attempts = attempts + 1, \
            vain = vain + ?, notBefore = ?, lastError = ?, detail = coalesce(?, detail) WHERE id = ? AND state <> 'stopped'
            """, (mayHaveArrived ? Action.State.unknown : .waiting).rawValue, didNothing,
            notBefore.map(RowCoding.secondsUp), error, detail, id.rawValue)
        noteActions()
    }

    /// Schedules another check of an action, without counting an error.
    package func putOff(_ id: ActionID, until notBefore: Date) throws {
        try database.run("UPDATE action SET notBefore = ? WHERE id = ?", RowCoding.secondsUp(notBefore), id.rawValue)
        noteActions()
    }

    /// Stops an action that the server refused, or whose outcome nobody can know. It stays as it is until the user decides.
    /// - Parameter detail: replaces the action's detail; nil keeps it.
    package func stop(_ id: ActionID, error: String, detail: String? = nil) throws {
        try database.run(
            """
            UPDATE action SET state = 'stopped', attempts = attempts + 1, notBefore = NULL, lastError = ?, \
            detail = coalesce(?, detail) WHERE id = ?
            """, error, detail, id.rawValue)
        noteActions()
    }

    /// Removes the order from an action that the server refused to send: it was certainly not sent, and the order is void.
    package func forgetOrder(of id: ActionID) throws {
        try database.execute(
            sql: """
                UPDATE action SET detail = CASE command WHEN 'bounce' THEN json_remove(detail, '$.state') END \
                WHERE id = ? AND command IN ('sendDraft', 'bounce')
                """, arguments: [id.rawValue])
    }

    /// Notes that orders in doubt were not carried out, because another one that was bound to the same state was.
    package func voidOrders(besides action: Action, boundTo state: String) throws {
        try database.execute(
            sql: """
                UPDATE action SET detail = json_set(detail, '$.isRefused', json('true')) WHERE account = ? AND id <> ? \
                AND command IN ('sendDraft', 'bounce') AND state = 'unknown' AND detail ->> '$.state' = ? \
                AND detail ->> '$.left' IS NULL
                """, arguments: [action.account.rawValue, action.id.rawValue, state])
    }

    /// Delays everything of an account that waits, because its server cannot be reached now.
    /// - Parameter onlySending: whether only mail to be sent is delayed.
    package func holdBack(_ account: AccountID, until notBefore: Date, onlySending: Bool = false) throws {
        let seconds = RowCoding.secondsUp(notBefore)
        try database.execute(
            sql: """
                UPDATE action SET notBefore = ? WHERE account = ? \
                AND state IN ('waiting', 'unknown', 'held', 'recalling') AND (notBefore IS NULL OR notBefore < ?) \
                AND (NOT ? OR command IN ('sendDraft', 'bounce'))
                """, arguments: [seconds, account.rawValue, seconds, onlySending])
        if database.changesCount > 0 { noteActions() }
    }

    /// Ends the back-off of an account whose connection works again. What another server than the account's own has deferred, as
    /// the recipient's may, goes on waiting: it is tried a few times only.
    /// - Parameter date: only for actions that wait until after it; nil for all.
    /// - Returns: whether any action waited.
    @discardableResult
    package func makeDue(account: AccountID, after date: Date? = nil) throws -> Bool {
        try database.run(
            """
            UPDATE action SET notBefore = NULL WHERE account = ? AND notBefore > ? \
            AND NOT instr(coalesce(detail, ''), '"putOff":')
            """, account.rawValue, date.map(RowCoding.seconds) ?? -1)
        guard database.changesCount > 0 else { return false }
        noteActions()
        return true
    }

    /// Brings forward actions that were queued to leave within moments and are now due far later, because the clock was set back. They wait
    /// those moments anew, in which the user can take them back.
    /// - Parameter moments: in seconds.
    package func hurry(account: AccountID, moments: TimeInterval, now: Date) throws {
        try database.run(
            "UPDATE action SET dueAt = ? + dueAt - createdAt, notBefore = NULL WHERE \(ActionTable.isLate)",
            RowCoding.seconds(now), account.rawValue, Int64(moments), RowCoding.seconds(now) + Int64(moments))
        if database.changesCount > 0 { noteActions() }
    }

    /// Retries an action for the user, whatever held it back. A held action returns to its due time, if that is still to
    /// come. A save that was sent before is looked for first.
    /// - Parameter keepsTime: whether an action that is not held returns to its due time, too.
    package func retry(_ id: ActionID, keepsTime: Bool = false, now: Date) throws {
        try database.execute(
            sql: """
                UPDATE action SET notBefore = NULL, dueAt = iif((state = 'stopped' OR ?) AND dueAt > ?, dueAt, NULL), \
                state = CASE WHEN state <> 'stopped' THEN state \
                WHEN command = 'saveDraft' AND detail IS NOT NULL THEN 'unknown' ELSE 'waiting' END \
                WHERE id = ? AND state IN ('waiting', 'unknown', 'stopped')
                """, arguments: [keepsTime, RowCoding.seconds(now), id.rawValue])
        if database.changesCount > 0 { noteActions() }
    }

    /// Holds an action for the user, if it has not begun. Its due time is kept for its release.
    /// - Returns: whether the action is held.
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

    /// Recovers the actions that an account's sender left under way when it was killed or the store failed. For a new sender.
    ///
    /// Repeatable actions are sent again; for the others, the sender first checks whether they arrived. An answered
    /// action is done: another client may have changed the same messages since.
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

    /// Records the answer to an action, which stays until the server's changes contain it.
    ///
    /// The server's data on the messages themselves comes from its changes, because an answer may be older.
    package func answered(_ id: ActionID, of messages: [MessageID]) throws {
        try take(messages, of: id)
        try setState(.sent, of: id)
        try dropEmptyActions(among: [id])
    }

    /// Records that nothing more is asked for actions whose messages were answered one by one.
    /// - Returns: those of which something was not answered. They wait again as before, since it was not requested either.
    package func answered(_ ids: [ActionID]) throws -> [ActionID] {
        let unasked = try ids.filter { try ActionTable.openEdits(database, in: $0) != [] }
        for id in ids where !unasked.contains(id) { try answered(id, of: []) }
        try putBack(unasked, isTried: false)
        return unasked
    }

    /// Returns actions that had begun to those that wait.
    /// - Parameter isTried: whether they may have reached the server.
    package func putBack(_ ids: [ActionID], isTried: Bool) throws {
        for id in ids {
            try database.run(
                "UPDATE action SET state = 'waiting', attempts = attempts + ? WHERE id = ? AND state = 'sending'",
                isTried, id.rawValue)
        }
        noteActions()
    }

    /// Records the answers to a part of an action that is still under way.
    package func take(_ messages: [MessageID], of id: ActionID) throws {
        // A change may arrive before the answer; then there is nothing left to wait for.
        let contained = try messages.filter { message in
            guard let first = try ActionTable.edits(database, of: message).first, first.action == id,
                let base = try BaseTable.find(database, message)
            else { return false }
            return base.applying(first.patch) == base
        }
        if !contained.isEmpty { try dropEdits(of: id, only: Set(contained)) }
        try ActionTable.setAnswered(database, messages, in: id)
    }

    /// Drops a refused or discarded action, for all or some messages. Its effect is reverted, and other actions are
    /// replayed over base. A draft's text is never reverted.
    package func drop(_ id: ActionID, only messages: Set<MessageID>? = nil) throws {
        noteActions()
        guard let action = try ActionTable.find(database, id) else { return }
        switch action.object {
        case .draft(let draft): try dropAction(action, onDraft: draft)
        case .mailbox(let mailbox): try dropAction(action, onMailbox: mailbox)
        case .file(let file): try dropAction(action, onFile: file)
        case nil:
            try dropEdits(of: id, only: messages, reverting: true)
            try dropEmptyActions(among: [id])
            if action.state == .unreadable { try ActionTable.delete(database, id) }
        }
    }

    /// Removes the answered parts of actions that the server has not answered as a whole, as `confirm` does for whole actions.
    package func confirm(_ parts: [ActionID: Set<MessageID>]) throws {
        guard !parts.isEmpty else { return }
        for (id, messages) in parts { try dropEdits(of: id, only: messages) }
        try dropEmptyActions(among: parts.keys)
        noteActions()
    }

    /// Removes the answered actions among these. The server's changes, requested after the answers, have been read.
    package func confirm(_ ids: [ActionID]) throws {
        for id in ids {
            guard let action = try ActionTable.find(database, id), action.state == .sent else { continue }
            noteActions()
            switch action.object {
            case .mailbox(let mailbox): try confirm(action, onMailbox: mailbox)
            case .draft, .file:
                try ActionTable.delete(database, id)
                if let deleted = KeptDraft(jsonText: action.detail) { try letGo(deleted.message.files) }
            case nil:
                try dropEdits(of: id, only: nil)
                try dropEmptyActions(among: [id])
            }
        }
    }
}
