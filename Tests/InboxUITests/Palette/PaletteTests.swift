import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Palette", .timeLimit(.minutes(10)))
struct PaletteTests {
    @Test("letters find a command by title or name; without letters the most used come first")
    func order() {
        let choices = PaletteChoices([.down, .archive, .star, .redraw])
        #expect(choices.matching("arch") == [.command(.archive)])
        #expect(choices.matching("screen") == [.command(.redraw)])
        #expect(choices.matching("").map(\.name) == ["archive", "star", "redraw", "down"])
        let used = PaletteChoices([.down, .archive, .star, .redraw], uses: choices.text(choosing: .command(.redraw)))
        #expect(used.matching("").map(\.name) == ["redraw", "archive", "star", "down"])
        #expect(used.matching("xyzzy").isEmpty)
    }

    @Test(
        "commands are found by other programs' names, and scattered letters don't match next to those",
        arguments: [
            ("delete", Command.trash), ("spam", .junk), ("theme", .settings), ("folder", .move),
            ("mark all", .selectMatching), ("new mail", .compose),
        ])
    func otherWords(letters: String, command: Command) {
        let found = PaletteChoices(Command.allCases).matching(letters)
        #expect(found.first == .command(command), "\(found.prefix(3))")
        #expect(!PaletteChoices(Command.allCases).matching("theme").contains(.command(.snooze)))
    }

    @Test(
        "titles that begin with the letters rank before hidden words, except a word typed in full",
        arguments: [
            ("sign", Command.signOut), ("sign in", .addAccount), ("log", .log), ("exit", .quit), ("leave", .quit),
            ("close", .quit), ("del", .trash), ("config", .settings),
        ])
    func seenFirst(letters: String, command: Command) {
        let found = PaletteChoices(KeyMap().allCommands(in: .list)).matching(letters)
        #expect(found.first == .command(command), "\(found.prefix(3))")
    }

    @Test("broken usage counts do no harm")
    func brokenUses() {
        #expect(PaletteChoices([.help], uses: "{nonsense").matching("") == [.command(.help)])
    }

    @Test("Enter closes the palette, runs the selection and counts its use; Esc runs nothing")
    func choosing() throws {
        let world = try FakeSurroundings()
        var chosen: [PaletteEntry] = []
        let palette = PaletteScreen([.archive, .star], context: .list, around: world) { chosen.append($0) }
        for letter in "sta" { #expect(palette.handle(.key(Key(letter)))) }
        #expect(palette.handle(.key(.enter)))
        #expect(chosen == [.command(.star)])
        #expect(world.pops == 1)
        #expect(world.kept[PaletteChoices.setting] == #"{"star":1}"#)
        let other = PaletteScreen([.archive], context: .list, around: world) { chosen.append($0) }
        #expect(other.perform(.back))
        #expect(world.pops == 2)
        #expect(chosen == [.command(.star)])
    }

    @Test("the palette lists the user's own commands by name and runs them on the selected thread")
    func own() async throws {
        var settings = Settings()
        settings.commands = ["Count words": NamedCommand(run: "grep -o '\"subject\":\"[A-Z][a-z]*\"' | head -1")]
        let client = try ShellClient(settings: settings)
        client.type(": count")
        #expect(client.draw().contains { $0.contains("Count words") && $0.contains("yours") })
        client.type("Enter")
        await client.sees("\"subject\":\"First\"")
        client.type("Esc ? : count")
        #expect(!client.draw().contains { $0.contains("yours") }, "help is about no thread")
        await client.shell.end()
    }

    @Test("a command chosen for the third time shows its key beside its result")
    func teaches() async throws {
        let client = try ShellClient()
        for time in 1...3 {
            client.type(": star Enter")
            await client.sees(time == 2 ? "Unstarred" : "Starred “")
            #expect(client.shows("* does that too: star") == (time == 3))
        }
        await client.shell.end()
    }

    @Test("a command on mail that goes meanwhile is not done to the mail that is selected then")
    func mailGone() async throws {
        let client = try ShellClient()
        client.type(": archive")
        let list = try #require(client.shell.flows.screens.first as? ListScreen)
        try client.store.writeNow { try $0.remove(message: RemoteID("a"), account: client.account) }
        await client.sees(80, 24) { list.loaded.items.map(\.thread.subject) == ["Second"] }
        client.press(.enter)
        #expect(client.shows("The selected mail is no longer here. Nothing was done."))
        #expect(try client.store.read { try $0.actions().isEmpty })
        client.type(": redraw Enter")
        #expect(client.shell.flows.screens.last === list)
        await client.shell.end()
    }

    @Test("undo and redo name what they will change; a message about to go out comes first")
    func turns() async throws {
        let client = try ShellClient()
        client.type(": undo")
        #expect(client.shows("undo  ") && !client.shows("undo:"))
        client.type("Esc e")
        await client.sees("Archived")
        client.type(": undo")
        #expect(client.shows("undo: archive “First”"))
        client.type("Enter")
        await client.sees("Undone")
        client.type(": redo")
        #expect(client.shows("redo: archive “First”"))
        client.type("Esc")
        client.shell.sent(ActionID(99), draft: nil, seconds: 60)
        client.type(": undo")
        #expect(client.shows("undo: the message that is about to leave"))
        client.type("Esc gc : undo")
        #expect(!client.shows("undo:"), "among contacts it restores a removed one")
        await client.shell.end()
    }

    /// Returns the palette's first offer for a text, and its lines if there is none.
    private func offer(_ text: String, _ world: FakeSurroundings, in context: KeyContext = .list) -> (
        first: PaletteEntry?, lines: [String], palette: PaletteScreen
    ) {
        let palette = PaletteScreen(
            KeyMap().allCommands(in: context), context: context, of: [world.account], around: world
        ) { _ in }
        palette.type(text)
        return (palette.picker.list.selection, world.text(palette), palette)
    }

    @Test(
        "a command typed with its argument is offered: mailboxes, tags and commands by letters, searches and times verbatim",
        arguments: [
            ("move wor", "move:Work"), ("move:wor", "move:Work"), ("Copy ho", "copy:Home"),
            ("go archive", "go:Archive"), ("go starred", "go:Starred"), ("label home", "label:Home"),
            ("tag todo", "tag:#todo"), ("tag +todo -later", "tag:+todo -later"), ("label -Home", "label:-Home"),
            ("search is:unread from:ben", "search:is:unread from:ben"), ("snooze tomorrow 8", "snooze:tomorrow 8"),
            ("run words", "run:Count words"),
        ])
    func typed(text: String, meant: String) throws {
        let world = try FakeSurroundings()
        world.settings.commands = ["Count words": NamedCommand(run: "wc -w")]
        #expect(offer(text, world).first == .bound(try #require(OwnKey(meant))))
    }

    @Test(
        "what is typed in full comes before a key of the user's that begins so, and is offered once",
        arguments: [
            ("search is:unread", "search:is:unread"), ("label Work", "label:Work"), ("tag todo", "tag:#todo"),
            ("search is:unread from:b", "search:is:unread from:b"),
            ("Search IS:unread from:boss", "search:IS:unread from:boss"),
        ])
    func wholeFirst(text: String, meant: String) throws {
        let keys = try ["search:is:unread from:boss", "label:Work Old", "tag:#todolater"].map {
            try #require(OwnKey($0))
        }
        let whole = try #require(OwnKey(meant))
        let choices = PaletteChoices([.archive, .label], bound: keys)
        let found = choices.matching(text, typed: [whole], isDeed: true)
        #expect(found.first == .bound(whole) && found.filter { $0 == .bound(whole) }.count == 1)
    }

    @Test("a single word, or the start of a command's title, still finds that command")
    func commandsFirst() throws {
        let world = try FakeSurroundings()
        for (text, command) in [
            ("move", Command.move), ("move ", .move), ("go to a d", .goToDate),
            ("search for all mail f", .moreFromSender),
        ] {
            #expect(offer(text, world).first == .command(command), "\(text)")
        }
        #expect(offer("move work", world, in: .contacts).first == nil, "contacts are moved nowhere")
    }

    @Test(
        "a verb with an unknown name matches no other command with these letters",
        arguments: ["move rec", "move acc", "run read", "run foo", "go unsub", "go bob", "snooze later", "tag a b"])
    func nothingElse(text: String) throws {
        let world = try FakeSurroundings()
        #expect(offer(text, world).first == nil)
    }

    @Test("the command that allows other places is found by the name that messages give it")
    func approve() throws {
        let world = try FakeSurroundings()
        let error = RemoteError(
            .refused(status: 0, message: ""), call: "session", finding: .unapprovedOrigins(["https://b.test"]))
        #expect(Wording.sentence(error).contains("“approve places”"))
        #expect(offer("approve places", world).first == .command(.approve))
    }

    @Test("a name may follow the words of the title", arguments: ["go to work", "move to Work", "Go TO  wor"])
    func titles(text: String) throws {
        let world = try FakeSurroundings()
        let deed = text.lowercased().hasPrefix("go") ? "go:Work" : "move:Work"
        #expect(offer(text, world).first == .bound(try #require(OwnKey(deed))))
        #expect(offer("go to nowhere", world).lines.joined(separator: " ").contains("or tag “nowhere” here"))
    }

    @Test("an unknown name shows why, suggests a similar name, and Enter does nothing")
    func unknown() throws {
        let world = try FakeSurroundings()
        for (text, words) in [
            ("move Wrok", "did you mean “Work”?"), ("go nowhere", "no mailbox, view or tag “nowhere”"),
            ("snooze never", "“never” is not a future time"), ("tag q(q", "A tag: plain letters"),
            ("tag todo -later", "A tag: plain letters"), ("tag +todo later", "With signs"),
        ] {
            let (first, lines, palette) = offer(text, world)
            #expect(first == nil)
            #expect(lines.joined(separator: " ").contains(words), "\(lines)")
            _ = palette.handle(.key(.enter))
            #expect(world.pops == 0)
        }
    }

    @Test("screens without mail also offer go by name; for mail commands they say there is no mail")
    func withoutMail() async throws {
        let world = try FakeSurroundings()
        for context in [KeyContext.outbox, .jobs, .contacts] {
            #expect(offer("go archive", world, in: context).first == .bound(try #require(OwnKey("go:Archive"))))
            for text in ["move work", "tag todo", "snooze tomorrow 8"] {
                let (first, lines, _) = offer(text, world, in: context)
                #expect(first == nil && lines.joined().contains("There is no mail here to do that to"), "\(text)")
            }
        }

        let client = try ShellClient()
        client.type("Enter o")
        _ = client.draw()
        #expect(client.shell.flows.screens.last is OutboxScreen)
        client.type(":")
        for letter in "go archive" { client.press(Key(letter)) }
        client.type("Enter")
        let list = try #require(client.shell.flows.screens.last as? ListScreen)
        #expect(list.view == .role(client.account, .archive))
        await client.shell.end()
    }

    @Test("Tab completes the text, then moves to the next; Enter runs it without counting its use")
    func completing() async throws {
        let world = try FakeSurroundings()
        let palette = offer("move wor", world).palette
        #expect(palette.handle(.key(.tab)) && palette.picker.field.text == "move Work")
        #expect(palette.handle(.key(.enter)) && world.pops == 1 && world.kept.isEmpty)

        let client = try ShellClient()
        client.type(":")
        for letter in "move archive" { client.press(Key(letter)) }
        #expect(client.shows("move to Archive"))
        client.type("Enter")
        await client.sees("Moved “First”")
        #expect(client.shows("Moved “First” to Archive"))
        client.type(":")
        for letter in "snooze tomorrow 8" { client.press(Key(letter)) }
        client.type("Enter")
        await client.sees("Snoozed")
        #expect(client.shows("Snoozed “Second”, until"))
        await client.shell.end()
    }

    @Test("a command of the list that is looked for in a thread is said to be in the list")
    func inList() throws {
        let world = try FakeSurroundings()
        let palette = PaletteScreen(
            KeyMap().allCommands(in: .thread), inList: KeyMap().allCommands(in: .list), context: .thread, around: world
        ) { _ in }
        for (text, said) in [
            ("sign out", "In the list: sign out of this account"), ("qqq", "No command by that name"),
        ] {
            palette.picker.type(text)
            #expect(world.text(palette).contains { $0.contains(said) }, "\(text)")
        }
    }

    @Test("the palette matches its golden", arguments: ScreenState.sizes)
    func looks(width: Int, height: Int) throws {
        let world = try FakeSurroundings()
        let palette = PaletteScreen(KeyMap().commands(in: .list), context: .list, around: world) { _ in }
        #expect(screenGolden("palette", world.draw(palette, width, height)) == nil)
    }
}
