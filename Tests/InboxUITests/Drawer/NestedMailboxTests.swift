import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Mailboxes below others in the drawer and in the go-to box", .timeLimit(.minutes(10)))
struct NestedMailboxTests {
    private let account = Account.test()

    private func items(_ names: String...) -> [DrawerItem] {
        let inbox = Mailbox(id: MailboxID(100), account: account.id, remoteID: nil, name: "Inbox", role: .inbox)
        let own = names.enumerated().map { index, name in
            Mailbox(id: MailboxID(Int64(index)), account: account.id, remoteID: nil, name: name, role: nil)
        }
        return DrawerItem.all([account], [inbox] + own)
    }

    private func view(_ id: Int64) -> MailView { .mailbox(account.id, MailboxID(id)) }

    @Test("each is right below its parent, whatever else begins with the parent's name")
    func order() {
        let items = items(
            "Projects-old", "Projects 2024", "Projects/Alpha", "projects", "Projects", "Projects/Alpha-2/Plans")
        let own = items.filter { if case .view(.mailbox) = $0.row { true } else { false } }
        #expect(
            own.map(\.title) == ["Projects", "Alpha", "Alpha-2/Plans", "projects", "Projects 2024", "Projects-old"])
        #expect(own.map(\.indent) == [2, 4, 4, 2, 2, 2])
        #expect(
            own.map(\.fullName) == [
                "Projects", "Projects/Alpha", "Projects/Alpha-2/Plans", "projects", "Projects 2024", "Projects-old",
            ])
    }

    @Test("J-48: siblings come in the server's order, then by name")
    func serverOrder() {
        let orders = ["Zeta": 1, "Zeta/Late": 9, "Zeta/Early": 2, "Alpha": 9, "Mid": 5, "Mid too": 5, "Own": 0]
        let mailboxes = orders.sorted { $0.key < $1.key }.enumerated().map { index, each in
            Mailbox(
                id: MailboxID(Int64(index)), account: account.id, remoteID: nil, name: each.key, role: nil,
                sortOrder: each.value)
        }
        let own = DrawerItem.all([account], mailboxes).filter {
            if case .view(.mailbox) = $0.row { true } else { false }
        }
        #expect(own.map(\.title) == ["Own", "Zeta", "Early", "Late", "Mid", "Mid too", "Alpha"])
    }

    @Test("the go-to box finds them by their full names, and shows these")
    func goTo() throws {
        let world = try FakeSurroundings()
        let items = items("Work", "Work/Inbox", "Work/Inbox/Old")
        func box() -> GoToScreen { GoToScreen(items, recent: [], current: view(0), around: world) { _ in } }
        let found = box()
        found.type("work/inb")
        #expect(found.picker.list.rows == [view(1), view(2)])
        let both = box()
        both.type("inbox")
        #expect(both.picker.list.rows == [.role(account.id, .inbox), view(1), view(2)])
        let rows = world.text(both).map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " │▌")) }
        for name in ["Inbox", "Work/Inbox", "Work/Inbox/Old"] {
            #expect(rows.count { $0 == name } == 1, "\(rows)")
        }
    }

    @Test("of places of the same name, the go-to box offers those last shown first, then that of the account shown")
    func ownFirst() throws {
        let world = try FakeSurroundings()
        let accounts = ["bob@work.test", "alice@a-long-name.example.test", "me@x.test"].enumerated().map {
            index, address in
            var account = Account.test(address)
            account.id = AccountID(Int64(index + 1))
            return account
        }
        func starred(_ index: Int) -> MailView { .starred(accounts[index].id) }
        func offered(_ text: String, recent: [MailView], from index: Int) -> [MailView] {
            let box = GoToScreen(
                DrawerItem.all(accounts, []), recent: recent, current: .role(accounts[index].id, .inbox), around: world
            ) { _ in }
            box.type(text)
            return Array(box.picker.list.rows.prefix(3))
        }
        #expect(offered("star", recent: [], from: 1) == [starred(1), starred(0), starred(2)])
        #expect(offered("star", recent: [], from: 2) == [starred(2), starred(0), starred(1)])
        #expect(offered("star", recent: [starred(1)], from: 0) == [starred(1), starred(0), starred(2)])
        #expect(offered("starred alice", recent: [], from: 0).first == starred(1))
    }
}
