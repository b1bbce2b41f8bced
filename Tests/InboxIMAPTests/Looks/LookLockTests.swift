import InboxModel
import Synchronization
import Testing

@testable import InboxIMAP

@Suite("One look at a time")
struct LookLockTests {
    @Test("nobody comes in while somebody is in")
    func exclusive() async throws {
        let lock = LookLock()
        let guests = Guests()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await lock.run { () async throws(RemoteError) in
                        guests.enter()
                        await Task.yield()
                        guests.leave()
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(guests.most == 1)
    }

    @Test("who is cancelled leaves, and the next comes in")
    func cancelled() async throws {
        let lock = LookLock()
        let (steps, giver) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await lock.run { () async throws(RemoteError) in for await _ in steps { break } }
        }
        // It waits behind the first, or comes too late for that; either way it must not come in.
        let second = Task { try await lock.run { () async throws(RemoteError) in Issue.record("it was cancelled") } }
        second.cancel()
        await #expect(throws: RemoteError(.cancelled, call: "look")) { try await second.value }
        let third = Task { try await lock.run { () async throws(RemoteError) in 3 } }
        giver.yield(())
        try await first.value
        #expect(try await third.value == 3)
    }

    @Test("is free again after an error")
    func error() async throws {
        let lock = LookLock()
        let failure = RemoteError(.stateTooOld, call: "x")
        await #expect(throws: failure) { try await lock.run { () async throws(RemoteError) in throw failure } }
        #expect(try await lock.run { () async throws(RemoteError) in 1 } == 1)
    }
}

private final class Guests: Sendable {
    private let counts = Mutex((now: 0, most: 0))
    var most: Int { counts.withLock { $0.most } }
    func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func leave() { counts.withLock { $0.now -= 1 } }
}

@Suite("States of changes")
struct ChangeStateTests {
    @Test("are read as they are written")
    func text() {
        let state = ChangeState(epoch: "a:b", number: 12)
        #expect(ChangeState(text: state.text) == state)
        #expect(state.text == "a:b:12")
    }

    @Test("are nothing else", arguments: ["", "12", ":12", "a:", "a:-1", "a:1x", "a:99999999999999999999"])
    func wrong(text: String) { #expect(ChangeState(text: text) == nil) }
}

@Suite("Several at a time")
struct SideBySideTests {
    @Test("answers come in the order of the questions")
    func order() async throws {
        let values = try await sideBySide(Array(0..<50), width: 3) { number throws(RemoteError) in
            if number.isMultiple(of: 3) { await Task.yield() }
            return number * 2
        }
        #expect(values == (0..<50).map { $0 * 2 })
    }

    @Test("an error ends it")
    func error() async {
        let failure = RemoteError(.stateTooOld, call: "x")
        await #expect(throws: failure) {
            try await sideBySide(Array(0..<50)) { number throws(RemoteError) in
                if number == 7 { throw failure }
                return number
            }
        }
    }
}
