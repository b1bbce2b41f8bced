import InboxKit
import InboxModel
import InboxStore
import Testing
import TerminalUI
import TestSupport

@testable import InboxUI

@UI
@Suite("Choosing a mailbox", .timeLimit(.minutes(10)))
struct MovePickerTests {
    private func mailbox(_ id: Int64, _ name: String, role: MailboxRole? = nil, account: Int64 = 1) -> Mailbox {
        Mailbox(id: MailboxID(id), account: AccountID(account), remoteID: nil, name: name, role: role)
    }

    private var choices: MoveChoices {
        MoveChoices(
            mailboxes: [
                mailbox(1, "Inbox", role: .inbox), mailbox(2, "Work/Müller"), mailbox(3, "Work/Invoices"),
                mailbox(4, "Lists"),
                mailbox(5, "Sent", role: .sent), mailbox(6, "Elsewhere", account: 2),
            ], .init(accounts: [AccountID(1)]), recent: [MailboxID(4)])
    }

    @Test(
        "letters match the whole path, ignoring case and accents",
        arguments: [
            ("mul", ["Work/Müller"]), ("woi", ["Work/Invoices"]), ("INV", ["Work/Invoices"]), ("xyz", []),
            ("lis", ["Lists"]),
        ])
    func finds(letters: String, names: [String]) {
        #expect(choices.matching(letters).map(\.name) == names)
    }

    @Test(
        "mutt's = or + before a folder name is not part of it",
        arguments: [("=lists", "lists"), ("+lists", "lists"), ("lists", "lists"), ("=", "="), ("a=b", "a=b")])
    func muttSign(typed: String, name: String) {
        #expect(Mailbox.name(typed: typed) == name)
    }

    @Test("the label picker also ignores mutt's = or + before a name")
    func muttSignOfLabel() {
        let labels = LabelChoices(mailboxes: [mailbox(2, "Work")], account: AccountID(1), recent: [])
        #expect(labels.matching("=work") == labels.matching("work") && labels.matching("work").count == 1)
        #expect(labels.matching("+New") == [.new("New")])
    }

    @Test("pickers don't offer to create a mailbox deeper than the server allows and say why")
    func depth() throws {
        func choices(_ depth: Int?) -> MoveChoices {
            var account = Account.test()
            account.id = AccountID(1)
            return MoveChoices(
                mailboxes: [mailbox(2, "Work")], .init(accounts: [AccountID(1)]), accounts: [account], recent: [],
                depth: depth)
        }
        #expect(choices(nil).new("Work/New")?.name == "Work/New" && choices(2).new("Work/New") != nil)
        #expect(choices(1).new("Work/New") == nil && choices(1).new("New")?.name == "New")
        #expect(choices(1).tooDeep("Work/New") == "Mailboxes can't be nested here.")
        #expect(choices(2).tooDeep("a/b/c") == "Mailboxes can be nested 2 levels deep here.")
        func labels(_ depth: Int?) -> [LabelChoices.Choice] {
            LabelChoices(mailboxes: [mailbox(2, "Work")], account: AccountID(1), recent: [], depth: depth)
                .matching("Kernel/VFP")
        }
        #expect(labels(nil) == [.new("Kernel/VFP")] && labels(2) == [.new("Kernel/VFP")] && labels(1).isEmpty)
        let names = MailboxNames([mailbox(2, "Work")], account: AccountID(1), depth: 1)
        #expect(names.note(on: "Work/New").isProblem && !names.note(on: "New").isProblem)
    }

    @Test("the pickers apply the nesting limit that the server sent")
    func told() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "a"))
        let account = world.account
        try world.store.writeNow { try $0.setSyncState("1", key: "mailboxDepth", account: account) }
        #expect(world.session.mailboxDepth(of: account) == 1)
        let thread = try #require(try world.session.thread(world.thread("t-a")))
        let label = LabelPickerScreen([thread], .threads([thread.id]), account: account, around: world) {}
        let move = MovePickerScreen([account], around: world) { _ in }
        for screen in [label as any Screen, move] {
            screen.type("Kernel/VFP")
            #expect(world.text(screen).contains { $0.contains("Mailboxes can't be nested here.") })
            #expect(!world.text(screen).contains { $0.contains("create") })
        }
    }

    @Test(
        "words match in any order, and those in the name's order rank first",
        arguments: [("mul work", "Work/Müller"), ("work mul", "Work/Müller"), ("voices wo", "Work/Invoices")])
    func anyOrder(letters: String, name: String) {
        #expect(choices.matching(letters).map(\.name) == [name])
        #expect(choices.matching("mul xyz").isEmpty)
        let inOrder = FuzzyMatch.score("work mul", in: "Work/Müller") ?? 0
        let turned = FuzzyMatch.score("mul work", in: "Work/Müller") ?? 0
        #expect(inOrder > turned)
    }

    @Test("recent mailboxes come first, then the account's; Sent and other accounts are left out")
    func order() {
        #expect(choices.matching("").map(\.name) == ["Lists", "Inbox", "Work/Invoices", "Work/Müller"])
    }

    @Test("the mailbox that holds the mail comes last unless typed; a thread in Inbox and Work can still move to Work")
    func here() {
        let all = [
            mailbox(1, "Inbox", role: .inbox), mailbox(2, "Work"), mailbox(3, "Lists"),
            mailbox(4, "Sent", role: .sent),
        ]
        func names(_ places: [Set<Int64>], _ letters: String = "") -> [String] {
            let places = places.map { Set($0.map { MailboxID($0) }) }
            return MoveChoices(
                mailboxes: all, .init(accounts: [AccountID(1)], places: places), recent: [MailboxID(2)]
            ).matching(letters).map(\.name)
        }
        #expect(names([[1]]) == ["Work", "Lists", "Inbox"])
        #expect(names([[2]]) == ["Inbox", "Lists", "Work"])
        #expect(names([[2, 4], [2]]) == ["Inbox", "Lists", "Work"], "what was sent stays where it is")
        #expect(names([[2]], "wo") == ["Work"])
        #expect(names([[1, 2]]) == ["Work", "Lists", "Inbox"], "the new part of a thread follows the old one")
        #expect(names([[2], [3]]) == ["Work", "Inbox", "Lists"])
    }

    @Test("the move picker marks the mail's current mailbox as already here")
    func saysHere() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.move))
        let box = try #require(world.pushed.last as? MovePickerScreen)
        let rows = world.text(box, 80, 24).filter { $0.contains("Inbox") }
        #expect(rows.count == 1 && rows.first?.contains("already here") == true)
        #expect(!world.text(box, 80, 24).contains { $0.contains("Archive") && $0.contains("already here") })
    }

    @Test("the picker offers a new mailbox for mail of one account; for several it says why none matches")
    func newForOne() async throws {
        let (world, _) = try FakeSurroundings.mailbox()
        let other = try await world.addPausedAccount("two@example.test")
        func box(_ accounts: AccountID...) -> MovePickerScreen {
            MovePickerScreen(Set(accounts), around: world, choose: { _ in })
        }
        #expect(world.text(box(world.account), 80, 24).contains { $0.contains("letters of a name, or a new one") })
        let several = box(world.account, other.id)
        #expect(world.text(several, 80, 24).contains { $0.contains("letters of a name ") })
        for letter in "zzz" { _ = several.handle(.key(Key(letter))) }
        let text = world.text(several, 80, 24).joined(separator: "\n")
        #expect(text.contains("No mailbox by that name. Only JMAP and IMAP"))
    }

    @Test("other accounts' mailboxes follow, account by account, if mail can move there; if not, it stays here")
    func others() {
        func account(_ id: Int64, _ dialect: Account.Dialect) -> Account {
            var account = Account.test("\(id)@example.test", dialect: dialect)
            account.id = AccountID(id)
            return account
        }
        var known = mailbox(6, "Elsewhere", account: 3)
        known.remoteID = RemoteID("e")
        var first = mailbox(7, "Inbox", role: .inbox, account: 2)
        first.remoteID = RemoteID("i")
        let all = [
            mailbox(1, "Inbox", role: .inbox), mailbox(2, "Lists"), known, first, mailbox(8, "Made", account: 2),
        ]
        func choices(_ dialects: Account.Dialect...) -> MoveChoices {
            MoveChoices(
                mailboxes: all, .init(accounts: [AccountID(1)]),
                accounts: dialects.enumerated().map { account(Int64($0 + 1), $1) }, recent: [MailboxID(6)])
        }
        let mail = choices(.jmap, .jmap, .jmap)
        #expect(mail.matching("").map(\.id.rawValue) == [1, 2, 7, 6] && !mail.staysHere)
        #expect(mail.address(of: first) == "2@example.test" && mail.address(of: all[0]) == nil)
        for letters in ["3@", "3@ else", "else 3@"] { #expect(mail.matching(letters).map(\.name) == ["Elsewhere"]) }
        #expect(mail.matching("inbox").map(\.account.rawValue) == [1, 2])
        for choices in [choices(.inbox, .jmap), choices(.jmap, .inbox)] {
            #expect(choices.matching("").map(\.id.rawValue) == [1, 2] && choices.staysHere)
        }
        #expect(!choices(.jmap, .feed).staysHere && !choices(.jmap).staysHere)
    }

    @Test("a selection across accounts lists targets open to all of it; a folder account offers no copy within itself")
    func severalAndCopies() {
        func account(_ id: Int64, _ dialect: Account.Dialect, hasLabels: Bool = true) -> Account {
            var account = Account.test("\(id)@example.test", hasLabels: hasLabels, dialect: dialect)
            account.id = AccountID(id)
            return account
        }
        let all = [(1, "Inbox", MailboxRole.inbox), (2, "Trash", .trash), (3, "Inbox", .inbox)].map { id, name, role in
            var mailbox = mailbox(Int64(id), name, role: role, account: id == 3 ? 2 : 1)
            mailbox.remoteID = RemoteID("\(id)")
            return mailbox
        }
        func ids(_ sources: Set<Int64>, isCopy: Bool = false, _ accounts: [Account]) -> [Int64] {
            MoveChoices(
                mailboxes: all, .init(accounts: Set(sources.map { AccountID($0) }), isCopy: isCopy), accounts: accounts,
                recent: []
            ).matching("").map(\.id.rawValue)
        }
        let mail = [account(1, .jmap), account(2, .jmap)]
        #expect(ids([1, 2], mail) == [1, 2, 3])
        #expect(ids([1, 2], [account(1, .jmap), account(2, .inbox)]) == [])
        #expect(ids([1], isCopy: true, mail) == [1, 3], "what is thrown away is nowhere else")
        #expect(ids([1], isCopy: true, [account(1, .jmap, hasLabels: false), account(2, .jmap)]) == [3])
    }

    @Test("mail of several accounts is offered only the mailboxes they all have, matched by role or name")
    func inCommon() {
        func ids(_ letters: String = "", isCopy: Bool = false, in places: [Set<MailboxID>] = []) -> [[Int64]] {
            let choices = MoveChoices(
                mailboxes: [
                    mailbox(1, "INBOX", role: .inbox), mailbox(2, "Receipts"), mailbox(3, "Sent", role: .sent),
                    mailbox(4, "Only here"), mailbox(5, "Trash", role: .trash),
                    mailbox(11, "Inbox", role: .inbox, account: 2), mailbox(12, "receipts", account: 2),
                    mailbox(13, "Sent", role: .sent, account: 2), mailbox(15, "Bin", role: .trash, account: 2),
                ], .init(accounts: [AccountID(1), AccountID(2)], places: places, isCopy: isCopy), recent: [])
            #expect(choices.matching("").isEmpty && choices.new("Bills") == nil)
            return choices.matchingCommon(letters).map { $0.targets.values.map(\.rawValue).sorted() }
        }
        #expect(ids() == [[1, 11], [5, 15], [2, 12]])
        #expect(ids("rec") == [[2, 12]])
        #expect(ids(isCopy: true) == [[1, 11], [2, 12]])
        // A mailbox that contains all of it already comes last.
        #expect(ids(in: [[MailboxID(1)], [MailboxID(11)]]) == [[5, 15], [2, 12], [1, 11]])
        #expect(ids("inb", in: [[MailboxID(1)], [MailboxID(11)]]) == [[1, 11]])
        #expect(ids(in: [[MailboxID(1)], [MailboxID(12)]]) == [[1, 11], [5, 15], [2, 12]])
    }

    @Test("each recent mailbox is kept once")
    func remembers() {
        let text = MoveChoices.text(of: [MailboxID(3), MailboxID(2)], adding: MailboxID(2))
        #expect(text == "2 3")
        #expect(MoveChoices.recent(from: text) == [MailboxID(2), MailboxID(3)])
        #expect(MoveChoices.recent(from: nil).isEmpty)
    }

    @Test("typing filters, Enter chooses, and the callback runs after the picker closes")
    func chooses() throws {
        let world = try FakeSurroundings()
        var chosen: [(MailboxID, Int)] = []
        let picker = MovePickerScreen([world.account], around: world) { chosen.append(($0, world.pops)) }
        picker.type("wor")
        #expect(screenGolden("move-picker", { world.draw(picker, $0, $1) }) == nil)
        _ = picker.handle(.key(.enter))
        #expect(chosen.map(\.0) == [try #require(try world.store.mailboxID("work"))])
        #expect(chosen.map(\.1) == [1])
        #expect(world.kept.count == 1)
    }

    @Test("Enter on an unknown name creates the mailbox and chooses it")
    func makes() async throws {
        let world = try FakeSurroundings()
        var chosen: [MailboxID] = []
        let picker = MovePickerScreen([world.account], around: world) { chosen.append($0) }
        picker.type("Work/Bills")
        #expect(world.text(picker, 60, 18).contains { $0.contains("create “Work/Bills”") })
        _ = picker.handle(.key(.enter))
        await world.settle()
        let made = try #require(try world.session.mailboxes().first { $0.name == "Work/Bills" })
        #expect(chosen == [made.id])
    }

    @Test("a thread moves to a mailbox being created even if the user leaves or replies, and that screen stays")
    func movesLate() async throws {
        for leaves in [false, true] {
            let client = try ShellClient()
            let shell = client.shell
            client.press(.enter)
            let thread = try #require((shell.flows.screens.last as? ThreadScreen)?.thread)
            let (lock, unlock) = AsyncStream<Void>.makeStream()
            shell.jobs.add { for await _ in lock {} }
            client.press("m")
            client.type("newplace")
            client.press(.enter, leaves ? "q" : "r")
            let front = try #require(shell.flows.screens.last)
            #expect(leaves ? front is ListScreen : front is ComposeScreen)
            unlock.finish()
            try await client.store.until { try $0.actions().contains { $0.command == .move } }
            #expect(shell.flows.screens.last === front)
            let made = try #require(try client.session.mailboxes().first { $0.name == "newplace" })
            #expect(try client.session.thread(thread)?.mailboxes.contains(made.id) == true)
            await shell.end()
        }
    }

    @Test("a thread selected while the mailbox is being created stays selected and does not move")
    func selectsMeanwhile() async throws {
        let client = try ShellClient()
        let shell = client.shell
        let list = try #require(shell.flows.screens.first as? ListScreen)
        await client.sees(80, 24) { list.loaded.items.count == 2 }
        let (first, second) = (list.loaded.items[0].thread.id, list.loaded.items[1].thread.id)
        let (lock, unlock) = AsyncStream<Void>.makeStream()
        shell.jobs.add { for await _ in lock {} }
        client.press("x")
        list.rows.select(index: 0)
        client.press("m")
        client.type("newplace")
        client.press(.enter)
        list.unmarkAll()
        list.rows.select(index: 1)
        list.mark()
        unlock.finish()
        try await client.store.until { try $0.actions().contains { $0.command == .move } }
        let made = try #require(try client.session.mailboxes().first { $0.name == "newplace" })
        #expect(try client.session.thread(first)?.mailboxes.contains(made.id) == true)
        #expect(try client.session.thread(second)?.mailboxes.contains(made.id) == false)
        #expect(list.selectedCount == 1)
        await shell.end()
    }

    @Test("a card moves to a mailbox being created even if another card is on top by then")
    func movesCardLate() async throws {
        let client = try ShellClient([
            .remote(id: "a", subject: "First", unread: true, at: 2),
            .remote(id: "b", subject: "Second", unread: true, at: 1),
        ])
        let shell = client.shell
        shell.begin()
        client.press("S")
        let deck = try #require(shell.flows.screens.last as? DeckScreen)
        let (lock, unlock) = AsyncStream<Void>.makeStream()
        shell.jobs.add { for await _ in lock {} }
        client.press("m")
        client.type("newplace")
        client.press(.enter)
        let card = try #require(deck.card?.id)
        #expect(deck.perform(.later) && deck.card?.id != card)
        unlock.finish()
        try await client.store.until { try $0.actions().contains { $0.command == .move } }
        let made = try #require(try client.session.mailboxes().first { $0.name == "newplace" })
        #expect(try client.session.thread(card)?.mailboxes.contains(made.id) == true)
        await shell.end()
    }

    @Test("if no mailbox can take a copy, a message says so and no picker opens")
    func nowhere() throws {
        let world = try FakeSurroundings(withAccount: false)
        world.account = try world.store.addTestAccount(.test(hasLabels: false))
        world.pickMailbox(for: [world.account], in: [], toCopy: true) { _ in }
        #expect(world.pushed.isEmpty)
        // Fits beside the key hints of a usual terminal.
        #expect(world.said.last == "Mail is in one folder here, and no other account takes a copy.")
        world.pickMailbox(for: [world.account], in: []) { _ in }
        #expect(world.pushed.last is MovePickerScreen)
    }

    @Test("no new mailbox is offered for several accounts, a copy in a folder account, or a taken name")
    func makesNone() {
        func account(_ id: Int64, hasLabels: Bool) -> Account {
            var account = Account.test("\(id)@example.test", hasLabels: hasLabels)
            account.id = AccountID(id)
            return account
        }
        func new(_ letters: String, _ ids: Set<Int64>, isCopy: Bool = false, hasLabels: Bool = true) -> String? {
            MoveChoices(
                mailboxes: [mailbox(1, "Spam", role: .junk)],
                .init(accounts: Set(ids.map { AccountID($0) }), isCopy: isCopy),
                accounts: [account(1, hasLabels: hasLabels), account(2, hasLabels: true)], recent: []
            ).new(letters)?.name
        }
        #expect(new(" Bills ", [1]) == "Bills")
        #expect(new("Bills", [1, 2]) == nil)
        #expect(new("Bills", [1], isCopy: true) == "Bills")
        #expect(new("Bills", [1], isCopy: true, hasLabels: false) == nil)
        for letters in ["", " ", "spam", "Junk"] { #expect(new(letters, [1]) == nil) }
    }
}
