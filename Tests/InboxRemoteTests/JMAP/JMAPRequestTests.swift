import Foundation
import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Requests to a JMAP server", .timeLimit(.minutes(10)))
struct JMAPRequestTests {
    let server = ScriptedJMAP()
    var service: JMAPService { .scripted(server) }

    private func ids(_ range: Range<Int>) -> [RemoteID] { range.map { RemoteID("m\($0)") } }

    /// The methods of each request to the API.
    private var batches: [[String]] {
        server.requests(to: JMAPFixtures.api).map { request in
            let body = try? JSONDecoder().decode(JSON.self, from: Data(request.body ?? []))
            return body?["methodCalls"]?.elements.compactMap { $0.elements.first?.text } ?? []
        }
    }

    // MARK: Limits

    @Test("J-9: missing, absurd or mistyped limits get sane values")
    func limits() throws {
        func limits(_ core: String) throws -> Limits {
            Limits(try JSONReader.read(WireSession.Core.self, from: Array("{\(core)}".utf8)))
        }
        let usual = try limits("")
        #expect((usual.calls, usual.objectsInGet, usual.objectsInSet, usual.requestBytes) == (8, 100, 100, 1_000_000))
        #expect((usual.requests, usual.uploadBytes, usual.uploads) == (4, 25_000_000, 2))
        let none = try limits(
            """
            "maxCallsInRequest": 0, "maxObjectsInGet": 0, "maxObjectsInSet": -1, "maxSizeRequest": 0,
            "maxConcurrentRequests": 0, "maxSizeUpload": -5, "maxConcurrentUpload": 0
            """)
        #expect((none.calls, none.objectsInGet, none.objectsInSet, none.requestBytes) == (1, 1, 1, 4096))
        #expect((none.requests, none.uploadBytes, none.uploads) == (1, 1, 1))
        let odd = try limits(#""maxCallsInRequest": "many", "maxObjectsInGet": 1e300, "maxSizeRequest": null"#)
        #expect((odd.calls, odd.objectsInGet, odd.requestBytes) == (8, 100, 1_000_000))
    }

    @Test("J-11: a request has at most 8 calls and 500 ids, with 4 requests at once, whatever a server offers")
    func ownCaps() throws {
        let core =
            #""maxCallsInRequest": 5000, "maxObjectsInGet": 99999, "maxObjectsInSet": 99999, "maxConcurrentRequests": 64"#
        let limits = Limits(try JSONReader.read(WireSession.Core.self, from: Array("{\(core)}".utf8)))
        #expect((limits.calls, limits.objectsInGet, limits.objectsInSet, limits.requests) == (8, 500, 500, 4))
    }

    @Test("J-9: no request gets more objects than the server allows")
    func cutsIDs() async throws {
        server.session = JMAPFixtures.session(core: #""maxObjectsInGet": 3"#)
        let messages = try await service.messages(ids(0..<10))
        #expect(messages.map(\.id) == ids(0..<10))
        #expect(server.calls("Email/get").map(\.ids.count).sorted() == [1, 3, 3, 3])
    }

    @Test("J-9: no request sets more objects than the server allows")
    func cutsUpdates() async {
        server.session = JMAPFixtures.session(core: #""maxObjectsInSet": 4, "maxObjectsInGet": 3"#)
        server.on("Email/set") { call in
            .json(#"{"updated": {\#((call["update"]?.keys ?? []).map { "\"\($0)\": null" }.joined(separator: ","))}}"#)
        }
        let updates = Dictionary(uniqueKeysWithValues: ids(0..<10).map { ($0, RemoteUpdate(addKeywords: [.seen])) })
        let answers = await service.update(updates)
        #expect(answers.count == 10 && answers.values.allSatisfy { (try? $0.get()) != nil })
        #expect(server.calls("Email/set").allSatisfy { ($0["update"]?.keys.count ?? 9) <= 3 })
    }

    @Test(
        "J-9, J-23: requests over the size limit are split; an item too large reports its size and the limit"
    )
    func requestSize() async throws {
        server.session = JMAPFixtures.session(core: #""maxSizeRequest": 4096"#)
        server.on("Email/set") { call in
            .json(#"{"updated": {\#((call["update"]?.keys ?? []).map { "\"\($0)\": null" }.joined(separator: ","))}}"#)
        }
        let long = Keyword(String(repeating: "k", count: 100))
        let updates = Dictionary(uniqueKeysWithValues: ids(0..<90).map { ($0, RemoteUpdate(addKeywords: [long])) })
        let answers = await service.update(updates)
        #expect(answers.count == 90 && answers.values.allSatisfy { (try? $0.get()) != nil })
        let posts = server.requests(to: JMAPFixtures.api)
        #expect(posts.count > 2 && posts.allSatisfy { $0.body?.count ?? 0 <= 4096 })

        let huge = Dictionary(
            uniqueKeysWithValues: [RemoteID("m1")].map {
                ($0, RemoteUpdate(addKeywords: Set((0..<50).map { Keyword(long.rawValue + "\($0)") })))
            })
        guard case .failure(let error) = await service.update(huge)[RemoteID("m1")] else {
            Issue.record("it is not sent")
            return
        }
        #expect(error.type == "requestTooLarge" && error.nextStep == .drop && error.summary.contains("4096"))
        #expect(server.requests(to: JMAPFixtures.api).count == posts.count)
    }

    @Test(
        "J-12: a draft whose files are too large together is not saved, whatever each of them is", arguments: [60, 61])
    func attachments(size: Int) async throws {
        server.session = JMAPFixtures.session(mail: #""maxSizeAttachmentsPerEmail": 120"#)
        server.on("Email/set") { _ in .json(#"{"created": {"draft": {"id": "d1"}}}"#) }
        server.on("Email/get") { call in
            JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, mailboxes: ["dr"], keywords: ["$draft"]) })
        }
        let files = [size, 60].map { size in
            MessageFile(
                remoteID: RemoteID("b\(size)"), fileName: "cog.bin", contentType: "application/x-cog", size: size)
        }
        let draft = RemoteDraft(messageIDHeader: "<one@mail.example>", files: files)
        guard size > 60 else {
            #expect(try await service.save(draft).id == RemoteID("d1"))
            return
        }
        let error = await failure { _ = try await service.save(draft) }
        #expect(error?.nextStep == .drop && error?.type == "tooLarge")
        #expect(error?.summary == "files of 121 bytes; the server takes 120")
        #expect(server.calls("Email/set").isEmpty && server.calls("Email/import").isEmpty)
    }

    @Test("J-12: a message is not put in more mailboxes than the server allows", arguments: [2, 3])
    func mailboxesPerEmail(count: Int) async throws {
        server.session = JMAPFixtures.session(mail: #""maxMailboxesPerEmail": 2"#)
        server.on("Email/set") { _ in .json(#"{"updated": {"m1": null, "m2": null}}"#) }
        let places = Set(["a", "b", "c"].prefix(count).map { RemoteID($0) })
        let updates = [
            RemoteID("m1"): RemoteUpdate(addMailboxes: [RemoteID("a")], resultingMailboxes: places),
            // A removal is always allowed.
            RemoteID("m2"): RemoteUpdate(removeMailboxes: [RemoteID("d")], resultingMailboxes: Set(ids(0..<3))),
        ]
        let answers = await service.update(updates)
        #expect((try? answers[RemoteID("m2")]?.get()) != nil)
        let reason: RemoteError.Reason? =
            if case .failure(let error) = answers[RemoteID("m1")] { error.reason } else { nil }
        #expect(reason == (count > 2 ? .refused(status: 0, message: "in 3 mailboxes; the server takes 2") : nil))
        #expect(server.calls("Email/set").first?["update"]?.keys == (count > 2 ? ["m2"] : ["m1", "m2"]))
    }

    @Test("J-9: calls over the limit go into further requests with their references filled in")
    func cutsCalls() async throws {
        server.session = JMAPFixtures.session(core: #""maxCallsInRequest": 1"#)
        server.next("Email/query", JMAPFixtures.query(["m1", "m2"]))
        let page = try await service.threads(in: RemoteID("in"), from: nil, limit: 50)
        #expect(page.messages.map(\.id) == [RemoteID("m1"), RemoteID("m2")])
        #expect(batches == [["Email/query"], ["Email/get"], ["Thread/get"], ["Email/get"]])
        #expect(server.calls("Thread/get").first?.asked["ids"]?.strings == ["t-m1", "t-m2"])
    }

    @Test("J-9: concurrent requests stay within the server's limit", arguments: [1, 2, 4, 9])
    func concurrency(offered: Int) async throws {
        let limits = Limits(
            try JSONReader.read(
                WireSession.Core.self, from: Array(#"{"maxConcurrentRequests": \#(offered)}"#.utf8)))
        let counter = CountingTransport(expected: min(offered, 4))
        let gate = RequestGate(clock: ManualClock())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<12 {
                group.addTask { _ = try await gate.pass(.calls, limits, HTTPRequest(url: ""), over: counter, "x") }
            }
            try await group.waitForAll()
        }
        #expect(counter.most == min(offered, 4))
    }

    @Test("waiting requests that a user needs go first, each kind in order")
    func patience() async throws {
        var limits = Limits()
        limits.requests = 1
        let one = limits
        let gate = RequestGate(clock: ManualClock())
        let orders = OrderedTransport()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, url) in ["first", "old 1", "old 2", "new 1", "old 3", "new 2"].enumerated() {
                group.addTask {
                    _ = try await gate.pass(
                        .calls, one, HTTPRequest(url: url), isPatient: url.hasPrefix("old"), over: orders, "x")
                }
                try await eventually { place == 0 ? !orders.seen.isEmpty : gate.waitingCount >= place }
            }
            orders.open()
            try await group.waitForAll()
        }
        #expect(orders.seen == ["first", "new 1", "new 2", "old 1", "old 2", "old 3"])
    }

    @Test("a request that is cancelled in the queue ends at once, and those behind it keep their turn")
    func cancelledInQueue() async throws {
        var limits = Limits()
        limits.requests = 1
        let one = limits
        let gate = RequestGate(clock: ManualClock())
        let orders = OrderedTransport()
        func task(_ url: String) -> Task<Int, any Error> {
            Task { try await gate.pass(.calls, one, HTTPRequest(url: url), over: orders, "x").status }
        }
        let first = task("first")
        try await eventually { !orders.seen.isEmpty }
        let cancelled = task("cancelled")
        try await eventually { gate.waitingCount >= 1 }
        let last = task("last")
        try await eventually { gate.waitingCount >= 2 }
        cancelled.cancel()
        let error = await failure { _ = try await cancelled.value }
        #expect(error?.reason == .cancelled && gate.waitingCount == 1)
        orders.open()
        #expect(try await first.value == 200)
        #expect(try await last.value == 200)
        #expect(orders.seen == ["first", "last"])
    }

    @Test("J-9: uploads have their own limit")
    func uploadLane() async throws {
        var limits = Limits()
        limits.requests = 1
        limits.uploads = 2
        let orders = OrderedTransport()
        let gate = RequestGate(clock: ManualClock())
        let both = limits
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (lane, url) in [(RequestGate.Lane.calls, "call"), (.uploads, "upload"), (.uploads, "second")] {
                group.addTask { _ = try await gate.pass(lane, both, HTTPRequest(url: url), over: orders, "x") }
            }
            try await eventually { orders.seen.count + gate.waitingCount >= 3 }
            #expect(Set(orders.seen) == ["call", "upload", "second"], "none of them stands in a queue")
            orders.open()
            try await group.waitForAll()
        }
    }

    @Test("J-9, J-23: a file that is too large is not sent, and the error has its size and the limit")
    func uploadSize() async {
        server.session = JMAPFixtures.session(core: #""maxSizeUpload": 10"#)
        let file = RemoteUpload(fileName: "a", contentType: "text/plain", bytes: Array(repeating: 65, count: 11))
        let error = await failure { _ = try await service.upload(file) }
        #expect(error?.reason == .refused(status: 0, message: "a file of 11 bytes; the server takes 10"))
        #expect(server.requests.map(\.path) == [JMAPFixtures.sessionPath])
    }

    @Test(
        "J-10, J-23: a request or call that the server finds too large is split and succeeds",
        arguments: [0, 1, 2, 3])
    func halves(kind: Int) async throws {
        server.on("Email/get") { call in
            guard call.ids.count > 3 else { return JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0) }) }
            return .error(kind == 0 ? "requestTooLarge" : "limit")
        }
        if kind == 1 {
            server.nextHTTP(
                status: 400, headers: ["Content-Type": "application/problem+json"],
                text: #"{"type": "urn:ietf:params:jmap:error:limit", "limit": "maxObjectsInGet"}"#)
        } else if kind == 2 {
            server.nextHTTP(status: 413)
        } else if kind == 3 {
            server.nextHTTP(JMAPFixtures.api, .failure(.tooLarge))
        }
        let messages = try await service.messages(ids(0..<20))
        #expect(messages.map(\.id) == ids(0..<20))
    }

    @Test("a server that takes fewer texts at once than it says is soon asked for no more, and for as many as it takes")
    func learnsSize() async throws {
        server.on("Email/get") { call in
            let isRefused = call.ids.count > 5 && call["properties"]?.strings.contains("bodyValues") == true
            return isRefused ? .error("requestTooLarge") : JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0) })
        }
        let service = service
        var counts: [Int] = []
        for _ in 0..<6 {
            let before = server.calls("Email/get").count
            #expect(try await service.messages(ids(0..<50)).map(\.id) == ids(0..<50))
            counts.append(server.calls("Email/get").count - before)
        }
        #expect(counts[0] == 31 && counts.last == 10)
        _ = try await service.emails(ids(0..<50).map(\.rawValue), .list)
        #expect(server.calls("Email/get").last?.ids.count == 50, "of less at once it takes more")
    }

    @Test("one email that a server finds too large does not make it be asked for fewer of the others")
    func oneTooLarge() async throws {
        server.on("Email/get") { call in
            let isRefused = call.ids.contains("m7") && call["properties"]?.strings.contains("bodyValues") == true
            return isRefused ? .error("requestTooLarge") : JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0) })
        }
        let service = service
        #expect(try await service.messages(ids(0..<50)).map(\.id) == ids(0..<50))
        _ = try await service.messages(ids(50..<100))
        #expect(server.calls("Email/get").last?.ids.count == 50)
    }

    @Test("J-10, J-23: a single object that is too large is an error, not a loop")
    func tooLargeForGood() async {
        server.on("Email/get") { _ in .error("requestTooLarge") }
        let error = await failure { _ = try await service.messages(ids(0..<4)) }
        #expect(error?.type == "requestTooLarge" && error?.nextStep == .drop)
        #expect(server.calls("Email/get").count <= 7)
    }

    @Test("J-10: a thread may have more members than a get allows")
    func largeThreads() async throws {
        server.session = JMAPFixtures.session(core: #""maxObjectsInGet": 5"#)
        server.next("Email/query", JMAPFixtures.query(["m0", "m1"]))
        server.next(
            "Thread/get",
            JMAPFixtures.get([#"{"id": "t", "emailIds": \#(JMAPFixtures.texts((0..<23).map { "m\($0)" }))}"#]))
        let page = try await service.threads(in: RemoteID("in"), from: nil, limit: 50)
        #expect(page.messages.map(\.id) == ids(0..<23))
        #expect(server.calls.allSatisfy { $0.ids.count <= 5 })
    }

    @Test("J-11: answers have a maximum size")
    func fileSizes() async throws {
        _ = try await service.mailboxes()
        #expect(server.requests.map(\.maxResponseBytes) == [1 << 20, 16 << 20])
    }

    @Test(
        "J-12: mailbox names, depth and parents are checked before a request",
        arguments: [
            (#""maxSizeMailboxName": 4"#, "Gärten", "mailbox names can have 4 bytes at most here"),
            (#""maxMailboxDepth": 1"#, "Inbox/A", "mailboxes can't be nested here"),
            (#""mayCreateTopLevelMailbox": false"#, "A", "this account allows no mailboxes at the top"),
        ])
    func mailboxLimits(limits: String, name: String, message: String) async {
        server.session = JMAPFixtures.session(mail: limits)
        let error = await failure { _ = try await service.createMailbox(named: name) }
        #expect(error?.reason == .refused(status: 0, message: message))
        #expect(server.calls("Mailbox/set").isEmpty)
    }
}

/// Records requests in order, and holds the first one until it is released.
private final class OrderedTransport: Transport {
    private let urls = Mutex<[String]>([])
    private let (gate, opening) = AsyncStream<Void>.makeStream()

    var seen: [String] { urls.withLock(\.self) }

    func open() { opening.finish() }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        urls.withLock { $0.append(request.url) }
        for await _ in gate {}
        return HTTPResponse(status: 200)
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        throw .cancelled
    }
}

/// Counts requests, and holds each until the expected number is under way.
private final class CountingTransport: Transport {
    private struct State {
        var running = 0
        var most = 0
        var isOpen = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    private let expected: Int
    private let state = Mutex(State())

    init(expected: Int) { self.expected = expected }

    var most: Int { state.withLock(\.most) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        await withCheckedContinuation { continuation in
            let released = state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
                if state.running >= expected { state.isOpen = true }
                guard state.isOpen else {
                    state.held.append(continuation)
                    return [] as [CheckedContinuation<Void, Never>]
                }
                defer { state.held = [] }
                return state.held + [continuation]
            }
            for each in released { each.resume() }
        }
        state.withLock { $0.running -= 1 }
        return HTTPResponse(status: 200)
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        throw .cancelled
    }
}
