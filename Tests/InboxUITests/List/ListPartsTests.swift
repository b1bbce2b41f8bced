import Foundation
import InboxKit
import InboxModel
import MailContent
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@Suite("Parts of the list", .timeLimit(.minutes(10)))
struct ListPartsTests {
    private var clock: WallClock {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return WallClock(calendar: calendar) { .test(0) }
    }

    @Test(
        "on a narrow screen, the name takes its space before the count",
        arguments: [
            ("Julia Brandt", 44, 3, "Julia Bra…"), ("Julia Brandt", 8, 2, "Julia B… 8"), ("Ann", 8, 2, "Ann    2/8"),
        ])
    func narrowNames(name: String, count: Int, unread: Int, words: String) {
        let sender = MailAddress(name: name, email: "a@example.test")
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "Ferry", senders: [sender],
            participants: [sender], firstDate: .test(0), lastDate: .test(0), messageCount: count, unreadCount: unread)
        var grid = Grid(width: 40, height: 1)
        ThreadRow(thread: thread, own: [], date: "17:07").draw(into: &grid)
        #expect(grid.text(row: 0).dropFirst(4).hasPrefix(words + "  Ferry"))
    }

    @Test("a thread whose reply was begun has a sign for it, whatever the signs and the room")
    func begunReply() {
        let ann = MailAddress.person("anna")
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "Ferry", senders: [ann],
            participants: [ann], firstDate: .test(0), lastDate: .test(0), messageCount: 1, draftCount: 1,
            isAnswered: true)
        func text(_ glyphs: Glyphs, _ width: Int, _ height: Int, hasDraft: Bool) -> String {
            var grid = Grid(
                size: Size(width: width, height: height), frame: Frame(now: .now, motion: false, glyphs: glyphs))
            ThreadRow(thread: thread, own: [], date: "Mon", hasDraft: hasDraft).draw(into: &grid)
            return (0..<height).map { grid.text(row: $0) }.joined(separator: "\n")
        }
        for (glyphs, begun, sent) in [
            (Glyphs.unicode, "¶", "↩"), (.ascii, " d ", " < "), (.words, "draft", "answered"),
        ] {
            for (width, height) in [(80, 1), (80, 2), (40, 1)] {
                let place = "\(begun) \(width)x\(height)"
                #expect(text(glyphs, width, height, hasDraft: true).contains(begun), "\(place)")
                let without = text(glyphs, width, height, hasDraft: false)
                #expect(!without.contains(begun), "\(place)")
                // A narrow row has no room for what is done.
                if width > 40 { #expect(without.contains(sent), "\(place)") }
            }
        }
    }

    @Test("the sign for a begun reply goes once the reply is queued")
    @UI
    func queuedReply() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let dir = try world.thread("dir")
        try world.fill(
            .remote(
                id: "d", thread: "dir", from: "me", subject: "Re: Working with folders?", draft: true, in: ["drafts"],
                at: FakeSurroundings.noon - 50))
        await world.until { list.thread(dir)?.draftCount == 1 }
        func isShown() -> Bool { world.text(list).contains { $0.contains("¶ Working with folders?") } }
        #expect(isShown())
        let draft = try #require(try world.session.messages(of: dir).last(where: \.isDraft))
        let order = Action(
            id: ActionID(1), account: world.account, command: .sendDraft, title: "Re", object: .draft(draft.id),
            createdAt: world.clock.now())
        world.outgoing = OutgoingMail([order], in: world.session, now: world.clock.now())
        #expect(!isShown())
    }

    @Test("after the settings were read again, all dates are written as they say")
    @UI
    func dates() throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(world.text(list)[2].contains("11:10▐"))
        world.clock.hasTwelveHours = true
        #expect(world.text(list)[2].contains("11:10 am▐"))
        world.clock.isISO = true
        let rows = world.text(list)[2..<8]
        #expect(rows.allSatisfy { $0.contains("2026-") || $0.contains("2024-11-27") }, "\(rows)")
    }

    @Test("during typing, a query's last word matches as prefix", arguments: [("lunc", true), ("ann lun", true)])
    func open(text: String, isOpen: Bool) {
        #expect(!SoughtWords(shownFor: LiveQuery(text, clock: clock).query.predicate).isEmpty)
        #expect(LiveQuery(text, clock: clock).query.text.hasSuffix("*") == isOpen)
    }

    @Test("a field's last word matches as a prefix", arguments: ["from:ann", "lunch -subject:fri", "(to:bo"])
    func openFields(text: String) {
        #expect(LiveQuery(text.replacing("(", with: ""), clock: clock).query.text.hasSuffix("*"))
    }

    @Test(
        "any other end of a query is taken literally",
        arguments: [
            "", "lunch ", "is:unread", "older:2w", "\"exact wor", "has:file", "ann OR", "(", "lunch*", "from:me",
            "-to:Me",
        ])
    func closed(text: String) {
        #expect(LiveQuery(text, clock: clock).query.text == text)
    }

    @Test("rows show as many labels as fit, and none without room")
    @UI
    func labels() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon, withAccount: false)
        let long = RemoteMailbox(id: RemoteID("long"), name: "Lists/a-long-name", role: nil)
        world.account = try world.store.addTestAccount(mailboxes: RemoteMailbox.usual + [long])
        world.settings.preview = .none
        try world.fill(
            .remote(id: "a", subject: "Plans", snippet: "All of it", in: ["inbox", "work", "home"], at: 2),
            .remote(id: "b", subject: "Lists", in: ["inbox", "work", "long"], at: 1))
        let list = world.list()
        let wide = world.text(list, 120, 40)
        #expect(wide[2].contains("[Home, Work]") && wide[3].contains("[Lists/a-long-name +1]"))
        #expect(!world.text(list, 80, 24)[2].contains("Work"))
        #expect(list.perform(.lines))
        let two = world.text(list, 80, 24)
        #expect(two[3].contains("All of it") && two[3].contains("[Home, Work]") && two[5].contains("[Lists/a-lo… +1]"))
        #expect(!world.text(list, 40, 12).contains { $0.contains("Home") })
        // The mailbox on view needs no label.
        let work = try #require(try world.session.mailboxes().first { $0.name == "Work" })
        list.show(.mailbox(world.account, work.id))
        await world.until { list.loadingSince == nil }
        #expect(world.text(list, 80, 24)[3].contains("[Home]"))
        world.settings.labels = false
        #expect(!world.text(list, 80, 24)[3].contains("Home"))
    }

    @Test(
        "matches are bold, to their full extent and only in the searched field",
        arguments: [
            ("Café lunch, Lunchbox", "lunch* cafe", MailPredicate.Field.subject, ["Café", "lunch", "Lunchbox"]),
            ("Café lunch, Lunchbox", "lunch", .subject, ["lunch"]), ("the cat's category", "cat", .body, ["cat"]),
            ("東京都に住む", "京都", .body, ["京都"]), ("on Monday, on Friday", "\"on friday\"", .body, ["on Friday"]),
            ("Friday", "subject:friday", .body, []), ("Anna Ortiz", "from:anna@shop.test", .people, ["Anna"]),
            ("plan.pdf", "file:plan", .body, ["plan"]),
        ])
    func matches(text: String, query: String, field: MailPredicate.Field, bold: [String]) {
        let words = SoughtWords(shownFor: MailQuery(query).predicate)
        let line = MatchMarks.line(text, words, showing: field, style: .plain)
        #expect(line.spans.filter { $0.style.attributes.contains(.bold) }.map(\.text) == bold)
        #expect(line.text == text)
    }

    @Test("a list that slides in is drawn as if it had always been there")
    @UI
    func comesIn() throws {
        let (_, list) = try FakeSurroundings.mailbox()
        var frame = Grid(width: 80, height: 24)
        for hidden in [24, 18, 9, 0] {
            frame.clear()
            frame.inside(Rect(x: 0, y: hidden, width: 80, height: 24)) { list.draw(into: &$0) }
        }
        let (_, other) = try FakeSurroundings.mailbox()
        var whole = Grid(width: 80, height: 24)
        other.draw(into: &whole)
        #expect((0..<24).map { frame.text(row: $0) } == (0..<24).map { whole.text(row: $0) })
    }

    @Test("a list's place round-trips as text")
    func place() {
        let views: [MailView] = [
            .role(AccountID(1), .inbox), .mailbox(AccountID(1), MailboxID(7)), .starred(AccountID(2)),
            .unread(AccountID(2)),
            .allInboxes, .search("is:unread \"x\""), .saved(name: "Mine", query: "a"),
        ]
        for view in views {
            var look = ViewLook()
            look.sort(by: .size)
            let place = ListPlace(view: view, thread: ThreadID(4), position: 12, offset: 3, look: look)
            var places = ListPlaces()
            places.keep(place)
            #expect(ListPlaces(text: places.text)[view] == place)
        }
        #expect(ListPlaces(text: "{}").last == nil)
        #expect(ListPlaces(text: nil).last == nil)
    }

    @Test(
        "the message count shows how many are unread, if any",
        arguments: [(1, 1, ""), (7, 2, "2/7"), (7, 0, "7")])
    func count(messages: Int, unread: Int, text: String) {
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "", firstDate: .test(0), lastDate: .test(0),
            messageCount: messages, unreadCount: unread)
        #expect(ThreadRow(thread: thread, own: [], date: "").count == text)
    }

    @Test(
        "H-1, H-2: a row with a deceptive sender has a warning in a column of its own",
        arguments: [
            (MailAddress(name: "Pаypal", email: "help@pаypal.test"), true),
            (MailAddress(name: "ann@bank.test", email: "x@evil.test"), true),
            (MailAddress(name: "Carla Nu", email: "carla@exarnple.test"), true),
            (MailAddress(name: "Carla Nu", email: "carla@example.test"), false),
            (MailAddress(name: "⚠ Bank", email: "bank@bank.test"), false), (.person("anna"), false),
        ])
    func doubtful(sender: MailAddress, isMarked: Bool) {
        let contact = Contact(
            id: ContactID(1), account: AccountID(1), remoteID: nil,
            address: MailAddress(name: "Carla Nu", email: "carla@example.test"), sentCount: 1)
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "x", senders: [sender],
            participants: [sender], firstDate: .test(0), lastDate: .test(0), messageCount: 1, unreadCount: 1)
        for (width, height) in [(80, 1), (40, 1), (80, 2)] {
            var grid = Grid(size: Size(width: width, height: height))
            var row = ThreadRow(thread: thread, own: [], date: "Mon", known: KnownPeople([contact]))
            grid.inside(grid.bounds) { row.draw(into: &$0) }
            #expect((grid[3, height - 1]?.text == "⚠") == isMarked)
            // The user's own mail is not marked.
            grid = Grid(size: Size(width: width, height: height))
            row.own = [sender.email.lowercased()]
            grid.inside(grid.bounds) { row.draw(into: &$0) }
            #expect(grid[3, height - 1]?.text == " ")
        }
    }

    @Test("a row without a sender says so, and shows no recipient instead")
    func noSender() {
        let me = MailAddress(name: "", email: "me@example.test")
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil, subject: "x", participants: [me, .person("anna")],
            firstDate: .test(0), lastDate: .test(0), messageCount: 1)
        var grid = Grid(size: Size(width: 80, height: 1))
        let row = ThreadRow(thread: thread, own: [me.email], date: "Mon")
        grid.inside(grid.bounds) { row.draw(into: &$0) }
        #expect(grid.text(row: 0).contains("(no sender)") && !grid.text(row: 0).contains("Me"))
    }

    @Test("a row never draws beyond its part, whatever the width", arguments: 1...130)
    func widths(width: Int) {
        let thread = MailThread(
            id: ThreadID(1), account: AccountID(1), remoteID: nil,
            subject: "東京 subject that is long enough to be cut off somewhere",
            senders: [.person("anna"), .person("東京太郎"), .person("carla")], snippet: "more of it", firstDate: .test(0),
            lastDate: .test(0), messageCount: 300, unreadCount: 299, starredCount: 1, hasFiles: true, isAnswered: true)
        for height in 1...2 {
            var grid = Grid(size: Size(width: width + 4, height: height))
            grid.inside(Rect(x: 2, y: 0, width: width, height: height)) {
                ThreadRow(thread: thread, own: [], date: "2009-11-12", isSelected: true).draw(into: &$0)
            }
            for y in 0..<height {
                for x in [0, 1, width + 2, width + 3] { #expect(grid[x, y]?.text == " ") }
            }
        }
    }
}
