import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// The user's actions, and what the screen must show after them.
extension History {
    func mark() async throws -> String {
        var commands: [Action.Command] = [
            .shake, .unread, .shake, .star, .unstar, .archive, .trash, .junk, .notJunk, .move, .mark, .unmark, .mute,
            .unmute,
            .snooze, .snooze, .wake,
        ]
        if user.hasLabels { commands += [.label, .unlabel, .label] }
        let command = random.pick(commands)
        let threads = random.some(of: user.threads, percent: 35)
        let keyword = random.pick([Keyword("later"), .new, .flagged])
        var target: MailboxID?
        if command == .move { target = random.pick((user.ownBoxes + user.boxes(.inbox, .archive)).sorted()) }
        if command == .label || command == .unlabel {
            target = user.ownBoxes.isEmpty ? nil : random.pick(user.ownBoxes)
        }
        if target == nil, [.move, .label, .unlabel].contains(command) { return "no label" }
        let date = Date.test(random.int(0..<1_000))
        let changed = user.perform(command, on: threads, to: target, keyword: keyword, date: date)
        let what = "\(command) \(threads.map(\.rawValue)) to \(target?.rawValue ?? 0)"
        story[story.count - 1] = what
        let deed = try await session.perform(
            command, on: threads, target: target, keyword: keyword, date: date)
        try #require(Set(deed?.threads ?? []) == changed, "\(story)")
        try requireShown()
        return what
    }

    func step(undoing: Bool) async throws -> String {
        if let discarded = user.popDiscarded(undoing: undoing) {
            return try await step(undoing: undoing, discarded.id, discarded.letter)
        }
        let changed = user.step(undoing: undoing)
        let deed = undoing ? try await session.undo() : try await session.redo()
        if !isStormy { try #require(Set(deed?.threads ?? []) == changed, "\(story)") }
        return undoing ? "undo" : "redo"
    }

    /// Restores a discarded draft, with a new id if its deletion is being sent; or discards it again.
    private func step(undoing: Bool, _ id: MessageID, _ letter: UserModel.Letter) async throws -> String {
        let deed = undoing ? try await session.undo() : try await session.redo()
        guard undoing else {
            if deed != nil {
                user.delete(draft: id)
                texts[id] = nil
            }
            user.note(discarded: id, letter, undone: false)
            return "discard draft \(id) again: \(deed != nil)"
        }
        let shown = try UserModel(client.store, hasLabels: user.hasLabels).letters
        let back = shown.first {
            $0.value.subject == letter.subject && $0.value.isDraft && $0.value.text == letter.text
        }
        guard let back else {
            try #require(isStormy, "\(story)")
            return "undo: the draft \(id) is gone"
        }
        user.letters[back.key] = back.value
        texts[back.key] = letter.subject
        user.note(discarded: back.key, letter, undone: true)
        return "undo: the draft \(id) is \(back.key)"
    }

    func write() async throws -> String {
        names += 1
        let subject = "text \(names)"
        var content = DraftContent(
            to: [.person("bo")], subject: subject, body: MessageBody(plain: "Body of \(subject)"))
        let account = client.account.id
        if user.drafts.isEmpty || random.chance(35) {
            if random.chance(30) { content.inReplyTo = user.letters.filter { !$0.value.isDraft }.keys.min() }
            if random.chance(30) { content.files = [try await attach()] }
            let id = try await session.save(content, account: account)
            try note(id, subject)
            return "write \(id) \(subject)"
        }
        let id = random.pick(user.drafts)
        do {
            switch random.int(0..<5) {
            case 0, 1:
                let old = try session.draft(id)?.content
                content.files = old?.files ?? []
                content.inReplyTo = old?.inReplyTo
                if random.chance(20) { content.files.append(try await attach()) }
                try await session.save(content, as: id, account: account)
                try note(id, subject)
                user.leaving.remove(id)
                return "write again \(id) \(subject)"
            case 2, 3:
                try await session.send(id)
                user.leaving.insert(id)
                return "send \(id)"
            default:
                try await session.discardDraft(id)
                user.discard(draft: id)
                texts[id] = nil
                return "discard draft \(id)"
            }
        } catch SessionError.action(.beingSent) {
            let sends = try client.store.read { try $0.actions() }
                .filter { $0.object == .draft(id) && $0.command == .sendDraft }
            try #require(sends.contains { [.sending, .unknown].contains($0.state) }, "\(story)")
            return "too late for \(id)"
        }
    }

    private func attach() async throws -> MessageFile {
        try await session.attach(
            RemoteUpload(fileName: "file \(names)", contentType: "text/plain", bytes: [1, 2]),
            account: client.account.id)
    }

    private func note(_ id: MessageID, _ subject: String) throws {
        texts[id] = subject
        let shown = try UserModel(client.store, hasLabels: user.hasLabels).letters[id]
        let new = UserModel.Letter(
            thread: shown?.thread ?? ThreadID(0), date: shown?.date ?? .distantPast, keywords: [.draft, .seen],
            places: user.boxes(.drafts), subject: subject)
        var letter = user.letters[id] ?? new
        letter.subject = subject
        letter.text = "Body of \(subject)"
        user.letters[id] = letter
    }

    func changeMailboxes() async throws -> String {
        let name = random.pick(["A", "B", "C"])
        let isTaken = user.boxes.values.contains { $0.name == name }
        let own = user.ownBoxes
        do {
            switch own.isEmpty ? 0 : random.int(0..<3) {
            case 0:
                let id = try await session.createMailbox(named: name, account: client.account.id)
                user.boxes[id] = UserModel.Box(name: name)
                return "create \(name) \(id)"
            case 1:
                let id = random.pick(own)
                try await session.renameMailbox(id, to: name)
                user.boxes[id]?.name = name
                return "rename \(id) to \(name)"
            default:
                let id = random.pick(own)
                try await session.deleteMailbox(id)
                try #require(user.hasLabels || user.letters.values.allSatisfy { !$0.places.contains(id) }, "\(story)")
                user.delete(box: id)
                return "delete \(id)"
            }
        } catch SessionError.action(.nameTaken) {
            try #require(isTaken, "\(story)")
            return "name taken"
        } catch SessionError.action(.notEmpty) {
            return "not empty"
        }
    }
}
