import TestSupport
import Testing

@testable import InboxRemote

@Suite("When changes are requested", .timeLimit(.minutes(10)))
struct NewsBoardTests {
    let clock = ManualClock()
    let start = SyncState(email: "1", mailbox: "1").text

    @Test(
        "J-65: polls run every 60 seconds, every 30 after a write, every 5 minutes when idle for long")
    func polls() async throws {
        let board = NewsBoard(clock: clock)
        let since = try #require(SyncState(start))
        #expect(await board.wait(atMost: .seconds(25), since: since), "the first time at once")
        func isAsked(after pause: Duration) async -> Bool {
            async let answer = board.wait(atMost: .seconds(10_000), since: since)
            await clock.untilSomeoneSleeps(for: .zero..<(.seconds(10_000)))
            clock.advance(by: pause - .milliseconds(1))
            // Another time to wake at, so that the wait cannot have ended by itself yet.
            await clock.untilSomeoneSleeps(for: .zero..<(.milliseconds(2)))
            clock.advance(by: .milliseconds(1))
            return await answer
        }
        #expect(await isAsked(after: .seconds(60)))
        #expect(await isAsked(after: .seconds(60)))
        clock.advance(by: .seconds(1800))
        #expect(await board.wait(atMost: .seconds(25), since: since))
        #expect(await isAsked(after: .seconds(300)))
        board.wrote()
        #expect(await board.wait(atMost: .seconds(25), since: since), "our own write")
        #expect(await isAsked(after: .seconds(30)))
        clock.advance(by: .seconds(120))
        #expect(await board.wait(atMost: .seconds(25), since: since))
        #expect(await isAsked(after: .seconds(60)))
    }

    @Test(
        "J-31, J-63, J-66: a push about an order or an identity is news once, and the latter says that they must be read again",
        arguments: ["EmailSubmission", "Identity"])
    func beside(type: String) async throws {
        let board = NewsBoard(clock: clock)
        let since = try #require(SyncState(start))
        board.isLive = true
        #expect(await board.wait(atMost: .zero, since: since), "the first time")
        func isNews(_ account: String, _ state: String) async throws -> Bool {
            clock.advance(by: .seconds(1))
            let push = #"{"changed": {"\#(account)": {"\#(type)": "\#(state)"}}}"#
            board.take(try #require(StateChange(push)), account: "A")
            let isNews = await board.wait(atMost: .zero, since: since)
            #expect(board.takeNewIdentities() == (isNews && type == "Identity"))
            #expect(!board.takeNewIdentities())
            return isNews
        }
        #expect(try await isNews("A", "u1"))
        #expect(try await !isNews("A", "u1"))
        #expect(try await !isNews("B", "u2"))
        #expect(try await isNews("A", "u2"))
    }

    @Test("J-66: a push after a pause is handled at once, one right behind it 200 ms later")
    func pace() async throws {
        let board = NewsBoard(clock: clock)
        let since = try #require(SyncState(start))
        func wait() -> Task<Bool, Never> { Task { await board.wait(atMost: .seconds(25), since: since) } }
        #expect(await board.wait(atMost: .zero, since: since), "the first time at once")
        let first = wait()
        await clock.untilSomeoneSleeps(for: .seconds(20)..<(.seconds(26)))
        clock.advance(by: .milliseconds(200))
        board.hint()
        #expect(await first.value, "no time has passed since the hint")
        let second = wait()
        await clock.untilSomeoneSleeps(for: .seconds(20)..<(.seconds(26)))
        clock.advance(by: .milliseconds(50))
        for _ in 0..<3 { board.hint() }
        await clock.untilSomeoneSleeps(for: .milliseconds(149)..<(.milliseconds(151)))
        clock.advance(by: .milliseconds(150))
        #expect(await second.value)
        #expect(await !board.wait(atMost: .zero, since: since), "all three were one question")
    }
}
