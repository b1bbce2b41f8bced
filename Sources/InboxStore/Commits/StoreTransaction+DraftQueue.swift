import Foundation
import GRDB
import InboxModel

/// Queueing actions on drafts for the server.
extension StoreTransaction {
    /// Removes a draft's waiting actions.
    /// - Parameter keepsDoubt: keeps an order that may have been sent, so that the doubt remains.
    /// - Throws: `ActionError.beingSent` if the draft may have been sent.
    func cancel(_ command: Action.Command, of id: MessageID, keepsDoubt: Bool = false) throws {
        for action in try ActionTable.actions(database, about: .draft(id)) where action.command == command {
            if keepsDoubt, action.mayHaveBeenSent { continue }
            switch action.state {
            case .waiting, .stopped: try ActionTable.delete(database, action.id)
            case .sending, .unknown, .held, .recalling: if command == .sendDraft { throw ActionError.beingSent }
            case .sent, .refused, .unreadable: break
            }
        }
        noteActions()
    }

    /// Whether it is too late to recall the draft.
    func isOnItsWay(_ draft: MessageID) throws -> Bool {
        try ActionTable.actions(database, about: .draft(draft)).contains {
            $0.command == .sendDraft && [.sending, .unknown, .held, .recalling].contains($0.state)
        }
    }

    /// Queues a save, or updates the waiting one.
    /// - Parameter rest: how long to delay a save that already waits or follows another. The first save of a new draft is not delayed.
    func queueSave(_ draft: Message, rest: TimeInterval = 0, now: Date) throws {
        try DraftTable.endOnlyHere(database, draft.id)
        guard try DraftTable.seal(database, draft.id)?.encrypts != true else { return try keepHere(draft) }
        let open = try ActionTable.actions(database, about: .draft(draft.id)).filter { $0.command == .saveDraft }
        let uploads = try uploads(of: draft, now: now)
        if let waiting = open.last, waiting.state.isAtRest {
            try ActionTable.need(database, waiting.id, needs: uploads)
            try database.execute(
                sql: "UPDATE action SET title = ? WHERE id = ?", arguments: [draft.subject, waiting.id.rawValue])
            if rest == 0 || waiting.state == .stopped { try retry(waiting.id, now: now) }
            if rest > 0, waiting.state == .stopped { try putOff(waiting.id, until: now + rest) }
            noteActions()
        } else {
            let isNew = draft.remoteID == nil && open.isEmpty
            let id = try queueDraft(.saveDraft, draft, due: rest > 0 && !isNew ? now + rest : nil, now: now)
            try ActionTable.need(database, id, needs: uploads)
        }
    }

    @discardableResult
    func queueDraft(
        _ command: Action.Command, _ draft: Message, due: Date? = nil, detail: String? = nil, now: Date
    ) throws -> ActionID {
        let older = try ActionTable.actions(database, about: .draft(draft.id))
            .filter { $0.isUnanswered && !$0.mayHaveBeenSent }
        let id = try ActionTable.insert(
            database,
            Action(
                id: ActionID(0), account: draft.account, command: command, title: draft.subject,
                object: .draft(draft.id), detail: detail, createdAt: now, notBefore: due), remoteID: draft.remoteID)
        try ActionTable.need(database, id, needs: older.map(\.id))
        noteActions()
        return id
    }
}
