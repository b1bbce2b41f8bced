import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Lists during a first sync", .timeLimit(.minutes(10)))
struct FirstPageScreenTests {
    @Test("a mailbox that is opened while all mail is being read gets its newest mail at once")
    func openedInFirstSync() async throws {
        let world = try FakeSurroundings()
        let (account, list) = (world.account, world.list())
        world.server.put(.remote(id: "w", subject: "About the mill", in: ["work"], at: 5))
        try world.store.writeNow { try $0.setSyncState("10", key: "threads", account: account) }
        let work = try #require(try world.session.mailboxes().first { $0.name == "Work" })
        list.show(.mailbox(account, work.id))
        await world.until { list.shown.count == 1 }
        #expect(world.text(list).joined().contains("About the mill"))
    }
}
