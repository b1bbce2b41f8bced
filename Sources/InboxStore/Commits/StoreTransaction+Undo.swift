package import Foundation
import GRDB
package import InboxModel

/// Deeds of commands have negative numbers, which count down.
extension DeedOrigin {
    fileprivate var isOurs: String { self == .screen ? "deed > 0" : "deed < 0" }
    /// The latest of several deeds.
    fileprivate var last: String { self == .screen ? "max(deed)" : "min(deed)" }

    /// The deed that an undo or redo applies to. If its mail has left, a command reports that; a key press on the screen
    /// skips it and applies to an earlier deed, as it does once the countdown of a message has run out.
    fileprivate func next(_ database: Database, undoing: Bool) throws -> Int64? {
        let order = (self == .screen) == undoing ? "DESC" : "ASC"
        let deeds = try Row.fetchCursor(
            database,
            sql: "SELECT deed, command, action FROM undoStep WHERE isUndone = ? AND \(isOurs) ORDER BY deed \(order)",
            arguments: [!undoing])
        while let deed = try deeds.next() {
            let command: String = deed[1]
            guard self == .screen, Action.Command(rawValue: command)?.sends == true else { return deed[0] }
            let id: Int64? = deed[2]
            if try id.flatMap({ try ActionTable.find(database, ActionID($0)) })?.isStillToLeave == true {
                return deed[0]
            }
        }
        return nil
    }
}

extension StoreReader {
    /// What undo and redo are about now.
    package func deedMark(of origin: DeedOrigin) throws -> DeedMark {
        DeedMark(undo: try origin.next(database, undoing: true), redo: try origin.next(database, undoing: false))
    }

    /// How many deeds undo takes back before a message that was sent on a screen, because they came after it; nil if sending it is a deed
    /// of its own: a command did it, or it leaves at a set time.
    package func deedsSince(sending id: ActionID) throws -> Int? {
        let isDeed = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM undoStep WHERE action = ?)", arguments: [id.rawValue])
        guard isDeed == false else { return nil }
        return try Int.fetchOne(
            database,
            sql: """
                SELECT count(DISTINCT deed) FROM undoStep WHERE isUndone = 0 AND deed >= \
                (SELECT min(deed) FROM undoStep WHERE isUndone = 0 AND deed > 0 AND action > ?)
                """, arguments: [id.rawValue])
    }

    /// What `step` would undo or redo, as it was first done: one action per account, and one per discarded draft. If things have
    /// changed since, it changes less.
    package func nextDeed(undoing: Bool, by origin: DeedOrigin = .screen) throws -> [Action] {
        guard let deed = try origin.next(database, undoing: undoing) else { return [] }
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT account, command, title, edits, draftVersion FROM undoStep WHERE deed = ? ORDER BY id",
            arguments: [deed])
        return try rows.map { row in
            let command: String = row[1]
            let version: Int64? = row[4]
            let draft = try version.flatMap { try DraftVersionTable.find(database, DraftVersionID($0)) }?.version.draft
            return Action(
                id: ActionID(0), account: AccountID(row[0]),
                command: Action.Command(rawValue: command) ?? .unreadable, title: row[2],
                edits: RowCoding.edits(row[3]), object: draft.map { .draft($0) }, createdAt: .distantPast)
        }
    }
}

/// The deeds of the user, for undo.
extension StoreTransaction {
    private static let kept = 200

    /// Records that mail was queued to leave, by a command or at a set time. Mail that leaves at once has a countdown on
    /// the screen, which can take it back itself.
    package func rememberSending(_ id: ActionID, by origin: DeedOrigin, isScheduled: Bool = false) throws {
        guard origin == .command || isScheduled, let action = try ActionTable.find(database, id) else { return }
        try remember([action], by: origin)
    }

    /// Records what was actually changed at once, as one deed. Deeds that were undone before can no longer be redone.
    /// - Parameters:
    ///   - actions: one per account, with the edits as `enqueue` trimmed them, after those that create mailboxes for them; and one
    ///     per discarded draft.
    ///   - versions: the versions that restore the discarded drafts.
    package func remember(
        _ actions: [Action], discarded versions: [MessageID: DraftVersionID] = [:], by origin: DeedOrigin = .screen
    ) throws {
        guard !actions.isEmpty else { return }
        try database.execute(sql: "DELETE FROM undoStep WHERE isUndone = 1 AND \(origin.isOurs)")
        let last = try Int64.fetchOne(database, sql: "SELECT \(origin.last) FROM undoStep WHERE \(origin.isOurs)") ?? 0
        let deed = origin == .screen ? last + 1 : last - 1
        for action in actions {
            try database.execute(
                sql: """
                    INSERT INTO undoStep (deed, account, command, title, edits, action, draftVersion) \
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    deed, action.account.rawValue, action.command.rawValue, action.title,
                    RowCoding.encode(action.edits), action.id.rawValue, action.draft.flatMap { versions[$0] }?.rawValue,
                ])
        }
        try database.execute(
            sql: "DELETE FROM undoStep WHERE \(origin.isOurs) AND abs(deed) <= ?",
            arguments: [abs(deed) - Int64(Self.kept)])
    }

    /// Undoes the last deed, or redoes the last one undone. In each account, this affects only what the deed really changed.
    /// - Returns: the actions done, one per account, with the edits that changed something; empty when there is no such
    ///   deed. What can't be read is `unreadable` and changes nothing. A send is only reported, with the id of its queued
    ///   action: the caller finds out whether it can still be taken back.
    package func step(undoing: Bool, by origin: DeedOrigin = .screen, now: Date) throws -> [Action] {
        guard let deed = try origin.next(database, undoing: undoing) else { return [] }
        try database.execute(sql: "UPDATE undoStep SET isUndone = ? WHERE deed = ?", arguments: [undoing, deed])
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT id, account, command, title, edits, draftVersion, action FROM undoStep WHERE deed = ? ORDER BY id
                """, arguments: [deed])
        var remade: [AccountID: MailboxID] = [:]
        return try (undoing ? rows.reversed() : rows).compactMap { row in
            let step: Int64 = row[0]
            let command: String = row[2]
            var edits = RowCoding.edits(row[4])
            var action = Action(
                id: ActionID(0), account: AccountID(row[1]),
                command: Action.Command(rawValue: command) ?? .unreadable, title: row[3], createdAt: now)
            // This version cannot read the step and skips it, so that earlier deeds can still be undone.
            if action.command == .unreadable { return action }
            if action.command.sends {
                action.id = ActionID((row[6] as Int64?) ?? 0)
                // Sending is not redone: the user sends the draft again.
                try database.execute(sql: "DELETE FROM undoStep WHERE id = ?", arguments: [step])
                return undoing ? action : nil
            }
            if action.command == .createMailbox { return try stepMailbox(action, undoing: undoing, &remade) }
            let version: Int64? = row[5]
            if let version { return try stepDraft(action, DraftVersionID(version), undoing: undoing, step) }
            if action.command == .transfer || action.command == .copy {
                action.edits = edits
                let queued = (row[6] as Int64?).map { ActionID($0) }
                let done =
                    action.command == .copy
                    ? try stepCopy(action, queued: queued, undoing: undoing)
                    : try stepTransfer(action, queued: queued, undoing: undoing)
                try database.execute(
                    sql: "UPDATE undoStep SET action = nullif(?, 0) WHERE id = ?",
                    arguments: [done?.id.rawValue ?? 0, step])
                return done
            }
            if let mailbox = remade[action.account] {
                edits = try replaceGone(edits, by: mailbox)
                try database.execute(
                    sql: "UPDATE undoStep SET edits = ? WHERE id = ?", arguments: [RowCoding.encode(edits), step])
            }
            let inverse = edits.map { Action.Edit(message: $0.message, patch: $0.patch.inverse) }
            action.edits = undoing ? try outOfTrash(inverse) : edits
            action.detail = undoing ? Action.ofUndo : nil
            let done = try enqueue(action)
            // From now on, a refusal concerns this action.
            try database.execute(
                sql: "UPDATE undoStep SET action = ? WHERE id = ?", arguments: [done?.id.rawValue, step])
            action.edits = done?.edits ?? []
            return action
        }
    }

    // MARK: Drafts

    /// Discards a draft so that undo can restore it.
    /// - Returns: nil when there is no such draft.
    package func discard(_ draft: MessageID, by origin: DeedOrigin = .screen, now: Date) throws -> Action? {
        guard let (action, version) = try discardPart(draft, now: now) else { return nil }
        try remember([action], discarded: [draft: version], by: origin)
        return action
    }

    /// Discards a draft as a part of a deed, for which both results must be passed to `remember`.
    package func discardPart(_ draft: MessageID, now: Date) throws -> (action: Action, version: DraftVersionID)? {
        guard let message = try MessageTable.find(database, draft), let version = try discardDraft(draft, now: now)
        else { return nil }
        let action = Action(
            id: ActionID(0), account: message.account, command: .deleteDraft, title: message.subject,
            object: .draft(draft), createdAt: now)
        return (action, version)
    }

    /// - Returns: nil when the draft neither exists nor is kept any more.
    private func stepDraft(_ step: Action, _ version: DraftVersionID, undoing: Bool, _ id: Int64) throws -> Action? {
        var action = step
        if undoing {
            guard let draft = try restoreDraft(version, now: step.createdAt) else { return nil }
            action.object = .draft(draft)
        } else {
            guard let draft = try DraftVersionTable.find(database, version)?.version.draft,
                try !isOnItsWay(draft), let new = try discardDraft(draft, now: step.createdAt)
            else { return nil }
            action.object = .draft(draft)
            try database.execute(
                sql: "UPDATE undoStep SET draftVersion = ? WHERE id = ?", arguments: [new.rawValue, id])
        }
        return action
    }

    // MARK: Mailboxes

    /// - Returns: nil when the mailbox stays, or cannot be created again.
    private func stepMailbox(_ step: Action, undoing: Bool, _ remade: inout [AccountID: MailboxID]) throws -> Action? {
        if undoing {
            let goes = try unmakeMailbox(named: step.title, account: step.account, now: step.createdAt)
            return goes ? step : nil
        }
        guard let role = MailboxRole(rawValue: step.title.lowercased()) else { return nil }
        let known = try MailboxTable.id(database, account: step.account, role: role)
        if let known, try MailboxTable.shown(database).contains(known) { return nil }
        let action = try makeMailbox(for: role, account: step.account, now: step.createdAt)
        if case .mailbox(let id) = action.object { remade[step.account] = id }
        return action
    }

    /// Removes messages from the trash as well if their mailbox was deleted since, because that moved them to the trash.
    private func outOfTrash(_ edits: [Action.Edit]) throws -> [Action.Edit] {
        let shown = try MailboxTable.shown(database)
        return try edits.map { edit in
            guard !edit.patch.removeMailboxes.isSubset(of: shown), !edit.patch.addMailboxes.isEmpty,
                let account = try MessageTable.find(database, edit.message)?.account,
                let trash = try MailboxTable.id(database, account: account, role: .trash),
                !edit.patch.addMailboxes.contains(trash)
            else { return edit }
            var edit = edit
            edit.patch.removeMailboxes.insert(trash)
            return edit
        }
    }

    private func replaceGone(_ edits: [Action.Edit], by mailbox: MailboxID) throws -> [Action.Edit] {
        let shown = try MailboxTable.shown(database)
        return edits.map { edit in
            var edit = edit
            let known = edit.patch.addMailboxes.intersection(shown)
            if known != edit.patch.addMailboxes { edit.patch.addMailboxes = known.union([mailbox]) }
            return edit
        }
    }

    /// Removes messages from an action's deed because a server refused the action for them: nothing to undo or redo remains.
    /// - Parameter messages: nil for the whole action.
    package func forgetDeed(_ id: ActionID, of messages: Set<MessageID>?) throws {
        guard let messages else { return try database.run("DELETE FROM undoStep WHERE action = ?", id.rawValue) }
        let rows = try Row.fetchAll(
            database, sql: "SELECT id, edits FROM undoStep WHERE action = ?", arguments: [id.rawValue])
        for row in rows {
            let edits = RowCoding.edits(row[1]).filter { !messages.contains($0.message) }
            let step: Int64 = row[0]
            if edits.isEmpty {
                try database.execute(sql: "DELETE FROM undoStep WHERE id = ?", arguments: [step])
            } else {
                try database.execute(
                    sql: "UPDATE undoStep SET edits = ? WHERE id = ?", arguments: [RowCoding.encode(edits), step])
            }
        }
    }
}
