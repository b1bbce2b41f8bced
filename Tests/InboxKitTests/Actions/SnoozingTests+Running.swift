import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxStore

/// What the account's runner does with snoozed mail.
extension SnoozingTests {
    /// A client with snoozed mail, whose runner waits until it checks the time of day again.
    private func running(_ body: (Client, ManualClock) async throws -> Void) async throws -> Client {
        let client = try await snoozed()
        let clock = ManualClock()
        let runner = AccountRunner(
            account: client.account, store: client.store, board: client.board, clock: clock, now: { client.now }
        ) { .success(Connection(service: ScriptedService(client.server))) }
        let task = Task { await runner.run() }
        try await client.store.until { try $0.actions().isEmpty }
        await clock.untilSomeoneSleeps(for: .seconds(29)..<(.seconds(31)))
        try await body(client, clock)
        task.cancel()
        await task.value
        return client
    }

    @Test("the account runner wakes a thread when its time comes, even if snoozed while it runs")
    func runner() async throws {
        let client = try await running { client, clock in
            try await client.perform(.snooze, on: "other", date: .test(10))
            await clock.untilSomeoneSleeps(for: .seconds(9)..<(.seconds(11)))
            client.wait(120)
            clock.advance(by: .seconds(31))
            try await client.store.until {
                try $0.nextWaking(account: client.account.id) == nil && $0.actions().isEmpty
            }
        }
        #expect(places(client) == ["inbox"] && isUnread(client) == true)
        #expect(try thread(client).lastDate == .test(100))
    }

    @Test("before waking a thread, the runner syncs with the server even without a push")
    func runnerAsks() async throws {
        let client = try await running { client, clock in
            client.server.fallSilent()
            client.server.put(.remote(id: "old", thread: "t", in: ["trash"], at: 1))
            client.wait(120)
            clock.advance(by: .seconds(31))
            try await client.store.until { reader in
                try reader.nextWaking(account: client.account.id) == nil
                    && !reader.actions().contains(where: \.isUnanswered)
            }
        }
        #expect(places(client) == ["trash"])
    }

    @Test("S-10: while the clock is far ahead, a thread sleeps until its time has come by the server's clock")
    func runnerDoubts() async throws {
        let year = 31_536_000.0
        let client = try await running { client, clock in
            client.server.orders.clock = client.now
            client.wait(year)
            clock.advance(by: .seconds(31))
            await clock.untilSomeoneSleeps(for: .seconds(599)..<(.seconds(601)))
            #expect(try client.store.read { try $0.nextWaking(account: client.account.id) } == .test(100))
            // Set right again: the machine's watch wakes everybody, as does a new snooze.
            client.wait(-year)
            try await client.perform(.snooze, on: "other", date: .test(10))
            await clock.untilSomeoneSleeps(for: .seconds(9)..<(.seconds(11)))
            client.wait(120)
            clock.advance(by: .seconds(31))
            try await client.store.until { try $0.nextWaking(account: client.account.id) == nil }
        }
        #expect(try thread(client).snoozedUntil == nil)
    }

    @Test("S-10: weeks after the newest mail, the server's clock counts if it is far behind, but not for some seconds")
    func trustedClock() async throws {
        let client = try await snoozed()
        let now = Date.test(2_000_001)
        for (there, due) in [
            (Date.test(1_999_999), now), (.test(1_000_000), .test(1_000_000)), (.test(3_000_000), now),
        ] {
            client.server.orders.clock = there
            #expect(try await Waking.timeDue(now, client.store) { ScriptedService(client.server) } == due)
        }
    }

    @Test("an account that is read-only when the time comes keeps the thread snoozed until it is writable")
    func closedMeanwhile() async throws {
        let client = try await running { client, clock in
            try await client.perform(.snooze, on: "other", date: .test(10))
            let account = client.account.id
            try await client.store.until { try !$0.actions().contains(where: \.isUnanswered) }
            try await client.store.write { try $0.setAbility(isReadOnly: true, hasLabels: true, of: account) }
            client.wait(120)
            clock.advance(by: .seconds(31))
            await clock.untilSomeoneSleeps(for: .seconds(29)..<(.seconds(31)))
            #expect(try client.store.read { try $0.nextWaking(account: account) } != nil)
            #expect(try !client.actions().contains { $0.command == .wake })
            try await client.store.write { try $0.setAbility(isReadOnly: false, hasLabels: true, of: account) }
            client.wait(60)
            clock.advance(by: .seconds(31))
            try await client.store.until { reader in
                try reader.nextWaking(account: account) == nil && !reader.actions().contains(where: \.isUnanswered)
            }
        }
        #expect(places(client) == ["inbox"])
    }
}
