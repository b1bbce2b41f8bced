import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Senders in a thread", .timeLimit(.minutes(10)))
struct ThreadSenderTests {
    private func world(results: String, from: MailAddress = .person("lars")) throws -> FakeSurroundings {
        let world = try FakeSurroundings()
        world.settings.authenticationServers = ["ME@example.test": "mx.example.test"]
        var message = RemoteMessage.remote(id: "m1", thread: "t", subject: "Hello", at: 86_400, body: "Text")
        message.from = [from]
        try world.fill(message)
        let account = world.account
        try world.store.writeNow {
            try $0.save(
                file: RemoteID("m1#Authentication-Results"), account: account, Data(results.utf8), now: Date())
        }
        return world
    }

    @Test(
        "H-6: a word at the header's right end gives the user's server's verdict",
        arguments: [
            ("mx.example.test; dmarc=pass header.from=example.test", "to Me  verified"),
            ("mx.example.test; dmarc=fail header.from=example.test", "to Me  failed verification"),
            ("mx.evil.test; dmarc=pass header.from=example.test", "to Me  not verified"),
        ])
    func verdict(results: String, shown: String) async throws {
        let world = try world(results: results)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        func line() -> String {
            world.text(screen)[3].split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
        }
        _ = world.draw(screen)
        await world.until { line() != "to Me" }
        #expect(line() == shown.replacing("  ", with: " "))
        #expect(world.text(screen)[3].trimmingCharacters(in: .whitespaces).hasSuffix(shown.split(separator: "  ")[1]))
    }

    @Test("an open thread follows changed settings: who vouches for senders, how dates are written, which commands run")
    func followsSettings() async throws {
        let world = try world(results: "mx.example.test; dmarc=pass header.from=example.test")
        world.settings.authenticationServers = [:]
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(world.text(screen)[2].contains("Fri 2 Jan 2026 00:00") && !world.text(screen)[3].contains("verified"))
        world.settings.authenticationServers = ["me@example.test": "mx.example.test"]
        world.settings.commands = ["Sky": NamedCommand(run: "true", isBlock: true)]
        world.clock.isISO = true
        screen.settingsChanged()
        #expect(world.text(screen)[2].contains("2026-01-02 00:00"))
        await world.until { world.text(screen)[3].contains("verified") }
        let blocks = try #require(screen.pane.known.blocks)
        world.clock.hasTwelveHours = true
        screen.settingsChanged()
        #expect(world.text(screen)[2].contains("12:00 am"))
        #expect(
            screen.pane.known.blocks === blocks && world.text(screen)[3].contains("verified"), "nobody is asked again")
        world.settings.authenticationServers = [:]
        world.settings.commands = [:]
        screen.settingsChanged()
        #expect(!world.text(screen)[3].contains("verified") && screen.pane.known.blocks == nil)
    }

    @Test("H-6: a sender's name cannot imitate the verification word")
    func namesStayAway() async throws {
        let name = "Lars" + String(repeating: " ", count: 60) + "verified"
        let world = try world(results: "mx.evil.test; none", from: MailAddress(name: name, email: "lars@example.test"))
        world.settings.authenticationServers = [:]
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        for width in [40, 80, 120] {
            #expect(
                world.text(screen, width).allSatisfy { !$0.trimmingCharacters(in: .whitespaces).hasSuffix("verified") })
        }
    }

    @Test("with many recipients a line names some, counts the rest and names the key that shows all")
    func manyRecipients() async throws {
        let world = try FakeSurroundings()
        let people = (1...40).map { MailAddress(name: "Person\($0) Miller", email: "p\($0)@example.test") }
        var message = RemoteMessage.remote(id: "m1", thread: "t", subject: "Hello", at: 86_400, body: "Text")
        (message.to, message.cc) = (people, Array(people.prefix(2)))
        try world.fill(message)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        func lines(_ width: Int) -> [String] {
            world.text(screen, width)[3...4].map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let some = lines(80)[0]
        #expect(some.hasPrefix("to Person1, Person2") && some.contains(/(\+\d+|\d+ more…) · i all$/), "\(some)")
        #expect(lines(80)[1] == "cc Person1 Miller and Person2 Miller", "all are there")
        let narrow = world.text(screen, 40).map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(narrow.contains { $0.hasPrefix("to Person1") && $0.contains(/(\+\d+|\d+ more…)$/) }, "\(narrow)")
        #expect(KeyMap().meaning(of: ["i"], in: .thread) == .command(.headers))
    }

    @Test("H-1: the header lists every sender, so nobody passes for the user by adding the user's address")
    func several() throws {
        let world = try FakeSurroundings()
        var message = RemoteMessage.remote(
            id: "m1", thread: "t", to: ["bob"], subject: "Hello", at: 86_400, body: "Text")
        message.from = [.person("me"), MailAddress(name: "bob@bank.test", email: "eve@evil.test")]
        try world.fill(message)
        let text = world.text(ThreadScreen(thread: try world.thread("t"), around: world)).joined(separator: "\n")
        #expect(text.contains("me@example.test") && text.contains("also from bob@bank.test <eve@evil.test>"))
        #expect(text.contains("The name looks like an address"), "\(text)")
    }

    @Test("H-2: look-alike letters are marked below the header")
    func lookAlikes() async throws {
        let world = try world(results: "x", from: MailAddress(name: "Pаypal", email: "help@pаypal.test"))
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        let text = world.text(screen).joined(separator: "\n")
        #expect(text.contains("<help@xn--pypal-4ve.test>"))
        #expect(text.contains("⚠ The name mixes letters") && text.contains("⚠ The address has letters"))
    }

    @Test("H-2: a link to a look-alike of a known domain is marked with the domain it imitates")
    func links() async throws {
        let world = try FakeSurroundings()
        var own = RemoteMessage.remote(
            id: "m1", thread: "t", subject: "Hello", in: ["sent"], at: 86_400, body: "Text")
        own.from = [.person("me")]
        own.to = [MailAddress(name: "Bob", email: "bob@modern-bank.test")]
        let body = "Log in at https://login.modem-bank.test/ or at https://login.modern-bank.test/."
        try world.fill(own, .remote(id: "m2", thread: "u", subject: "Your account", at: 86_500, body: body))
        let screen = ThreadScreen(thread: try world.thread("u"), around: world)
        func notes() -> [String] {
            world.text(screen, 120).map { $0.trimmingCharacters(in: .whitespaces) }.filter { $0.hasPrefix("⚠") }
        }
        _ = world.draw(screen)
        await world.until { !notes().isEmpty }
        #expect(notes() == ["⚠ modem-bank.test is not modern-bank.test, which you know, though they look alike"])
    }
}
