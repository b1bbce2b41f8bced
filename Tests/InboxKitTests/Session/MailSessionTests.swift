import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

@Suite("User actions")
struct MailSessionTests {
    private let store: Store
    private let session: MailSession

    init() throws {
        let store = try Store()
        self.store = store
        session = MailSession(store: store) { _, _ in ScriptedService(ModelServer()) }
    }

    private func account(hasLabels: Bool, dialect: Account.Dialect = .inbox) throws -> AccountID {
        try store.addTestAccount(
            .test(hasLabels: hasLabels, dialect: dialect), mailboxes: RemoteMailbox.usual + [.remote("all")])
    }

    private func thread(_ id: String, _ account: AccountID) throws -> MailThread {
        let found = try store.read { try $0.find(RemoteID(id), account: account) }.threads.first
        return try #require(try found.flatMap { id in try store.read { try $0.thread(id) } })
    }

    private func places(_ id: String, _ account: AccountID) throws -> Set<String> {
        try store.read { reader in
            let mailboxes = try reader.mailboxes().reduce(into: [MailboxID: String]()) {
                $0[$1.id] = $1.remoteID?.rawValue
            }
            return Set(try reader.message(RemoteID(id), account: account)?.mailboxes.compactMap { mailboxes[$0] } ?? [])
        }
    }

    @Test("acting on a thread acts on all its messages but drafts; moving it leaves sent messages")
    func threads() async throws {
        let account = try account(hasLabels: false)
        try store.receive(
            .remote(id: "a", thread: "t", unread: true, at: 1), .remote(id: "b", thread: "t", in: ["sent"], at: 2),
            .remote(id: "c", thread: "t", unread: true, at: 3),
            .remote(id: "d", thread: "t", unread: true, draft: true, in: ["drafts"], at: 4),
            account: account)
        let thread = try thread("t", account)
        #expect(thread.unreadCount == 2 && thread.draftCount == 1 && thread.messageCount == 3)
        try await session.perform(.shake, on: [thread.id])
        try await session.perform(.trash, on: [thread.id])
        #expect(try places("a", account) == ["trash"])
        #expect(try places("b", account) == ["sent"])
        #expect(try places("c", account) == ["trash"])
        #expect(try places("d", account) == ["drafts"])
        #expect(try self.thread("t", account).unreadCount == 0)
        try await session.perform(.star, on: [thread.id])
        #expect(try store.read { try $0.message(RemoteID("c"), account: account) }?.isStarred == true)
        #expect(try self.thread("t", account).starredCount == 1)
        try await session.perform(.unstar, on: [thread.id])
        #expect(try self.thread("t", account).starredCount == 0)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("a thread with only sent mail can be trashed, but not archived")
    func movesSent() async throws {
        let account = try account(hasLabels: false)
        try store.receive(.remote(id: "a", thread: "t", in: ["sent"]), account: account)
        let thread = try thread("t", account)
        #expect(try await session.perform(.archive, on: [thread.id]) == nil)
        #expect(try places("a", account) == ["sent"])
        try await session.perform(.trash, on: [thread.id])
        #expect(try places("a", account) == ["trash"])
    }

    @Test("with labels, archiving removes only the inbox label")
    func archiveWithLabels() async throws {
        let account = try account(hasLabels: true)
        try store.receive(.remote(id: "a", in: ["inbox", "work", "all"]), account: account)
        try await session.perform(.archive, on: [try thread("t-a", account).id])
        #expect(try places("a", account).isSuperset(of: ["work", "all"]))
        #expect(try !places("a", account).contains("inbox"))
    }

    @Test("with folders, archiving moves")
    func archiveWithFolders() async throws {
        let account = try account(hasLabels: false)
        try store.receive(.remote(id: "a", in: ["inbox"]), account: account)
        try await session.perform(.archive, on: [try thread("t-a", account).id])
        #expect(try places("a", account) == ["archive"])
    }

    @Test("undo and redo restore each earlier and later state", arguments: 0..<20)
    func undo(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        let account = try account(hasLabels: random.chance(50))
        for number in 0..<4 {
            try store.receive(
                .remote(
                    id: "m\(number)", thread: "t\(number / 2)", unread: random.chance(50), starred: random.chance(50),
                    at: number), account: account)
        }
        let work = try #require(try store.mailboxID("work"))
        func marks() throws -> [MessageMarks] {
            try store.read { try $0.messages(MessageQuery(predicate: .everything, sort: .oldestFirst), limit: -1) }.map(
                \.marks)
        }
        var states = [try marks()]
        for _ in 0..<8 {
            let threads = random.some(of: [try thread("t0", account).id, try thread("t1", account).id], percent: 60)
            let command = random.pick([
                Action.Command.shake, .unread, .star, .unstar, .archive, .trash, .junk, .move, .mute, .unmute,
            ])
            if try await session.perform(command, on: threads, target: work) != nil { states.append(try marks()) }
        }
        for state in states.dropLast().reversed() {
            #expect(try await session.undo() != nil)
            #expect(try marks() == state)
        }
        #expect(try await session.undo() == nil)
        #expect(try store.read { try $0.actions() }.isEmpty, "nothing of it was sent, so nothing is left of it")
        for state in states.dropFirst() {
            #expect(try await session.redo() != nil)
            #expect(try marks() == state)
        }
        #expect(try await session.redo() == nil)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("one undo reverses an action on threads of several accounts")
    func undoAcrossAccounts() async throws {
        let first = try account(hasLabels: true)
        let second = try store.addTestAccount(.test("other@example.test"))
        for account in [first, second] { try store.receive(.remote(id: "a", unread: true), account: account) }
        let deed = try await session.perform(.shake, on: [try thread("t-a", first).id, try thread("t-a", second).id])
        #expect(deed?.threadCount == 2)
        _ = try await session.undo()
        #expect(try thread("t-a", first).isUnread && thread("t-a", second).isUnread)
        _ = try await session.redo()
        #expect(try !thread("t-a", first).isUnread && !thread("t-a", second).isUnread)
    }

    @Test("an impossible action throws and queues nothing")
    func impossible() async throws {
        let feed = try account(hasLabels: false, dialect: .feed)
        try store.receive(.remote(id: "a", unread: true), account: feed)
        let thread = try thread("t-a", feed).id
        await #expect(throws: SessionError.action(.readOnly)) { try await session.perform(.shake, on: [thread]) }
        let bare = try store.addTestAccount(.test("other@example.test"), mailboxes: [.remote("inbox")])
        try store.receive(.remote(id: "b"), account: bare)
        let other = try self.thread("t-b", bare).id
        await #expect(throws: SessionError.action(.noMailbox(.trash))) {
            try await session.perform(.trash, on: [other])
        }
        let foreign = try store.mailboxID("work")
        await #expect(throws: SessionError.action(.noTransfer(address: "other@example.test"))) {
            try await session.perform(.move, on: [other], target: foreign)
        }
        #expect(try store.read { try $0.actions() }.isEmpty)
    }

    @Test("mail is archived without the right to take mail out of an inbox that it is not in")
    func archivedFromElsewhere() async throws {
        let mailboxes = RemoteMailbox.usual.map { mailbox in
            var mailbox = mailbox
            if mailbox.role == .inbox { mailbox.rights = .all.subtracting(.removeItems) }
            return mailbox
        }
        let account = try store.addTestAccount(.test(hasLabels: true, dialect: .jmap), mailboxes: mailboxes)
        try store.receive(.remote(id: "a", in: ["work"]), .remote(id: "b", in: ["inbox"]), account: account)
        #expect(try await session.perform(.archive, on: [try thread("t-a", account).id]) != nil)
        await #expect(throws: SessionError.action(.forbidden(mailbox: "Inbox"))) {
            try await session.perform(.archive, on: [try thread("t-b", account).id])
        }
    }

    @Test("J-48: an action that a mailbox's rights forbid is refused before queueing, naming the mailbox")
    func rights() async throws {
        let team = RemoteMailbox(
            id: RemoteID("team"), name: "Team", role: nil, rights: [.setKeywords, .addItems])
        let locked = RemoteMailbox(id: RemoteID("locked"), name: "Locked", role: nil, rights: [.removeItems])
        let account = try store.addTestAccount(
            .test(hasLabels: true, dialect: .jmap), mailboxes: RemoteMailbox.usual + [team, locked])
        try store.receive(
            .remote(id: "a", unread: true, in: ["team"]), .remote(id: "b", unread: true, in: ["inbox"]),
            .remote(id: "c", unread: true, in: ["locked"]), account: account)
        let kept = try thread("t-c", account).id
        for command in [Action.Command.shake, .star] {
            await #expect(throws: SessionError.action(.forbidden(mailbox: "Locked"))) {
                try await session.perform(command, on: [kept])
            }
        }
        let (shared, own) = (try thread("t-a", account).id, try thread("t-b", account).id)
        for command in [Action.Command.shake, .trash] {
            await #expect(throws: SessionError.action(.forbidden(mailbox: "Team"))) {
                try await session.perform(command, on: [shared])
            }
        }
        let place = try #require(try store.mailboxID("locked"))
        await #expect(throws: SessionError.action(.forbidden(mailbox: "Locked"))) {
            try await session.perform(.move, on: [own], target: place)
        }
        let name = try #require(try store.mailboxID("team"))
        await #expect(throws: SessionError.action(.forbidden(mailbox: "Team"))) {
            try await session.renameMailbox(name, to: "Ours")
        }
        await #expect(throws: SessionError.action(.forbidden(mailbox: "Team"))) {
            try await session.deleteMailbox(name)
        }
        await #expect(throws: SessionError.action(.forbidden(mailbox: "Team"))) {
            try await session.createMailbox(named: "Team/Old", account: account)
        }
        #expect(try store.read { try $0.actions() }.isEmpty)
        // Permitted actions there, and all actions elsewhere, are performed.
        #expect(try await session.perform(.star, on: [shared]) != nil)
        #expect(try await session.perform(.move, on: [own], target: name) != nil)
        #expect(try places("b", account) == ["team"])
    }

    @Test("J-49: over JMAP trashing leaves only the trash, and moving replaces the only mailbox or the inbox")
    func trash() async throws {
        let account = try account(hasLabels: true, dialect: .jmap)
        try store.receive(
            .remote(id: "a", in: ["inbox", "work", "home"]), .remote(id: "b", in: ["work"]),
            .remote(id: "c", in: ["work", "inbox"]), account: account)
        try await session.perform(.trash, on: [try thread("t-a", account).id])
        #expect(try places("a", account) == ["trash"])
        let home = try #require(try store.mailboxID("home"))
        try await session.perform(.move, on: [try thread("t-b", account).id], target: home)
        #expect(try places("b", account) == ["home"])
        try await session.perform(.move, on: [try thread("t-c", account).id], target: home)
        #expect(try places("c", account) == ["work", "home"])
    }

    @Test("J-50: an invalid keyword is refused; other keywords are kept")
    func keywords() async throws {
        let account = try account(hasLabels: true, dialect: .jmap)
        try store.receive(.remote(id: "a"), account: account)
        let thread = try thread("t-a", account).id
        for name in ["two words", "ümlaut", "", "a(b", "\"", String(repeating: "x", count: 256)] {
            await #expect(throws: SessionError.action(.badKeyword)) {
                try await session.perform(.mark, on: [thread], keyword: Keyword(name))
            }
        }
        try await session.perform(.mark, on: [thread], keyword: Keyword("MyLabel"))
        #expect(
            try store.read { try $0.message(RemoteID("a"), account: account) }?.keywords.contains(Keyword("mylabel"))
                == true)
        // Undo restores exactly what was changed.
        _ = try await session.undo()
        #expect(try store.read { try $0.message(RemoteID("a"), account: account) }?.keywords == [.seen])
    }

    @Test("a thread given twice is acted on once")
    func twice() async throws {
        let account = try account(hasLabels: true)
        try store.receive(.remote(id: "a", unread: true), account: account)
        let id = try thread("t-a", account).id
        try await session.perform(.shake, on: [id, id])
        #expect(try store.read { try $0.actions() }.map(\.edits.count) == [1])
        #expect(try !thread("t-a", account).isUnread)
    }

    @Test("a file list has all files, each with its message")
    @MainActor
    func files() throws {
        let account = try account(hasLabels: true)
        try store.receive(
            .remote(id: "a", at: 1, files: ["plan.pdf", "map.png"]), .remote(id: "b", at: 2),
            .remote(id: "c", at: 3, files: ["note.txt"]), account: account)
        let provider = session.fileProvider(loadsAtOnce: true)
        #expect(provider.items.map(\.file.fileName) == ["note.txt", "plan.pdf", "map.png"])
        #expect(provider.items.map(\.message.remoteID) == [RemoteID("c"), RemoteID("a"), RemoteID("a")])
    }

    @Test("a date beyond all calendars has its position in a list", arguments: [1e30, -1e30])
    func farDate(seconds: Double) throws {
        let account = try account(hasLabels: true)
        try store.receive(.remote(id: "m"), account: account)
        let position = try session.position(
            of: Date(timeIntervalSince1970: seconds), filter: .everything, sort: .newestFirst)
        #expect(position == (seconds > 0 ? 0 : 1))
    }

    @Test(
        "a thread and a message have their positions in a list, whatever its order",
        arguments: MailSort.Field.allCases, [false, true])
    func positions(field: MailSort.Field, isAscending: Bool) throws {
        let account = try account(hasLabels: true)
        for id in ["c", "a", "b"] {
            for part in [1, 2] {
                try store.receive(
                    .remote(id: "\(id)\(part)", thread: id, from: id, subject: id, unread: id == "a", at: part * 60),
                    account: account)
            }
        }
        let sort = MailSort(field, ascending: isAscending)
        for (position, thread) in try session.threads(.everything, sort: sort, limit: 10).enumerated() {
            let found = try session.position(of: sort.key(of: thread), filter: .everything, sort: sort)
            #expect(found == position)
        }
        for (position, message) in try session.messages(.everything, sort: sort, limit: 10).enumerated() {
            let found = try session.position(
                of: sort.key(of: message), filter: .everything, sort: sort, messages: true)
            #expect(found == position)
        }
    }

    @Test("N-7: who syncs can wait until the removal of an account is complete that was interrupted")
    func tidied() async throws {
        let account = try account(hasLabels: true)
        try store.receive(.remote(id: "m"), account: account)
        try store.writeNow { try $0.hide(account) }
        #expect(session.lockForSync())
        await session.finishTidying()
        #expect(try store.read { try $0.leavingAccounts() }.isEmpty)
        await session.stopAndWait()
    }

    @Test("the clean-up from the start ends before the session does")
    func tidying() async throws {
        let account = try account(hasLabels: true)
        try store.writeNow { transaction in
            for number in 0..<700 {
                try transaction.receive(.remote(id: "m\(number)", at: number), account: account, bodyText: nil)
            }
            try transaction.hide(account)
        }
        session.start()
        let begun = session.running.withLock(\.tidying)
        let tidying = try #require(begun)
        await session.stopAndWait()
        let left = try store.read { try $0.leavingAccounts() }
        await tidying.value
        #expect(try store.read { try $0.leavingAccounts() } == left)
    }

    @Test("discarding a queued action restores the mail")
    func discard() async throws {
        let account = try account(hasLabels: true)
        try store.receive(.remote(id: "a", unread: true), account: account)
        try await session.perform(.shake, on: [try thread("t-a", account).id])
        let action = try #require(try store.read { try $0.actions() }.first)
        try await session.discard(action.id)
        #expect(try thread("t-a", account).isUnread)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }
}
