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
@Suite("Showing a message", .timeLimit(.minutes(10)))
struct ThreadReadingTests {
    private func lines(_ world: FakeSurroundings, _ screen: ThreadScreen) -> [String] { world.text(screen, 80, 40) }

    @Test("F-4: on a narrow screen a file's name, with what it ends in, comes before its type")
    func fileNames() throws {
        let world = try FakeSurroundings()
        let names = [
            "photo.jpg" + String(repeating: " ", count: 60) + ".exe", "minutes-of-the-meeting-of-october",
            "the-minutes-of-all-the-meetings-since-we-began-to-keep-any.exe",
        ]
        var message = RemoteMessage.remote(id: "m", thread: "t", at: 86_400, files: names, body: "See.")
        let type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
        for index in names.indices { message.files[index].contentType = type }
        try world.fill(message)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        let text = world.text(screen, 60, 40)
        #expect(text.contains { $0.contains("⎘ photo.jpg .exe  application/") })
        #expect(text.contains { $0.contains("⎘ minutes-of-the-meeting-of-october  application") })
        #expect(text.contains { $0.contains("⎘ the-minutes-of") && $0.contains("any.exe  10 B") })
    }

    @Test("a quote of a message above is folded as such")
    func quotesAbove() async throws {
        let world = try FakeSurroundings()
        let words = (1...6).map { "Line \($0) of what was said first, and by whom" }
        let quote = (["On Monday, Lars wrote:"] + words.map { "> " + $0 } + ["", "I see."]).joined(separator: "\n")
        let other =
            "Somebody wrote:\n"
            + (1...5).map { "> Of another place, part \($0), never seen here" }.joined(separator: "\n")
        try world.fill(
            .remote(id: "m1", thread: "t", from: "lars", at: 86_400, body: words.joined(separator: "\n")),
            .remote(id: "m2", thread: "t", from: "keith", at: 2 * 86_400, body: quote + "\n\n" + other))
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        await world.until { lines(world, screen).contains { $0.hasSuffix("6 lines from above  Q show") } }
        #expect(lines(world, screen).contains { $0.hasSuffix("5 quoted lines  Q show") })
        _ = screen.perform(.quotes)
        #expect(lines(world, screen).contains { $0.contains("Line 6 of what was said first") })
    }

    @Test("links only in a folded quote are listed once it is shown; other links keep their numbers")
    func linksOfQuotes() throws {
        let world = try FakeSurroundings()
        let quote = (1...5).map { "> Line \($0), see https://quoted.test/\($0) and https://both.test/" }
        let body =
            "On Monday, Lars wrote:\n" + quote.joined(separator: "\n")
            + "\n\nBut https://both.test/ and https://own.test/"
        try world.fill(.remote(id: "m1", thread: "t", from: "keith", at: 86_400, body: body))
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        func listed() -> [String] {
            lines(world, screen).map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { $0.hasPrefix("[") && $0.contains("] https://") }
        }
        let folded = listed()
        _ = screen.perform(.quotes)
        let all = listed()
        #expect(folded.map { String($0.drop { $0 != "h" }) } == ["https://both.test/", "https://own.test/"])
        #expect(Set(all).isSuperset(of: folded), "\(all) \(folded)")
        #expect(all.count { $0.contains("quoted.test") } == 5)
    }

    @Test(
        "messages received since the thread was last open are marked, even if read elsewhere; earlier messages are not")
    func newSinceOpen() async throws {
        let world = try FakeSurroundings()
        let old = (1...4).map {
            RemoteMessage.remote(id: "m\($0)", thread: "t", from: "lars", at: $0 * 86_400, body: "old \($0)")
        }
        try world.fill(old[0], old[1], old[2], old[3])
        func marked(_ screen: ThreadScreen) -> [String] {
            lines(world, screen).filter { $0.contains("\(Glyphs.unicode.new) ") }
        }
        let first = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(first)
        #expect(marked(first).isEmpty, "a thread that was never open has no news but what is unread")
        first.disappear()
        await world.settle()

        let new = (5...8).map {
            RemoteMessage.remote(id: "m\($0)", thread: "t", from: "keith", at: $0 * 86_400, body: "new \($0)")
        }
        try world.fill(new[0], new[1], new[2], new[3])
        let again = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(again)
        #expect(marked(again).count == 4, "each has its own line: three folded ones, and the last")
        #expect(marked(again).allSatisfy { $0.lowercased().contains("keith") })
        again.disappear()
        await world.settle()
        let last = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(last)
        #expect(marked(last).isEmpty)
    }

    @Test("new messages get their own lines; folded runs stay folded when more arrive")
    func foldedStaysFolded() async throws {
        let world = try FakeSurroundings()
        func receive(_ numbers: ClosedRange<Int>) throws {
            try world.fill(
                numbers.map { .remote(id: "m\($0)", thread: "t", from: "lars", at: $0 * 86_400, body: "\($0)") })
        }
        func runs(_ pane: ThreadPane) -> [Int] {
            pane.rows.compactMap { if case .run(let ids) = $0 { ids.count } else { nil } }
        }
        try receive(1...6)
        let left = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(left)
        let sight = try #require(left.pane.sight)
        #expect(runs(left.pane) == [3])

        try receive(7...8)
        let pane = ThreadScreen(thread: try world.thread("t"), around: world).pane
        pane.markNew(since: .test(2 * 86_400))
        #expect(runs(pane).isEmpty)
        pane.restore(sight)
        #expect(runs(pane) == [3] && pane.rows.count == 6)
        try receive(9...9)
        await world.until { pane.rows.count == 7 }
        #expect(runs(pane) == [3])
    }

    @Test("if the subject changes, the first message with it shows the new subject")
    func newSubject() async throws {
        let world = try FakeSurroundings()
        try world.fill(
            .remote(id: "m1", thread: "t", subject: "Lunch?", unread: true, at: 1, body: "one"),
            .remote(id: "m2", thread: "t", subject: "Re: Lunch?", unread: true, at: 2, body: "two"),
            .remote(id: "m3", thread: "t", subject: "Dinner (was: Lunch?)", unread: true, at: 3, body: "three"))
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        await world.until { lines(world, screen).contains { $0.contains("three") } }
        let text = lines(world, screen)
        #expect(
            text.filter { $0.contains("── ") && $0.contains("unch?") }.map { $0.trimmingCharacters(in: .whitespaces) }
                == ["── Dinner (was: Lunch?)"])
    }

    @Test("a folded message with a new subject shows it before its text")
    func newSubjectFolded() throws {
        let world = try FakeSurroundings()
        let subjects = ["[PATCH 1/2] One", "Re: [PATCH 1/2] One", "[PATCH 2/2] Two", "Re: [PATCH 2/2] Two"]
        try world.fill(
            subjects.enumerated().map { place, subject in
                .remote(
                    id: "m\(place)", thread: "t", subject: subject, snippet: "Text \(place)", unread: place == 3,
                    at: (place + 1) * 86_400, body: "Text \(place)")
            })
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        let text = lines(world, screen)
        #expect(text.contains { $0.contains("[PATCH 2/2] Two  Text 2") })
        #expect(text.contains { $0.contains("Text 1") && !$0.contains("PATCH") })
    }

    @Test(
        "P-3: a note below the text reports unreadable letters and names the key for the source",
        arguments: [true, false])
    func broken(isBroken: Bool) async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "m", thread: "t", at: 1, body: isBroken ? "na\u{FFFD}ve" : "naïve"))
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        await world.until { !lines(world, screen).contains { $0.contains("Getting the text") } }
        let text = lines(world, screen).joined(separator: "\n")
        #expect(text.contains("na\(isBroken ? "\u{FFFD}" : "ï")ve"))
        #expect(text.contains("can't be read and are shown as \u{FFFD}; I shows the source") == isBroken)
    }

    @Test("P-3, H-4: problems in a message are listed above its text, also for stored messages")
    func problems() throws {
        let world = try FakeSurroundings()
        var message = RemoteMessage.remote(id: "m", thread: "t", at: 1)
        message.body = MessageBody(plain: "What is left", problems: ["Base64 content is\ndamaged", "Written tomorrow"])
        try world.fill(message)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        let text = lines(world, screen)
        let place = try #require(text.firstIndex { $0.hasSuffix("⚠ Base64 content is damaged") })
        #expect(text[place + 1].hasSuffix("⚠ Written tomorrow"))
        #expect(text[place...].contains { $0.hasSuffix("What is left") })
    }

    @Test("W-4: gh shows what the sender hid, marked, and hides it again")
    func hiddenText() throws {
        let world = try FakeSurroundings()
        var message = RemoteMessage.remote(id: "m1", thread: "t", at: 86_400)
        message.body = MessageBody(html: "<p>Hello</p><p style='display:none'>canary</p>")
        try world.fill(message)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(
            lines(world, screen).contains {
                $0.contains("1 piece of text that the sender hid is left out  gh show")
            })
        #expect(!lines(world, screen).joined().contains("canary"))
        _ = screen.perform(.hiddenText)
        #expect(lines(world, screen).contains { $0.contains("[hidden: canary]") })
        #expect(lines(world, screen).contains { $0.contains("gh hide") })
        _ = screen.perform(.hiddenText)
        #expect(!lines(world, screen).joined().contains("canary"))
        #expect(world.said.isEmpty)
    }

    @Test("the pictures key appears beside its line, or below it if there is no room")
    func picturesKey() throws {
        let world = try FakeSurroundings()
        var message = RemoteMessage.remote(id: "m1", thread: "t", at: 86_400)
        message.body = MessageBody(html: "<p>Hats</p><img src='https://shop.test/a.gif' alt='A hat'>")
        try world.fill(message)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(lines(world, screen).contains { $0.contains("1 picture on another server not loaded  p pictures") })
        let narrow = world.text(screen, 40, 24).map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(narrow.contains("p pictures"))
    }

    @Test("H switches plain text and HTML, for all mail of this sender and nobody else")
    func formOfSender() async throws {
        let world = try FakeSurroundings()
        func fill(_ id: String, from: String) throws {
            var message = RemoteMessage.remote(id: id, thread: id, from: from, at: 86_400)
            message.body = MessageBody(
                html: "<p>As <b>page</b></p>", plain: "As plain text, and long enough for it\nin two lines")
            try world.fill(message)
        }
        func text(_ screen: ThreadScreen) -> String { lines(world, screen).joined() }
        for (id, from) in [("a", "news"), ("b", "news"), ("c", "anna")] { try fill(id, from: from) }
        let first = ThreadScreen(thread: try world.thread("a"), around: world)
        let wasPlain = text(first).contains("As plain")
        _ = first.perform(.html)
        #expect(text(first).contains("As plain") != wasPlain)
        let message = try #require(try world.session.messages(of: try world.thread("a")).first)
        let key = try #require(MessageBodies.formKey(of: message))
        #expect(!key.contains("news"))
        try await eventually { world.session.setting(key) != nil }
        let next = ThreadScreen(thread: try world.thread("b"), around: world)
        let other = ThreadScreen(thread: try world.thread("c"), around: world)
        #expect(text(next).contains("As plain") != wasPlain && text(other).contains("As plain") == wasPlain)
    }

    @Test("H shows the source's plain text if the server gave only HTML")
    func formOfSource() throws {
        let world = try FakeSurroundings()
        var message = RemoteMessage.remote(id: "a", thread: "a", from: "news", at: 86_400)
        message.body = MessageBody(html: "<p>As <b>page</b></p>")
        try world.fill(message)
        let screen = ThreadScreen(thread: try world.thread("a"), around: world)
        #expect(lines(world, screen).joined().contains("As page") && !lines(world, screen).joined().contains("H html"))
        let shown = try #require(screen.pane.currentMessage)
        let source = MessageBody(
            html: "<p>As <b>page</b></p>", plain: "As plain text, and long enough for it\nin two lines")
        #expect(screen.pane.switchForm(of: shown, source: source) == .plain)
        #expect(lines(world, screen).joined().contains("As plain text"))
        #expect(screen.perform(.html) && lines(world, screen).joined().contains("As page"))
    }

    @Test("T-4: a right-to-left paragraph is right-aligned, and no direction mark is written")
    func direction() throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "m1", thread: "t", at: 86_400, body: "Hello\n\nשלום עולם"))
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        let text = lines(world, screen)
        let line = try #require(text.first { $0.contains("שלום") })
        #expect(line.hasPrefix(String(repeating: " ", count: 60)) && line.hasSuffix("שלום עולם"))
        #expect(text.contains { $0.hasPrefix("  Hello") })
        let marks = text.joined().unicodeScalars.filter {
            (0x200E...0x200F).contains($0.value) || (0x2066...0x2069).contains($0.value)
        }
        #expect(marks.isEmpty)
    }
}
