import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@Suite("Server updates", .timeLimit(.minutes(10)))
struct StoreTransactionTests {
    private let store: Store
    private let account: AccountID

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
    }

    private func message(_ id: String) throws -> Message? {
        try store.read { try $0.message(RemoteID(id), account: account) }
    }

    private func problems() throws -> [String] { try store.read { try StoreTruth($0).problems() } }

    @Test("rows, lists and counters always match the messages", arguments: 0..<16)
    func random(seed: Int) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<15 {
            let told = (0..<random.int(1..<5)).map { _ in MailRandom.message(random.int(0..<20), threads: 8, &random) }
            let gone = (0..<random.int(0..<3)).map { _ in RemoteID("m\(random.int(0..<20))") }
            let mailbox = random.chance(15) ? random.pick(MailRandom.mailboxes) : nil
            let (account, comesBack) = (account, random.chance(50))
            try store.writeNow { transaction in
                for message in told {
                    try transaction.receive(message, account: account, bodyText: message.body?.plain)
                }
                for id in gone { try transaction.remove(message: id, account: account) }
                if let mailbox {
                    try transaction.remove(mailbox: RemoteID(mailbox), account: account)
                    if comesBack { try transaction.save(.remote(mailbox), account: account) }
                }
            }
            #expect(try problems() == [])
        }
        #expect(try store.integrityProblems().isEmpty)
    }

    @Test("an update without the body keeps body, words and size")
    func keepsBody() throws {
        try store.receive(
            .remote(id: "m", snippet: "short", files: ["a.txt"], body: "a long text about herons"), account: account)
        let first = try #require(try message("m"))
        try store.receive(.remote(id: "m", snippet: "short", unread: true, files: ["a.txt"]), account: account)
        let second = try #require(try message("m"))
        #expect(second.isUnread)
        #expect(second.size == first.size && first.size == 24 + 10)
        #expect(try store.read { try $0.body(of: first.id) } == MessageBody(plain: "a long text about herons"))
        #expect(try store.read { try $0.words(of: first.id) }.body == ["a", "long", "text", "about", "herons"])
    }

    @Test("a body that comes later can be searched and counts for the size")
    func laterBody() throws {
        try store.receive(.remote(id: "m", snippet: "short"), account: account)
        let id = try #require(try message("m")).id
        try store.writeNow { try $0.save(MessageBody(plain: "about herons"), of: id, text: "about herons") }
        #expect(try store.read { try $0.words(of: id) }.body == ["about", "herons"])
        #expect(try message("m")?.size == 12)
        #expect(try store.read { try $0.messagesWithoutBody(account: account, limit: 10) }.isEmpty)
    }

    @Test("the written date is kept with a body, however that comes; a draft has none")
    func written() throws {
        let body = MessageBody(plain: "herons", writtenAt: .test(-90_000))
        for (id, isDraft) in [("m", false), ("d", true)] {
            var told = RemoteMessage.remote(id: id, draft: isDraft)
            told.body = body
            try store.writeNow { try $0.receive(told, account: account, bodyText: "herons") }
            let kept = try #require(try message(id)).id
            #expect(try store.read { try $0.body(of: kept) }?.writtenAt == (isDraft ? nil : body.writtenAt))
        }
        let id = try #require(try message("m")).id
        try store.writeNow { try $0.save(MessageBody(plain: "herons"), of: id, text: "herons") }
        #expect(try store.read { try $0.body(of: id) } == MessageBody(plain: "herons"))
        try store.writeNow { try $0.save(body, of: id, text: "herons") }
        #expect(try store.read { try $0.body(of: id) } == body)
    }

    @Test("a message keeps its id through all changes, and ids follow the received date")
    func ids() throws {
        try store.receive(
            .remote(id: "b", at: 20), .remote(id: "a", at: 10), .remote(id: "c", at: 20), account: account)
        let ids = try ["a", "b", "c"].map { try #require(try message($0)).id }
        #expect(ids == ids.sorted())
        try store.receive(.remote(id: "a", thread: "elsewhere", subject: "Other", at: 99), account: account)
        #expect(try message("a")?.id == ids[0])
        #expect(try problems() == [])
    }

    @Test("removing a mailbox keeps its messages and drops pending moves to it")
    func mailboxGoes() throws {
        try store.receive(.remote(id: "m", in: ["inbox", "work"]), .remote(id: "n", in: ["inbox"]), account: account)
        let (m, n) = (try #require(try message("m")), try #require(try message("n")))
        let work = try #require(try store.mailboxID("work"))
        let account = account
        try store.writeNow { transaction in
            try transaction.enqueue(.test(account, m.id, MessagePatch(addKeywords: [.flagged])))
            try transaction.enqueue(
                .test(account, n.id, MessagePatch(addMailboxes: [work], removeMailboxes: n.mailboxes)))
        }
        try store.writeNow { try $0.remove(mailbox: RemoteID("work"), account: account) }
        #expect(try problems() == [])
        #expect(try message("m")?.isStarred == true)
        // A move to a deleted mailbox has no effect.
        #expect(try message("n")?.mailboxes == n.mailboxes)
        #expect(try store.read { try $0.actions() }.map(\.command) == [.star])
        try store.writeNow { try $0.save(.remote("garden"), account: account) }
        #expect(try store.mailboxID("garden") != work)
        #expect(try problems() == [])
    }

    @Test("removing an account removes all its rows and none of another's")
    func accountGoes() throws {
        let other = try store.addTestAccount(.test("other@example.test"))
        for account in [account, other] {
            try store.receive(.remote(id: "m", snippet: "herons", starred: true, body: "herons"), account: account)
            let id = try #require(try store.read { try $0.message(RemoteID("m"), account: account) }).id
            try store.writeNow { transaction in
                let action = try transaction.enqueue(.test(account, id, MessagePatch(removeKeywords: [.seen])))
                if let action { try transaction.remember([action]) }
                try transaction.setSyncState("1", key: "state", account: account)
                try transaction.save(RemoteContact(id: RemoteID("c"), address: .person("anna")), account: account)
            }
        }
        let gone = account
        try store.writeNow { try $0.remove(gone) }
        try store.read { reader throws in
            #expect(try reader.accounts().map(\.id) == [other])
            #expect(
                try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1).map(\.account)
                    == [other])
            #expect(try reader.mailboxes().allSatisfy { $0.account == other })
            #expect(try reader.actions().map(\.account) == [other])
            #expect(try reader.contacts(account: nil).allSatisfy { $0.account == other })
            let herons = ThreadQuery(predicate: .words(.anywhere, WordSequence("herons")), sort: .newestFirst)
            #expect(try reader.threads(herons, limit: -1).map(\.account) == [other])
            #expect(try StoreTruth(reader).problems() == [])
        }
        #expect(try store.integrityProblems().isEmpty)
    }

    @Test("a commit has each thread before and after, in order of number")
    func commits() async throws {
        let (commits, continuation) = AsyncStream<Commit>.makeStream()
        let listening = store.listen { continuation.yield($0) }
        try store.receive(.remote(id: "m", thread: "t", unread: true), account: account)
        try store.receive(.remote(id: "m", thread: "t"), account: account)
        let account = account
        try store.writeNow { try $0.remove(message: RemoteID("m"), account: account) }
        var seen: [(Int64, Int?, Int?)] = []
        for await commit in commits.prefix(3) {
            guard case .changes(let threads) = commit.threads, let change = threads.values.first, threads.count == 1
            else {
                Issue.record("not one thread: \(commit)")
                return
            }
            seen.append((commit.seq, change.before?.thread.unreadCount, change.after?.thread.unreadCount))
        }
        #expect(seen.map(\.1) == [nil, 1, 0])
        #expect(seen.map(\.2) == [1, 0, nil])
        #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.0 + 1 == $1.0 })
        withExtendedLifetime(listening) {}
    }
}

extension Action {
    /// An action with one edit of one message.
    static func test(
        _ account: AccountID, _ message: MessageID, _ patch: MessagePatch
    ) -> Action {
        let command: Command =
            patch.addKeywords.contains(.flagged) ? .star : patch.removeKeywords.contains(.seen) ? .unread : .move
        return Action(
            id: ActionID(0), account: account, command: command, title: "A test",
            edits: [Edit(message: message, patch: patch)],
            createdAt: .test(0))
    }
}
