import InboxKit
import InboxModel
import InboxRemote
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Lists during a first sync", .timeLimit(.minutes(10)))
struct FirstPageScreenTests {
    @Test("a mailbox that is opened while all mail is being read gets its newest mail at once")
    func openedInFirstSync() async throws {
        let world = try FakeSurroundings(withAccount: false)
        world.server.put(
            .remote(id: "m", at: 10), .remote(id: "w", subject: "About the mill", in: ["work"], at: 5))
        world.server.setWalkPage(1)
        // The walk through all mail gets no further than its first page.
        world.server.setFault { call in
            guard call.name == "threads", call.subject == "1" else { return nil }
            return .before(RemoteError(.busy(status: 503, message: "later"), call: "threads"))
        }
        let account = try await world.session.addAccount(
            address: "me@example.test", url: "https://mail.example", userName: nil, dialect: .jmap, secret: "x")
        await world.server.until { $0.contains { $0.name == "threads" && $0.subject == "1" } }
        let list = world.list()
        let work = try #require(try world.session.mailboxes().first { $0.name == "Work" })
        list.show(.mailbox(account.id, work.id))
        await world.until { list.shown.count == 1 && list.loadingSince == nil }
        #expect(world.text(list).joined().contains("About the mill"))
    }
}
