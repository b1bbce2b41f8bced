import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Actions just before quitting", .timeLimit(.minutes(10)))
struct EndingTests {
    /// Two threads without a server.
    private func opened() throws -> ShellClient {
        let mail: [RemoteMessage] = [
            .remote(id: "a", subject: "First", unread: true, at: 200), .remote(id: "b", subject: "Second", at: 100),
        ]
        let client = try ShellClient(mail, connects: false)
        client.shell.begin()
        _ = client.draw()
        return client
    }

    @Test("an action the store refuses after the screen closes is named")
    func refused() async throws {
        let client = try opened()
        let threads = client.shell.flows.screens.last?.threadsToActOn ?? []
        try client.store.refuseActions()
        client.press("e")
        client.shell.snooze(.threads(threads), until: .distantFuture)
        let failures = await client.shell.end().failures
        #expect(failures.count == 2)
        #expect(failures.first?.hasPrefix("Not done: archive “First”. The mailbox") == true)
        #expect(failures.last?.hasPrefix("Not done: snooze “First”. The mailbox") == true)
    }

    @Test("a failure already shown is not repeated")
    func shown() async throws {
        let client = try opened()
        try client.store.refuseActions()
        client.press("*")
        await client.sees("Not done: star “First”")
        #expect(client.shows("Not done: star “First”"))
        #expect(await client.shell.end() == Parting())
    }

    @Test("quitting waits for slow saves and names them once")
    func late() async throws {
        let client = try opened()
        let (taken, take) = AsyncStream<Void>.makeStream()
        client.shell.jobs.add { for await _ in taken {} }
        client.press("*", "*", "e")
        client.shell.pause = { _ in }
        var told: [String] = []
        let parting = await client.shell.end {
            told.append($0)
            take.finish()
        }
        #expect(
            told == [
                "Still saving: star “First” and 2 more. Another program may have the mailbox locked. Ctrl-c gives up."
            ])
        #expect(parting == Parting())
        #expect(try client.session.actions().contains { $0.command == .archive })
    }

    @Test("actions the user then gives up are named, not done")
    func givenUp() async throws {
        let client = try opened()
        let (taken, take) = AsyncStream<Void>.makeStream()
        client.shell.jobs.add { for await _ in taken {} }
        client.press("e")
        client.shell.undo()
        client.shell.pause = { _ in }
        client.shell.onInterrupt = { $0() }
        let parting = await client.shell.end()
        #expect(parting.failures == ["archive “First”", "undo"].map(Wording.givenUp))
        take.finish()
        #expect(try client.session.actions().isEmpty)
    }
}
