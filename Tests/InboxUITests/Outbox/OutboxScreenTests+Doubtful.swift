import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import Testing
import TerminalUI
import TestSupport

@testable import InboxUI

/// Mail that may have left, or leaves later: what would send it twice, or too early, is asked first.
extension OutboxScreenTests {
    @Test("mail that may have gone out is resent only if the user confirms")
    func mayHaveBeenSent() async throws {
        let world = try FakeSurroundings()
        let draft = DraftContent(
            from: MailAddress(name: "", email: "me@example.test"),
            to: [MailAddress(name: "Bob", email: "bob@example.test")], subject: "Rent")
        let id = try await world.session.save(draft, account: world.account)
        let action = try await world.session.send(id)
        try world.store.writeNow { transaction in
            _ = try transaction.begin(action, detail: "submission")
            try transaction.stop(action, error: "it may have been sent")
        }
        let screen = OutboxScreen(around: world)
        _ = screen.perform(.top)
        _ = world.draw(screen)
        #expect(world.text(screen).contains { $0.contains("may have been sent: look in your sent mail") })
        #expect(screen.perform(.retry))
        let asked = try question(world)
        let mismatch = screenGolden("outbox-may-be-sent") { columns, rows in
            var grid = world.draw(screen, columns, rows)
            asked.draw(into: &grid)
            return grid
        }
        #expect(mismatch == nil)
        #expect(try question(world).handle(.key(.enter)) && world.pops == 0, "Enter sends nothing twice")
        #expect(try question(world).handle(.key(.escape)) && world.pops == 1)
        #expect(try world.session.actions().contains { $0.id == action && $0.state == .stopped })
        #expect(screen.perform(.retry))
        #expect(try question(world).handle(.key("y")))
        await world.until { world.said.last == "Sending now" }
        #expect(try world.session.actions().contains { $0.id == action && $0.state == .waiting })
    }

    @Test("a message that is to leave later leaves now only if the user confirms")
    func early() async throws {
        let world = try FakeSurroundings()
        let content = DraftContent(to: [MailAddress(name: "Bob", email: "bob@example.test")], subject: "Rent")
        let draft = try await world.session.save(content, account: world.account)
        // Days from now by both clocks: the session goes by this machine's.
        let wait = max(Date(), world.clock.now()).timeIntervalSince(Date()) + 2 * 86_400
        let action = try await world.session.send(draft, after: .seconds(wait), isScheduled: true)
        func order() throws -> Action? { try world.session.actions().first { $0.id == action } }
        let screen = OutboxScreen(around: world)
        _ = world.draw(screen)
        #expect(screen.list.rows == [action] && screen.perform(.retry))
        #expect(world.text(try question(world)).contains { $0.contains("It is to leave") })
        #expect(try question(world).handle(.key(.enter)) && order()?.due != nil, "Enter sends nothing early")
        #expect(try question(world).handle(.key("y")))
        await world.until { world.said.last == "Sending now" }
        #expect(try order()?.state == .waiting && order()?.due == nil)
    }

    @Test("mail that may have been sent while the user was asked is sent again only if the user confirms that, too")
    func meanwhile() async throws {
        let world = try FakeSurroundings()
        let content = DraftContent(to: [MailAddress(name: "Bob", email: "bob@example.test")], subject: "Rent")
        let draft = try await world.session.save(content, account: world.account)
        let wait = max(Date(), world.clock.now()).timeIntervalSince(Date()) + 2 * 86_400
        let action = try await world.session.send(draft, after: .seconds(wait), isScheduled: true)
        let screen = OutboxScreen(around: world)
        _ = world.draw(screen)
        #expect(screen.perform(.retry))
        let first = try question(world)
        try world.store.writeNow { transaction in
            _ = try transaction.begin(action, detail: "submission")
            try transaction.stop(action, error: "it may have been sent")
        }
        await world.until { screen.actions[action]?.mayHaveBeenSent == true }
        #expect(first.handle(.key("y")))
        let second = try question(world)
        #expect(second !== first && world.text(second).contains { $0.contains("Send it again?") })
        #expect(try world.session.actions().contains { $0.id == action && $0.state == .stopped })
    }

    @Test("S-2: discarding mail that may have been sent never claims to prevent sending", arguments: [false, true])
    func discardsDoubtful(isStopped: Bool) async throws {
        let (world, screen, _, _) = try await sending { transaction, action in
            _ = try transaction.begin(action, detail: "submission")
            if isStopped {
                try transaction.stop(action, error: "it may have been sent")
            } else {
                try transaction.postpone(action, until: nil, error: "no answer", mayHaveArrived: true)
            }
        }
        _ = screen.perform(.discard)
        let text = world.text(try question(world)).joined(separator: " ")
        #expect(!text.contains("It will not be sent") && text.contains("may have been sent"))
        _ = try question(world).handle(.key("y"))
        await world.until { !world.said.isEmpty }
        #expect(world.said == ["Discarded; look in your sent mail to see whether it went out"])
    }

    @Test("J-61: mail that the server may hold is recalled like held mail, and the screen says so")
    func recallsUnknown() async throws {
        let order = RemoteSubmission(
            draft: RemoteID("d"), messageIDHeader: nil, from: nil,
            recipients: [MailAddress(name: "Bob", email: "bob@example.test")],
            holdUntil: .test(90 * 86_400))
        let detail = String(decoding: try JSONEncoder().encode(order), as: UTF8.self)
        let (world, screen, _, action) = try await sending { transaction, action in
            _ = try transaction.begin(action, detail: detail)
            try transaction.postpone(action, until: nil, error: "no answer", mayHaveArrived: true)
        }
        _ = screen.perform(.discard)
        #expect(world.text(try question(world)).contains { $0.contains("Take it back from the server?") })
        _ = try question(world).handle(.key("y"))
        await world.until { !world.said.isEmpty }
        #expect(world.said == ["Asking the server to give it back"])
        #expect(try world.session.actions().first { $0.id == action }?.state == .recalling)
    }
}
