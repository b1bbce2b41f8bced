import Foundation
public import InboxModel

/// Random predicates of every kind and depth for the mail of `MailRandom`.
public struct PredicateRandom: Sendable {
    public var threads: [ThreadID]
    public var messages: [MessageID]
    public var accounts: [AccountID]

    public init(threads: [ThreadID], messages: [MessageID], accounts: [AccountID]) {
        self.threads = threads
        self.messages = messages
        self.accounts = accounts
    }

    public func predicate(_ random: inout SeededRandom, depth: Int = 3) -> MailPredicate {
        if depth > 0, random.chance(45) {
            let parts = (0..<random.int(0..<4)).map { _ in predicate(&random, depth: depth - 1) }
            switch random.int(0..<3) {
            case 0: return .all(parts)
            case 1: return .any(parts)
            default: return .not(predicate(&random, depth: depth - 1))
            }
        }
        return leaf(&random)
    }

    /// The user's addresses in the mail of `MailRandom`.
    public static let own = ["anna@example.test", "ben@shop.test"]

    private func leaf(_ random: inout SeededRandom) -> MailPredicate {
        switch random.int(0..<23) {
        case 0:
            .keyword(
                random.pick([
                    .seen, .flagged, .answered, .draft, .snoozed, .replyLater, Keyword("label"), Keyword("none"),
                ]))
        case 1: .unread
        case 2: .starred
        case 3: .mailbox(.role(random.pick([.inbox, .trash, .sent, .all])))
        case 4: .mailbox(.name(random.pick(["Work", "HOME", "nowhere"])))
        case 5: .account(random.pick(accounts + [AccountID(99)]))
        case 6: .thread(random.pick(threads + [ThreadID(9_999)]))
        case 7: .message(random.pick(messages + [MessageID(9_999)]))
        case 8: .hasFile
        case 9, 10: .words(random.pick(MailPredicate.Field.allCases), words(&random))
        case 11:
            .address(
                random.pick(MailPredicate.AddressField.allCases),
                pattern: random.pick([
                    "*@shop.test", "anna@example.test", "*", "A*@*.TEST", "", "dörte@*", "*東*", "b*n@*", "anna",
                    "an na@shop.test", "\\*@shop.test", "\"@a", "(b@c)", "#1", "=x@y", "ben@Shop.Test",
                ]))
        case 12: .receivedSince(.test(random.int(-1..<21) * 60 + random.pick([0, 30])))
        case 13: .receivedBefore(Date.test(random.int(-1..<21) * 60).addingTimeInterval(random.pick([0, 0.5, -0.5])))
        case 14: random.chance(50) ? .newer(than: span(&random)) : .older(than: span(&random))
        case 15: .text(random.pick(MailPredicate.TextField.allCases), pattern: pattern(&random))
        case 16: .list(random.pick(["dev", "dev.shop.test", "dev@shop.test", "*.test", "ben", "", "DEV.Shop", "a b"]))
        case 17: .keyword(in: [.answered, Keyword("label")])
        case 18: .mailbox(.role(.inbox))
        case 19: .larger(than: random.int(0..<4) * 100)
        case 20: .own(random.pick(MailPredicate.AddressField.allCases))
        case 21: random.chance(50) ? .sinceDay(day(&random)) : .beforeDay(day(&random))
        default: .smaller(than: random.int(0..<4) * 100)
        }
    }

    /// Returns a pattern for a whole text, a beginning, an end or a part.
    private func pattern(_ random: inout SeededRandom) -> String {
        let text = TextPattern.whole(MailRandom.text(&random, most: 2))
        return switch random.int(0..<5) {
        case 0: text + "*"
        case 1: "*" + text
        case 2: "*" + text + "*"
        default: text
        }
    }

    private func span(_ random: inout SeededRandom) -> Span {
        Span(count: random.int(0..<13), unit: random.pick([.minutes, .hours]))
    }

    private func day(_ random: inout SeededRandom) -> NamedDay { random.pick(NamedDay.allCases) }

    private func words(_ random: inout SeededRandom) -> WordSequence {
        let text = (0..<random.int(0..<3)).map { _ in random.pick(MailRandom.words) }.joined(separator: " ")
        return WordSequence(text, isPrefix: random.chance(30))
    }
}
