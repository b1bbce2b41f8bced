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
@Suite("Replies within a thread", .timeLimit(.minutes(10)))
struct ThreadRepliesTests {
    /// Creates messages from the letters of their Message-ID and of the answered one; a final `+` makes a draft.
    private static func messages(_ text: String) -> [Message] {
        text.split(separator: " ").enumerated().map { place, part in
            let letters = part.filter { $0 != "+" }.map(String.init)
            return Message(
                id: MessageID(Int64(place)), account: AccountID(1), remoteID: nil, thread: ThreadID(1),
                subject: "Re: One",
                from: [.person(letters[0])], receivedAt: .test(place), keywords: part.hasSuffix("+") ? [.draft] : [],
                messageIDHeader: letters[0] == "-" ? nil : letters[0],
                inReplyToHeader: letters.count > 1 ? letters[1] : nil)
        }
    }

    @Test(
        "a reply names its parent only if known and not right above",
        arguments: [
            ("a ba cb dc", ""),  // Two people in turn.
            ("a ba ca", "2:A+2"), ("a ba cb da eb", "3:A+3 4:B+3"),
            ("a b c", ""), ("a bx cx", ""),  // Nothing answers anything here.
            ("aa ba", ""),  // It names itself.
            ("a a ba", ""), ("a ba ba cb", ""),  // Two copies of one message.
            ("a ba a ca", ""), ("a ba a ca db", "4:B+3"),  // The copy right above.
            ("a ba+ ca", ""), ("a ba ca+ da", "2:A+2 3:A+3"),  // A draft.
            ("ba a", "0:A-1"), ("a ba -a cb", "2:A+2 3:B+2"),
        ])
    func notes(thread: String, told: String) {
        let replies = ThreadReplies(Self.messages(thread))
        let notes = replies.notes.sorted { $0.key.rawValue < $1.key.rawValue }.map { id, note in
            let sign = note.distance > 0 ? "+" : ""
            return "\(id.rawValue):\(note.from?.name ?? "")\(sign)\(note.distance)"
        }
        #expect(notes.joined(separator: " ") == told, "\(thread)")
    }

    @Test(
        "in a tree each message is below its parent, with replies to the same message oldest first",
        arguments: [
            ("a b c", "0 1 2"), ("a ba cb", "0 .1 ..2"), ("a ba ca db", "0 .1 ..3 .2"),
            ("a b cb da ea", "0 .3 .4 1 .2"), ("ba a", "1 .0"), ("a ba ca+ db", "0 .1 ..3 .2"),
            ("ab ba c", "2 0 .1"),  // A circle.
            ("a a ba", "0 1 .2"),  // Of two copies the nearer.
        ])
    func tree(thread: String, shown: String) {
        let replies = ThreadReplies(Self.messages(thread), isTree: true)
        let lines = replies.shown.map {
            String(repeating: ".", count: replies.depths[$0.id] ?? 0) + "\($0.id.rawValue)"
        }
        #expect(lines.joined(separator: " ") == shown, "\(thread)")
    }

    @Test("a tree contains every message once, below its parent", arguments: 0..<100)
    func property(seed: Int) {
        var random = SeededRandom(seed: seed)
        let letters = "abcdefghijklmnop".map(String.init)
        let text = letters.map { $0 + (random.chance(80) ? random.pick(letters) : "") }.joined(separator: " ")
        let messages = Self.messages(text)
        let replies = ThreadReplies(messages, isTree: true)
        #expect(replies.shown.map(\.id.rawValue).sorted() == messages.map(\.id.rawValue), "\(text)")
        for (place, message) in replies.shown.enumerated() where replies.depths[message.id] ?? 0 > 0 {
            let parent = replies.shown[..<place].last { $0.id == replies.parents[message.id] }
            #expect(parent.flatMap { replies.depths[$0.id] }.map { $0 + 1 } == replies.depths[message.id], "\(text)")
        }
        for message in messages where replies.parents[message.id] == nil {
            #expect(replies.depths[message.id] ?? 0 == 0, "\(text)")
        }
    }

    /// Opens four messages. The last two do not answer the one above; the last is unread, and so open.
    private func open(_ more: RemoteMessage...) throws -> (FakeSurroundings, ThreadScreen) {
        let world = try FakeSurroundings()
        world.settings.markRead = .never
        let answers: [(String, String?)] = [("anna", nil), ("ben", "anna"), ("cleo", "anna"), ("dan", "ben")]
        try world.fill(
            answers.enumerated().map { place, answer in
                .remote(
                    id: answer.0, thread: "t", from: answer.0, subject: "Lunch", snippet: "Words of \(answer.0)",
                    unread: place == 3, at: (place + 1) * 86_400, answering: answer.1, body: "Text of \(answer.0)")
            } + more)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        return (world, screen)
    }

    private func text(_ screen: ThreadScreen, _ glyphs: Glyphs, _ width: Int = 80) -> [String] {
        var grid = Grid(size: Size(width: width, height: 24), frame: Frame(motion: false, glyphs: glyphs))
        screen.draw(into: &grid)
        return (0..<24).map { grid.text(row: $0) }
    }

    private func now(_ screen: ThreadScreen) -> String? { screen.pane.currentMessage?.from.first?.name }

    @Test("open and folded messages both name their parent, in signs or in words")
    func shown() throws {
        let (_, screen) = try open()
        func lines(_ glyphs: Glyphs, _ width: Int = 80) -> [String] {
            text(screen, glyphs, width).filter { $0.contains(glyphs.answers + " ") }
        }
        let signs = lines(.unicode)
        #expect(signs.count == 2)
        #expect(signs[0].contains("Cleo") && signs[0].contains("↳ Anna, 2 above  Words of cleo"))
        #expect(signs[1].hasPrefix("   ↳ Ben, 2 above · ^ go there"))
        #expect(lines(.ascii)[1].hasPrefix("   -> Ben, 2 above"))
        #expect(lines(.words)[0].contains("answers Anna, 2 above: Words of cleo"))
        let narrow = lines(.unicode, 40)
        #expect(narrow[0].contains("↳ Anna  ") && !narrow[0].contains("above"))
        #expect(narrow[1].hasPrefix("   ↳ Ben, 2 above") && !narrow[1].contains("^"))
    }

    @Test("no parent is named until it is known, and then it appears")
    func toldLater() async throws {
        let (world, screen) = try open()
        try world.fill(.remote(id: "eve", thread: "t", from: "eve", unread: true, at: 9 * 86_400, body: "Text"))
        await world.until { screen.pane.items.count == 5 }
        screen.pane.goToEnd()
        #expect(!text(screen, .unicode).contains { $0.contains("↳ Cleo") })
        try world.fill(
            .remote(
                id: "eve", thread: "t", from: "eve", unread: true, at: 9 * 86_400, answering: "cleo", body: "Text"))
        await world.until { text(screen, .unicode).contains { $0.contains("↳ Cleo, 2 above") } }
    }

    @Test("go to parent walks up and opens each message; go to reply walks back down")
    func goes() throws {
        let (world, screen) = try open()
        #expect(now(screen) == "Dan")
        #expect(screen.perform(.goToParent))
        #expect(now(screen) == "Ben" && text(screen, .unicode).contains { $0.contains("Text of ben") })
        #expect(screen.perform(.goToParent))
        #expect(now(screen) == "Anna" && text(screen, .unicode).contains { $0.contains("Text of anna") })
        #expect(screen.perform(.goToParent))
        #expect(now(screen) == "Anna" && world.said == ["This is not a reply, as far as is known"])
        for name in ["Ben", "Dan"] {
            #expect(screen.perform(.goToReply))
            #expect(now(screen) == name)
        }
        #expect(screen.perform(.goToReply))
        #expect(now(screen) == "Dan" && world.said.last == "No reply to this message is here")
    }

    @Test("go to reply picks the first reply, or the reply the user came from")
    func firstAnswer() throws {
        let (_, screen) = try open()
        _ = screen.perform(.top)
        _ = screen.perform(.goToReply)
        #expect(now(screen) == "Ben")
        _ = screen.perform(.down)
        #expect(now(screen) == "Cleo")
        _ = screen.perform(.goToParent)
        _ = screen.perform(.goToReply)
        #expect(now(screen) == "Cleo")
    }

    @Test("a parent in another thread or not here is reported")
    func elsewhere() throws {
        let (world, screen) = try open(
            .remote(id: "eve", thread: "t", from: "eve", at: 8 * 86_400, answering: "gone", body: "Text"),
            .remote(id: "fred", thread: "t", from: "fred", at: 9 * 86_400, answering: "other", body: "Text"),
            .remote(id: "other", thread: "o", from: "gina", subject: "Supper", at: 7 * 86_400, body: "Text"))
        _ = screen.perform(.bottom)
        #expect(now(screen) == "Fred")
        _ = screen.perform(.goToParent)
        #expect(now(screen) == "Fred" && world.said == ["This replies to a message in another thread: “Supper”"])
        _ = screen.perform(.up)
        _ = screen.perform(.goToParent)
        #expect(now(screen) == "Eve" && world.said.last == "The message that this replies to is not here")
    }

    /// Returns the names shown, with their indentation.
    private func names(_ screen: ThreadScreen, _ glyphs: Glyphs = .unicode, _ width: Int = 80) -> [String] {
        text(screen, glyphs, width).compactMap { line in
            let name = ["Anna", "Ben", "Cleo", "Dan"].first {
                line.dropFirst().drop { " ▾●".contains($0) }.hasPrefix($0)
            }
            return name.map { line.dropFirst().prefix { $0 == " " } + $0 }
        }
    }

    @Test("a key switches between order by replies and by date; the order is kept, and the cursor stays")
    func order() throws {
        let (world, screen) = try open()
        #expect(names(screen) == ["Anna", "Ben", "Cleo", "Dan"])
        #expect(screen.perform(.threadOrder))
        #expect(names(screen) == ["Anna", "  Ben", "Dan", "  Cleo"], "what is open needs its room")
        #expect(text(screen, .unicode).contains { $0.contains("↳ Anna, 3 above") })
        #expect(!text(screen, .unicode).contains { $0.contains("↳ Ben") }, "it stands right below")
        #expect(now(screen) == "Dan" && world.kept[ThreadScreen.orderKey] == "replies")
        screen.pane.toggleFold()
        #expect(names(screen) == ["Anna", "  Ben", "    Dan", "  Cleo"])
        #expect(names(screen, .unicode, 40) == ["Anna", " Ben", "  Dan", " Cleo"])
        #expect(
            text(screen, .words).filter { $0.contains("Ben  ") || $0.contains("Cleo  ") }.allSatisfy {
                !$0.hasPrefix("  ")
            })
        #expect(screen.perform(.threadOrder))
        #expect(names(screen) == ["Anna", "Ben", "Cleo", "Dan"])
        #expect(world.kept[ThreadScreen.orderKey] == "date" && world.said == ["Ordered by replies", "Ordered by date"])
    }

    @Test("the setting for thread order wins over the key's last order, also when it changes")
    func orderSetting() throws {
        let (world, screen) = try open()
        func opened() throws -> Bool {
            ThreadScreen(thread: try world.thread("t"), around: world).pane.messages.isByReplies
        }
        #expect(try !opened())
        try world.store.writeNow { try $0.setSetting("replies", key: ThreadScreen.orderKey) }
        #expect(try opened())
        world.settingsFile = SettingsFile(path: "/config.json", own: ["threadOrder"])
        #expect(try !opened())
        world.settings.threadOrder = .replies
        #expect(try opened())
        screen.settingsChanged()
        #expect(names(screen) == ["Anna", "  Ben", "Dan", "  Cleo"])
    }

    @Test("a new reply appears below its parent; a thread without known replies says so")
    func orderLater() async throws {
        let (world, screen) = try open()
        _ = screen.perform(.threadOrder)
        try world.fill(
            .remote(id: "eve", thread: "t", from: "eve", at: 9 * 86_400, answering: "ben", body: "Text"),
            .remote(id: "x", thread: "plain", from: "anna", at: 1),
            .remote(id: "y", thread: "plain", from: "ben", at: 2))
        await world.until { screen.pane.items.count == 5 }
        #expect(screen.pane.items.compactMap { $0.from.first?.name } == ["Anna", "Ben", "Dan", "Eve", "Cleo"])
        let plain = ThreadScreen(thread: try world.thread("plain"), around: world)
        #expect(plain.perform(.threadOrder))
        #expect(world.said.last == "Ordered by replies, but none are known here")
    }
}
