import Foundation
import InboxModel
import TestSupport
import Testing

@Suite("Predicates as servers are asked them")
struct RemoteReadingTests {
    /// What a server makes of its filter parameters: each looks at any message of the thread by itself.
    private static func serverFinds(_ thread: [Message], _ parameters: [String: String]) -> Bool {
        parameters.allSatisfy { name, value in
            thread.contains { message in
                switch name {
                case "in": message.mailboxes.contains(MailboxID(Int64(value.dropFirst()) ?? 0))
                case "unread": message.isUnread
                case "starred": message.isStarred
                case "from": message.from.contains { value.matchesAddress($0.email) }
                case "to": message.to.contains { value.matchesAddress($0.email) }
                default: false
                }
            }
        }
    }

    private static func message(_ number: Int, _ random: inout SeededRandom) -> Message {
        let told = MailRandom.message(number, threads: 1, &random)
        let mailboxes = told.mailboxes.compactMap { name in
            MailRandom.mailboxes.firstIndex(of: name.rawValue).map { MailboxID(Int64($0)) }
        }
        return Message(
            id: MessageID(Int64(number)), account: AccountID(1), remoteID: told.id, thread: ThreadID(1),
            subject: told.subject,
            from: told.from, to: told.to, cc: told.cc, bcc: told.bcc, receivedAt: told.receivedAt,
            snippet: told.snippet,
            keywords: told.keywords, mailboxes: Set(mailboxes), files: told.files, size: number * 100)
    }

    @Test("asking the server and testing the rest here finds just what the predicate finds", arguments: 0..<300)
    func agrees(seed: Int) {
        var random = SeededRandom(seed: seed)
        let known = MailRandom.mailboxes.enumerated().map { index, name in
            Mailbox(
                id: MailboxID(Int64(index)), account: AccountID(1), remoteID: RemoteID("x\(index)"), name: name,
                role: MailboxRole(rawValue: name))
        }
        let predicates = PredicateRandom(
            threads: [ThreadID(1)], messages: [MessageID(1), MessageID(2)], accounts: [AccountID(1)])
        let simple: [MailPredicate] = [
            .unread, .starred, .mailbox(.role(.inbox)), .address(.from, pattern: "anna@example.test"),
        ]
        let written: MailPredicate =
            switch random.int(0..<3) {
            case 0: random.pick(simple)
            case 1: .all([random.pick(simple), random.pick(simple), predicates.predicate(&random, depth: 1)])
            default: predicates.predicate(&random)
            }
        let reading = RemoteReading(written) { reference in
            known.first { mailbox in
                switch reference {
                case .role(let role): mailbox.role == role
                case .name(let name): mailbox.isNamed(name)
                case .ids(let ids): ids == [mailbox.id]
                }
            }?.remoteID
        }
        let predicate = written.resolved(mailboxes: known, now: .test(1_200))
        let remainder = reading.remainder.resolved(mailboxes: known, now: .test(1_200))
        for _ in 0..<10 {
            let thread = (0..<random.int(1..<4)).map { Self.message($0, &random) }
            let isWanted = thread.contains { predicate.matches($0, words: MessageWords($0)) }
            let isFound =
                Self.serverFinds(thread, reading.parameters)
                && thread.contains { remainder.matches($0, words: MessageWords($0)) }
            #expect(isFound == isWanted, "\(written) as \(reading)")
        }
    }
}
