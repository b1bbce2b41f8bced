import Foundation
import InboxModel
import InboxStore
import TestSupport

/// The mail as its only user sees it, in plain dictionaries: no base, no queue, no server.
struct UserModel: Equatable {
    struct Letter: Equatable {
        var thread: ThreadID
        var date: Date
        var keywords: Set<Keyword>
        var places: Set<MailboxID>
        var subject: String
        var text: String?

        var isDraft: Bool { keywords.contains(.draft) }
        var marks: MessageMarks { MessageMarks(keywords: keywords, mailboxes: places) }
    }

    struct Box: Equatable {
        var name: String
        var role: MailboxRole?
    }

    var letters: [MessageID: Letter] = [:]
    var boxes: [MailboxID: Box] = [:]
    /// Drafts that the user has sent, whether or not they have left yet.
    var leaving: Set<MessageID> = []
    /// What undo reverts: changed marks, or a discarded draft.
    enum Done: Equatable {
        case marks([MessageID: MessagePatch])
        case discarded(MessageID, Letter)
    }

    private var done: [Done] = []
    private var undone: [Done] = []
    let hasLabels: Bool
    let isJMAP: Bool

    init(_ store: Store, hasLabels: Bool) throws {
        self.hasLabels = hasLabels
        isJMAP = try store.read { try $0.accounts() }.first?.dialect == .jmap
        try look(at: store)
    }

    /// Takes over the state that the store shows.
    mutating func look(at store: Store) throws {
        (letters, boxes) = try store.read { reader in
            let boxes = try reader.mailboxes().reduce(into: [MailboxID: Box]()) {
                $0[$1.id] = Box(name: $1.name, role: $1.role)
            }
            let messages = try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
            let letters = try messages.reduce(into: [MessageID: Letter]()) { letters, message in
                // Copies of bounced messages are not checked here.
                guard message.subject != ScriptedService.passedOn else { return }
                letters[message.id] = Letter(
                    thread: message.thread, date: message.receivedAt, keywords: message.keywords,
                    places: message.mailboxes.intersection(boxes.keys), subject: message.subject,
                    text: message.isDraft ? try reader.body(of: message.id)?.plain : nil)
            }
            return (letters, boxes)
        }
    }

    // MARK: What can be chosen

    var threads: [ThreadID] { Set(letters.values.map(\.thread)).sorted() }
    var drafts: [MessageID] { letters.filter(\.value.isDraft).keys.sorted() }
    var ownBoxes: [MailboxID] { boxes.filter { $0.value.role == nil }.keys.sorted() }
    func boxes(_ roles: MailboxRole...) -> Set<MailboxID> {
        Set(boxes.filter { $0.value.role.map(roles.contains) ?? false }.keys)
    }

    // MARK: Marks

    /// - Returns: the changed threads.
    mutating func perform(
        _ command: Action.Command, on threads: [ThreadID], to target: MailboxID?, keyword: Keyword?, date: Date
    ) -> Set<ThreadID> {
        var changed: [MessageID: MessagePatch] = [:]
        for thread in threads {
            let all = letters.filter { $0.value.thread == thread }
            var wishes = wishes(command, all, target, keyword)
            switch command {
            case .snooze: wishes = snooze(all, until: date)
            case .wake: wishes = wake(all, at: date)
            case .archive, .trash, .junk, .notJunk, .move, .mute:
                for (id, letter) in all where letter.keywords.contains(.snoozed) {
                    wishes[id, default: MessagePatch()].removeKeywords.formUnion(letter.keywords.filter(\.isOfSnooze))
                }
            default: break
            }
            for (id, patch) in wishes {
                guard let marks = letters[id]?.marks else { continue }
                let real = marks.patch(to: self.marks(marks, after: patch))
                if !real.isEmpty { changed[id] = real }
            }
        }
        apply(changed)
        if !changed.isEmpty {
            done.append(.marks(changed))
            undone = []
        }
        return Set(changed.keys.compactMap { letters[$0]?.thread })
    }

    /// In a folder is what was put there last.
    private func marks(_ marks: MessageMarks, after patch: MessagePatch) -> MessageMarks {
        var new = marks.applying(patch)
        if !hasLabels, !patch.addMailboxes.isEmpty { new.mailboxes = patch.addMailboxes }
        return new
    }

    private mutating func apply(_ patches: [MessageID: MessagePatch]) {
        for (id, patch) in patches {
            guard let letter = letters[id] else { continue }
            var patch = patch
            // A move to a deleted mailbox has no effect.
            if !patch.addMailboxes.isSubset(of: boxes.keys) { (patch.addMailboxes, patch.removeMailboxes) = ([], []) }
            let marks = self.marks(letter.marks, after: patch)
            letters[id]?.keywords = marks.keywords
            letters[id]?.places = marks.mailboxes
        }
    }

    private func wishes(
        _ command: Action.Command, _ all: [MessageID: Letter], _ target: MailboxID?, _ keyword: Keyword?
    ) -> [MessageID: MessagePatch] {
        let received = all.filter { !$0.value.isDraft }
        func each(_ letters: [MessageID: Letter], _ patch: MessagePatch) -> [MessageID: MessagePatch] {
            letters.mapValues { _ in patch }
        }
        switch command {
        case .shake: return each(received, MessagePatch(addKeywords: [.seen], removeKeywords: [.new]))
        case .unread: return each(received, MessagePatch(removeKeywords: [.seen]))
        case .star:
            if all.values.contains(where: { $0.keywords.contains(.flagged) }) { return [:] }
            let candidates = received.isEmpty ? all : received
            let newest = candidates.max { ($0.value.date, $0.key) < ($1.value.date, $1.key) }
            return newest.map { [$0.key: MessagePatch(addKeywords: [.flagged])] } ?? [:]
        case .unstar: return each(all, MessagePatch(removeKeywords: [.flagged]))
        case .archive:
            let waiting = received.filter { !$0.value.places.isDisjoint(with: boxes(.inbox)) }
            return moves(
                others(waiting.isEmpty ? kept(received) : waiting), to: boxes(.archive).first,
                leaving: [.inbox, .trash, .junk])
        case .trash:
            let trash = boxes(.trash).first
            return moves(received, to: trash, leaving: [.inbox, .all, .trash, .junk], andAll: { _ in isJMAP })
        case .junk:
            let junk = boxes(.junk).first
            return saying(
                .junk, not: .notJunk,
                moves(kept(received), to: junk, leaving: [.inbox, .all, .trash, .junk], andAll: isInFolder))
        case .notJunk:
            let inJunk = received.filter { !$0.value.places.isDisjoint(with: boxes(.junk)) }
            return saying(
                .notJunk, not: .junk,
                moves(inJunk, to: boxes(.inbox).first, leaving: [.inbox, .trash, .junk], andAll: isInFolder))
        case .move: return moves(kept(received), to: target, leaving: [.inbox, .trash, .junk], andAll: isInFolder)
        case .label: return each(kept(received), MessagePatch(addMailboxes: Set([target].compactMap(\.self))))
        case .unlabel:
            let gone = Set([target].compactMap(\.self))
            return received.mapValues { letter in
                // In JMAP a message is in one mailbox at least.
                let isLast = isJMAP && letter.places == gone
                return MessagePatch(addMailboxes: isLast ? boxes(.all, .archive) : [], removeMailboxes: gone)
            }
        case .mark: return each(all, MessagePatch(addKeywords: Set([keyword].compactMap(\.self))))
        case .unmark: return each(all, MessagePatch(removeKeywords: Set([keyword].compactMap(\.self))))
        case .mute:
            let here = others(received).filter { !$0.value.places.isDisjoint(with: boxes(.inbox)) }
            let away = moves(here, to: boxes(.archive).first, leaving: [.inbox, .trash, .junk])
            return each(received, MessagePatch(addKeywords: [.muted])).merging(away) { muted, away in
                var both = away
                both.addKeywords = muted.addKeywords
                return both
            }
        case .unmute: return each(received, MessagePatch(removeKeywords: [.muted]))
        default: return [:]
        }
    }

    /// Adds a junk keyword to the messages that move and removes its opposite, on servers that keep keywords.
    private func saying(
        _ keyword: Keyword, not other: Keyword, _ moves: [MessageID: MessagePatch]
    ) -> [MessageID: MessagePatch] {
        guard isJMAP else { return moves }
        return moves.reduce(into: [:]) { wishes, move in
            guard let marks = letters[move.key]?.marks, marks.isChanged(by: move.value) else { return }
            wishes[move.key] = move.value
            wishes[move.key]?.addKeywords = [keyword]
            wishes[move.key]?.removeKeywords = [other]
        }
    }

    private func snooze(_ all: [MessageID: Letter], until date: Date) -> [MessageID: MessagePatch] {
        let received = all.filter { !$0.value.isDraft }
        let here = others(received).filter { !$0.value.places.isDisjoint(with: boxes(.inbox)) }
        var wishes = moves(here, to: boxes(.archive).first, leaving: [.inbox, .trash, .junk])
        for (id, letter) in received where letter.keywords.contains(.snoozed) && wishes[id] == nil {
            wishes[id] = MessagePatch()
        }
        let kept = received.filter { $0.value.places.isDisjoint(with: boxes(.inbox, .trash, .junk)) }
        if wishes.isEmpty, let newest = newest(of: others(kept)) ?? newest(of: kept) {
            wishes[newest] = MessagePatch()
        }
        let marks: Set<Keyword> = [.snoozed, .snoozed(until: date)]
        for id in wishes.keys {
            wishes[id]?.addKeywords = marks
            wishes[id]?.removeKeywords = letters[id]?.keywords.filter(\.isOfSnooze).subtracting(marks) ?? []
        }
        return wishes
    }

    private func wake(_ all: [MessageID: Letter], at date: Date) -> [MessageID: MessagePatch] {
        let asleep = all.filter { $0.value.keywords.contains(.snoozed) }
        let newest = newest(of: asleep)
        // No later than requested, or than just after the newest mail of all.
        let known =
            asleep.values.compactMap(\.marks.snoozedUntil)
            + letters.values.filter { !$0.isDraft }.map { $0.date.addingTimeInterval(1) }
        let date = min(date, known.max() ?? date)
        return asleep.reduce(into: [:]) { wishes, entry in
            let (id, letter) = entry
            var patch = MessagePatch(removeKeywords: letter.keywords.filter(\.isOfSnooze))
            if hasLabels || letter.places.isDisjoint(with: boxes(.sent)) {
                patch.addMailboxes = boxes(.inbox)
                patch.removeMailboxes = hasLabels ? boxes(.archive) : letter.places.subtracting(boxes(.inbox))
            }
            if id == newest {
                let old = letter.keywords.filter { $0.wokenAt != nil }
                patch.addKeywords = [.woken, .woken(at: date), .new]
                patch.removeKeywords.formUnion(old.union([.seen]).subtracting(patch.addKeywords))
            }
            wishes[id] = patch
        }
    }

    private func newest(of letters: [MessageID: Letter]) -> MessageID? {
        letters.max { ($0.value.date, $0.key) < ($1.value.date, $1.key) }?.key
    }

    /// Returns those outside trash and junk, or all if there are none.
    private func kept(_ letters: [MessageID: Letter]) -> [MessageID: Letter] {
        let gone = boxes(.trash, .junk)
        let kept = letters.filter { $0.value.places.isEmpty || !$0.value.places.isSubset(of: gone) }
        return kept.isEmpty ? letters : kept
    }

    /// Whether a message leaves only its single mailbox, as in JMAP.
    private func isInFolder(_ letter: Letter) -> Bool { isJMAP && letter.places.count == 1 }

    /// Returns the messages that the user did not send.
    private func others(_ letters: [MessageID: Letter]) -> [MessageID: Letter] {
        let sent = boxes(.sent)
        return letters.filter { $0.value.places.isDisjoint(with: sent) }
    }

    /// Returns the moves. With labels a message keeps the user's own labels; with folders it is in one only. Sent mail
    /// stays in Sent, unless there is nothing else.
    private func moves(
        _ letters: [MessageID: Letter], to target: MailboxID?, leaving roles: [MailboxRole],
        andAll leavesAll: (Letter) -> Bool = { _ in false }
    ) -> [MessageID: MessagePatch] {
        guard let target else { return [:] }
        let others = others(letters)
        let left = roles.reduce(into: Set<MailboxID>()) { $0.formUnion(boxes($1)) }
        return (others.isEmpty ? letters : others).mapValues { letter in
            let keeps = hasLabels && !leavesAll(letter)
            let gone = (keeps ? letter.places.intersection(left) : letter.places).subtracting([target])
            return MessagePatch(addMailboxes: [target], removeMailboxes: gone)
        }
    }

    /// - Returns: the changed threads.
    mutating func step(undoing: Bool) -> Set<ThreadID> {
        guard case .marks(let patches) = undoing ? done.popLast() : undone.popLast() else { return [] }
        let before = letters
        apply(undoing ? patches.mapValues(\.inverse) : patches)
        if undoing { undone.append(.marks(patches)) } else { done.append(.marks(patches)) }
        return Set(letters.filter { $0.value != before[$0.key] }.values.map(\.thread))
    }

    // MARK: Drafts and mailboxes

    mutating func discard(draft id: MessageID) {
        if let letter = letters[id] { done.append(.discarded(id, letter)) }
        undone = []
        delete(draft: id)
    }

    /// Removes and returns the draft of the next undo or redo; nil if that concerns marks.
    mutating func popDiscarded(undoing: Bool) -> (id: MessageID, letter: Letter)? {
        guard case .discarded(let id, let letter) = undoing ? done.last : undone.last else { return nil }
        _ = undoing ? done.popLast() : undone.popLast()
        return (id, letter)
    }

    mutating func note(discarded id: MessageID, _ letter: Letter, undone wasUndone: Bool) {
        if wasUndone { undone.append(.discarded(id, letter)) } else { done.append(.discarded(id, letter)) }
    }

    mutating func delete(draft id: MessageID) {
        letters[id] = nil
        leaving.remove(id)
    }

    mutating func delete(box id: MailboxID) {
        boxes[id] = nil
        for letter in letters.keys { letters[letter]?.places.remove(id) }
    }

    /// Takes over from the screen that drafts have been sent: they are in Sent, and no longer drafts.
    mutating func noteSent(_ shown: UserModel) {
        for id in leaving where letters[id]?.isDraft == true && shown.letters[id]?.isDraft == false {
            let sent = boxes(.sent)
            letters[id]?.keywords.remove(.draft)
            letters[id]?.places = sent
            letters[id]?.text = nil
            // The server decides on the thread.
            if let sent = shown.letters[id] { letters[id]?.thread = sent.thread }
        }
    }
}

extension UserModel {
    /// As text; empty if the screen shows exactly this.
    func differences(from shown: UserModel) -> [String] {
        var found: [String] = []
        for id in Set(letters.keys).union(shown.letters.keys).sorted() {
            var (wanted, seen) = (letters[id], shown.letters[id])
            // The server sets the dates.
            wanted?.date = seen?.date ?? .distantPast
            if wanted?.isDraft == false {
                wanted?.text = nil
                seen?.text = nil
            }
            if wanted != seen {
                found.append("\(id): shows \(String(describing: seen)), not \(String(describing: wanted))")
            }
        }
        if boxes != shown.boxes { found.append("mailboxes \(shown.boxes), not \(boxes)") }
        return found
    }

    mutating func takeDates(from shown: UserModel) {
        for (id, letter) in shown.letters { letters[id]?.date = letter.date }
    }
}
