package import Foundation
import GRDB
package import InboxModel

/// Actions that a server refused: reverted, but visible until the user dismisses or retries them.
extension StoreTransaction {
    /// In seconds. A user who has not dismissed a refusal by then never will.
    private static let refusalsKept: TimeInterval = 14 * 86_400
    private static let mostRefusals = 200

    /// Reverts an action, for all or some messages, and reports the reason in the outbox.
    package func refuse(
        _ id: ActionID, only messages: Set<MessageID>? = nil, title: String? = nil, reason: String, now: Date
    ) throws {
        guard var action = try ActionTable.find(database, id) else { return }
        if action.command == .createMailbox {
            // Actions that need the mailbox are reverted too, with a reason, instead of being forgotten with it.
            for other in try ActionTable.actions(database, needing: id) where other.object == nil {
                try refuse(other.id, reason: "its mailbox was not created: \(reason)", now: now)
            }
        }
        action.edits = try edits(of: action, only: messages)
        if let title { action.title = title }
        let wanted = try asWantedNow(action)
        try drop(id, only: messages)
        try forgetDeed(id, of: messages)
        if let wanted { try keepRefused(wanted, reason: reason, now: now) }
    }

    /// A refused action with what the user did to its mailbox since, which goes with it: the mailbox is still wanted under its last
    /// name. Nil if a later rename or deletion has replaced it.
    private func asWantedNow(_ action: Action) throws -> Action? {
        guard case .mailbox(let mailbox) = action.object else { return action }
        let later = try ActionTable.actions(database, about: .mailbox(mailbox)).filter { $0.id > action.id }
        let isLeaving = later.contains { $0.command == .deleteMailbox }
        switch action.command {
        case .createMailbox:
            if isLeaving { return nil }
            var action = action
            if let name = later.last(where: { $0.command == .renameMailbox })?.title { action.title = name }
            return action
        case .renameMailbox: return isLeaving || later.contains { $0.command == .renameMailbox } ? nil : action
        default: return action
        }
    }

    /// Reports the reason for an action that was already reverted.
    package func keepRefused(_ action: Action, reason: String, now: Date) throws {
        var action = action
        // A new number: a part of the action may still be under way under its old one.
        let number = Action(
            id: ActionID(0), account: action.account, command: action.command, title: "", createdAt: now)
        action.id = try ActionTable.insert(database, number)
        try ActionTable.delete(database, action.id)
        try RefusalTable.insert(database, action, reason: reason, now: now)
        try trimRefusals(now: now)
        noteActions()
    }

    /// Deletes refusals older than two weeks, counted back from the newest mail if the clock is later. A clock that runs ahead therefore
    /// deletes nothing.
    package func trimRefusals(now: Date) throws {
        let today = min(now, try reader.newestMail() ?? now)
        try RefusalTable.trim(database, before: today.addingTimeInterval(-Self.refusalsKept), most: Self.mostRefusals)
        if database.changesCount > 0 { noteActions() }
    }

    package func letGoRefusal(_ id: ActionID) throws {
        try RefusalTable.delete(database, id)
        noteActions()
    }

    /// Queues a refused action again, as a new deed that undo can revert.
    /// - Throws: `ActionError.nothingLeft` when its object is gone or already in that state; `.unreadable` when this
    ///   version cannot read the action.
    package func queueAgain(_ refused: Action, by origin: DeedOrigin = .screen, now: Date) throws {
        guard refused.command != .unreadable else { throw ActionError.unreadable }
        var action = refused
        (action.id, action.state, action.lastError, action.createdAt) = (ActionID(0), .waiting, nil, now)
        switch (action.object, action.command) {
        case (.mailbox, .createMailbox): try createMailbox(named: action.title, account: action.account, now: now)
        case (.mailbox(let mailbox), .renameMailbox): try rename(mailbox, to: action.title, now: now)
        case (.mailbox(let mailbox), _):
            let hasLabels = try reader.accounts().first { $0.id == action.account }?.hasLabels ?? false
            try deleteMailbox(mailbox, hasLabels: hasLabels, now: now)
        case (.draft(let draft), _):
            guard try discard(draft, by: origin, now: now) != nil else { throw ActionError.nothingLeft }
        case (.file, _), (nil, _):
            // Like a new action, it knows nothing of copies that arrived before the refusal.
            action.detail = action.transfer.flatMap { Transfer(to: $0.to, mailbox: $0.mailbox).detail }
            let isCopy = action.command == .copy
            guard let queued = try isCopy ? enqueueCopy(action) : enqueue(action) else { throw ActionError.nothingLeft }
            try remember([queued], by: origin)
        }
        try letGoRefusal(refused.id)
    }

    /// The edits of an action, including the client's own marks, which the queue does not hold.
    private func edits(of action: Action, only messages: Set<MessageID>?) throws -> [Action.Edit] {
        var edits: [Action.Edit] = []
        if action.command != .transfer, action.command != .copy {
            let rows = try Row.fetchAll(
                database, sql: "SELECT edits, isUndone FROM undoStep WHERE action = ?", arguments: [action.id.rawValue])
            edits = rows.flatMap { row in
                let isUndone: Bool = row[1]
                return RowCoding.edits(row[0]).map {
                    Action.Edit(message: $0.message, patch: isUndone ? $0.patch.inverse : $0.patch)
                }
            }
        }
        if edits.isEmpty { edits = try ActionTable.edits(database, in: action.id) }
        return edits.filter { messages?.contains($0.message) ?? true }
    }
}

extension StoreReader {
    /// The refusals that the user has not dismissed.
    /// - Parameter withEdits: whether to include the edits of each.
    package func refusals(withEdits: Bool = false) throws -> [Action] {
        try RefusalTable.all(database, withEdits: withEdits)
    }

    package func refusal(_ id: ActionID) throws -> Action? { try RefusalTable.find(database, id) }
}
