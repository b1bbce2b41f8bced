import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Problems in a search", .timeLimit(.minutes(10)))
struct SearchProblemTests {
    @Test("every doubtful word of a search is marked, and the first is explained")
    func severalDoubts() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for letter in "frm:mira fom:bob" { #expect(list.handle(.key(Key(letter)))) }
        await world.until { list.shown.isEmpty && list.loadingSince == nil }
        #expect(world.text(list)[1].contains("─^^^^^^^^ ^^^^^^^ ─"))
    }

    @Test("an unknown field close to a known field gets a suggestion; other colons don't")
    func doubts() async throws {
        func doubt(_ text: String) -> QueryDoubt? { QueryDoubt.all(in: text, mailboxes: []).first }
        #expect(doubt("is:unread frm:mira")?.meant == "from:" && doubt("is:unread frm:mira")?.column == 10)
        #expect(doubt("-(subjet:x")?.meant == "subject:" && doubt("-(subjet:x")?.column == 2)
        #expect(doubt("foo:bar")?.message == "foo: is not a field; read as plain words")
        for text in [
            "from:mira", "frm:", "12:30", "https://shop.test", "\"see frm:mira\"", "re:lunch", "filename:pdf",
            "in:nowhere",
        ] {
            #expect(doubt(text) == nil, "\(text)")
        }
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for letter in "frm:mira" { #expect(list.handle(.key(Key(letter)))) }
        #expect(world.text(list).joined().contains("read as plain words; did you mean from:"))
        await world.until { list.shown.isEmpty && list.loadingSince == nil }
        let lines = world.text(list).map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines[1].contains("^^^^ ──") && lines.contains("read as plain words; did you mean from:"))
    }

    @Test("an operator in small letters is a word, which is reported where it looks like an operator")
    func smallOperators() {
        func doubts(_ text: String) -> [String] {
            QueryDoubt.all(in: text, mailboxes: []).map { "\($0.column) \($0.length) \($0.meant ?? "")" }
        }
        #expect(doubts("é from:a or from:b") == ["9 2 OR"])
        #expect(doubts("in:inbox and not is:starred") == ["9 3 AND", "13 3 NOT"])
        #expect(doubts("(a) and -b or {c d}") == ["4 3 AND", "11 2 OR"])
        for text in ["now or never", "subject:terms and conditions", "from:a OR from:b", "\"or\" is:read", "or"] {
            #expect(doubts(text).isEmpty, "\(text)")
        }
        #expect(
            QueryDoubt.all(in: "not is:read", mailboxes: []).map(\.message) == [
                "“not” is looked for as a word; did you mean NOT"
            ])
    }

    @Test("an unknown mailbox is reported under its word, with the nearest name")
    func noMailbox() async throws {
        let mailboxes = ["INBOX", "Clients/Acme", "Two Words"].enumerated().map { index, name in
            Mailbox(
                id: MailboxID(Int64(index + 1)), account: AccountID(1), remoteID: nil, name: name,
                role: index == 0 ? .inbox : nil)
        }
        func message(_ text: String) -> String? { QueryDoubt.all(in: text, mailboxes: mailboxes).first?.message }
        #expect(message("in:nowhere") == "no mailbox is called “nowhere”")
        #expect(message("in:Starred") == "no mailbox is called “Starred”; did you mean is:starred")
        #expect(message("tag:unread x") == "no mailbox is called “unread”; did you mean is:unread")
        #expect(message("in:\"unread\"") == "no mailbox is called “unread”")
        #expect(message("x tag:nowhere") == "no mailbox is called “nowhere”; keyword: finds tags")
        #expect(message("x -in:acne") == "no mailbox is called “acne”; did you mean “Acme”")
        #expect(message("in:\"two word\"") == "no mailbox is called “two word”; did you mean “Two Words”")
        for text in ["in:acme", "in:clients/acme", "in:\"two words\"", "in:inbox", "in:trash", "in:#1", "in:"] {
            #expect(message(text) == nil, "\(text)")
        }
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for letter in "in:nowhere" { #expect(list.handle(.key(Key(letter)))) }
        #expect(world.text(list).joined().contains("no mailbox is called “nowhere”"))
        #expect(message("is:important") == "no server here marks mail as important" && message("is:unread") == nil)
        await world.until { list.loadingSince == nil }
        let narrow = world.text(list, 40, 12).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        #expect(narrow.contains("no mailbox is called “nowhere”"))
    }

    @Test("on a narrow screen, a search's error takes the place of the rows")
    func narrowProblem() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for letter in "is:foo " { #expect(list.handle(.key(Key(letter)))) }
        await world.until { list.shown.isEmpty && list.loadingSince == nil }
        #expect(world.text(list, 40, 12)[1].hasPrefix("───^^^^^^─Tab "), "before what Tab offers for the next word")
        let words = world.text(list, 40, 12).map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        #expect(
            words.contains(
                "is: takes unread, read, starred, answered, forwarded, draft, muted, snoozed or replylater; read as plain words"
            ))
    }

    @Test(
        "the marker is under the wrong word on every screen, and an error without room there goes below",
        arguments: [40, 80, 120])
    func wrongWord(width: Int) async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for letter in "one two three four five is:foo" { #expect(list.handle(.key(Key(letter)))) }
        await world.until { list.shown.isEmpty && list.loadingSince == nil }
        let lines = world.text(list, width, 24)
        func place(_ part: String, _ row: Int) -> Int? {
            lines[row].range(of: part).map { lines[row].distance(from: lines[row].startIndex, to: $0.lowerBound) }
        }
        #expect(place("is:foo", 0) != nil && place("is:foo", 0) == place("^^^^^^", 1))
        #expect(!lines[1].contains("takes"), "all of it stands below, and not a part of it here")
        // A preview may stand beside it.
        let left = lines.dropFirst(2).map { $0.prefix { $0 != "│" }.trimmingCharacters(in: .whitespaces) }
        #expect(left.joined(separator: " ").contains("draft, muted, snoozed or replylater; read as plain words"))
    }

    @Test("above rows, as much of an error as fits is shown beside its marker")
    func wrongAboveRows() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for character in "(lunch" { #expect(list.handle(.key(Key(character)))) }
        #expect(list.perform(.open))
        await world.until { list.shown.count == 1 && list.loadingSince == nil }
        #expect(world.text(list, 40, 12)[1] == "───^ this ( is never closed; read as p…")
    }

    @Test("an invalid query is searched as words, with a warning")
    func searchProblem() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for character in "(lunch" { #expect(list.handle(.key(Key(character)))) }
        let lunch = try world.thread("lunch")
        await world.until { list.shown == [lunch] }
        #expect(!world.text(list)[1].contains("never closed"), "it may still be")
        #expect(list.perform(.open))
        await world.until { list.loadingSince == nil }
        let lines = world.text(list)
        #expect(lines[0].hasPrefix(" / (lunch"))
        #expect(lines[1].hasPrefix("───^ this ( is never closed; read as plain words"), "under the word")
    }
}
