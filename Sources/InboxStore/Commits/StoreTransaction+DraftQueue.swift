import Foundation
import GRDB
import InboxModel

/// What servers are to learn of drafts.
extension StoreTransaction {
    /// What still waits is taken out; what is on its way, or may have arrived, makes it too late.
    /// - Parameter keepsDoubt: an order that may have arrived stays, so that it is not forgotten over what is written now.
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

    /// Whether it is too late to take a draft back from its readers.
    func isOnItsWay(_ draft: MessageID) throws -> Bool {
        try ActionTable.actions(database, about: .draft(draft)).contains {
            $0.command == .sendDraft && [.sending, .unknown, .held, .recalling].contains($0.state)
        }
    }

    /// - Parameter rest: what waits already, or comes after a save, may wait so long; a draft that is new to the server does not.
    func queueSave(_ draft: Message, rest: TimeInterval = 0, now: Date) throws {
        guard try DraftTable.seal(database, draft.id) != .encrypted else { return try keepHere(draft) }
        let open = try ActionTable.actions(database, about: .draft(draft.id)).filter { $0.command == .saveDraft }
        let uploads = try uploads(of: draft, now: now)
        if let waiting = open.last, waiting.state == .waiting || waiting.state == .stopped {
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
