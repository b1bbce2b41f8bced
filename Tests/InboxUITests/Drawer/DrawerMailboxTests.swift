import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Creating, renaming, deleting and emptying mailboxes", .timeLimit(.minutes(10)))
struct DrawerMailboxTests {
    private func mailbox(_ messages: RemoteMessage...) throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings()
        try world.fill(messages)
        let list = world.list()
        #expect(list.perform(.drawer))
        return (world, list)
    }

    private func select(_ title: String, _ list: ListScreen) throws {
        let item = try #require(list.drawer.items.first { $0.title == title })
        list.drawer.rows.select(item.row)
    }

    private func names(_ world: FakeSurroundings) throws -> [String] {
        try world.session.mailboxes().filter { $0.role == nil }.map(\.name).sorted()
    }

    /// Types text on the top screen and presses Enter.
    private func enter(_ text: String = "", _ world: FakeSurroundings) {
        for letter in text { _ = world.pushed.last?.handle(.key(Key(letter))) }
        _ = world.pushed.last?.handle(.key(.enter))
    }

    @Test("n asks for a name and creates a mailbox; taken names fail")
    func makes() async throws {
        let (world, list) = try mailbox()
        #expect(KeyMap().meaning(of: ["n"], in: .drawer) == .command(.newMailbox))
        #expect(list.perform(.newMailbox))
        enter("Work", world)
        #expect(world.pops == 0)
        for _ in 0..<4 { _ = world.pushed.last?.handle(.key(.backspace)) }
        enter("Projects/Alpha", world)
        await world.settle()
        #expect(try names(world) == ["Home", "Projects/Alpha", "Work"])
        #expect(world.said.last == "Created “Projects/Alpha”")
    }

    @Test("r renames a mailbox, but refuses those that every account has")
    func renames() async throws {
        let (world, list) = try mailbox()
        try select("Inbox", list)
        #expect(list.perform(.renameView))
        #expect(world.pushed.isEmpty)
        #expect(world.said.last == "Inbox can't be renamed: every account has one.")
        try select("Work", list)
        #expect(list.perform(.renameView))
        enter("shop", world)
        await world.settle()
        #expect(try names(world) == ["Home", "Workshop"])
    }

    @Test("# asks first and says where the mail goes; n cancels, y deletes, and Enter is ignored")
    func deletes() async throws {
        let world = try FakeSurroundings(withAccount: false)
        world.account = try world.store.addTestAccount(.test(dialect: .jmap))
        try world.fill(.remote(id: "a", in: ["work"]), .remote(id: "b", in: ["work", "home"]))
        let list = world.list()
        #expect(list.perform(.drawer))
        try select("Work", list)
        #expect(list.perform(.deleteMailbox))
        await world.settle()
        let question = try #require(world.pushed.last)
        let text = world.text(question).joined(separator: "\n")
        #expect(text.contains("Delete “Work”?"))
        #expect(text.contains("1 message is in no other mailbox"))
        _ = question.handle(.key("n"))
        await world.settle()
        #expect(try names(world) == ["Home", "Work"])
        #expect(list.perform(.deleteMailbox))
        await world.settle()
        enter("", world)
        await world.settle()
        #expect(try names(world) == ["Home", "Work"])
        enter("y", world)
        await world.settle()
        #expect(try names(world) == ["Home"])
        let trash = try #require(try world.store.mailboxID("trash"))
        #expect(try world.session.messages(of: world.thread("t-a")).map(\.mailboxes) == [[trash]])
    }

    @Test("with several accounts the question names the one whose mailbox is deleted")
    func deletesOf() async throws {
        let world = try FakeSurroundings(withAccount: false)
        world.account = try world.store.addTestAccount(.test(dialect: .jmap))
        let list = world.list()
        let other = try world.store.addTestAccount(
            .test("other@example.test", dialect: .jmap), mailboxes: [.remote("inbox")])
        await world.until { list.accounts.items.contains { $0.id == other } }
        #expect(list.perform(.drawer))
        try select("Work", list)
        #expect(list.perform(.deleteMailbox))
        await world.settle()
        let question = try #require(world.pushed.last)
        #expect(world.text(question).joined(separator: " ").contains("Delete “Work” of me@example.test?"))
    }

    @Test("rights decide what is offered and refused")
    func rights() async throws {
        let world = try FakeSurroundings(withAccount: false)
        let locked = RemoteMailbox(
            id: RemoteID("locked"), name: "Locked", role: nil, rights: [.addItems, .removeItems, .share])
        world.account = try world.store.addTestAccount(.test(dialect: .jmap), mailboxes: RemoteMailbox.usual + [locked])
        let list = world.list()
        #expect(list.perform(.drawer))
        try select("Work", list)
        #expect(list.hintedOnMailboxes == [.newMailbox, .renameView, .deleteMailbox])
        try select("Trash", list)
        #expect(list.hintedOnMailboxes == [.newMailbox, .emptyMailbox])
        try select("Locked", list)
        #expect(list.hintedOnMailboxes == [.newMailbox, .share])
        for command in [Command.renameView, .deleteMailbox] { #expect(list.perform(command)) }
        await world.settle()
        #expect(world.pushed.isEmpty)
        #expect(Set(world.said) == ["The server doesn't let you do that in “Locked”."])
        #expect(list.perform(.newMailbox))
        enter("Locked/Below", world)
        #expect(world.pops == 0)
    }

    @Test("emptying the trash asks with its count, also from the inbox; other mailboxes can't be emptied")
    func empties() async throws {
        let (world, list) = try mailbox(.remote(id: "a", in: ["trash"]), .remote(id: "b", in: ["inbox", "trash"]))
        try select("Work", list)
        #expect(list.perform(.emptyMailbox))
        #expect(world.said.last == "Only the trash and junk can be emptied.")
        #expect(list.perform(.back))
        #expect(list.perform(.emptyMailbox))
        await world.settle()
        let question = try #require(world.pushed.last)
        #expect(world.text(question).joined().contains("Empty Trash: delete 1 message for good?"))
        #expect(list.perform(.emptyMailbox))
    }

    @Test("a late question about permanent deletion waits for the composer to close")
    func asksInFront() async throws {
        let client = try ShellClient(
            [.remote(id: "a", at: 1), .remote(id: "b", in: ["trash"], at: 2)], connects: false)
        let shell = client.shell
        shell.begin()
        let list = try #require(shell.flows.screens.last as? ListScreen)
        let (lock, unlock) = AsyncStream<Void>.makeStream()
        shell.jobs.add { for await _ in lock {} }
        #expect(list.perform(.emptyMailbox))
        client.press("c")
        let composer = try #require(shell.flows.screens.last as? ComposeScreen)
        unlock.finish()
        await client.settle(80, 24)
        client.press("b", "y")
        #expect(shell.flows.screens.last === composer)
        shell.close(composer)
        await client.sees("delete 1 message for good?")
        client.press(.enter)
        #expect(client.shows("Say y or n."))
        await shell.end()
    }

    @Test(
        "a note describes the name while it is typed",
        arguments: [
            ("work", true, "There is already a mailbox with that name."), ("", true, "It needs a name."),
            ("Work/", true, "“/” needs a name on both sides."), ("Work/New", false, "below “Work”"),
            ("A/B", false, "below “A”, which is created too"), ("Else", false, ""),
        ])
    func notes(name: String, isProblem: Bool, words: String) {
        let work = Mailbox(id: MailboxID(1), account: AccountID(1), remoteID: nil, name: "Work", role: nil)
        let note = MailboxNames([work], account: AccountID(1)).note(on: name)
        #expect(note.text == words)
        #expect(note.isProblem == isProblem)
    }

    @Test("commands are told the same problems as the screen, and no mere notes")
    func problems() {
        let names = MailboxNames([], account: AccountID(1), depth: 1)
        #expect(names.problem(with: "A/B") == "Mailboxes can't be nested here.")
        #expect(names.problem(with: "A/") != nil && names.problem(with: "A") == nil)
        #expect(MailboxNames([], account: AccountID(1)).problem(with: "A/B") == nil)
    }

    @Test("where mailboxes can't be nested, one with a slash in its own name can be renamed")
    func slashes() {
        let band = Mailbox(id: MailboxID(1), account: AccountID(1), remoteID: nil, name: "AC/DC", role: nil)
        let names = MailboxNames([band], account: AccountID(1), renamed: band, depth: 1)
        #expect(names.problem(with: "AC/DC live") == nil && names.problem(with: "Rock") == nil)
        #expect(names.problem(with: "Work/DC") != nil)
    }

    @Test("a moved mailbox needs an existing parent other than itself")
    func moves() {
        let work = Mailbox(id: MailboxID(1), account: AccountID(1), remoteID: nil, name: "Work", role: nil)
        let names = MailboxNames([work], account: AccountID(1), renamed: work)
        #expect(names.note(on: "Work/Work").isProblem)
        #expect(names.note(on: "Else/Work").isProblem)
        #expect(!names.note(on: "work").isProblem)
    }
}
