import Foundation
import InboxModel
import Testing

/// The grammar, element by element, and what it is not.
extension MailQueryTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var text: String
        var predicate: MailPredicate

        init(_ text: String, _ predicate: MailPredicate) {
            self.text = text
            self.predicate = predicate
        }

        var testDescription: String { text }
    }

    static func words(_ text: String, _ field: MailPredicate.Field = .anywhere, prefix: Bool = false)
        -> MailPredicate
    {
        .words(field, WordSequence(text, isPrefix: prefix))
    }

    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt
        return calendar
    }()

    static func day(_ year: Int, _ month: Int = 1, _ day: Int = 1) -> Date {
        calendar.date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
    }

    static let grammar: [Case] = [
        Case("", .everything),
        Case("   ", .everything),
        Case("lunch", words("lunch")),
        Case("lunch friday", .all([words("lunch"), words("friday")])),
        Case("lunch AND friday", .all([words("lunch"), words("friday")])),
        Case("\"lunch on friday\"", words("lunch on friday")),
        Case("lun*", words("lun", prefix: true)),
        Case("-lunch", .not(words("lunch"))),
        Case("NOT lunch", .not(words("lunch"))),
        Case("NOT", words("NOT")),
        Case("not lunch", .all([words("not"), words("lunch")])),
        Case("a OR b", .any([words("a"), words("b")])),
        Case("a b OR c", .any([.all([words("a"), words("b")]), words("c")])),
        Case("a (b OR c)", .all([words("a"), .any([words("b"), words("c")])])),
        Case("-(a OR b)", .not(.any([words("a"), words("b")]))),
        Case("--a", words("a")),
        Case("\"on fri\"*", words("on fri", prefix: true)),
        Case("*", .everything),
        Case("-*", .nothing),
        Case("a (b c)", .all([words("a"), words("b"), words("c")])),
        Case("x-y", words("x y")),
        Case("Q & A", .all([words("q"), words("a")])),
        Case("-lunch – \"on friday\"", .all([.not(words("lunch")), words("on friday")])),
        Case("subject:(lunch - friday)", .all([words("lunch", .subject), words("friday", .subject)])),
        Case("subject:*", .everything),
        Case("subject:\"!!!\"", .text(.subject, pattern: "*!!!*")),
        Case("-subject:🦊", .not(.text(.subject, pattern: "*🦊*"))),
        Case("subject:€*", .text(.subject, pattern: "*€*")),
        Case("subject:\"**\"", .text(.subject, pattern: "*\\*\\**")),
        Case("filename:\"?\"", .text(.file, pattern: "*?*")),
        Case("12:30", words("12:30")),
        Case("http://shop.test/a", words("http://shop.test/a")),
        Case("is:unread", .unread),
        Case("is:read", .not(.unread)),
        Case("IS:Unread", .unread),
        Case("is:starred", .starred),
        Case("is:answered", .keyword(.answered)),
        Case("is:draft", .keyword(.draft)),
        Case("in:inbox", .mailbox(.role(.inbox))),
        Case("in:INBOX", .mailbox(.role(.inbox))),
        Case("in:spam", .mailbox(.role(.junk))),
        Case("in:Projects/Tern", .mailbox(.name("Projects/Tern"))),
        Case("in:\"two words\"", .mailbox(.name("two words"))),
        Case("from:ann", words("ann", .from)),
        Case("from:ann@shop.test", .address(.from, pattern: "ann@shop.test")),
        Case("from:*@shop.test", .address(.from, pattern: "*@shop.test")),
        Case("from:ann@bücher.test", .address(.from, pattern: "ann@xn--bcher-kva.test")),
        Case("from:=ann@bücher.test", .address(.from, pattern: "ann@bücher.test")),
        Case("-from:smith", .not(words("smith", .from))),
        Case("to:ann", words("ann", .to)),
        Case("from:me", .own(.from)),
        Case("-TO:Me", .not(.own(.to))),
        Case("cc:me", .own(.cc)),
        Case("with:me", .own(.people)),
        Case("from:\"me\"", words("me", .from)),
        Case("from:me*", words("me", .from, prefix: true)),
        Case("from:\"me\"*", words("me", .from, prefix: true)),
        Case("from:=me", .address(.from, pattern: "me")),
        Case("subject:me", words("me", .subject)),
        Case("older_than:2d", .older(than: Span(count: 2, unit: .days))),
        Case("older-than:2d", .older(than: Span(count: 2, unit: .days))),
        Case("newer_than:1y", .newer(than: Span(count: 1, unit: .years))),
        Case("before:2w", .older(than: Span(count: 2, unit: .weeks))),
        Case("label:Kernel", .mailbox(.name("Kernel"))),
        Case("tag:inbox", .mailbox(.role(.inbox))),
        Case("folder:\"inbox\"", .mailbox(.name("inbox"))),
        Case("bcc:ann", words("ann", .cc)),
        Case("has:star", .starred),
        Case("is:flagged", .starred),
        Case("in:anywhere ann", words("ann")),
        Case("in:\"anywhere\"", .mailbox(.name("anywhere"))),
        Case("after:2010/12/01", .receivedSince(day(2010, 12, 1))),
        Case("older:2010-01-01", .receivedBefore(day(2010))),
        Case("newer:2010/02", .receivedSince(day(2010, 2))),
        Case("newer:yesterday", .sinceDay(.yesterday)),
        Case("subject:(mac os)", .all([words("mac", .subject), words("os", .subject)])),
        Case(
            "subject:(mac OR \"os x\") a", .all([.any([words("mac", .subject), words("os x", .subject)]), words("a")])),
        Case("-from:(me carl*)", .not(.all([.own(.from), words("carl", .from, prefix: true)]))),
        Case("in:(inbox OR Work)", .any([.mailbox(.role(.inbox)), .mailbox(.name("Work"))])),
        Case("{from:a from:b}", .any([words("a", .from), words("b", .from)])),
        Case("x {a OR {b c}}", .all([words("x"), .any([words("a"), words("b"), words("c")])])),
        Case("-{(a b) c}", .not(.any([.all([words("a"), words("b")]), words("c")]))),
        Case(
            "a subject:{b \"c d\"} e",
            .all([words("a"), .any([words("b", .subject), words("c d", .subject)]), words("e")])),
        Case("-from:{me OR carl*}", .not(.any([.own(.from), words("carl", .from, prefix: true)]))),
        Case("{in:{inbox Work} a}", .any([.mailbox(.role(.inbox)), .mailbox(.name("Work")), words("a")])),
        Case("a}", words("a")),
        Case("a | b", .any([words("a"), words("b")])),
        Case("~f hugo ~s rasti", .all([words("hugo", .from), words("rasti", .subject)])),
        Case("~s \"a b\" | ! ~N", .any([words("a b", .subject), .not(.unread)])),
        Case("!~C ann ~F", .all([.not(.any([words("ann", .to), words("ann", .cc)])), .starred])),
        Case("~p", .any([.own(.to), .own(.cc)])),
        Case("~B lunch ~A", words("lunch")),
        Case("~b lunch", words("lunch", .body)),
        Case("~d <2w ~z >10k", .all([.newer(than: Span(count: 2, unit: .weeks)), .larger(than: 10_000)])),
        Case("=s foo", words("foo", .subject)), Case("!=f \"a.*\"", .not(words("a", .from))),
        Case("~N~F", .all([.unread, .starred])), Case("~O", .unread),
        Case("~s lun*", words("lun", .subject, prefix: true)),
        Case("~l -~u", .all([.list("*"), .not(.list("*"))])),
        Case("~X", .hasFile), Case("~X lunch", .all([.hasFile, words("lunch")])),
        Case("~X | ~F", .any([.hasFile, .starred])),
        Case("~X 1 lunch", .all([.hasFile, words("lunch")])), Case("~X 1-", .hasFile), Case("~X >0", .hasFile),
        Case("~X 0", .not(.hasFile)),
        Case("~d 1/2/2010", .all([.receivedSince(day(2010, 2, 1)), .receivedBefore(day(2010, 2, 2))])),
        Case("~d 01/01/2020-", .receivedSince(day(2020))), Case("~d -31/12/99", .receivedBefore(day(2000))),
        Case("~d 1/1/20-20200131 a", .all([.receivedSince(day(2020)), .receivedBefore(day(2020, 2)), words("a")])),
        Case("~y Work", .mailbox(.name("Work"))),
        Case("~100", words("100")),
        Case("cc:ann@shop.test", .address(.cc, pattern: "ann@shop.test")),
        Case("list:dev@shop.test", .list("dev@shop.test")), Case("list:<dev.shop.test>", .list("dev.shop.test")),
        Case("from:<ann@shop.test>", .address(.from, pattern: "ann@shop.test")),
        Case("to:<*@shop.test>", .address(.to, pattern: "*@shop.test")),
        Case("-list:notmuch", .not(.list("notmuch"))),
        Case("with:ann", words("ann", .people)),
        Case("with:*@shop.test", .address(.people, pattern: "*@shop.test")),
        Case("from:=ann", .address(.from, pattern: "ann")),
        Case("subject:=Lunch", .text(.subject, pattern: "Lunch")),
        Case("subject:=\"Lunch on*\"", .text(.subject, pattern: "Lunch on*")),
        Case("file:=\"a \\\"b\\\".pdf\"", .text(.file, pattern: "a \"b\".pdf")),
        Case("file:report(1).pdf", words("report 1 pdf", .file)),
        Case("subject:\"on fri\"*", words("on fri", .subject, prefix: true)),
        Case("in:\"inbox\"", .mailbox(.name("inbox"))),
        Case("in:#3,#x", .mailbox(.name("#3,#x"))),
        Case("in:#3,12", .mailbox(.ids([MailboxID(3), MailboxID(12)]))),
        Case("keyword:Label", .keyword(Keyword("label"))),
        Case("thread:#12", .thread(ThreadID(12))),
        Case("id:#12", .message(MessageID(12))), Case("id:<12>", .messageID("12")),
        Case("id:<a=b@c.test>", .messageID("a=b@c.test")), Case("id:a@c.test", .messageID("a@c.test")),
        Case("rfc822msgid:A@c.test", .messageID("A@c.test")), Case("mid:a@c", .messageID("a@c")),
        Case("~i <a@c> ~N", .all([.messageID("a@c"), .unread])),
        Case("id:{a@c b@c}", .any([.messageID("a@c"), .messageID("b@c")])),
        Case("account:#1", .account(AccountID(1))),
        Case("account:2", .account(AccountID(2))),
        Case("account:<bob@work.test>", .accountNamed("bob@work.test")),
        Case("account:\"2\"", .accountNamed("2")),
        Case("after:2026-11-02T09:30:00Z", .receivedSince(Date(timeIntervalSince1970: 1_793_611_800))),
        Case("before:@11", .receivedBefore(Date(timeIntervalSince1970: 11))),
        Case("subject:\"lunch on\"", words("lunch on", .subject)),
        Case("subject:lun*", words("lun", .subject, prefix: true)),
        Case("body:lunch", words("lunch", .body)),
        Case("file:report.pdf", words("report pdf", .file)),
        Case("has:file", .hasFile),
        Case("after:2026-11-02", .receivedSince(day(2026, 11, 2))),
        Case("before:2026-11", .receivedBefore(day(2026, 11))),
        Case("after:2026", .receivedSince(day(2026))),
        Case("after:today", .sinceDay(.today)), Case("since:TODAY", .sinceDay(.today)),
        Case("older:today", .beforeDay(.today)),
        Case("before:yesterday", .beforeDay(.yesterday)),
        Case("date:2010-02", .all([.receivedSince(day(2010, 2)), .receivedBefore(day(2010, 3))])),
        Case("date:2010..2010-12-30", .all([.receivedSince(day(2010)), .receivedBefore(day(2010, 12, 31))])),
        Case(
            "date:@11..@12",
            .all([.receivedSince(Date(timeIntervalSince1970: 11)), .receivedBefore(Date(timeIntervalSince1970: 12))])),
        Case("date:..2010", .receivedBefore(day(2011))), Case("date:yesterday..", .sinceDay(.yesterday)),
        Case("date:yesterday", .all([.sinceDay(.yesterday), .beforeDay(.today)])),
        Case("date:..today", .everything),
        Case(
            "date:2w..1W",
            .all([.newer(than: Span(count: 2, unit: .weeks)), .older(than: Span(count: 1, unit: .weeks))])),
        Case("older:2w", .older(than: Span(count: 2, unit: .weeks))),
        Case("newer:12h", .newer(than: Span(count: 12, unit: .hours))),
        Case("newer:30min", .newer(than: Span(count: 30, unit: .minutes))),
        Case("older:6M", .older(than: Span(count: 6, unit: .months))),
        Case("larger:500k", .larger(than: 500_000)),
        Case("smaller:2M", .smaller(than: 2_000_000)),
        Case("larger:10", .larger(than: 10)),
        Case(
            "is:unread in:inbox from:ann older:2w has:file \"exact words\"",
            .all([
                .unread, .mailbox(.role(.inbox)), words("ann", .from), .older(than: Span(count: 2, unit: .weeks)),
                .hasFile,
                words("exact words"),
            ])),
    ]

    struct Mistake: Sendable, CustomTestStringConvertible {
        var text: String
        var column: Int
        var testDescription: String { text }
    }

    static let mistakes: [Mistake] = [
        Mistake(text: "a \"b", column: 2),
        Mistake(text: "subject:\"b", column: 0),
        Mistake(text: "a (b", column: 2),
        Mistake(text: "a )", column: 2),
        Mistake(text: ")", column: 0),
        Mistake(text: "()", column: 1),
        Mistake(text: "a OR", column: 2),
        Mistake(text: "OR a", column: 0),
        Mistake(text: "a OR OR b", column: 5),
        Mistake(text: "x is:purple", column: 2),
        Mistake(text: "is:", column: 0),
        Mistake(text: "has:wings", column: 0),
        Mistake(text: "after:2026-02-30", column: 0),
        Mistake(text: "after:2026-1-1-1", column: 0),
        Mistake(text: "before:soon", column: 0),
        Mistake(text: "héllo older:2q", column: 6),
        Mistake(text: "newer:-2d", column: 0),
        Mistake(text: "larger:big", column: 0),
        Mistake(text: "a subject:(b", column: 2),
        Mistake(text: "a {b", column: 2), Mistake(text: "a subject:{b", column: 2),
        Mistake(text: "subject:{}", column: 9),
        Mistake(text: "{a (b}", column: 3),
        Mistake(text: "(a {b)", column: 3),
        Mistake(text: "{}", column: 1),
        Mistake(text: "a ~f", column: 2),
        Mistake(text: "~f ~s a", column: 0),
        Mistake(text: "~i x", column: 0), Mistake(text: "id:x", column: 0), Mistake(text: "a id:\"\"", column: 2),
        Mistake(text: "a thread:{from:b}", column: 2), Mistake(text: "date:..", column: 0),
        Mistake(text: "date:1w", column: 0), Mistake(text: "date:2010..soon", column: 0),
        Mistake(text: "~d 31/2/2010", column: 0), Mistake(text: "~d 1/1", column: 0), Mistake(text: "~d -", column: 0),
        Mistake(text: "~X 2", column: 0), Mistake(text: "~X -3", column: 0), Mistake(text: "a %f x", column: 2),
        Mistake(text: "~g", column: 0),
        Mistake(text: "older:2010-02-30", column: 0),
        Mistake(text: "subject:(is:x)", column: 9),
        Mistake(text: "larger:99999999999999999999", column: 0),
        Mistake(text: "x👩‍👧‍👦 e\u{301} )", column: 5),
        Mistake(text: "🦊", column: 0), Mistake(text: "&", column: 0), Mistake(text: "$", column: 0),
        Mistake(text: "~", column: 0), Mistake(text: "\"*\"", column: 0), Mistake(text: "\"\"", column: 0),
        Mistake(text: "in:inbox !!!", column: 9), Mistake(text: "a 🎉", column: 2), Mistake(text: "a OR -", column: 5),
        Mistake(text: "a -!!!", column: 3), Mistake(text: "{a - b}", column: 3), Mistake(text: "from:🦊", column: 0),
        Mistake(text: "-to:\"...\"", column: 1), Mistake(text: "with:\"***\"", column: 0),
        Mistake(text: "body:\"***\"", column: 0), Mistake(text: "subject:\"\"", column: 0),
    ]
}
