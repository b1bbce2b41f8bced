import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Adding an account from the list", .timeLimit(.minutes(10)))
struct AddingAccountTests {
    @Test("adding an account shows its inbox, or keeps showing all inboxes", arguments: [false, true])
    func added(isAll: Bool) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        if isAll { list.show(.allInboxes) }
        #expect(list.perform(.addAccount))
        #expect(world.flows == [.login])
        let new = try await world.addPausedAccount("two@example.test")
        list.appear()
        await world.until { list.accounts.items.count == 2 && list.accountsBefore == nil }
        #expect(list.view == (isAll ? .allInboxes : .role(new.id, .inbox)))
    }

    @Test("after a cancelled login, an account added elsewhere doesn't change the view")
    func left() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let view = list.view
        #expect(list.perform(.addAccount))
        list.appear()
        _ = try await world.addPausedAccount("two@example.test")
        await world.until { list.accounts.items.count == 2 }
        #expect(list.view == view)
    }
}
