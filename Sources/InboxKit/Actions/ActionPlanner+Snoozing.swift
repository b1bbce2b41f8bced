import Foundation
import InboxModel

/// Taking mail out of the inbox until a time, and bringing it back.
extension ActionPlanner {
    /// Archives what is in the inbox, and marks it with its time; mail that is snoozed already only gets another time. If nothing
    /// of a thread is in the inbox, its newest message is marked, unless it is in the trash or junk.
    func snooze(_ messages: [MarkedMessage], until date: Date) throws(ActionError) -> [Action.Edit] {
        let inbox = ids(.inbox)
        let here = received(messages.filter { !$0.marks.mailboxes.isDisjoint(with: inbox) })
        var patches: [MessageID: MessagePatch] = [:]
        if !here.isEmpty { for edit in try archive(here) { patches[edit.message] = edit.patch } }
        var asleep = Set(messages.filter(\.marks.isSnoozed).map(\.id)).union(here.map(\.id))
        if asleep.isEmpty {
            // Deleted mail does not come back by itself.
            let away = inbox.union(ids(.trash, .junk))
            let others = messages.filter { $0.marks.mailboxes.isDisjoint(with: away) }
            asleep = Set([received(others).last ?? others.last].compactMap { $0?.id })
        }
        return messages.filter { asleep.contains($0.id) }.compactMap { message in
            var patch = patches[message.id] ?? MessagePatch()
            patch.addKeywords = [.snoozed, .snoozed(until: date)]
            patch.removeKeywords = message.marks.keywords.filter(\.isOfSnooze).subtracting(patch.addKeywords)
            return message.marks.isChanged(by: patch) ? Action.Edit(message: message.id, patch: patch) : nil
        }
    }

    /// Returns to the inbox what snoozing took out of it. If its time has come, the thread looks as if it had just arrived: unread,
    /// and sorted by that time, above the newest mail. The time is limited to the later of the requested time and the newest mail
    /// on servers: mail that wakes while our clock is far ahead would otherwise stay on top until then.
    func wake(_ messages: [MarkedMessage], at date: Date?) -> [Action.Edit] {
        let asleep = messages.filter(\.marks.isSnoozed)
        let asked = asleep.compactMap(\.marks.snoozedUntil).max()
        let latest = [asked, newest?.addingTimeInterval(1)].compactMap(\.self).max()
        let date = date.map { min($0, latest ?? $0) }
        return asleep.map { message in
            var patch = placing(message)
            patch.removeKeywords = message.marks.keywords.filter(\.isOfSnooze)
            if let date, message.id == asleep.last?.id {
                patch.addKeywords = [.woken, .woken(at: date), .new]
                patch.removeKeywords.formUnion(message.marks.keywords.filter { $0.wokenAt != nil })
                patch.removeKeywords.subtract(patch.addKeywords)
                patch.removeKeywords.insert(.seen)
            }
            return Action.Edit(message: message.id, patch: patch)
        }
    }

    private func placing(_ message: MarkedMessage) -> MessagePatch {
        let inbox = ids(.inbox)
        // Mail that the owner sent stays where it is, in folders; with labels, it is in the inbox too.
        guard account.hasLabels || !received([message]).isEmpty else { return MessagePatch() }
        let left = account.hasLabels ? ids(.archive) : message.marks.mailboxes
        return MessagePatch(
            addMailboxes: inbox,
            removeMailboxes: inbox.isEmpty ? [] : left.intersection(message.marks.mailboxes).subtracting(inbox))
    }

    /// Ends the snooze of messages that the user moves: the user has decided where they belong.
    func endingSnooze(_ edits: [Action.Edit], _ messages: [MarkedMessage]) -> [Action.Edit] {
        var rest = messages.filter(\.marks.isSnoozed)
        guard !rest.isEmpty else { return edits }
        var all = edits.map { edit in
            guard let place = rest.firstIndex(where: { $0.id == edit.message }) else { return edit }
            var edit = edit
            edit.patch.removeKeywords.formUnion(rest.remove(at: place).marks.keywords.filter(\.isOfSnooze))
            return edit
        }
        all += rest.map { message in
            Action.Edit(
                message: message.id,
                patch: MessagePatch(removeKeywords: message.marks.keywords.filter(\.isOfSnooze)))
        }
        return all
    }
}

extension Action.Command {
    /// Whether the command ends the snooze of a thread.
    var endsSnooze: Bool {
        switch self {
        case .archive, .trash, .junk, .notJunk, .move, .mute: true
        default: false
        }
    }
}
