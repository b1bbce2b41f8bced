import InboxModel
import InboxRemote
import Testing

@testable import InboxServer

/// Tests how the client learns of news from a server that tells them in an odd way.
@Suite("JMAP: our own client and odd news", .timeLimit(.minutes(10)))
struct OddNewsTests {
    static let kinds: [Oddity.Kind] = [.noSocket, .noPush, .halfEvents, .repeatedEvents, .reorderedEvents, .noPings]

    /// Waits for news until there are some.
    /// - Returns: the messages whose marks changed.
    private static func next(_ service: JMAPService, _ state: inout String) async throws -> [RemoteID] {
        while true {
            do throws(RemoteError) {
                let news = try await service.changes(since: state, wait: .seconds(300))
                state = news.newState
                let told = news.changes.compactMap { if case .marks(let id, _, _) = $0 { id } else { nil } }
                if !told.isEmpty { return told }
            } catch {
                // A stream that fell silent is reported, and asked about after that.
                guard case .unreachable = error.reason else { throw error }
            }
        }
    }

    @Test("J-64, J-65, J-66: every change comes once, however it is told", arguments: kinds)
    func news(kind: Oddity.Kind) async throws {
        let clock = HastyClock()
        try await TestServer.with(mail: JMAPClientTests.mail, clock: clock) { test async throws in
            // A socket would hide what the event source does.
            await test.server.setOddities([Oddity(kind), Oddity(.noSocket)])
            let (service, other) = (JMAPClientTests.service(test, clock: clock), JMAPClientTests.service(test))
            var state = try await service.latestState()
            let ids = try await other.threads(in: nil, from: nil, limit: 3).messages.prefix(3).map(\.id)
            for id in ids {
                _ = try await other.update(id, RemoteUpdate(addKeywords: [.flagged]))
                #expect(try await Self.next(service, &state) == [id])
            }
            if kind == .noPings {
                let error = await #expect(throws: RemoteError.self) {
                    while true { state = try await service.changes(since: state, wait: .seconds(300)).newState }
                }
                #expect(error?.summary == "no answer in time")
                _ = try await other.update(ids[0], RemoteUpdate(removeKeywords: [.flagged]))
                #expect(try await Self.next(service, &state) == [ids[0]])
            }
            if kind == .noPush { #expect(await service.isPolling) }
            #expect(await test.server.metOddities.contains(kind))
        }
    }
}
