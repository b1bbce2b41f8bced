import Foundation
import InboxModel

/// Out of the inbox until a time, and back.
extension ActionPlanner {
    /// Archives what is in the inbox, and marks it with its time; what is snoozed already only gets another time. Of a thread of
    /// which nothing is in the inbox the newest message is marked, unless it is in the trash or junk.
    func snooze(_ messages: [MarkedMessage], until date: Date) throws(ActionError) -> [Action.Edit] {
        let inbox = ids(.inbox)
        let here = received(messages.filter { !$0.marks.mailboxes.isDisjoint(with: inbox) })
        var patches: [MessageID: MessagePatch] = [:]
        if !here.isEmpty { for edit in try archive(here) { patches[edit.message] = edit.patch } }
        var asleep = Set(messages.filter(\.marks.isSnoozed).map(\.id)).union(here.map(\.id))
        if asleep.isEmpty {
            // What is thrown away does not come back by itself.
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

    /// Puts into the inbox what snoozing took out of it. When its time has come, its thread is as one that just came: unread, and
    /// sorted by that time, above the newest mail, but no later than was asked for or than servers know of: what wakes while our clock
    /// is far ahead would else stand on top until then.
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
        // What the owner sent stays where it is, in folders; with labels it is in the inbox too.
        guard account.hasLabels || !received([message]).isEmpty else { return MessagePatch() }
        let left = account.hasLabels ? ids(.archive) : message.marks.mailboxes
        return MessagePatch(
            addMailboxes: inbox,
            removeMailboxes: inbox.isEmpty ? [] : left.intersection(message.marks.mailboxes).subtracting(inbox))
    }

    /// Whoever puts a snoozed message somewhere has said where it is to be.
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
    /// Whether a thread that this is done to is snoozed no longer.
    var endsSnooze: Bool {
        switch self {
        case .archive, .trash, .junk, .notJunk, .move, .mute: true
        default: false
        }
    }
}
