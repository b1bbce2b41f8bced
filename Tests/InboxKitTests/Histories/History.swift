import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// One account whose user, server and network do random things, one small step after the other: every request and
/// every answer is held back for as long as chance wants it. The session, the sender and the sync are the real ones.
final class History {
    let client: Client
    let session: MailSession
    /// Others change mail too, and the server refuses things.
    let isStormy: Bool
    var user: UserModel
    var story: [String] = []
    var random: SeededRandom
    var sending = SteppedLane()
    var syncing = SteppedLane()
    /// A refresh that the user asked for, beside the one that runs all the time.
    var refreshing = SteppedLane()
    var graves: [SteppedLane] = []
    let tellsMessages: Bool
    var names = 0
    /// The last text of every draft that must be kept.
    private(set) var texts: [MessageID: String] = [:]
    /// What was passed on.
    var bounces: [String] = []

    var server: ModelServer { client.server }

    init(seed: Int, isStormy: Bool) async throws {
        random = SeededRandom(seed: seed)
        self.isStormy = isStormy
        let isJMAP = random.chance(50)
        let hasLabels = random.chance(70)
        tellsMessages = random.chance(50)
        let server = ModelServer()
        if isJMAP, random.chance(60) { server.setGivesNewDraftIDs() }
        if !isJMAP, random.chance(50) { server.setTakesWhole() }
        for number in 0..<6 {
            server.put(
                .remote(
                    id: "m\(number)", thread: "t\(number / 2)", unread: random.chance(50), starred: random.chance(30),
                    in: [number == 3 ? "sent" : random.pick(["inbox", "inbox", "work"])], at: number))
        }
        client = try Client(server, hasLabels: hasLabels, dialect: isJMAP ? .jmap : .inbox)
        try await client.sync.once(bodies: random.chance(50))
        session = MailSession(store: client.store) { _, _ in ScriptedService(server) }
        user = try UserModel(client.store, hasLabels: hasLabels)
        story.append(
            "\(isJMAP ? "jmap" : "inbox"), labels \(hasLabels), new draft ids \(server.givesNewDraftIDs), tells \(tellsMessages)"
        )
    }

    // MARK: Steps

    func step() async throws {
        if isStormy { try user.look(at: client.store) }
        story.append("…")
        let what = try await next()
        story[story.count - 1] = what
        try check()
    }

    private func next() async throws -> String {
        switch random.int(0..<100) {
        case ..<20: return try await mark()
        case ..<25: return try await step(undoing: true)
        case ..<28: return try await step(undoing: false)
        case ..<36: return try await write()
        case ..<38: return try await bounce()
        case ..<44: return try await changeMailboxes()
        case ..<64: return await send()
        case ..<80: return await sync()
        case ..<84: return await refresh()
        case ..<89:
            client.wait(4_000)
            return "time passes"
        case ..<91: return try await kill()
        case ..<92: return try await pause()
        case ..<94: return try forgetState()
        default: return isStormy ? try await meddle() : await send()
        }
    }

    /// The screen shows what the user did, and the store agrees with itself.
    private func check() throws {
        let shown = try UserModel(client.store, hasLabels: user.hasLabels)
        user.noteSent(shown)
        let problems = try client.store.read { try StoreTruth($0).problems() }
        try #require(problems == [], "\(story)")
        if !isStormy { try require(shown) }
    }

    private func require(_ shown: UserModel) throws {
        let differences = user.differences(from: shown)
        try #require(differences == [], "\(story)")
        user.takeDates(from: shown)
    }

    /// Also in a storm a user's own step shows at once.
    private func requireShown() throws {
        try require(try UserModel(client.store, hasLabels: user.hasLabels))
    }

    // MARK: The user

    private func mark() async throws -> String {
        var commands: [Action.Command] = [
            .shake, .unread, .seen, .star, .unstar, .archive, .trash, .junk, .move, .mark, .unmark, .mute, .unmute,
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

    private func step(undoing: Bool) async throws -> String {
        if let discarded = user.popDiscarded(undoing: undoing) {
            return try await step(undoing: undoing, discarded.id, discarded.letter)
        }
        let changed = user.step(undoing: undoing)
        let deed = undoing ? try await session.undo() : try await session.redo()
        if !isStormy { try #require(Set(deed?.threads ?? []) == changed, "\(story)") }
        return undoing ? "undo" : "redo"
    }

    /// A discarded draft comes back, with another id where its deletion is on its way; or it goes again.
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

    private func write() async throws -> String {
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
            let sends = try client.store.read { try $0.actions(about: .draft(id)) }.filter { $0.command == .sendDraft }
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

    private func changeMailboxes() async throws -> String {
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

    // MARK: Others

    private func meddle() async throws -> String {
        let id = "m\(random.int(0..<6))"
        let drafts = server.messages.values.filter { $0.keywords.contains(.draft) }.sorted { $0.id < $1.id }
        switch random.int(0..<14) {
        case 0: server.remove(id)
        case 1: server.put(.remote(id: id, thread: "t\(random.int(0..<4))", unread: true, at: random.int(0..<9)))
        case 2: server.remove(mailbox: random.pick(["work", "home", "theirs"]))
        case 3: makeMailbox(random.pick(["Work", "Home", "A", "B", "C"]))
        case 4: server.edit(id) { $0.mailboxes = [RemoteID("inbox")] }
        case 5, 6: server.edit(id) { $0.keywords.formSymmetricDifference([.flagged]) }
        case 7: server.edit(id) { $0.keywords.formSymmetricDifference([Keyword("later")]) }
        case 8 where !drafts.isEmpty:
            let draft = random.pick(drafts)
            letGo(draft)
            server.remove(draft.id.rawValue)
            return "others delete \(draft.id)"
        case 9 where !drafts.isEmpty:
            var draft = random.pick(drafts)
            letGo(draft)
            if server.givesNewDraftIDs {
                // Each save is another message.
                server.remove(draft.id.rawValue)
                names += 1
                draft.id = RemoteID("theirs-\(names)")
                (draft.subject, draft.body) = ("theirs", MessageBody(plain: "theirs"))
                server.put(draft)
                return "others write \(draft.id)"
            }
            server.edit(draft.id.rawValue) { draft in
                draft.subject = "theirs"
                draft.body = MessageBody(plain: "theirs")
                draft.version = (draft.version ?? 0) + 1
            }
            return "others write \(draft.id)"
        case 10:
            let queue = try client.store.read { try $0.actions() }.filter { $0.object == nil }
            guard !queue.isEmpty else { return "nothing to discard" }
            let action = random.pick(queue).id
            try await session.discard(action)
            return "discard \(action)"
        case 11, 12: server.edit(id) { $0.mailboxes.insert(RemoteID("archive")) }
        default: server.edit(id) { $0.keywords.formSymmetricDifference([.seen]) }
        }
        return "meddle \(id)"
    }

    /// As every server, this one has no two mailboxes of one name, and gives no id twice.
    private func makeMailbox(_ name: String) {
        guard !server.mailboxes.values.contains(where: { $0.name == name }) else { return }
        names += 1
        let id = server.hasUsed(mailbox: RemoteID("theirs")) ? "theirs-\(names)" : "theirs"
        server.put(RemoteMailbox(id: RemoteID(id), name: name, role: nil))
    }

    /// Others may throw away what the server has; that is no loss of ours.
    private func letGo(_ draft: RemoteMessage) {
        texts = texts.filter { $0.value != draft.subject }
    }

    // MARK: The end

    /// Everything goes through from here on; ends when there is nothing left to do.
    func calmDown() async throws {
        server.setChangesPage(1_000)
        for lane in [sending, syncing, refreshing] {
            while !lane.isIdle { await lane.go(.on) }
        }
        for round in 0..<40 {
            client.wait(4_000)
            try await decide(round)
            _ = try await client.sender.sendAll()
            try await client.sync.once(bodies: true)
            if try client.actions().isEmpty { break }
        }
        try client.store.read { reader throws in
            try #require(try StoreTruth(reader).problems() == [], "\(story)")
        }
    }

    /// What was stopped, the user tries again, and in the end writes anew.
    private func decide(_ round: Int) async throws {
        for action in try client.actions() where action.state == .stopped {
            try #require(isStormy, "\(story) \(action)")
            if round > 5, case .draft(let id) = action.object, let draft = try session.draft(id) {
                try await session.save(draft.content, as: id, account: client.account.id)
            } else {
                try await session.retry(action.id)
            }
        }
    }

    /// The processes that were killed are laid to rest.
    func end() async {
        for lane in graves { await lane.bury() }
    }
}
