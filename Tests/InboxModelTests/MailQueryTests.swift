import Foundation
import InboxModel
import TestSupport
import Testing

@Suite("Mail queries")
struct MailQueryTests {
    /// 2026-11-21 00:30 in the calendar's zone, which is still the day before in UTC.
    private static let now = Date(timeIntervalSince1970: 1_795_217_400)

    private func read(_ text: String) -> MailQuery { MailQuery(text, calendar: Self.calendar) }

    @Test("each grammar element is parsed to its predicate", arguments: grammar)
    func reads(_ example: Case) {
        let query = read(example.text)
        #expect(query.problem == nil)
        #expect(query.predicate == example.predicate)
    }

    @Test("Q-1: text that does not parse is searched as plain words and marks its error", arguments: mistakes)
    func marks(_ mistake: Mistake) {
        let query = read(mistake.text)
        #expect(query.problem?.column == mistake.column)
        #expect(query.problem?.message.isEmpty == false)
        let plain = mistake.text.split(separator: " ").map { WordSequence(String($0)) }.filter { !$0.words.isEmpty }
        #expect(query.predicate == (plain.isEmpty ? .nothing : .all(plain.map { .words(.anywhere, $0) })))
    }

    @Test("no text matches everything, except an empty one or a star", arguments: 0..<200)
    func harmless(seed: Int) {
        var random = SeededRandom(seed: seed)
        let fields = [
            "", "", "-", "from:", "to:", "cc:", "with:", "subject:", "-subject:", "body:", "file:", "~B ", "~s ",
        ]
        let signs = ["!", "?", "🦊", "€", "&", "-", "–", "#", "…", "\u{301}", "\u{200D}", "☎", "'"]
        func word() -> String {
            let text = (0..<random.int(1..<5)).map { _ in random.pick(signs) }.joined()
            return random.pick(fields) + (random.chance(50) ? "\"\(text)\"" : text)
        }
        let text = (0..<random.int(1..<4)).map { _ in word() }.joined(separator: random.pick([" ", " OR "]))
        let query = read(text)
        #expect(query.predicate != .everything, "\(text)")
        #expect(
            query.problem != nil || query.predicate.mentions { if case .text = $0 { true } else { false } }, "\(text)")
    }

    @Test(
        "a problem has its length",
        arguments: [("x is:purple y", 2, 9), ("a \"b c", 2, 4), ("x👩‍👧‍👦 is:e\u{301}x", 3, 5), ("a OR", 2, 2), ("(", 1, 0)])
    func reaches(text: String, column: Int, length: Int) {
        let problem = read(text).problem
        #expect(problem?.column == column)
        #expect(problem?.length == length)
    }

    @Test(
        "a regular expression in mutt syntax is an error with its position",
        arguments: [
            ("\"a.*b\"", 3), ("foo|bar", 3), ("^re", 3), ("x$", 3), ("[Ff]oo", 3), (".", 3), ("a*b", 3), ("colou?r", 3),
        ])
    func regularExpressions(text: String, column: Int) {
        #expect(read("~s " + text).problem?.message == "no regular expressions: ~s takes words only")
        #expect(read("~s " + text).problem?.column == column)
        #expect(read("=s " + text).problem == nil)
    }

    @Test("the error for an unknown state lists all states")
    func states() {
        let message = read("is:foo").problem?.message ?? ""
        for state in QueryTerm.states {
            #expect(message.contains(state) && read("is:\(state)").problem == nil, "\(state)")
        }
    }

    @Test("Q-1: any text parses quickly, and a problem lies inside it", arguments: 0..<60)
    func random(seed: Int) {
        var random = SeededRandom(seed: seed)
        let pieces =
            MailRandom.words + [
                "is:", "in:", "from:", "{", "}", "~f", "~N", "!", "|", "subject:(", "older_than:", "after:", "older:",
                "larger:", "-", "--", "\"", "(", ")", "((", " ", " ", " ",
                "OR", "NOT", "\n", "\u{0}",
                "2026-13", "3d", "\u{301}", "*", ":", "inbox",
            ]
        let length = random.pick([5, 40, 3_000])
        let text = String((0..<length).map { _ in random.pick(pieces) }.joined().prefix(10_000))
        let started = ContinuousClock.now
        let query = read(text)
        #expect(ContinuousClock.now - started < .seconds(2))
        #expect(query.text == text)
        if let problem = query.problem { #expect((0...text.count).contains(problem.column)) }
    }

    @Test(
        "Q-1: a sign repeated 10,000 times parses quickly",
        arguments: [
            "(", ")", "-", "\"", "a ", "-(", "NOT ", "a OR ", "(a ", "is:", "东", "{", "}", "{a ", "~f ", "subject:(",
            "subject:{", "!", "|",
        ])
    func monotonous(sign: String) {
        let text = String(String(repeating: sign, count: 10_000 / sign.count).prefix(10_000))
        let started = ContinuousClock.now
        _ = read(text)
        #expect(ContinuousClock.now - started < .seconds(2))
    }

    @Test("fields that do not exist are named; times, web addresses and reply prefixes are none")
    func unknownFields() {
        #expect(read("Form:ann is:unread subjet:\"a b\"").unknownFields == ["form", "subjet"])
        #expect(read("form:ann").problem == nil)
        #expect(read("from:ann 10:30 https://a.test Re:plan \"form:ann\"").unknownFields == [])
    }

    @Test("a named day is resolved at the time of the search")
    func namedDays() {
        func found(_ text: String, daysLater: Int = 0) -> MailPredicate {
            let now = Self.now.addingTimeInterval(Double(daysLater) * 86_400)
            return read(text).predicate.resolved(mailboxes: [], now: now, calendar: Self.calendar)
        }
        #expect(found("after:today") == .receivedSince(Self.day(2026, 11, 21)))
        #expect(found("after:today", daysLater: 1) == .receivedSince(Self.day(2026, 11, 22)))
        #expect(found("before:yesterday", daysLater: 10) == .receivedBefore(Self.day(2026, 11, 30)))
    }

    @Test("an account matches by its address, or by a name that no other has")
    func accountNames() {
        let all = [(1, "ann@home.test", "Ann"), (2, "bob@work.test", "Robert"), (3, "bob@home.test", "Ann")].map {
            id, address, name in
            Account(
                id: AccountID(Int64(id)), address: address, name: name, dialect: .jmap, url: "", userName: "",
                hasLabels: true)
        }
        func found(_ text: String) -> MailPredicate { read(text).predicate.resolved(accounts: all) }
        #expect(found("account:BOB@work.test") == .account(AccountID(2)))
        #expect(found("-account:work.test") == .not(.account(AccountID(2))))
        #expect(found("account:robert") == .account(AccountID(2)))
        for text in ["account:bob", "account:home.test", "account:ann@", "account:zoe", "account:\"\""] {
            #expect(found(text) == .nothing, "\(text)")
        }
        #expect(found("account:#7 lunch") == read("account:#7 lunch").predicate)
    }

    @Test("a mailbox matches by full name or last level, in any case")
    func mailboxNames() {
        let tern = Mailbox(id: MailboxID(1), account: AccountID(1), remoteID: nil, name: "Projects/Tern", role: nil)
        let plain = Mailbox(id: MailboxID(2), account: AccountID(1), remoteID: nil, name: "tern", role: .inbox)
        func found(_ text: String) -> MailPredicate {
            read(text).predicate.resolved(mailboxes: [tern, plain], now: Self.now, calendar: Self.calendar)
        }
        #expect(found("in:TERN") == .mailbox(.ids([tern.id, plain.id])))
        #expect(found("in:projects/tern") == .mailbox(.ids([tern.id])))
        #expect(found("in:projects") == .mailbox(.ids([])))
        #expect(found("in:inbox") == .mailbox(.ids([plain.id])))
        #expect(found("older:1d") == .receivedBefore(Self.now.addingTimeInterval(-86_400)))
    }
}
