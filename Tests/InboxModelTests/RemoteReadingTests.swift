import Foundation
import InboxModel
import TestSupport
import Testing

@Suite("Predicates as server requests")
struct RemoteReadingTests {
    private static let inbox = Mailbox(
        id: MailboxID(1), account: AccountID(1), remoteID: RemoteID("x1"), name: "Inbox", role: .inbox)

    @Test(
        "a message list request has all filters the server knows, and the rest is tested here",
        arguments: [
            ("is:unread in:inbox from:ann@shop.test", "/messages?from=ann@shop.test&in=x1&unread=true", ""),
            ("in:inbox larger:1M", "/messages?in=x1", "larger:1M"), ("is:read", "/messages?unread=false", ""),
            ("-is:starred subject:=Lunch", "/messages?starred=false&subject=Lunch", ""),
            ("from:ann in:nowhere", "/messages/search?q=ann", "from:ann in:nowhere"),
            ("with:ann@shop.test file:=a.pdf", "/messages?any_email=ann@shop.test&filename=a.pdf", ""),
            ("from:*@shop.test", "/messages", "from:*@shop.test"), ("cc:a@b.test", "/messages", "cc:a@b.test"),
            ("after:@10.5 before:@20", "/messages?received_after=10&received_before=19", ""),
            ("after:@10 after:@20", "/messages?received_after=9", "after:@20"),
            ("a OR is:unread", "/messages", "a OR is:unread"), ("", "/messages", ""),
            ("lunch* \"on friday\" is:unread", "/messages/search?q=lunch* \"on friday\"", "is:unread"),
            ("from:me is:unread", "/messages?unread=true", "from:me"), ("-lunch", "/messages", "-lunch"),
            ("list:dev is:starred", "/messages?starred=true", "list:dev"),
        ])
    func messages(query: String, request: String, remainder: String) {
        let reading = RemoteReading(MailQuery(query).predicate, mailboxes: [Self.inbox], now: .test(0))
        #expect(reading.request == request)
        #expect(reading.remainder == MailQuery(remainder).predicate)
    }

    private static func message(_ number: Int, _ random: inout SeededRandom) -> Message {
        let told = MailRandom.message(number, threads: 1, &random)
        let mailboxes = told.mailboxes.compactMap { name in
            MailRandom.mailboxes.firstIndex(of: name.rawValue).map { MailboxID(Int64($0)) }
        }
        return Message(
            id: MessageID(Int64(number)), account: AccountID(1), remoteID: told.id,
            thread: ThreadID(Int64(random.int(1..<5))), subject: told.subject, from: told.from, to: told.to,
            cc: told.cc, bcc: told.bcc, receivedAt: told.receivedAt, snippet: told.snippet, keywords: told.keywords,
            mailboxes: Set(mailboxes), files: told.files, listID: told.listID, size: number * 100)
    }

    private static let predicates = PredicateRandom(
        threads: [ThreadID(1)], messages: [MessageID(1), MessageID(2)], accounts: [AccountID(1)])

    /// A predicate of the kinds that servers support, alone or combined, or of any kind.
    private static func predicate(_ random: inout SeededRandom, _ some: Message) -> MailPredicate {
        let simple: [MailPredicate] = [
            .unread, .starred, .not(.unread), .not(.starred), .mailbox(.role(.inbox)), .thread(some.thread),
            .address(.from, pattern: "anna@example.test"), .address(.people, pattern: "ben@shop.test"),
            .text(.subject, pattern: TextPattern.whole(some.subject)),
            .text(.file, pattern: TextPattern.whole(some.files.first?.fileName ?? "none")),
            .receivedSince(some.receivedAt), .receivedBefore(some.receivedAt.addingTimeInterval(0.5)),
            .newer(than: Span(count: 10, unit: .minutes)), .older(than: Span(count: 10, unit: .minutes)),
            .sinceDay(.today), .beforeDay(.today),
        ]
        return switch random.int(0..<3) {
        case 0: random.pick(simple)
        case 1: .all([random.pick(simple), random.pick(simple), predicates.predicate(&random, depth: 1)])
        default: predicates.predicate(&random)
        }
    }

    @Test("the server's request plus the test here finds what the predicate finds", arguments: 0..<300)
    func agrees(seed: Int) {
        var random = SeededRandom(seed: seed)
        let known = MailRandom.mailboxes.enumerated().map { index, name in
            Mailbox(
                id: MailboxID(Int64(index)), account: AccountID(1), remoteID: RemoteID("x\(index)"), name: name,
                role: MailboxRole(rawValue: name))
        }
        for _ in 0..<10 {
            let messages = (0..<12).map { Self.message($0, &random) }.filter { !$0.isDraft }
            guard let some = messages.first else { continue }
            let server = FilteringServer(
                messages: messages,
                names: Dictionary(uniqueKeysWithValues: known.map { ($0.id, $0.remoteID ?? RemoteID("")) }))
            let written = Self.predicate(&random, some)
            let reading = RemoteReading(
                written.naming(own: PredicateRandom.own), mailboxes: known, now: .test(1_200))
            let predicate = written.resolved(mailboxes: known, own: PredicateRandom.own, now: .test(1_200))
            let remainder = reading.remainder.resolved(mailboxes: known, own: PredicateRandom.own, now: .test(1_200))
            func found(_ messages: [Message], _ predicate: MailPredicate) -> Set<Int64> {
                Set(messages.filter { predicate.matches($0, words: MessageWords($0)) }.map(\.id.rawValue))
            }
            #expect(found(server.answer(reading), remainder) == found(messages, predicate), "\(written) as \(reading)")
        }
    }
}
