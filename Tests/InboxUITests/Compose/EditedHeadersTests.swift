import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Headers in the editor's file", .timeLimit(.minutes(10)))
struct EditedHeadersTests {
    private let world: FakeSurroundings
    private let screen: ComposeScreen
    private let folder: TemporaryFolder

    init() throws {
        world = try FakeSurroundings()
        world.settings.editHeaders = true
        folder = try TemporaryFolder()
        screen = try #require(ComposeScreen(.new(account: nil), around: world))
        screen.copies = OpenedFiles(root: folder.file("open"))
        screen.form.recipients[.to] = RecipientField([MailAddress(name: "Ann, of Bath", email: "ann@a.test")])
        screen.form.subject = TextField("Hats")
        screen.form.body.set("Before")
    }

    /// Makes an editor change the file.
    private func edit(_ change: @escaping (String) -> String) async {
        let (before, said) = (world.draws, world.said.count)
        world.program = { arguments in
            let path = arguments.last ?? ""
            let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            try? change(text).write(toFile: path, atomically: false, encoding: .utf8)
            return 0
        }
        _ = screen.perform(.editor)
        await world.until { world.draws > before + 1 || world.said.count > said }
        await world.settle()
    }

    @Test("the editor gets the headers above the text, and changes to them are applied; the rest stays")
    func taken() async throws {
        let path = folder.file("a b.txt")
        try "hello".write(toFile: path, atomically: true, encoding: .utf8)
        let seen = Seen()
        await edit { text in
            seen.text = text
            return text.replacing("Subject: Hats", with: "subject: Gloves,\n and hats")
                .replacing("Cc: ", with: "Cc: Bob <bob@b.test>,\r\n  carl@c.test")
                .replacing("Reply-To: ", with: "Reply-To: desk@a.test").replacing("Attach: ", with: "Attach: \(path)")
                .replacing("Before", with: "After\n\nTo: be or not")
        }
        let me = line(screen.form.sender.address)
        #expect(
            seen.text
                == "From: \(me)\nTo: \"Ann, of Bath\" <ann@a.test>\nCc: \nBcc: \nReply-To: \nSubject: Hats\nAttach: \n\nBefore\n"
        )
        let content = screen.form.content
        #expect(content.to == [MailAddress(name: "Ann, of Bath", email: "ann@a.test")] && content.bcc.isEmpty)
        #expect(content.cc == [MailAddress(name: "Bob", email: "bob@b.test"), MailAddress(email: "carl@c.test")])
        #expect(content.subject == "Gloves, and hats" && content.replyTo == [MailAddress(email: "desk@a.test")])
        #expect(screen.form.body.text == "After\n\nTo: be or not")
        await world.until { !screen.form.files.isEmpty }
        #expect(screen.form.files.map(\.fileName) == ["a b.txt"] && world.said.isEmpty)
        #expect(world.text(screen, 60, 14).contains { $0.contains("Reply-To") && $0.contains("desk@a.test") })
    }

    @Test("bad headers are reported, the rest applies, and a file keeps the whole text")
    func troubled() async throws {
        await edit { _ in
            """
            From: stranger@else.test
            To: ann@a.test, nobody at all
            Sobject: x
            So so
            Subject: One
            Subject: Two
            Attach: /no/such/file

            After
            """
        }
        let said = try #require(world.said.last)
        for words in [
            "stranger@else.test” is not one of your", "To: “nobody at all” is not an address",
            "“So so” is not a header",
            "Sobject can't be set here, only From, To, Cc, Bcc, Reply-To, Subject and Attach",
            "Subject is there twice", "There is no file /no/such/file",
        ] { #expect(said.contains(words), "\(words)") }
        #expect(screen.form.subject.text == "One" && screen.form.body.text == "After")
        #expect(screen.form.recipients[.to]?.tokens == [MailAddress(email: "ann@a.test")])
        #expect(screen.form.content.unfinished?.all == ["nobody at all"] && screen.keeping == .kept)
        OpenedFiles(root: folder.file("open")).removeAll()
        let path = try #require(said.components(separatedBy: " is in ").last)
        // Short enough to read and type.
        #expect(path.contains(/\/kept-[0-9A-F]{8}\/message\.txt$/))
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("Sobject"))
    }

    @Test("a name in From that isn't the sender's is reported as not used; an address alone reports nothing")
    func senderName() async throws {
        let me = screen.form.sender.address
        await edit { $0.replacing("From: \(line(me))", with: "From: \"Ann of Kernel\" <\(me.email)>") }
        #expect(world.said.last?.contains("The name “Ann of Kernel” is not used") == true)
        #expect(screen.form.sender.address == me)
        let said = world.said.count
        await edit { $0.replacing("From: \(line(me))", with: "From: \(me.email)").replacing("Before", with: "After") }
        #expect(world.said.count == said && screen.form.body.text == "After")
    }

    @Test("after an editor that opened at once, the focus is on an empty field, else on the text")
    func goesOn() async throws {
        world.settings.editorAtOnce = true
        for subject in ["Hats", ""] {
            let new = try #require(ComposeScreen(.new(account: nil), around: world))
            new.copies = OpenedFiles(root: folder.file("open"))
            world.program = { arguments in
                let path = arguments.last ?? ""
                let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
                try?
                    (text.replacing("To: \n", with: "To: bob@b.test\n").replacing(
                        "Subject: ", with: "Subject: \(subject)")
                    + "Dear Bob").write(toFile: path, atomically: false, encoding: .utf8)
                return 0
            }
            new.appear()
            await world.until { new.form.body.text.contains("Dear Bob") }
            #expect(new.form.content.to == [MailAddress(email: "bob@b.test")])
            #expect(new.form.focus == (subject.isEmpty ? .subject : .body))
        }
    }

    @Test("deleted headers change nothing but the text, and text right below headers belongs to the text")
    func withoutHeaders() async throws {
        await edit { _ in "Only: this\nand that" }
        #expect(screen.form.body.text == "Only: this\nand that" && screen.form.subject.text == "Hats")
        await edit { _ in "To: ann@a.test\nDear Ann: hello\n\nBye" }
        #expect(screen.form.body.text == "Dear Ann: hello\n\nBye" && screen.form.subject.text == "")
        await edit { _ in "To: ann@a.test\nSubject: Hats\n\n\n" }
        #expect(screen.form.body.text == "Dear Ann: hello\n\nBye", "F-6: an empty text replaces none")
        #expect(screen.form.subject.text == "Hats")
    }

    @Test(
        "M-1: whatever names and subject contain, each header is one line and reads back unchanged",
        arguments: 0..<60)
    func hostile(seed: Int) {
        var random = SeededRandom(seed: seed)
        let pieces = [
            "\n", "\r\n", "\r", "\u{85}", "\u{2028}", "\n\n", "Bcc: eve@e.test", "Attach: /etc/passwd", " ", "\"", ",",
            "ü", "\0",
        ]
        func text() -> String { (0..<6).map { _ in random.pick(pieces) }.joined() }
        var form = screen.form
        form.recipients[.to] = RecipientField([MailAddress(name: text(), email: "ann@a.test")], leftover: text())
        form.replyTo = [MailAddress(name: text(), email: "b@a.test")]
        form.subject = TextField(text(), limit: 2_000)
        let body = text() + "x\nCc: d@d.test"
        let headers = EditedHeaders(form)
        let file = headers.text(above: body)
        let head = file.components(separatedBy: "\n\n")[0].split(whereSeparator: \.isNewline)
        #expect(head.count == EditedHeaders.Name.allCases.count)
        let reading = headers.read(file)
        #expect(reading.changes.isEmpty && reading.files.isEmpty && reading.problems.isEmpty)
        #expect(reading.body == body.replacing("\r\n", with: "\n"))
    }

    private func line(_ address: MailAddress) -> String {
        address.name.isEmpty ? address.email : "\(address.name) <\(address.email)>"
    }
}

private final class Seen {
    var text = ""
}
