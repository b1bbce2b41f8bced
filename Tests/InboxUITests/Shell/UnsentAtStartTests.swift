import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Mail that waits to be sent when the client starts", .timeLimit(.minutes(10)))
struct UnsentAtStartTests {
    /// A client that starts on a store where a message waits.
    /// - Parameter after: what was done after it was sent.
    private func restarted(
        wait: Int = 120, isScheduled: Bool = false, after: @UI (MailSession) async throws -> Void = { _ in }
    ) async throws -> ShellClient {
        let client = try ShellClient([.remote(id: "a", subject: "First", at: 200)], connects: false)
        let draft = DraftContent(to: [.person("bo")], subject: "About bo", body: MessageBody(plain: "Hello."))
        let id = try await client.session.save(draft, account: client.account)
        try await client.session.send(id, after: .seconds(wait), isScheduled: isScheduled)
        try await after(client.session)
        while !client.shell.actions.items.contains(where: { $0.command == .sendDraft }) { await Task.yield() }
        client.shell.say("config.json has a mistake", kind: .warning)
        client.shell.begin()
        _ = client.draw()
        return client
    }

    /// Presses the key of undo, and returns once the message is open again.
    private func takeBack(_ client: ShellClient) async throws {
        client.press("z")
        await client.sees(80, 24, patience: .seconds(60)) { client.shell.flows.screens.last is ComposeScreen }
        let composer = try #require(client.shell.flows.screens.last as? ComposeScreen)
        #expect(composer.form.subject.text == "About bo")
        #expect(try !client.session.actions().contains { $0.command == .sendDraft })
    }

    @Test("it counts down, and undo takes it back after what was done later")
    func inTurn() async throws {
        let client = try await restarted { session in
            let thread = try #require(try session.threads(.everything, limit: 9).first { $0.subject == "First" })
            try await session.perform(.archive, on: [thread.id])
        }
        #expect(client.shows("Sending in") && client.shows("config.json has a mistake"))
        client.press("z")
        await client.sees("Undone: archive")
        try await takeBack(client)
        await client.shell.end()
    }

    @Test("without a connection undo takes it back long after its time, too")
    func offline() async throws {
        let client = try await restarted(wait: -5)
        #expect(!client.shows("Sending in"))
        try await takeBack(client)
        await client.shell.end()
    }

    @Test("what leaves at a set time doesn't count down, and quitting doesn't send it", arguments: [false, true])
    func scheduled(isDeed: Bool) async throws {
        let client = try await restarted(wait: 7_200, isScheduled: isDeed)
        client.shell.pause = { _ in }
        #expect(!client.shows("Sending in") && !client.shell.unsent.hasMessages)
        await client.shell.end()
        _ = await client.shell.sendUnsent()
        let order = try #require(try client.session.actions().first { $0.command == .sendDraft })
        #expect(order.state == .waiting && order.due.map { $0 > Date() + 3_600 } == true)
    }
}
