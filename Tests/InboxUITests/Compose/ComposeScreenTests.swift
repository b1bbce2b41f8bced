import Foundation
import InboxKit
import InboxModel
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Composer", .timeLimit(.minutes(10)))
struct ComposeScreenTests {
    func world() throws -> FakeSurroundings {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "a", from: "anna", to: ["me", "bob"], subject: "Lunch?", at: 1, body: "Friday at noon?"))
        return world
    }

    func type(_ text: String, _ screen: ComposeScreen) {
        for character in text {
            let key = character == "\n" ? Key.enter : character == "\t" ? Key.tab : Key(character)
            if key == .tab, screen.perform(.nextLink) { continue }
            _ = screen.handle(.key(key))
        }
    }

    func message(_ world: FakeSurroundings, _ id: String) throws -> Message {
        try #require(try world.session.messages(of: world.thread("t-\(id)")).first)
    }

    @Test("an alias without a valid address is not offered")
    func emptyAlias() throws {
        let world = try FakeSurroundings()
        world.settings.aliases = ["team": ["nobody"], "tea": ["ann@a.test"]]
        let book = AddressBook(session: world.session, settings: world.settings, people: [])
        #expect(book.completions(of: "te").map(\.group) == ["tea"] && book.named("team") == nil)
    }

    @Test("leaving saves what was typed, and reopening restores it")
    func keeps() async throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        type("carl@example.org\tHi\nSome text", screen)
        _ = screen.perform(.back)
        await world.settle()
        let id = try #require(screen.draft)
        let again = try #require(ComposeScreen(.draft(id), around: world))
        #expect(again.form.content.to.map(\.email) == ["carl@example.org"])
        #expect(again.form.content.subject == "Hi" && again.form.body.text == "Some text")
        #expect(again.title == "Edit draft")
    }

    @Test("a click on a field's label, or beside its text, goes to that field, as one on its text does")
    func clickedLabels() throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        let lines = world.text(screen)
        for (label, field) in [("Subject", ComposeForm.Field.subject), ("To", .to)] {
            let row = try #require(lines.firstIndex { $0.trimmingCharacters(in: .whitespaces).hasPrefix(label) })
            for column in [1, 79] {
                screen.form.setFocus(.body)
                _ = screen.handle(.mouse(Mouse(.press(.left), at: Point(x: column, y: row))))
                #expect(screen.form.focus == field, "\(label), column \(column)")
            }
        }
    }

    @Test("Ctrl-c closes and changes nothing, and names the keys to leave")
    func interrupt() throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        type("carl@example.org\tHi\nSome text", screen)
        for field in [ComposeForm.Field.body, .subject, .to] {
            screen.form.setFocus(field)
            let before = screen.form.content
            #expect(screen.handle(.key(.ctrl("c"))))
            #expect(screen.form.content == before && world.pops == 0)
            #expect(world.said.last == "Esc keeps the draft, Ctrl-q quits")
        }
        #expect(world.said.count == 3)
    }

    @Test("completion also offers rare correspondents, however many are used more")
    func seldom() async throws {
        let world = try FakeSurroundings()
        try world.fill(
            [.remote(id: "z", from: "zoe", at: 1)]
                + (0..<2_100).map { .remote(id: "m\($0)", from: "p\($0)", at: 2 + $0) })
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        type("zo", screen)
        await screen.recipients.task?.value
        #expect(screen.form.recipients[.to]?.completions.flatMap(\.addresses).map(\.email) == ["zoe@example.test"])
    }

    @Test("a completion command that can't be run is told of once, and is run no more; one that finds nobody is not")
    func completionFails() async throws {
        let world = try world()
        for (command, told) in [("exit 1", 0), ("/nowhere/people", 1)] {
            world.settings.completionCommand = command
            let screen = try #require(ComposeScreen(.new(account: nil), around: world))
            type("zo", screen)
            await screen.recipients.task?.value
            type("e", screen)
            await screen.recipients.task?.value
            #expect(world.said.count == told && screen.recipients.cannotComplete == (told == 1))
            #expect(told == 0 || world.said.last?.hasPrefix("completionCommand failed (127): ") == true)
        }
    }

    @Test("an untouched composer leaves no draft")
    func untouched() async throws {
        let world = try world()
        let screen = try #require(
            ComposeScreen(.answer(.reply, try message(world, "a")), around: world))
        _ = screen.perform(.back)
        await world.settle()
        #expect(screen.draft == nil && world.pops == 1)
    }

    @Test("text typed and deleted again leaves no draft")
    func emptied() async throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        type("\tx", screen)
        screen.keep()
        await world.settle()
        #expect(screen.draft != nil)
        _ = screen.handle(.key(.backspace))
        _ = screen.perform(.back)
        await world.settle()
        #expect(world.acted == ["discard"] && world.pops == 1)
    }

    @Test("S-3: a draft is saved two seconds after it has changed, and only then")
    func autosave() async throws {
        let world = try world()
        let (pauses, pause) = AsyncStream<Void>.makeStream()
        let asked = Mutex<[Duration]>([])
        let screen = try #require(
            ComposeScreen(.new(account: nil), around: world) { time in
                asked.withLock { $0.append(time) }
                for await _ in pauses { return }
            })
        type("carl@example.org,", screen)
        pause.yield()
        await world.until { screen.keeping == .kept }
        #expect(asked.withLock(\.self) == [.seconds(2)])
        let id = try #require(screen.draft)
        #expect(try world.session.draft(id)?.content.to.map(\.email) == ["carl@example.org"])
        screen.keep()
        await world.settle()
        #expect(screen.draft == id)
    }

    @Test("sending asks about what is doubtful, saves the newest text and leaves")
    func sends() async throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        type("carl@example.org\t\tHello", screen)
        _ = screen.perform(.send)
        #expect(world.pushed.last is QuestionScreen)
        world.confirm()
        await world.settle()
        #expect(world.acted == ["sent after 10"])
        let id = try #require(screen.draft)
        #expect(try world.session.draft(id)?.state == .sending)
        #expect(ComposeScreen(.draft(id), around: world) == nil)
    }

    @Test(
        "mail to an address with letters outside ASCII before its @ is sent only after a question",
        arguments: [("zoë@example.org", true), ("zoe@example.org", false)])
    func lettersOutsideASCII(address: String, asks: Bool) async throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        type("\(address)\tHi\nSome text", screen)
        _ = screen.perform(.send)
        await world.settle()
        let question = world.pushed.last as? QuestionScreen
        #expect((question != nil) == asks && world.acted.isEmpty == asks)
        if let question { #expect(world.text(question).contains { $0.contains("An unusual address") }) }
        world.confirm()
        await world.settle()
        #expect(world.acted == ["sent after 10"])
    }

    @Test("a recipient named twice gets one message, at the first place")
    func namedTwice() async throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        let people = ["bob", "anna"].map { MailAddress(email: "\($0)@a.test") }
        screen.form.recipients[.to] = RecipientField(people)
        screen.form.recipients[.cc] = RecipientField([
            MailAddress(email: "ANNA@a.test"), MailAddress(email: "c@a.test"),
        ])
        type("\t\tHello", screen)
        _ = screen.perform(.send)
        world.confirm()
        await world.settle()
        let draft = try #require(screen.draft)
        let content = try #require(try world.session.draft(draft)?.content)
        #expect(content.to == people && content.cc.map(\.email) == ["c@a.test"])
    }

    @Test(
        "sending without a valid address fails, names the invalid text and focuses its field",
        arguments: [
            ("nobody", "“nobody” is not an address, name or group"), ("", "There is no recipient yet"),
        ])
    func noAddress(typed: String, said: String) async throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        type("\(typed)\tHi\nText", screen)
        _ = screen.perform(.send)
        #expect(world.said.last == said && screen.form.focus == .to)
        #expect(world.acted.isEmpty && world.pops == 0)
    }

    @Test("with the setting, a reply starts below its quote and above the signature; a forward doesn't")
    func below() throws {
        let world = try world()
        world.settings.answerBelow = true
        world.settings.signature = "Me"
        let screen = try #require(ComposeScreen(.answer(.reply, try message(world, "a")), around: world))
        type("Yes.", screen)
        #expect(screen.form.body.text.hasSuffix("> Friday at noon?\n\nYes.\n\n-- \nMe"), "\(screen.form.body.text)")
        let forward = try #require(ComposeScreen(.answer(.forward, try message(world, "a")), around: world))
        #expect(forward.form.body.text.hasPrefix("\n\nMe\n\n---"))
    }

    @Test("a reply has recipients, subject and quote, with the cursor above the quote")
    func answer() throws {
        let world = try world()
        let screen = try #require(
            ComposeScreen(.answer(.replyAll, try message(world, "a")), around: world))
        #expect(screen.form.content.to.map(\.name) == ["Anna", "Bob"])
        #expect(screen.form.content.subject == "Re: Lunch?")
        #expect(screen.form.focus == .body && screen.form.body.cursor == .init(line: 0, column: 0))
        #expect(screenGolden("compose-reply", { world.draw(screen, $0, $1) }) == nil)
    }

    @Test("a late text is quoted below what was typed meanwhile, and a failed fetch is reported")
    func fetched() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "a", from: "anna", subject: "Lunch?", at: 1))
        let request = ComposeRequest.answer(.reply, try message(world, "a"))
        let begin = try #require(Beginning(request, world.senders, world))
        #expect(begin.missing?.id == (try message(world, "a")).id)
        var form = ComposeForm(begin.content, sender: begin.sender, senders: [begin.sender])
        _ = form.handle(.paste("Yes"))
        begin.fill(&form, MessageBody(plain: "Friday?"), isUntouched: false)
        #expect(form.body.text.hasPrefix("Yes\n") && form.body.text.hasSuffix("> Friday?\n"))
        #expect(form.body.cursor == .init(line: 0, column: 3))
        // No account is signed in here.
        let screen = try #require(
            ComposeScreen(.answer(.reply, try message(world, "a")), around: world))
        type("Yes", screen)
        await world.until { !screen.isFetching }
        #expect(screen.form.body.text == "Yes" && world.said.count == 1)
    }

    @Test("the signature is there before the quote arrives, and stays if the quote never does")
    func signatureAtOnce() async throws {
        let world = try FakeSurroundings()
        world.settings.signature = "Ann"
        try world.fill(.remote(id: "a", from: "anna", subject: "Lunch?", at: 1))
        for isBelow in [false, true] {
            world.settings.answerBelow = isBelow
            let request = ComposeRequest.answer(.reply, try message(world, "a"))
            let begin = try #require(Beginning(request, world.senders, world))
            var form = ComposeForm(begin.content, sender: begin.sender, senders: [begin.sender])
            let signature = form.body.text
            #expect(begin.missing != nil && signature.hasSuffix(isBelow ? "-- \nAnn" : "\n\nAnn"))
            begin.fill(&form, MessageBody(plain: "Friday?"), isUntouched: true)
            let text = form.body.text
            #expect(isBelow ? text.hasSuffix(signature) : text.hasPrefix(signature))
            #expect(text.contains("> Friday?") && text.split(separator: "\nAnn").count <= 2)
        }
        // No account is signed in here, so the text never arrives.
        let screen = try #require(ComposeScreen(.answer(.reply, try message(world, "a")), around: world))
        await world.until { !screen.isFetching }
        #expect(screen.form.body.text.hasSuffix("-- \nAnn"))
    }

    @Test("F-6: the editor's text replaces the body, and a failed editor changes nothing")
    func editor() async throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        type("\t\tBefore", screen)
        world.program = { arguments in
            try? Data("After\n".utf8).write(to: URL(fileURLWithPath: arguments.last ?? ""))
            return 0
        }
        _ = screen.perform(.editor)
        await world.until { screen.form.body.text == "After" }
        world.program = { _ in 1 }
        _ = screen.perform(.editor)
        await world.until { world.said.last?.hasPrefix("The editor failed (1)") == true }
        #expect(screen.form.body.text == "After")
    }

    @Test("discarding asks first and deletes the draft")
    func discards() async throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        type("\t\tText", screen)
        screen.keep()
        await world.settle()
        let id = try #require(screen.draft)
        _ = screen.perform(.discard)
        world.confirm()
        await world.settle()
        #expect(try world.session.draft(id) == nil)
    }

    @Test(
        "a reply to a list's message comes from the address it was delivered to, once known; until then from a guess"
    )
    func delivered() async throws {
        let world = try FakeSurroundings(withAccount: false)
        world.account = try await world.session.addAccount(
            address: "me@example.test", url: "", userName: nil, dialect: .inbox, secret: "s"
        ).id
        world.settings.identities = [Identity(name: "Shop", email: "shop@example.test", signature: "The shop")]
        let letters: [RemoteMessage] = [
            .remote(id: "l", from: "anna", to: ["all"], subject: "News", at: 2, body: "New."),
            .remote(id: "n", from: "anna", to: ["all"], subject: "More", at: 3, body: "More."),
        ]
        try world.fill(letters)
        world.server.put(letters)
        world.server.setHeaders(
            "Delivered-To: me@example.test\r\nX-Original-To: Shop@example.test\r\nDelivered-To: x@example.test\r\n",
            of: "l")
        let screen = try #require(ComposeScreen(.answer(.reply, try message(world, "l")), around: world))
        #expect(world.text(screen).contains { $0.contains("a guess") })
        await world.until { screen.form.sender.address.email == "shop@example.test" }
        #expect(screen.form.body.text.contains("The shop") && !screen.isUnkept)
        #expect(!world.text(screen).contains { $0.contains("a guess") })

        let again = try #require(ComposeScreen(.answer(.reply, try message(world, "l")), around: world))
        #expect(again.form.sender.address.email == "shop@example.test", "it is known by now")

        world.server.setHeaders("Delivered-To: me@example.test\r\n", of: "n")
        let other = try #require(ComposeScreen(.answer(.reply, try message(world, "n")), around: world))
        type("Mine", other)
        await world.until { !other.form.isGuess }
        #expect(other.form.sender.address.email == "me@example.test" && other.form.body.text.contains("Mine"))
    }

    @Test("a new message looks as it should at four sizes")
    func looks() throws {
        let world = try world()
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        type("carl@example.org, dora@example.org, nob", screen)
        #expect(screenGolden("compose-new", { world.draw(screen, $0, $1) }) == nil)
    }
}
