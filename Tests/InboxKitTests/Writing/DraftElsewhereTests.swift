import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("A draft open in two clients")
struct DraftElsewhereTests {
    /// Whether each save is a new message, or saves are numbered.
    enum Kind: CaseIterable { case newIDs, numbers }

    /// A client with the draft open: its saves, and the version it has seen.
    private final class Writer {
        let client: Client
        private let session: MailSession
        private var draft: MessageID?
        private var seen: Message?

        init(_ client: Client) {
            self.client = client
            session = client.session()
        }

        func open() throws {
            let all = try client.store.read { reader in
                try reader.messages(MessageQuery(predicate: .keyword(.draft), sort: .newestFirst), limit: -1)
            }
            seen = all.first
            draft = seen?.id
        }

        func write(_ text: String) async throws {
            let content = DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: text))
            draft = try await session.save(content, as: draft, seen: seen, account: client.account.id)
            seen = try draft.flatMap { try session.message($0) }
        }

        func send() async throws -> ActionID { try await session.send(#require(draft)) }

        var header: String? { get throws { try draft.flatMap { try session.message($0) }?.messageIDHeader } }

        func sync() async throws {
            try await client.sync.catchUp()
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }

        /// The number of drafts shown.
        var count: Int {
            get throws {
                try client.store.read {
                    try $0.count(MessageQuery(predicate: .keyword(.draft), sort: .newestFirst))
                }
            }
        }

        /// The text that it shows of its draft, from here or from the server.
        var text: String? {
            get throws {
                guard let draft, let remote = try session.message(draft)?.remoteID else { return nil }
                return client.server.messages[remote]?.body?.plain
            }
        }
    }

    private func writers(_ kind: Kind) async throws -> (Writer, Writer, ModelServer) {
        let server = ModelServer()
        if kind == .newIDs { server.setGivesNewDraftIDs() }
        let made = try (0..<2).map { _ in Writer(try Client(server, dialect: kind == .newIDs ? .jmap : .inbox)) }
        for writer in made { try await writer.client.sync.once(bodies: false) }
        try await made[0].write("the beginning")
        for writer in made { try await writer.sync() }
        for writer in made { try writer.open() }
        return (made[0], made[1], server)
    }

    private func texts(_ server: ModelServer) -> [String] {
        server.drafts.compactMap { $0.body?.plain }.sorted()
    }

    @Test("both last texts stay, as two drafts, on the server and in each client", arguments: Kind.allCases)
    func turns(kind: Kind) async throws {
        let (one, two, server) = try await writers(kind)
        for round in ["one", "two", "three"] {
            try await one.write("A \(round)")
            try await one.sync()
            try await two.sync()
            try await two.write("C \(round)")
            try await two.sync()
            try await one.sync()
        }
        #expect(texts(server) == ["A three", "C three"])
        #expect(try one.text == "A three" && two.text == "C three" && one.count == 2 && two.count == 2)
        for writer in [one, two] { #expect(try writer.client.differences() == []) }
    }

    @Test("concurrent edits by both clients stay as well", arguments: Kind.allCases)
    func atOnce(kind: Kind) async throws {
        let (one, two, server) = try await writers(kind)
        for round in ["one", "two", "three"] {
            try await one.write("A \(round)")
            try await two.write("C \(round)")
            for writer in [one, two, one] { try await writer.sync() }
        }
        #expect(texts(server) == ["A three", "C three"])
        #expect(try one.text == "A three" && two.text == "C three" && one.count == 2 && two.count == 2)
    }

    @Test("a draft edited in only one client stays one draft", arguments: Kind.allCases)
    func alone(kind: Kind) async throws {
        let (one, two, server) = try await writers(kind)
        for round in 0..<5 {
            try await one.write("A \(round)")
            // Sometimes the text changes before its save has been answered.
            if round != 2 { try await one.sync() }
        }
        try await one.sync()
        try await two.sync()
        #expect(texts(server) == ["A 4"])
        #expect(try one.text == "A 4" && one.count == 1 && two.count == 1)
    }

    @Test(
        "S-5: edits to a draft that another program sent meanwhile become a draft of their own and are not sent",
        arguments: Kind.allCases, [true, false])
    func sentElsewhere(kind: Kind, hearsFirst: Bool) async throws {
        let (one, _, server) = try await writers(kind)
        try await one.write("A, and more")
        let order = try await one.send()
        let sent = try #require(server.drafts.first?.id.rawValue)
        server.edit(sent) { message in
            message.keywords = [.seen]
            message.mailboxes = [RemoteID("sent")]
        }
        if hearsFirst { try await one.client.sync.catchUp() }
        for _ in 0..<3 { try await one.sync() }
        #expect(server.messages[RemoteID(sent)]?.body?.plain == "the beginning")
        #expect(texts(server) == ["A, and more"])
        #expect(try one.text == "A, and more" && one.count == 1)
        #expect(server.calls("send").isEmpty)
        let left = try #require(try one.client.actions().first { $0.id == order })
        #expect(left.state == .stopped)
        // The row belongs to the sent message.
        let row = try #require(try one.client.message(sent))
        let header = try one.header
        #expect(!row.isDraft && row.messageIDHeader != header)
        // Only its writer can release it.
        try await one.client.store.write { try $0.retry(order, now: Date()) }
        for _ in 0..<2 { try await one.sync() }
        #expect(server.calls("send").count == 1)
        let differences = try one.client.differences()
        #expect(differences == [])
    }

    @Test(
        "S-5: another program's save over a draft queued for sending is not sent, whether synced first or found out later",
        arguments: Kind.allCases, [true, false])
    func savedBeforeSending(kind: Kind, hearsFirst: Bool) async throws {
        let (one, two, server) = try await writers(kind)
        let order = try await one.send()
        try await two.write("half of another letter")
        try await two.sync()
        if hearsFirst { try await one.client.sync.catchUp() }
        for _ in 0..<4 {
            _ = try await one.client.sender.sendAll()
            try await one.client.sync.catchUp()
            one.client.wait(1_000)
        }
        #expect(server.orders.sentInAll == 0 && texts(server) == ["half of another letter"])
        let left = try #require(try one.client.actions().first { $0.id == order })
        #expect(left.state == .stopped && left.lastError?.contains("elsewhere") == true)
    }

    private func content(_ text: String) -> DraftContent {
        DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: text))
    }

    @Test("S-3: two windows with the same draft open don't overwrite each other")
    func windows() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let account = client.account.id
        let id = try await session.save(content("start"), account: account)
        let seen = try session.draft(id)?.writer
        var (one, two) = (DraftWriter(name: "one", seen: seen), DraftWriter(name: "two", seen: seen))
        #expect(try await session.save(content("start B"), as: id, writer: two, account: account) == id)
        two.seen = two.name
        let own = try await session.save(content("start A"), as: id, writer: one, account: account)
        one.seen = one.name
        #expect(own != id)
        #expect(try await session.save(content("start A, more"), as: own, writer: one, account: account) == own)
        #expect(try await session.save(content("start B, more"), as: id, writer: two, account: account) == id)
        #expect(try session.draft(id)?.content.body.plain == "start B, more")
        #expect(try session.draft(own)?.content.body.plain == "start A, more")
        #expect(try session.draft(own)?.content.messageIDHeader != session.draft(id)?.content.messageIDHeader)
        // A command that changes the draft is another writer, too.
        _ = try await session.save(content("by a command"), as: id, account: account)
        #expect(try await session.save(content("start B, again"), as: id, writer: two, account: account) != id)
    }

    @Test("S-3: edits to a draft that another window sends become a new draft", arguments: [false, true])
    func sentMeanwhile(hasArrived: Bool) async throws {
        let client = try await Client.synced()
        let session = client.session()
        let account = client.account.id
        let id = try await session.save(content("start"), account: account)
        let (seen, name) = (try session.message(id), try session.draft(id)?.writer)
        _ = try await session.send(id)
        if hasArrived {
            while try client.actions().contains(where: \.isUnanswered) { _ = try await client.sender.sendAll() }
            try await client.sync.catchUp()
        } else {
            let order = try #require(try client.actions().last).id
            try await client.store.write { try $0.setState(.sending, of: order) }
        }
        let writer = DraftWriter(name: "late", seen: name)
        let own = try await session.save(
            content("start and more"), as: id, seen: seen, writer: writer, account: account)
        #expect(own != id)
        #expect(try session.draft(own)?.content.body.plain == "start and more")
        #expect(try session.draft(own)?.content.messageIDHeader != session.message(id)?.messageIDHeader)
    }

    @Test("S-3: moving a draft to another account keeps another window's edits")
    func movedMeanwhile() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let other = try client.store.addTestAccount(.test("other@example.test"))
        let account = client.account.id
        let id = try await session.save(content("start"), account: account)
        let name = try session.draft(id)?.writer
        let (one, two) = (DraftWriter(name: "one", seen: name), DraftWriter(name: "two", seen: name))
        _ = try await session.save(content("an hour of words"), as: id, writer: two, account: account)
        let own = try await session.save(content("start"), as: id, writer: one, account: other)
        #expect(own != id)
        #expect(try session.draft(id)?.content.body.plain == "an hour of words")
        #expect(try session.draft(own)?.content.body.plain == "start")
    }

    @Test("S-3: a draft's text that arrives late from the server does not replace newer edits")
    func fetchedLate() async throws {
        let (server, store) = (ModelServer(), try Store())
        let session = MailSession(store: store) { _, _ in ScriptedService(server) }
        let account = try await session.addAccount(
            address: "me@example.test", url: "https://mail.example.test", userName: nil, dialect: .inbox,
            secret: "secret", source: .file)
        // Otherwise it might read the text first.
        await session.pause(account.id)
        let sync = AccountSync(account: account, store: store, service: ScriptedService(server), board: StatusBoard())
        try await sync.once(bodies: false)
        server.put(.remote(id: "d", subject: "Plan", draft: true, in: ["drafts"], body: "old"))
        server.edit("d") { $0.version = 0 }
        try await sync.catchUp()
        let draft = try #require(try store.read { try $0.message(RemoteID("d"), account: account.id) })
        #expect(session.bodyInStore(of: draft.id) == nil)
        let text = DraftText(content: content("new"), snippet: "new", bodyText: "new")
        server.setFault { call in
            guard call.name == "message" else { return nil }
            _ = try? store.writeNow {
                try $0.saveDraft(draft.id, text, account: account.id, messageIDHeader: "", now: Date())
            }
            return nil
        }
        #expect(try await session.body(of: draft)?.plain == "new")
        #expect(try session.draft(draft.id)?.content.body.plain == "new")
        server.setFault { _ in nil }
        _ = try await ActionSender(
            account: account.id, store: store, service: ScriptedService(server), board: StatusBoard(),
            now: { Date() }
        ).sendAll()
        #expect(texts(server) == ["new"])
    }
}
