package import Foundation
import GRDB
package import InboxModel

extension StoreReader {
    /// The actions of an account whose messages its server holds until they are due.
    package func heldActions(account: AccountID) throws -> [ActionID] {
        try ActionTable.ids(database, account: account, state: .held)
    }
}

/// Drafts that a server holds until they are due.
extension StoreTransaction {
    /// Records that the server has the order. The draft moves to the sent mail, as on the server, and the action says
    /// that it has not left yet.
    ///
    /// An answer that was requested before the user recalled the message does not override the user: only the answer to
    /// the recall itself does. The same applies to `stillHeld`.
    /// - Parameters:
    ///   - left: the id of what will leave, if the message could not be read.
    ///   - detail: what is needed to query the order, or to recall it.
    package func held(_ action: Action, as answer: RemoteMessage?, left: RemoteID? = nil, detail: String) throws {
        guard case .draft(let id) = action.object else { return }
        try database.execute(
            sql: "DELETE FROM action WHERE draft = ? AND id <> ?", arguments: [id.rawValue, action.id.rawValue])
        try database.run(
            """
            UPDATE action SET state = iif(state = 'recalling' AND ? <> 'recalling', state, 'held'), detail = ?, \
            attempts = 0, vain = 0, notBefore = NULL, lastError = NULL WHERE id = ?
            """, action.state.rawValue, detail, action.id.rawValue)
        try becomesMessage(id, answer, left: left, account: action.account)
    }

    /// Records that a held draft has left.
    package func released(_ action: Action) throws {
        guard case .draft(let id) = action.object else { return }
        try ActionTable.delete(database, action.id)
        try forgetDraft(id, sentAt: action.createdAt)
        noteActions()
    }

    /// Starts the recall of a draft that the server holds, or may hold, because the user wants it back.
    package func recall(_ id: ActionID) throws {
        try database.execute(
            sql: """
                UPDATE action SET state = 'recalling', notBefore = NULL, lastError = NULL \
                WHERE id = ? AND command = 'sendDraft' AND state IN ('held', 'unknown')
                """, arguments: [id.rawValue])
        if database.changesCount > 0 { noteActions() }
    }

    /// Records that the server still holds a draft, and when to ask again.
    package func stillHeld(_ action: Action, askAgain: Date?) throws {
        try database.run(
            """
            UPDATE action SET state = 'held', notBefore = ? WHERE id = ? AND (state <> 'recalling' OR ? = 'recalling')
            """, askAgain.map(RowCoding.secondsUp), action.id.rawValue, action.state.rawValue)
        noteActions()
    }

    /// Makes an action that is not due wait here, unless the user has recalled or held it since.
    package func waits(_ id: ActionID) throws {
        try database.run(
            "UPDATE action SET state = 'waiting' WHERE id = ? AND state NOT IN ('recalling', 'stopped')", id.rawValue)
        noteActions()
    }

    /// Records that the server gave a draft back. It is a draft again, with its Bcc recipients, which no sent message carries.
    /// - Parameters:
    ///   - answer: nil when the server no longer has it; then it is saved anew.
    ///   - recipients: everyone whom it was addressed to.
    package func takenBack(_ action: Action, as answer: RemoteMessage?, recipients: [MailAddress], now: Date) throws {
        guard case .draft(let id) = action.object else { return }
        try ActionTable.delete(database, action.id)
        noteActions()
        if let message = try MessageTable.find(database, id) {
            try touch(message.thread)
            var marks = try BaseTable.find(database, id) ?? message.marks
            marks.keywords.insert(.draft)
            if let drafts = try MailboxTable.id(database, account: message.account, role: .drafts) {
                marks.mailboxes = [drafts]
            }
            var new = message
            new.remoteID = answer?.id ?? message.remoteID
            new.marks = try settle(MarkedMessage(message), serverSays: marks, confirms: false)
            // Servers may spell an address differently than the user.
            let named = message.to + message.cc + (answer.map { $0.to + $0.cc } ?? [])
            let seen = Set(named.map { $0.email.lowercased() })
            new.bcc = recipients.filter { !seen.contains($0.email.lowercased()) }
            try MessageTable.update(database, new, from: message)
            if answer == nil || !new.bcc.isEmpty { try queueSave(new, now: now) }
        }
        if let answer { try receive(answer, account: action.account, bodyText: nil, confirms: false) }
    }
}
