import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import MailContent
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("M-6: unsubscribing", .timeLimit(.minutes(10)))
struct UnsubscribingTests {
    private let world: FakeSurroundings
    private let transport = ScriptedTransport()

    init() throws { world = try FakeSurroundings() }

    /// Unsubscribes from a mail with these headers.
    private func unsubscribe(_ way: String, post: String = "", results: String = "") async throws -> ThreadScreen {
        try world.fill(.remote(id: "m1", thread: "t", from: "shop", at: 86_400, body: "Offers"))
        try keep(way, post: post, results: results)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        let message = try #require(try world.session.messages(of: try world.thread("t")).first)
        world.unsubscribe(from: message, on: screen, by: Unsubscriber(transport: transport))
        await world.settle()
        return screen
    }

    private func keep(_ way: String, post: String = "", results: String = "") throws {
        let account = world.account
        try world.store.writeNow {
            for (name, value) in [
                ("List-Unsubscribe", way), ("List-Unsubscribe-Post", post), ("Authentication-Results", results),
            ] {
                try $0.save(file: RemoteID("m1#\(name)"), account: account, Data(value.utf8), now: Date())
            }
        }
    }

    @Test(
        "the question warns if the user's server found no valid signature of the sender (RFC 8058 §4)",
        arguments: [
            ("mx.example.test; dkim=pass header.d=example.test", true),
            ("mx.example.test; dkim=pass header.d=mail.example.test", true),
            ("mx.example.test; spf=pass smtp.mailfrom=a@example.test", false),
            ("mx.example.test; dkim=pass header.d=evil.test", false),
            ("mx.example.test; dkim=fail header.d=example.test", false),
            ("mx.evil.test; dkim=pass header.d=example.test", false), ("", false),
        ])
    func proof(results: String, isProven: Bool) async throws {
        world.settings.authenticationServers = ["me@example.test": "mx.example.test"]
        let screen = try await unsubscribe(
            "<https://shop.test/leave>", post: "List-Unsubscribe=One-Click", results: results)
        let text = world.text(try #require(world.pushed.last)).joined(separator: " ")
        #expect(text.contains("Unsubscribe at shop.test?") && text.contains("Not proven to be from there") != isProven)
        _ = screen
    }

    @Test(
        "the header shows the unsubscribe key if the mail names a way, whether from a list or not",
        arguments: [
            ("<https://shop.test/leave>", nil, "to Me · U unsubscribe"), ("", nil, "to Me"),
            ("<https://shop.test/leave>", "a.test", "list a.test · U unsubscribe"), ("", "a.test", "list a.test"),
        ])
    func keyOfWay(way: String, list: String?, shown: String) async throws {
        var message = RemoteMessage.remote(id: "m1", thread: "t", body: "Hello")
        message.listID = list
        try world.fill(message)
        try keep(way)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        func lines() -> [String] { world.text(screen).map { $0.trimmingCharacters(in: .whitespaces) } }
        await world.until { lines().contains(shown) }
        #expect(lines().contains(shown), "\(lines())")
    }

    @Test("the request goes out only after its whole target is shown and y is pressed, not Enter")
    func oneClick() async throws {
        transport.answer(with: .success(HTTPResponse(status: 200, headers: [:], body: [])))
        let screen = try await unsubscribe("<https://shop.test/leave?u=7>", post: "List-Unsubscribe=One-Click")
        let question = try #require(world.pushed.last as? QuestionScreen)
        let text = world.text(question).joined(separator: "\n")
        #expect(text.contains("Unsubscribe at shop.test?") && text.contains("https://shop.test/leave?u=7"))
        #expect(transport.requests.isEmpty)
        _ = question.handle(.key(.escape))
        await world.settle()
        #expect(transport.requests.isEmpty)
        let pops = world.pops
        _ = question.handle(.key(.enter))
        await world.settle()
        #expect(transport.requests.isEmpty && world.pops == pops, "Enter may have been meant for something else")
        #expect(world.text(question).joined().contains("Say y or n."))
        _ = question.handle(.key("y"))
        await world.settle()
        #expect(transport.requests.map(\.url) == ["https://shop.test/leave?u=7"])
        #expect(world.said == ["Unsubscribed: shop.test has accepted it"])
        _ = screen
    }

    @Test("the header of a mail that came through a list names the list and the key")
    func sign() throws {
        var message = RemoteMessage.remote(id: "m1", thread: "t", body: "Hello")
        message.listID = "dev.\u{1B}shop.test"
        try world.fill(message)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(world.text(screen).contains { $0.contains("list dev.\u{FFFD}shop.test · U unsubscribe") })
    }

    @Test("a request that fails says so in words")
    func refused() async throws {
        transport.answer(with: .success(HTTPResponse(status: 500, headers: [:], body: [])))
        let screen = try await unsubscribe("<https://shop.test/leave>", post: "List-Unsubscribe=One-Click")
        _ = try #require(world.pushed.last as? QuestionScreen).handle(.key("y"))
        await world.settle()
        #expect(world.said == ["Not unsubscribed. Its server refused it (500)."])
        _ = screen
    }

    @Test("without one-click support the composer opens with the mail that the sender asks for")
    func mail() async throws {
        let screen = try await unsubscribe("<https://shop.test/leave>, <mailto:leave@shop.test?bcc=x@evil.test>")
        let composer = try #require(world.pushed.last as? ComposeScreen)
        let text = world.text(composer).joined(separator: "\n")
        #expect(text.contains("leave@shop.test") && text.contains("unsubscribe") && !text.contains("evil"))
        #expect(world.acted.isEmpty && transport.requests.isEmpty)
        #expect(try world.session.actions().isEmpty)
        _ = screen
    }

    @Test("a page opens only after its whole target is shown; mail that names no way says so")
    func page() async throws {
        let screen = try await unsubscribe("<http://user@shop.test/leave>")
        let question = try #require(world.pushed.last)
        func text() -> String { world.text(question).joined(separator: "\n") }
        #expect(text().contains("http://user@shop.test/leave") && text().contains("Careful"))
        let pops = world.pops
        _ = question.handle(.key(.enter))
        #expect(world.pops == pops && text().contains("Say y or n."), "Enter may have been meant for something else")
        let other = try await unsubscribe("")
        #expect(world.said == ["This message has no way to unsubscribe"] && transport.requests.isEmpty)
        _ = (screen, other)
    }
}
