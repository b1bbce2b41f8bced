import Foundation
import InboxModel
import TestSupport
import Testing

@Suite("Predicates as text")
struct QueryTextTests {
    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "America/New_York") ?? .gmt
        return calendar
    }()

    private func read(_ text: String) -> MailQuery { MailQuery(text, calendar: Self.calendar) }
    private func written(_ predicate: MailPredicate) -> String { predicate.queryText(calendar: Self.calendar) }

    private func isReadBack(_ predicate: MailPredicate) -> Comment? {
        let text = written(predicate)
        let query = read(text)
        if let problem = query.problem { return "“\(text)”: \(problem)" }
        if query.predicate != predicate.normalForm {
            return "“\(text)” is \(query.predicate), not \(predicate.normalForm)"
        }
        return written(query.predicate) == text ? nil : "“\(text)” becomes “\(written(query.predicate))”"
    }

    @Test(
        "the normal form is what a user would type",
        arguments: [
            ("", ""), ("  Lunch   AND  FRIDAY ", "lunch friday"), ("NOT  a", "-a"), ("a (b c)", "a b c"),
            ("((a OR b) OR c)", "a OR b OR c"), ("a b OR c", "(a b) OR c"), ("-(a b)", "-(a b)"), ("--a", "a"),
            ("- -a", "-a"), ("from:bob & is:unread", "from:bob is:unread"), ("(a) && \"b\" + c", "a b c"),
            ("IS:unread In:INBOX", "is:unread in:inbox"), ("-is:unread", "is:read"), ("in:spam", "in:junk"),
            ("in:\"Two Words\"", "in:\"Two Words\""), ("\"exact words\"", "\"exact words\""), ("\"one\"", "one"),
            ("x-y*", "\"x y\"*"), ("subject:LUN*", "subject:lun*"), ("東京都", "東京都"), ("東京 都", "東京 都*"),
            ("\"東京 x\"", "\"東京 x\""),
            ("larger:1000000", "larger:1M"), ("larger:1500", "larger:1500"), ("older:2W", "older:2w"),
            ("after:2026-1", "after:2026-01-01"), ("from:Ann@Shop.Test", "from:Ann@Shop.Test"),
            ("list:<a.test> to:<a@b.test>", "list:a.test to:a@b.test"),
            ("list:\"<x>\" cc:=<a@b>", "list:\"<x>\" cc:=\"<a@b>\""),
            ("account:<Bob@Work.test> account:2", "account:Bob@Work.test account:#2"),
            ("account:\"2\" account:\"A b\"", "account:\"2\" account:\"A b\""),
            ("list:notmuch", "list:notmuch"), ("* OR a", ""), ("-* a", "-*"), ("has:attachment", "has:file"),
            ("from:ME -with:me", "from:me -with:me"), ("from:@shop.test*", "from:\"shop test\"*"),
            ("to:\"Me\" cc:me*", "to:\"me\" cc:me*"),
            ("label:Kernel older_than:2D", "in:Kernel older:2d"), ("~f hugo ~s Rasti", "from:hugo subject:rasti"),
            ("{from:a from:b}", "from:a OR from:b"), ("from:{a b}", "from:a OR from:b"), ("list:\"{x\"", "list:\"{x\""),
            ("subject:(mac os)", "subject:mac subject:os"),
            ("in:anywhere", ""), ("in:\"anywhere\"", "in:\"anywhere\""), ("older:2010-01-01", "before:2010-01-01"),
            ("after:2010/12/01 has:star", "after:2010-12-01 is:starred"),
            ("since:Today", "after:today"), ("older:YESTERDAY", "before:yesterday"),
            ("subject:\"!!!\"", "subject:=*!!!*"), ("-filename:\"? ?\"", "-file:=\"*? ?*\""),
            ("filename:PDF", "file:pdf"), ("filename:=\"a*\"", "file:=a*"),
        ])
    func normalForm(typed: String, normal: String) {
        #expect(written(read(typed).predicate) == normal)
    }

    @Test("every state is printed as it is typed", arguments: QueryTerm.states)
    func states(state: String) {
        #expect(written(read("is:\(state)").predicate) == "is:\(state)")
    }

    @Test("a printed predicate parses to the same", arguments: 0..<600)
    func roundTrip(seed: Int) {
        var random = SeededRandom(seed: seed)
        let predicates = PredicateRandom(
            threads: [ThreadID(1), ThreadID(77)], messages: [MessageID(1 << 60)], accounts: [AccountID(1)])
        for _ in 0..<5 {
            let problem = isReadBack(predicates.predicate(&random))
            #expect(problem == nil, problem)
        }
    }

    @Test("a predicate can contain any text", arguments: 0..<400)
    func anyText(seed: Int) {
        var random = SeededRandom(seed: seed)
        let signs = [
            "\"", "\\", " ", "(", ")", "*", "=", "#", ":", "-", "\u{301}", "\u{200D}", "\n", "\u{0}", "a", "É", "東",
            "is:", "OR",
        ]
        func text() -> String { (0..<random.int(0..<7)).map { _ in random.pick(signs) }.joined() }
        let parts: [MailPredicate] = [
            .mailbox(.name(text())), .keyword(Keyword(text())), .text(.subject, pattern: text()), .list(text()),
            .address(.people, pattern: text()), .text(.file, pattern: TextPattern.whole(text())),
            .words(random.pick(MailPredicate.Field.allCases), WordSequence(text(), isPrefix: random.chance(50))),
            .mailbox(.ids([])), .larger(than: random.pick([0, -1, Int.max, 7_000, -3_000_000])),
            .receivedSince(Date(timeIntervalSince1970: Double(random.int(-1_000..<4_000)) * 86_400 * 97.03125)),
            .receivedBefore(random.pick([.distantPast, .distantFuture, .test(0).addingTimeInterval(0.1)])),
            .sinceDay(random.pick(NamedDay.allCases)), .beforeDay(random.pick(NamedDay.allCases)),
            .older(than: Span(count: random.int(0..<100_001), unit: random.pick(Span.Unit.allCases))),
        ]
        let problem = isReadBack(
            random.chance(50) ? random.pick(parts) : .not(.any([random.pick(parts), .all(parts)])))
        #expect(problem == nil, problem)
    }

    @Test("letters of any script print and parse back", arguments: 0..<300)
    func anyLetters(seed: Int) {
        var random = SeededRandom(seed: seed)
        let scalars = (0..<12).map { _ in
            random.chance(20) ? " " : Unicode.Scalar(UInt32(random.int(0..<0x30000))) ?? "東"
        }
        let problem = isReadBack(.words(.subject, WordSequence(String(String.UnicodeScalarView(scalars)))))
        #expect(problem == nil, problem)
    }

    @Test("normalizing a normal form changes nothing", arguments: 0..<200)
    func isIdempotent(seed: Int) {
        var random = SeededRandom(seed: seed)
        let predicate = PredicateRandom(threads: [], messages: [], accounts: []).predicate(&random, depth: 4).normalForm
        #expect(predicate.normalForm == predicate)
    }
}
