import GRDB
import InboxModel

/// Effective marks = base with the pending actions replayed over it.
extension StoreTransaction {
    /// Derives the shown marks of messages from base and their pending actions. Without pending actions there is no base.
    func replay(_ messages: [MessageID]) throws { try replay(MarksTable.find(database, messages), adding: nil) }

    /// Messages that are alike are written together, so that many cost little more than few.
    /// - Parameter new: one more edit of each of some messages, which is not stored yet. If given, waiting edits that cancel
    ///   each other out are removed.
    /// - Returns: the messages whose new edit cancelled another one out, so that it need not be stored.
    @discardableResult
    func replay(_ rows: [MarksTable.Row], adding new: [MessageID: ActionTable.Edit]?) throws -> [MessageID] {
        struct Step: Hashable {
            var base: Int
            var shown: Int
            var edits: Int
        }
        struct Pending {
            var base: MessageMarks
            var shown: MessageMarks
            var edits: [ActionTable.Edit]
            var rows: [MarksTable.Row]
        }
        let messages = rows.map(\.message)
        let bases = try BaseTable.find(database, messages)
        let edits = try ActionTable.edits(database, of: messages)
        var (baseKinds, editKinds) = (Kinds<MessageMarks>(), Kinds<[ActionTable.Edit]>())
        var alike: [Step: Pending] = [:]
        for row in rows {
            guard let base = bases[row.message] else { continue }
            var own = edits[row.message] ?? []
            if let edit = new?[row.message] { own.append(edit) }
            let step = Step(
                base: baseKinds.number(of: base), shown: row.kind, edits: editKinds.number(of: own))
            alike[step, default: Pending(base: base, shown: row.marks, edits: own, rows: [])].rows.append(row)
        }
        // Of all together, which takes one statement for each action.
        var gone: [ActionID: [MessageID]] = [:]
        var settled: [MessageID] = []
        for pending in alike.values {
            let rows = pending.rows
            let ids = rows.map(\.message)
            let kept = new == nil ? pending.edits : Self.merged(pending.edits, from: pending.base)
            var base = pending.base
            if try isAwake(kept.reduce(base) { $0.applying($1.patch) }) {
                base = base.awake
                for id in ids { try BaseTable.write(database, id, base) }
            }
            for edit in pending.edits where !kept.contains(edit) {
                gone[edit.action, default: []] += ids
            }
            let marks = kept.reduce(base) { $0.applying($1.patch) }
            if marks != pending.shown {
                for row in rows { try touch(row.thread, changing: row.marks, to: marks) }
                try MarksTable.write(database, ids, from: pending.shown, to: marks)
            }
            if kept.isEmpty { settled += ids }
        }
        let cancelled = gone.removeValue(forKey: ActionTable.Edit.unstored) ?? []
        for (action, messages) in gone { try ActionTable.delete(database, messages, from: action) }
        if !settled.isEmpty { try BaseTable.delete(database, settled) }
        return cancelled
    }

    /// The marks to show for a message that the server has just reported.
    /// - Parameter confirms: whether the server reported it as a change, which completes the answered actions that it contains.
    func settle(_ old: MarkedMessage, serverSays told: MessageMarks, confirms: Bool) throws -> MessageMarks {
        let dialect = try dialect(of: old.account)
        var marks = told
        marks.keywords.formUnion(old.marks.keywords.filter { !dialect.keeps($0) })
        var edits = try ActionTable.edits(database, of: old.id)
        var confirmed: [ActionTable.Edit] = []
        if confirms {
            // Only from the front: an edit that an older one would undo again must stay as long as the older one.
            let contained = edits.prefix { $0.state == .sent && marks.applying($0.patch) == marks }
            for edit in contained { try ActionTable.delete(database, [old.id], from: edit.action) }
            if !contained.isEmpty {
                try dropEmptyActions(among: contained.map(\.action))
                edits = try ActionTable.edits(database, of: old.id)
                confirmed = Array(contained)
            }
        }
        edits = try withoutLateWake(edits, after: confirmed, of: old.id, told: marks)
        if try isAwake(edits.reduce(marks) { $0.applying($1.patch) }) { marks = marks.awake }
        guard !edits.isEmpty else {
            try BaseTable.delete(database, old.id)
            return marks
        }
        try BaseTable.write(database, old.id, marks)
        return edits.reduce(marks) { $0.applying($1.patch) }
    }

    /// Drops the edit that wakes a snoozed message if another client has moved the message since, unless the server may
    /// already have received that edit.
    /// - Parameter confirmed: the edits that the server has just confirmed, which base does not contain yet.
    private func withoutLateWake(
        _ edits: [ActionTable.Edit], after confirmed: [ActionTable.Edit], of message: MessageID, told: MessageMarks
    ) throws -> [ActionTable.Edit] {
        guard let wake = edits.last(where: { $0.command == Action.Command.wake.rawValue }), !wake.isTried,
            wake.state.isAtRest, let known = try BaseTable.find(database, message)
        else { return edits }
        let others = edits.filter { $0.action != wake.action }
        func places(_ base: MessageMarks) -> Set<MailboxID> {
            (confirmed + others).reduce(base) { $0.applying($1.patch) }.mailboxes
        }
        guard places(known) != places(told) else { return edits }
        try ActionTable.delete(database, [message], from: wake.action)
        try dropEmptyActions(among: [wake.action])
        return others
    }

    /// Removes waiting edits of one message that cancel each other out: all of them, or the newest with the one that it reverts.
    /// Edits that are under way or may have arrived are never touched, nor are copies, which change nothing of their message.
    private static func merged(_ edits: [ActionTable.Edit], from base: MessageMarks) -> [ActionTable.Edit] {
        let tail = Array(
            edits.reversed().prefix {
                $0.state == .waiting && !$0.isTried && $0.command != Action.Command.copy.rawValue
            }.reversed())
        let others = Array(edits.dropLast(tail.count))
        let start = others.reduce(base) { $0.applying($1.patch) }
        let end = tail.reduce(start) { $0.applying($1.patch) }
        if start == end { return others }
        for position in tail.indices.dropLast().reversed() {
            var rest = tail.dropLast()
            rest.remove(at: position)
            let steps = rest.reduce(into: [start]) { $0.append($0[$0.count - 1].applying($1.patch)) }
            // Servers refuse to leave a message in no mailbox (RFC 8621 §4.1.1), even if the next edit puts it into one.
            let isHomeless = !start.mailboxes.isEmpty && steps.dropLast().contains { $0.mailboxes.isEmpty }
            if steps.last == end, !isHomeless { return others + rest }
        }
        return edits
    }

    /// Removes a deleted mailbox from base and from pending edits.
    func forget(_ mailbox: MailboxID) throws {
        for (id, marks) in try BaseTable.all(database) where marks.mailboxes.contains(mailbox) {
            var marks = marks
            marks.mailboxes.remove(mailbox)
            try BaseTable.write(database, id, marks)
        }
        for (action, isAnswered, edit) in try ActionTable.allEdits(database) {
            var patch = edit.patch
            if isAnswered {
                // The server performed the edit; only this mailbox is gone since.
                patch.addMailboxes.remove(mailbox)
                patch.removeMailboxes.remove(mailbox)
            } else {
                patch = patch.without(mailbox)
            }
            guard patch != edit.patch else { continue }
            // A snooze that ended as the message was put there goes on.
            if !isAnswered, patch.addMailboxes.isEmpty { try revertOwnMarks(of: action, [edit.message]) }
            if patch.isEmpty {
                try ActionTable.delete(database, [edit.message], from: action)
            } else {
                try ActionTable.write(database, patch, of: edit.message, in: action)
            }
            try replay([edit.message])
        }
        try dropEmptyActions()
    }

    /// Takes what an action did to the client's own marks out of base again. What later actions did to them stays.
    private func revertOwnMarks(of id: ActionID, _ messages: [MessageID]) throws {
        for (message, steps) in try ActionTable.ownMarks(database, of: messages) {
            guard let own = steps.first(where: { $0.action == id }), let base = try BaseTable.find(database, message)
            else { continue }
            let later = steps.filter { $0.action > id }.map(\.patch)
            var inverse = own.patch.inverse
            // There is one snooze at most, and a later one replaced it, which may have concerned no server.
            if base.isSnoozed || later.contains(where: { $0.addKeywords.contains(.snoozed) }) {
                inverse.addKeywords = inverse.addKeywords.filter { !$0.isOfSnooze }
            }
            let reverted = later.reduce(base.applying(inverse)) { $0.applying($1) }
            try BaseTable.write(database, message, reverted.isSnoozed ? reverted : reverted.awake)
        }
        try ActionTable.forgetOwnMarks(database, of: messages, in: id)
    }

    /// Removes an action's edits, for all or some of its messages, and replays the others over base.
    /// - Parameter reverting: whether the action is taken back; else the server has done it.
    func dropEdits(of id: ActionID, only messages: Set<MessageID>?, reverting: Bool = false) throws {
        var dropped = try ActionTable.messages(database, in: id)
        if let messages { dropped.removeAll { !messages.contains($0) } }
        if reverting { try revertOwnMarks(of: id, dropped) }
        let list = IDList(dropped)
        try ActionTable.delete(database, dropped, from: id)
        // If nothing else is pending and the server has what is shown, there is nothing to replay.
        try database.run(
            """
            DELETE FROM base WHERE message IN (SELECT value FROM json_each(?)) \
            AND NOT EXISTS (SELECT 1 FROM actionEdit WHERE actionEdit.message = base.message) \
            AND EXISTS (SELECT 1 FROM message WHERE message.id = base.message \
            AND message.keywords = base.keywords AND message.mailboxes = base.mailboxes)
            """, list)
        try replay(dropped)
    }

    /// Deletes the actions on messages that have no edit left. Looks at the whole queue, so not for each of many messages.
    func dropEmptyActions() throws {
        try database.run(Self.dropEmpty)
        if database.changesCount > 0 { noteActions() }
    }

    /// `dropEmptyActions` for those that may just have lost their last edit.
    func dropEmptyActions(among ids: some Sequence<ActionID>) throws {
        for id in ids {
            try database.run(Self.dropEmpty + " AND id = ?", id.rawValue)
            if database.changesCount > 0 { noteActions() }
        }
    }

    private static let dropEmpty = """
        DELETE FROM action WHERE draft IS NULL AND mailbox IS NULL AND file IS NULL AND state <> 'unreadable' \
        AND NOT EXISTS (SELECT 1 FROM actionEdit WHERE actionEdit.action = action.id)
        """
}
