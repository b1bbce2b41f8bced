import Foundation
import InboxModel
import Synchronization
import TestSupport
import Testing

@testable import InboxRemote

@Suite("JMAP over slow lines, and lines that break", .timeLimit(.minutes(10)))
struct JMAPSlowLineTests {
    private static let list = (0..<237).map { "m\($0)" }
    private static let takesMany = #""maxObjectsInGet": 500"#
    private let server = ScriptedJMAP()

    private func service(_ line: BreakingLine) -> JMAPService {
        JMAPService(
            url: JMAPFixtures.url, userName: "ada", secret: "secret", transport: line, now: { JMAPFixtures.now },
            clock: ManualClock())
    }

    private func serve(_ list: [String]) {
        server.on("Email/query") { call in
            let start = call["anchor"]?.text.flatMap { list.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
            let found = list.dropFirst(start).prefix(call["limit"]?.number ?? .max)
            return JMAPFixtures.query(Array(found), total: list.count, position: start)
        }
    }

    private func walk(_ service: JMAPService) async throws -> [String] {
        var (ids, position): ([String], RemotePosition?) = ([], nil)
        repeat {
            let page = try await service.threads(in: nil, from: position, limit: service.pageSize)
            ids += page.messages.map(\.id.rawValue)
            position = page.next
        } while position != nil
        return ids
    }

    @Test("a line that lets only short answers through still brings all mail, and soon no answer is lost")
    func breaks() async throws {
        let list = (0..<1_500).map { "m\($0)" }
        serve(list)
        let line = BreakingLine(server: server, longest: 8_000)
        #expect(try await walk(service(line)) == list)
        let breaks = line.breaks
        let late = breaks.dropFirst(breaks.count / 2)
        #expect(late.count { $0 } * 10 < late.count, "\(breaks.map { $0 ? 1 : 0 })")
    }

    @Test("of a page only what broke off is requested again")
    func keeps() async throws {
        server.session = JMAPFixtures.session(core: Self.takesMany)
        server.nextHTTP(JMAPFixtures.api, .failure(.unreachable(detail: "reset")))
        let emails = try await JMAPService.scripted(server).emails(Self.list, .list)
        #expect(emails.map(\.remote.id.rawValue) == Self.list)
        #expect(server.calls("Email/get").map(\.ids.count).sorted() == [118, 119])
    }

    @Test("a list of ids that breaks off is requested in shorter pieces")
    func ids() async throws {
        let long = (0..<4_000).map { "m\($0)" }
        serve(long)
        let service = service(BreakingLine(server: server, longest: 30_000))
        let page = try await service.threads(in: nil, from: nil, limit: 10)
        #expect(page.messages.map(\.id.rawValue) == Array(long.prefix(10)) && page.total == 4_000)
        let limits = server.calls("Email/query").compactMap { $0["limit"]?.number }
        #expect(limits.first == 25_000 && limits.count < 5 && limits.last.map { $0 < 4_000 } == true)
    }

    @Test("a server that breaks every answer with ids is asked a few times, not for ever")
    func breaksAlways() async throws {
        serve(Self.list)
        let service = service(BreakingLine(server: server, longest: 100))
        #expect(await failure { _ = try await service.messages(from: nil, limit: 10) }?.summary == "reset")
        #expect(server.calls("Email/query").count < 12)
    }

    @Test("a server that cannot be reached at all is not asked again and again")
    func unreachable() async throws {
        server.session = JMAPFixtures.session(core: Self.takesMany)
        for _ in 0..<9 { server.nextHTTP(JMAPFixtures.api, .failure(.unconnected(detail: "no route"))) }
        let service = JMAPService.scripted(server)
        let error = await failure { _ = try await service.emails(Self.list, .list) }
        #expect(error?.summary == "no route" && server.requests(to: JMAPFixtures.api).count == 1)
    }

    @Test("an email at which the server hangs up keeps no other from coming, and comes without its text in the end")
    func hangsUp() async throws {
        serve(Self.list)
        let service = service(BreakingLine(server: server, longest: .max, breaksAt: #""m7""#))
        let ids = (0..<10).map { RemoteID("m\($0)") }
        for _ in 0..<2 {
            #expect(await failure { _ = try await service.messages(ids) }?.summary == "reset")
        }
        #expect(try await service.messages(ids).map(\.id) == ids)
        let last = server.calls("Email/get").last { $0.ids == ["m7"] }
        #expect(last?["properties"]?.strings.contains("bodyValues") == false)
    }

    @Test("how much is requested at once follows what the line brings, in large steps")
    func sizes() {
        var size = PieceSize()
        #expect(size.wanted(atMost: 250) == 250)
        size.note(taken: 3, in: .seconds(2))
        #expect(size.wanted(atMost: 250) == 250, "a few say little")
        size.note(taken: 250, in: .seconds(15))
        #expect(size.wanted(atMost: 250) == 64)
        size.note(taken: 64, in: .seconds(3))
        #expect(size.wanted(atMost: 250) == 64, "it is about right")
        size.note(lost: 64)
        #expect(size.wanted(atMost: 250) == 32)
        for count in [32, 64, 128, 256] { size.note(taken: count, in: .zero) }
        #expect(size.wanted(atMost: 250) == 250)
        for _ in 0..<20 { size.note(lost: 1) }
        #expect(size.wanted(atMost: 250) == 1)
        size.note(taken: 1, in: .milliseconds(100))
        #expect(size.wanted(atMost: 250) == 2)
    }

    @Test("a page of a mailbox ends before it has more emails than threads were asked for, and goes on there")
    func longThreads() async throws {
        serve(["a1", "b1", "c1", "d1"])
        server.on("Thread/get") { call in
            JMAPFixtures.get(
                call.ids.map { id in
                    let first = id.dropFirst(2).prefix(1)
                    let count = first == "c" ? 30 : 2
                    return #"{"id": "\#(id)", "emailIds": \#(JMAPFixtures.texts((1...count).map { "\(first)\($0)" }))}"#
                })
        }
        let service = JMAPService.scripted(server)
        var (pages, position): ([[String]], RemotePosition?) = ([], nil)
        for _ in 0..<3 {
            let page = try await service.threads(in: RemoteID("in"), from: position, limit: 10)
            pages.append(page.messages.map(\.id.rawValue))
            position = page.next
        }
        #expect(pages[0] == ["a1", "a2", "b1", "b2"])
        #expect(pages[1].count == 30 && pages[1].allSatisfy { $0.hasPrefix("c") })
        #expect(pages[2] == ["d1", "d2"])
    }

    @Test("a walk that only finds out what is there asks for little of each email")
    func outline() async throws {
        serve(["m1", "m2"])
        server.on("Thread/get") { call in
            JMAPFixtures.get(call.ids.map { #"{"id": "\#($0)", "emailIds": ["\#($0.dropFirst(2))", "early"]}"# })
        }
        let service = JMAPService.scripted(server)
        let page = try await service.outline(from: nil, limit: 10, isWhole: false)
        #expect(page.messages.map(\.id.rawValue) == ["m1", "m2"] && page.messages[0].thread == RemoteID("t-m1"))
        #expect(page.messages[0].receivedAt == UTCDate.parse("2025-06-01T10:00:00Z"))
        let asked = server.calls("Email/get").last?["properties"]?.strings
        #expect(asked == ["id", "threadId", "receivedAt", "keywords"])
        let whole = try await service.outline(from: nil, limit: 10, isWhole: true)
        #expect(Set(whole.messages.map(\.id.rawValue)) == ["m1", "m2", "early"])
    }

    @Test("a walk over all mail leaves out what is here, and counts it")
    func besides() async throws {
        serve(["a", "b", "c", "d"])
        let service = JMAPService.scripted(server)
        let first = try await service.allMail(from: nil, limit: 2, besides: [RemoteID("a"), RemoteID("b")])
        #expect(first.messages.isEmpty && first.count == 2 && first.total == 4)
        #expect(server.calls("Email/get").isEmpty)
        let second = try await service.allMail(from: first.next, limit: 2, besides: [RemoteID("d")])
        #expect(second.messages.map(\.id.rawValue) == ["c"] && second.count == 2)
    }
}

/// A line that breaks while an answer is on its way that is longer than it bears, or that is about a certain thing.
private final class BreakingLine: Transport {
    private let server: ScriptedJMAP
    private let longest: Int
    private let breaksAt: String?
    private let outcomes = Mutex<[Bool]>([])

    init(server: ScriptedJMAP, longest: Int, breaksAt: String? = nil) {
        (self.server, self.longest, self.breaksAt) = (server, longest, breaksAt)
    }

    /// Of each answer, whether the line broke.
    var breaks: [Bool] { outcomes.withLock(\.self) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let answer = try await server.send(request)
        if request.path == JMAPFixtures.sessionPath { return answer }
        let text = request.bodyText ?? ""
        let isAboutIt = breaksAt.map { text.contains($0) && text.contains("bodyValues") } ?? false
        let breaks = answer.body.count > longest || isAboutIt
        outcomes.withLock { $0.append(breaks) }
        if breaks { throw .unreachable(detail: "reset") }
        return answer
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    {
        try await server.stream(request)
    }
}
