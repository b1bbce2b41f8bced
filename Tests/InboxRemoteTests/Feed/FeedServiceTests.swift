import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@Suite("A feed as a read-only mailbox")
struct FeedServiceTests {
    let transport = ScriptedTransport()
    static let start = Date(timeIntervalSince1970: 1_431_000_000)

    var service: FeedService {
        FeedService(url: "https://mail.example/inbox", secret: "token", transport: transport, now: { Self.start })
    }

    private func entry(
        _ uid: String, answers: String = "", text: String = "Hello", date: String = "", to: String = "ada@mill.example"
    ) -> String {
        """
        {"uid": "\(uid)", "from": "Bo <bo@wheel.example>", "to": "\(to)", "subject": "Gears", "text": "\(text)", \
        "responseToUid": "\(answers)", "dateTime": "\(date)"}
        """
    }

    private func answer(_ entries: [String]) {
        transport.answer("GET /inbox", json: "{\"inbox\": [\(entries.joined(separator: ","))]}")
    }

    @Test("an entry becomes a message in the inbox")
    func message() async throws {
        answer([entry("1", text: "One\\n two", date: "2015-05-07T10:30:00Z", to: "Ada <ada@mill.example>, Cy")])
        let message = try await service.message(RemoteID("1"))
        #expect(
            message
                == RemoteMessage(
                    id: RemoteID("1"), thread: RemoteID("1"), subject: "Gears",
                    from: [MailAddress(name: "Bo", email: "bo@wheel.example")],
                    to: [MailAddress(name: "Ada", email: "ada@mill.example"), MailAddress(email: "Cy")],
                    receivedAt: Date(timeIntervalSince1970: 1_430_994_600), snippet: "One two",
                    mailboxes: [RemoteID("inbox")], body: MessageBody(plain: "One\n two")))
        #expect(
            transport.requests.first?.headers["authorization"] == "Basic " + Data("token:".utf8).base64EncodedString())
        #expect(
            try await service.mailboxes() == [RemoteMailbox(id: RemoteID("inbox"), name: "Inbox", role: .inbox)])
    }

    @Test("a reply joins its parent's thread, but only a level deep")
    func grouping() async throws {
        answer([
            entry("1"), entry("2"), entry("3", answers: "1"), entry("4", answers: "3"), entry("5", answers: "absent"),
            entry("6", answers: "1"),
        ])
        let page = try await service.threads(in: nil, from: nil, limit: 10)
        let threads = Dictionary(grouping: page.messages, by: \.thread.rawValue).mapValues { $0.map(\.id.rawValue) }
        #expect(threads == ["1": ["1", "3", "6"], "2": ["2"], "3": ["4"], "absent": ["5"]])
        #expect(page.count == 4 && page.total == 4 && page.next == nil)
        #expect(page.messages.allSatisfy { $0.body == nil })
    }

    @Test("threads and messages come in pages, newest first; undated entries follow their predecessor")
    func pages() async throws {
        let entries = [
            entry("1", date: "2015-05-01"), entry("2", date: "soon"), entry("3", date: "2015-04-01"), entry("4"),
        ]
        for _ in 0..<3 { answer(entries) }
        let first = try await service.messages(from: nil, limit: 3)
        #expect(first.messages.map(\.id.rawValue) == ["2", "1", "4"])
        #expect(first.next != nil)
        #expect(first.messages[0].receivedAt == first.messages[1].receivedAt.addingTimeInterval(1))
        let second = try await service.messages(from: first.next, limit: 3)
        #expect(second.messages.map(\.id.rawValue) == ["3"] && second.next == nil && second.total == 4)
        let threads = try await service.threads(in: RemoteID("inbox"), from: nil, limit: 2)
        #expect(threads.messages.map(\.id.rawValue) == ["2", "1"] && threads.next != nil)
        #expect(try await service.threads(in: RemoteID("other"), from: nil, limit: 2).messages.isEmpty)
    }

    @Test("entries with a missing or duplicate uid get their own stable id")
    func ids() async throws {
        let entries = [
            entry("", text: "a"), entry("", text: "a"), entry("", text: "b"), entry("1"), entry("1"), "7", "{}",
        ]
        answer(entries)
        let messages = try await service.messages(from: nil, limit: 99).messages
        #expect(Set(messages.map(\.id)).count == 6)
        answer([entry("0")] + entries)
        let later = try await service.messages(from: nil, limit: 99).messages
        #expect(Set(messages.map(\.id)).isSubset(of: later.map(\.id)))
    }

    @Test("numbers and nulls in place of strings are fine")
    func tolerant() async throws {
        transport.answer(
            json: "{\"inbox\": [{\"uid\": 17, \"subject\": null, \"text\": [1], \"dateTime\": 1431000000}], \"x\": 1}")
        let message = try #require(try await service.message(RemoteID("17")))
        #expect(message.subject.isEmpty && message.receivedAt == Self.start)
    }

    @Test("the most frequent recipient is the user")
    func account() async throws {
        answer([
            entry("1", to: "x@mill.example"), entry("2", to: "Ada <Ada@mill.example>"),
            entry("3", to: "ada@mill.example"),
        ])
        #expect(try await service.signIn() == RemoteAccount(address: "ada@mill.example", name: "Ada", hasLabels: false))
        answer([])
        #expect(try await service.signIn().address.isEmpty)
    }

    @Test("changes are computed against the previous state")
    func changes() async throws {
        let before = [entry("1"), entry("2"), entry("3")]
        answer(before)
        let state = try await service.latestState()
        answer(before)
        let same = try await service.changes(since: state, wait: nil)
        #expect(same == RemoteChanges(changes: [], newState: state, hasMore: false))

        answer([entry("1"), entry("3", text: "Changed"), entry("4")])
        let changes = try await service.changes(since: state, wait: nil)
        #expect(changes.newState != state)
        #expect(
            changes.changes.map(\.text) == ["gone 2", "3 Changed", "4 Hello"])
    }

    @Test("a foreign state, or a change in a feed too large to remember, forces a reload")
    func stateTooOld() async throws {
        let foreign = await #expect(throws: RemoteError.self) { try await service.changes(since: "c17", wait: nil) }
        #expect(foreign?.reason == .stateTooOld)

        let many = (0..<2001).map { entry(String($0)) }
        answer(many)
        let state = try await service.latestState()
        #expect(state.utf8.count < 100)
        answer(many)
        #expect(try await service.changes(since: state, wait: nil).changes.isEmpty)
        answer(many + [entry("new")])
        let changed = await #expect(throws: RemoteError.self) { try await service.changes(since: state, wait: nil) }
        #expect(changed?.reason == .stateTooOld)
    }

    @Test("waiting polls every thirty seconds until something changes or time is up")
    func waiting() async throws {
        let clock = InstantClock()
        let service = FeedService(url: "https://mail.example/inbox", transport: transport, clock: clock)
        for _ in 0..<4 { answer([entry("1")]) }
        let state = try await service.latestState()
        #expect(try await service.changes(since: state, wait: .seconds(45)).changes.isEmpty)
        #expect(clock.sleeps == [.seconds(30), .seconds(15)])
        for entries in [[entry("1")], [entry("1"), entry("2")]] { answer(entries) }
        transport.answer(json: "")
        #expect(transport.answersLeft == 3)
        #expect(try await service.changes(since: state, wait: .seconds(600)).changes.count == 1)
        #expect(clock.sleeps.count == 3)
    }

    @Test("writes are unsupported")
    func readOnly() async throws {
        let calls: [@Sendable (FeedService) async throws -> Void] = [
            { _ = try await $0.update(RemoteID("1"), RemoteUpdate(addKeywords: [.seen])) },
            { _ = try await $0.rawMessage(RemoteID("1")) }, { _ = try await $0.download(RemoteID("1")) },
        ]
        for call in calls {
            let error = await #expect(throws: RemoteError.self) { try await call(service) }
            #expect(error?.reason == .unsupported)
        }
        #expect(transport.requests.isEmpty)
    }

    @Test("a non-feed is unreadable", arguments: ["", "[]", "{}", "<html>", "{\"inbox\": {}}"])
    func unreadable(body: String) async {
        transport.answer(json: body)
        let error = await #expect(throws: RemoteError.self) { try await service.latestState() }
        guard case .unreadableAnswer = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("a feed file is read by path or URL and is detected")
    func file() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "feed \(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "inbox.json")
        try Data("{\"inbox\": [\(entry("1"))]}".utf8).write(to: file)
        for url in [file.path(percentEncoded: false), file.absoluteString] {
            let found = try await detectDialect(url: url, secret: "", transport: transport)
            #expect(found.0 == .feed && found.1.address == "ada@mill.example")
        }
        let missing = folder.path(percentEncoded: false)
        let error = await #expect(throws: RemoteError.self) {
            try await FeedService(url: missing, transport: transport).latestState()
        }
        guard case .unreachable = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(transport.requests.isEmpty)
    }
}

extension RemoteChange {
    fileprivate var text: String {
        switch self {
        case .message(let message): "\(message.id) \(message.body?.plain ?? "")"
        case .messageGone(let id): "gone \(id)"
        default: "other"
        }
    }
}
