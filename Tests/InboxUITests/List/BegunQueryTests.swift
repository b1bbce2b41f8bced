import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Incomplete queries", .timeLimit(.minutes(10)))
struct BegunQueryTests {
    @Test(
        "an incomplete term at the end of a query has no effect yet, and open parentheses count as closed",
        arguments: [
            ("(from:ev", "(from:ev*)"), ("from:(ann OR ev", "from:(ann OR ev*)"), ("{ann ev", "{ann ev*}"),
            ("ann older:", "ann "), ("ann older:2", "ann "), ("older:2w", "older:2w"), ("ann -after:2026-1x", "ann "),
            ("(ann OR older:", "(ann )"), ("ann OR", "ann "), ("(", ""), ("ann from:", "ann "),
            ("is:foo", "is:foo"), ("older:x ", "older:x "), ("a) b", "a) b"), ("\"(lunch", "\"(lunch"),
            ("before:yester", ""), ("ann id:ab", "ann "), ("id:a@b", "id:a@b"), ("date:2026-", ""),
            ("before:yesturday", "before:yesturday"), ("larger:x", "larger:x"),
            ("\"", ""), ("ann subject:\"", "ann "), ("ann \"lunch\"", "ann \"lunch\""),
        ])
    func soFar(text: String, meant: String) {
        #expect(LiveQuery.soFar(text) == meant)
    }

    @Test(
        "a search's initial query applies to all text typed after it",
        arguments: [
            ("", ""), ("ann", "ann"), ("ann bob", "ann bob"), ("{ann bob}", "{ann bob}"), ("(a | b) c", "(a | b) c"),
            ("ann | bob", "(ann | bob*)"), ("ann OR is:unread", "(ann OR is:unread)"), ("a | *", "(a | *)"),
            ("~f ann | ~N", "(~f ann | ~N)"), ("a b | c d", "(a b | c d*)"), ("a) | (b", "a) | (b"), ("| b", "| b"),
        ])
    func joined(typed: String, meant: String) {
        #expect(LiveQuery.joined("in:inbox ", typed) == "in:inbox " + meant)
    }

    @Test(
        "the first letter of a word is not searched for yet, unless it is a word of its own",
        arguments: [
            ("l", ""), ("lu", "lu"), ("lunch p", "lunch "), ("lunch from:p", "lunch "), ("(lunch OR p", "(lunch )"),
            ("-p", ""), ("é", ""), ("п", ""), ("ب", ""), ("2", ""), ("本", "本"), ("한", "한"), ("\"l", "\"l"),
            ("l ", "l "), ("is:unread", "is:unread"),
        ])
    func firstLetter(text: String, meant: String) {
        #expect(LiveQuery.soFar(LiveQuery.withoutFirstLetter(text)) == meant)
    }

    @Test("with its first letter a list stays, with the second it is searched, and Enter counts a letter, too")
    func letters() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        let inbox = list.view
        #expect(list.perform(.search))
        #expect(list.handle(.key(Key("l"))) && list.view == inbox && list.loadingSince == nil)
        #expect(list.handle(.key(Key("u"))) && list.view == .search("lu"))
        await world.until { list.shown.count < 6 && list.loadingSince == nil }
        #expect(list.handle(.key(.backspace)) && list.view == inbox)
        #expect(list.perform(.open) && list.view == .search("l"))
        await world.until { !list.shown.isEmpty && list.loadingSince == nil }
    }

    @Test("while a field's value is typed, the rows stay the same; Enter reports errors")
    func begunValue() async throws {
        let (world, list) = try FakeSurroundings.mailbox()
        #expect(list.perform(.search))
        for letter in "lunch older:2" { #expect(list.handle(.key(Key(letter)))) }
        await world.until { list.shown.count == 1 && list.loadingSince == nil }
        #expect(list.shown.count == 1 && list.view == .search("lunch "))
        #expect(!world.text(list)[1].contains("needs a span"))
        #expect(list.perform(.open) && list.view == .search("lunch older:2"))
        #expect(world.text(list, 120, 24).joined().contains("older: needs a span"))
    }
}
