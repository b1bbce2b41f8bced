package import Foundation
import GRDB
package import InboxModel

/// Mailboxes that the user creates, renames and deletes. A name takes effect at once; `serverName` is its base.
extension StoreTransaction {
    private static let longestName = 190

    /// - Throws: `ActionError` when no server would accept it.
    @discardableResult
    package func createMailbox(named name: String, account: AccountID, now: Date) throws -> MailboxID {
        let name = try checkedName(name, account: account, except: nil)
        try checkParent(of: name, account: account)
        return try create(named: name, role: nil, account: account, now: now).id
    }

    /// Creates a mailbox that an action needs and that the account lacks, under its usual name.
    /// - Throws: `ActionError.noMailbox` when another mailbox has that name.
    package func makeMailbox(for role: MailboxRole, account: AccountID, now: Date) throws -> Action {
        do {
            let name = try checkedName(role.rawValue.capitalized, account: account, except: nil)
            return try create(named: name, role: role, account: account, now: now).action
        } catch ActionError.nameTaken {
            throw ActionError.noMailbox(role)
        }
    }

    private func create(named name: String, role: MailboxRole?, account: AccountID, now: Date) throws
        -> (id: MailboxID, action: Action)
    {
        let id = try MailboxTable.insert(database, account: account, name: name, role: role)
        let action = try queue(.createMailbox, id, account: account, title: name, now: now)
        noteMailboxes(names: true)
        return (id, action)
    }

    /// Reverts `makeMailbox`, unless the mailbox has messages now.
    /// - Returns: whether the mailbox is deleted.
    func unmakeMailbox(named name: String, account: AccountID, now: Date) throws -> Bool {
        let all = try MailboxTable.all(database).filter { $0.account == account && $0.role != nil }
        guard let mailbox = all.first(where: { $0.name == name }), try isEmpty(mailbox.id) else { return false }
        try leave(mailbox, now: now)
        return true
    }

    package func rename(_ id: MailboxID, to name: String, now: Date) throws {
        let mailbox = try changeable(id, needing: .rename)
        let name = try checkedName(name, account: mailbox.account, except: id)
        if Mailbox.parent(of: name) != Mailbox.parent(of: mailbox.name) {
            try checkParent(of: name, account: mailbox.account)
        }
        guard name != mailbox.name else { return }
        // A waiting action takes the new name along, unless another mailbox must give up that name first.
        if let waiting = try untold(id).last, try waiting.id == lastOnMailboxes(of: mailbox.account) {
            try database.execute(
                sql: "UPDATE action SET title = ?, detail = ? WHERE id = ?",
                arguments: [name, name, waiting.id.rawValue])
            let older = try ActionTable.openOnMailboxes(database, account: mailbox.account)
            try wait(waiting, for: older, naming: [name])
            noteActions()
        } else {
            try database.execute(
                sql: "UPDATE mailbox SET serverName = coalesce(serverName, name) WHERE id = ?", arguments: [id.rawValue]
            )
            try queue(.renameMailbox, id, account: mailbox.account, title: name, from: mailbox.name, now: now)
        }
        try replayNames(of: mailbox.account)
        if try ActionTable.actions(database, about: .mailbox(id)).allSatisfy({ $0.command != .createMailbox }) {
            try dropNeedlessRename(mailbox)
        }
        noteMailboxes(names: true)
    }

    /// Hides a mailbox until its server has deleted it. A mailbox that the server never had is removed at once.
    package func deleteMailbox(_ id: MailboxID, hasLabels: Bool, now: Date) throws {
        let mailbox = try changeable(id, needing: .delete)
        if let lower = try MailboxTable.all(database).first(where: { $0.lies(below: mailbox) }) {
            throw ActionError.holdsMailboxes(lower.name)
        }
        guard try hasLabels || isEmpty(id) else { throw ActionError.notEmpty }
        try leave(mailbox, now: now)
    }

    private func isEmpty(_ id: MailboxID) throws -> Bool {
        try Int.fetchOne(
            database, sql: "SELECT 1 FROM messageMailbox WHERE mailbox = ? LIMIT 1", arguments: [id.rawValue]) == nil
    }

    private func leave(_ mailbox: Mailbox, now: Date) throws {
        let id = mailbox.id
        try cancelUntold(id, of: mailbox)
        noteActions()
        noteMailboxes(names: true)
        let open = try ActionTable.actions(database, about: .mailbox(id))
        guard mailbox.remoteID != nil || !open.isEmpty else { return try removeMailbox(id) }
        try database.execute(sql: "UPDATE mailbox SET isLeaving = 1 WHERE id = ?", arguments: [id.rawValue])
        let action = try queue(.deleteMailbox, id, account: mailbox.account, title: mailbox.name, now: now).id
        // The server must first receive the moves into and out of the mailbox.
        let moves = try ActionTable.allEdits(database).filter { edit in
            edit.edit.patch.addMailboxes.contains(id) || edit.edit.patch.removeMailboxes.contains(id)
        }
        try ActionTable.need(database, action, needs: Set(moves.map(\.action)).sorted())
    }

    // MARK: Names

    /// Drops a rename that was reverted before it was sent.
    private func dropNeedlessRename(_ mailbox: Mailbox) throws {
        let all = try ActionTable.actions(database, about: .mailbox(mailbox.id))
        let open = all.filter { $0.command == .renameMailbox }
        guard open.count == 1, let only = open.first, only.state == .waiting, only.attempts == 0,
            try shownNames(of: mailbox.account, without: only.id)[mailbox.id] == only.title
        else { return }
        try ActionTable.delete(database, only.id)
        try replayNames(of: mailbox.account)
    }

    private func checkedName(_ name: String, account: AccountID, except id: MailboxID?) throws -> String {
        let name = name.trimmingCharacters(in: .whitespaces)
        let isClean = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
        guard !name.isEmpty, isClean, name.unicodeScalars.count <= Self.longestName else { throw ActionError.badName }
        let others = try MailboxTable.all(database).filter { $0.account == account && $0.id != id }
        let spelled = Self.belowInbox(name, others)
        guard !others.contains(where: { $0.name.lowercased() == spelled.lowercased() }) else {
            throw ActionError.nameTaken
        }
        return spelled
    }

    /// Returns a name with the inbox at its top as the server spells it: INBOX means it in any case (RFC 3501 §5.1), but is no
    /// mailbox of its own to put others in.
    private static func belowInbox(_ name: String, _ mailboxes: [Mailbox]) -> String {
        guard let slash = name.firstIndex(of: "/"), name[..<slash].lowercased() == "inbox" else { return name }
        let inbox = mailboxes.first { $0.name.lowercased() == "inbox" }
        return inbox.map { $0.name + name[slash...] } ?? name
    }

    private func changeable(_ id: MailboxID, needing right: MailboxRights) throws -> Mailbox {
        guard let mailbox = try MailboxTable.all(database).first(where: { $0.id == id }), mailbox.role == nil else {
            throw ActionError.wrongMailbox
        }
        guard mailbox.rights.contains(right) else { throw ActionError.forbidden(mailbox: mailbox.name) }
        return mailbox
    }

    /// Checks that the parent of a name, if it exists, allows child mailboxes.
    private func checkParent(of name: String, account: AccountID) throws {
        guard let parent = Mailbox.parent(of: name) else { return }
        let found = try MailboxTable.all(database).first { $0.account == account && $0.name == parent }
        if let found, !found.rights.contains(.createChild) { throw ActionError.forbidden(mailbox: found.name) }
    }

    /// The waiting actions on a mailbox that were never sent.
    private func untold(_ id: MailboxID) throws -> [Action] {
        try ActionTable.actions(database, about: .mailbox(id)).filter { $0.state == .waiting && $0.attempts == 0 }
    }

    private func lastOnMailboxes(of account: AccountID) throws -> ActionID? {
        try ActionTable.openOnMailboxes(database, account: account).last?.id
    }

    /// Cancels unsent actions on a mailbox that is deleted. A rename is still sent if another mailbox may wait for the old name.
    private func cancelUntold(_ id: MailboxID, of mailbox: Mailbox) throws {
        for action in try untold(id).reversed() {
            guard try mailbox.remoteID == nil || action.id == lastOnMailboxes(of: mailbox.account) else { return }
            try ActionTable.delete(database, action.id)
        }
    }

    /// - Parameter old: its current name; nil if that is the title.
    @discardableResult
    private func queue(
        _ command: Action.Command, _ id: MailboxID, account: AccountID, title: String, from old: String? = nil,
        now: Date
    ) throws -> Action {
        let older = try ActionTable.openOnMailboxes(database, account: account)
        var action = Action(
            id: ActionID(0), account: account, command: command, title: title, object: .mailbox(id), detail: title,
            createdAt: now)
        action.id = try ActionTable.insert(database, action)
        try wait(action, for: older, naming: [title, old ?? title])
        noteActions()
        return action
    }

    /// One mailbox may have to free its name for another, so all actions run in order. A creation only delays actions on
    /// its own mailbox and on those above and below it.
    private func wait(_ action: Action, for older: [Action], naming names: [String]) throws {
        let needed = older.filter { other in
            other.command != .createMailbox || other.object == action.object
                || names.contains { Mailbox.areRelated($0, other.title) }
        }
        try ActionTable.need(database, action.id, needs: needed.map(\.id))
    }
}
