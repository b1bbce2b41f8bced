package import Foundation
import GRDB
package import InboxModel

/// Drafts that a server holds until they are to be sent.
extension StoreTransaction {
    /// The server has the order: the draft lies in the sent mail, as it does there, and the action tells that it has not
    /// left.
    ///
    /// An answer that was asked for before the user wanted the message back does not overrule the user: only the answer to
    /// the recall itself does. The same goes for `stillHeld`.
    /// - Parameter detail: what is needed to ask for it, or to take it back.
    package func held(_ action: Action, as answer: RemoteMessage?, detail: String) throws {
        guard case .draft(let id) = action.object else { return }
        try database.execute(
            sql: "DELETE FROM action WHERE draft = ? AND id <> ?", arguments: [id.rawValue, action.id.rawValue])
        try database.run(
            """
            UPDATE action SET state = iif(state = 'recalling' AND ? <> 'recalling', state, 'held'), detail = ?, \
            attempts = 0, notBefore = NULL, lastError = NULL WHERE id = ?
            """, action.state.rawValue, detail, action.id.rawValue)
        try becomesMessage(id, answer, account: action.account)
    }

    /// It has left.
    package func released(_ action: Action) throws {
        guard case .draft(let id) = action.object else { return }
        try ActionTable.delete(database, action.id)
        try forgetDraft(id, sentAt: action.createdAt)
        noteActions()
    }

    /// The user wants back what the server holds, or may hold.
    package func recall(_ id: ActionID) throws {
        try database.execute(
            sql: """
                UPDATE action SET state = 'recalling', notBefore = NULL, lastError = NULL \
                WHERE id = ? AND command = 'sendDraft' AND state IN ('held', 'unknown')
                """, arguments: [id.rawValue])
        if database.changesCount > 0 { noteActions() }
    }

    /// The server still holds it: it is asked again at that time.
    package func stillHeld(_ action: Action, askAgain: Date?) throws {
        try database.run(
            """
            UPDATE action SET state = 'held', notBefore = ? WHERE id = ? AND (state <> 'recalling' OR ? = 'recalling')
            """, askAgain.map(RowCoding.secondsUp), action.id.rawValue, action.state.rawValue)
        noteActions()
    }

    /// Its time has not come: it waits here, unless the user has taken it back, or holds it, since.
    package func waits(_ id: ActionID) throws {
        try database.run(
            "UPDATE action SET state = 'waiting' WHERE id = ? AND state NOT IN ('recalling', 'stopped')", id.rawValue)
        noteActions()
    }

    /// The server gave it back: it is a draft again, with the blind copies that no message keeps on its way.
    /// - Parameters:
    ///   - answer: nil when the server has it no more; then it gets it anew.
    ///   - recipients: all to whom it was to go.
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
            new.marks = try settle(message, serverSays: marks, confirms: false)
            // Servers may spell an address otherwise than it was written here.
            let named = message.to + message.cc + (answer.map { $0.to + $0.cc } ?? [])
            let seen = Set(named.map { $0.email.lowercased() })
            new.bcc = recipients.filter { !seen.contains($0.email.lowercased()) }
            try MessageTable.update(database, new, from: message)
            if answer == nil || !new.bcc.isEmpty { try queueSave(new, now: now) }
        }
        if let answer { try receive(answer, account: action.account, bodyText: nil, confirms: false) }
    }
}
