import InboxKit
import InboxModel
import InboxStore
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
        await world.until { list.accounts.items.count == 2 && !list.accountChanges.awaitsAnother }
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
    @Test("all inboxes are shown only while there are several accounts: otherwise the inbox of the only one")
    func onlyAccount() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        try await world.session.removeAccount(world.account)
        await world.until { list.accounts.items.isEmpty }
        let first = try await world.addPausedAccount("one@example.test")
        await world.until { list.view == .role(first.id, .inbox) }
        let second = try await world.addPausedAccount("two@example.test")
        await world.until { list.accounts.items.count == 2 }
        list.show(.allInboxes)
        #expect(list.view == .allInboxes)
        try await world.session.removeAccount(first.id)
        await world.until { list.view == .role(second.id, .inbox) }
        // A client that was closed before shows it at the next start.
        list.show(.allInboxes)
        list.keepPlace()
        try world.store.writeNow { try $0.setSetting(list.places.text, key: ListPlaces.key) }
        #expect(world.list().view == .role(second.id, .inbox))
    }
}
