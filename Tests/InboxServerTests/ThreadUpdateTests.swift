import Foundation
import InboxModel
import InboxRemote
import Synchronization
import Testing

@testable import InboxServer

/// Tests this project's client against its own server: many messages are changed in few requests, and only those that are meant.
@Suite("Our own client changes whole threads", .timeLimit(.minutes(10)))
struct ThreadUpdateTests {
    /// Counts the requests and can do something before one of them is sent.
    private final class CountingTransport: Transport {
        private let inner = CurlTransport()
        private let sent = Mutex<[String]>([])
        private let interruptions = Mutex<[@Sendable () async -> Void]>([])

        /// The requests so far, each as its method and the first part of its path.
        var requests: [String] { sent.withLock(\.self) }
        func forget() { sent.withLock { $0 = [] } }
        func count(_ what: String) -> Int { requests.count { $0 == what } }
        /// Does something before the next change of a thread.
        func interrupt(_ work: @escaping @Sendable () async -> Void) { interruptions.withLock { $0 = [work] } }

        func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
            let path = request.url.split(separator: "/").dropFirst(2).first ?? ""
            let what = "\(request.method.rawValue) \(path.prefix { $0 != "?" })"
            sent.withLock { $0.append(what) }
            if what == "PUT threads" { await interruptions.withLock { $0.popLast() }?() }
            return try await inner.send(request)
        }

        func stream(_ request: HTTPRequest) async throws(TransportError)
            -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
        { try await inner.stream(request) }
    }

    /// Twelve threads of four messages each.
    private static let mail = (0..<48).map { number in
        MailText("\(number)") {
            $0.date = 1_400_000_000 + number * 60
            $0.subject = "Thread \(number / 4)"
            if number % 4 > 0 { $0.inReplyTo = "\(number - number % 4)" }
        }
    }

    private final class World {
        let test: TestServer
        let transport = CountingTransport()
        let service: InboxAPIService
        var boxes: [MailboxRole: RemoteID] = [:]
        var messages: [RemoteMessage] = []
        var state = ""

        init(_ test: TestServer) async throws {
            self.test = test
            service = InboxAPIService(
                url: "http://127.0.0.1:\(test.ann.port)", secret: TestServer.annToken, transport: transport)
            _ = try await service.signIn()
            for mailbox in try await service.mailboxes() {
                if let role = mailbox.role { boxes[role] = mailbox.id }
            }
            try await look()
        }

        /// Reads all mail anew.
        func look() async throws {
            state = try await service.latestState()
            messages = try await service.threads(in: nil, from: nil, limit: 200).messages
            transport.forget()
        }

        var known: KnownThreads {
            let threads = Dictionary(grouping: messages.sorted { $0.receivedAt < $1.receivedAt }, by: \.thread)
            return KnownThreads(
                state: state,
                threads: threads.mapValues { thread in
                    thread.map { .init(id: $0.id, keywords: $0.keywords, mailboxes: $0.mailboxes) }
                }, sent: Set([boxes[.sent]].compactMap(\.self)))
        }

        /// Updates messages, and returns the number of successes.
        func update(_ update: RemoteUpdate, where isMeant: (RemoteMessage) -> Bool = { !$0.keywords.contains(.draft) })
            async -> Int
        {
            let updates = messages.filter(isMeant).map { message in
                var own = update
                own.resultingMailboxes = message.mailboxes.subtracting(update.removeMailboxes)
                    .union(update.addMailboxes)
                return (message.id, own)
            }
            let answers = await service.update(Dictionary(uniqueKeysWithValues: updates), knowing: known)
            return answers.values.count { if case .success = $0 { true } else { false } }
        }

        func box(_ role: MailboxRole) throws -> RemoteID { try #require(boxes[role]) }

        func archiving() throws -> RemoteUpdate {
            try RemoteUpdate(addMailboxes: [box(.archive)], removeMailboxes: [box(.inbox)])
        }
    }

    private func with(
        labels: Bool = false, mail: [MailText] = mail, _ body: (World) async throws -> Void
    ) async throws {
        try await TestServer.with(mail: mail, { $0.hasLabels = labels }) { test async throws in
            try await body(World(test))
        }
    }

    @Test("one request for each thread, and a look whether others have changed it")
    func few() async throws {
        try await with { world in
            let done = await world.update(RemoteUpdate(addKeywords: [.seen, .flagged]))
            #expect(done == 48)
            #expect(world.transport.count("PUT threads") == 12 && world.transport.count("PUT messages") == 0)
            #expect(world.transport.requests.count <= 14)
            try await world.look()
            #expect(world.messages.allSatisfy { $0.keywords == [.seen, .flagged] })
            let archiving = try world.archiving()
            let again = await world.update(archiving)
            #expect(again == 48)
            #expect(world.transport.count("PUT threads") == 12 && world.transport.count("PUT messages") == 0)
            try await world.look()
            let archive = try world.box(.archive)
            #expect(world.messages.allSatisfy { $0.mailboxes == [archive] })
        }
    }

    @Test("labels are not asked for message by message, and others' labels stay")
    func othersLabels() async throws {
        try await with(labels: true) { world in
            let own = try await world.service.createMailbox(named: "Mill").id
            let inbox = try world.box(.inbox)
            let threads = Set(world.messages.map(\.thread)).sorted()
            let marked = threads.prefix(2).compactMap { thread in
                world.messages.first { $0.thread == thread }?.id
            }
            _ = try await world.service.update(marked[0], RemoteUpdate(addMailboxes: [own]))
            try await world.look()
            // Another client labels a message after this one has looked.
            _ = try await world.service.update(marked[1], RemoteUpdate(addMailboxes: [own]))
            world.transport.forget()
            let done = await world.update(RemoteUpdate(removeMailboxes: [inbox]))
            #expect(done == 48)
            // Three of the first thread have other labels than the fourth; of the second too little is known.
            #expect(world.transport.count("PUT threads") == 10 && world.transport.count("PUT messages") == 8)
            #expect(world.transport.count("GET messages") == 4)
            try await world.look()
            #expect(world.messages.allSatisfy { !$0.mailboxes.contains(inbox) })
            let labelled = world.messages.filter { $0.mailboxes.contains(own) }.map(\.id)
            #expect(labelled.sorted() == marked.sorted())
        }
    }

    @Test("drafts and sent messages of the threads stay as they are", arguments: [false, true])
    func spared(labels: Bool) async throws {
        try await with(labels: labels) { world in
            let threads = Set(world.messages.map(\.thread)).sorted()
            for thread in threads.prefix(3) {
                _ = try await world.test.ann.call(
                    "POST", "/drafts", .of(("thread_id", .text(thread.rawValue)), ("subject", .text("A draft"))))
                let sent = JSONValue.of(
                    ("thread_id", .text(thread.rawValue)), ("subject", .text("Sent")),
                    ("to", .array([.of(("email", .text("bob@example.test")))])))
                #expect(try await world.test.ann.call("POST", "/send", sent).status == 200)
            }
            try await world.look()
            let sent = try world.box(.sent)
            func others(_ messages: [RemoteMessage]) -> [RemoteID: RemoteMessage] {
                let all = messages.filter { $0.keywords.contains(.draft) || $0.mailboxes.contains(sent) }
                return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })
            }
            let before = others(world.messages)
            #expect(before.count == 6)
            let isMeant = { (message: RemoteMessage) in before[message.id] == nil }
            let archiving =
                labels ? RemoteUpdate(removeMailboxes: [try world.box(.inbox)]) : try world.archiving()
            let done = await world.update(archiving, where: isMeant)
            #expect(done == 48)
            // Labels of a thread would be those of its sent message, too.
            #expect(world.transport.count("PUT threads") == (labels ? 9 : 12))
            #expect(world.transport.count("PUT messages") == (labels ? 12 : 0))
            try await world.look()
            #expect(others(world.messages).mapValues(\.mailboxes) == before.mapValues(\.mailboxes))
            #expect(others(world.messages).mapValues(\.keywords) == before.mapValues(\.keywords))
            let inbox = try world.box(.inbox)
            #expect(world.messages.allSatisfy { !$0.mailboxes.contains(inbox) })
        }
    }

    @Test("a thread of which some are not meant is changed message by message")
    func partly() async throws {
        try await with { world in
            let threads = Set(world.messages.map(\.thread)).sorted()
            let spared = try #require(world.messages.first { $0.thread == threads[0] })
            let done = await world.update(RemoteUpdate(addKeywords: [.flagged]), where: { $0.id != spared.id })
            #expect(done == 47)
            #expect(world.transport.count("PUT threads") == 11 && world.transport.count("PUT messages") == 3)
            try await world.look()
            #expect(world.messages.filter { !$0.keywords.contains(.flagged) }.map(\.id) == [spared.id])
            // Those that are not meant may be so already.
            let again = await world.update(RemoteUpdate(removeKeywords: [.flagged]), where: { $0.id != spared.id })
            #expect(again == 47)
            #expect(world.transport.count("PUT threads") == 12 && world.transport.count("PUT messages") == 0)
        }
    }

    @Test("mail that came into a thread since the last look is not touched")
    func grown() async throws {
        try await with { world in
            try await arrive(in: world.test, answering: 4)
            let archiving = try world.archiving()
            let done = await world.update(archiving)
            #expect(done == 48)
            #expect(world.transport.count("PUT threads") == 11 && world.transport.count("PUT messages") == 4)
            try await world.look()
            let inbox = try world.box(.inbox)
            #expect(world.messages.filter { $0.mailboxes == [inbox] }.map(\.subject) == ["Re: news"])
            #expect(world.messages.count == 49)
        }
    }

    @Test("mail that comes into a thread at the last moment is unread and in its place again")
    func raced() async throws {
        try await with { world in
            let test = world.test
            world.transport.interrupt {
                for number in 0..<12 { try? await arrive(in: test, answering: number * 4) }
            }
            let update = try RemoteUpdate(
                addKeywords: [.seen], addMailboxes: [world.box(.archive)], removeMailboxes: [world.box(.inbox)])
            let done = await world.update(update)
            #expect(done == 48)
            #expect(world.transport.count("PUT threads") == 12)
            try await world.look()
            let news = world.messages.filter { $0.subject == "Re: news" }
            let inbox = try world.box(.inbox)
            #expect(news.count == 12 && news.allSatisfy { $0.mailboxes == [inbox] && !$0.keywords.contains(.seen) })
            #expect(world.messages.count { $0.mailboxes == [inbox] } == 12)
        }
    }

    @Test("a refusal for a thread is followed by a request for each message")
    func refused() async throws {
        try await with(labels: true) { world in
            // “sent” cannot be added to a thread, nor to a message.
            let sent = try world.box(.sent)
            let done = await world.update(RemoteUpdate(addMailboxes: [sent]))
            #expect(done == 0)
            #expect(world.transport.count("PUT threads") == 12 && world.transport.count("PUT messages") == 48)
        }
    }

    @Test("a few messages are changed one by one")
    func fewMessages() async throws {
        try await with { world in
            let thread = world.messages[0].thread
            let done = await world.update(RemoteUpdate(addKeywords: [.seen]), where: { $0.thread == thread })
            #expect(done == 4)
            #expect(world.transport.requests == Array(repeating: "PUT messages", count: 4))
        }
    }
}

private func arrive(in test: TestServer, answering number: Int) async throws {
    _ = try await test.send(
        from: test.bob, to: ["ann@example.test"], subject: "Re: news",
        more: [
            JSONMember(
                "headers",
                .of(
                    ("In-Reply-To", .text("<\(number)@mill.example>")),
                    ("References", .array([.text("<\(number)@mill.example>")]))))
        ])
}
