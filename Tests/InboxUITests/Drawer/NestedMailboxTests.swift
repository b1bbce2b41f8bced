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
}
