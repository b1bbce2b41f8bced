import Foundation
import InboxModel
import InboxStore
import TestSupport

@testable import InboxKit

/// Random transactions with every kind of change to lists.
final class StoreHistory {
    private let store: Store
    private let accounts: [AccountID]

    /// Creates a history on a new store with two accounts.
    convenience init(store: Store) throws {
        let accounts = [try store.addTestAccount(), try store.addTestAccount(.test("other@example.test"))]
        self.init(store: store, accounts: accounts)
    }

    init(store: Store, accounts: [AccountID]) {
        self.store = store
        self.accounts = accounts
    }

    /// - Returns: a description of the changes.
    @discardableResult
    func commit(_ random: inout SeededRandom) throws -> String {
        var orders: [(String, (StoreTransaction) throws -> Void)] = []
        for _ in 0..<random.pick([1, 1, 2, 5]) { orders.append(try order(&random)) }
        try store.writeNow { transaction in
            for order in orders { try order.1(transaction) }
        }
        return orders.map(\.0).joined(separator: "; ")
    }

    private func order(_ random: inout SeededRandom) throws -> (String, (StoreTransaction) throws -> Void) {
        let account = random.pick(accounts)
        let id = RemoteID("m\(random.int(0..<25))")
        switch random.int(0..<22) {
        case 20:
            let contact = RemoteContact(id: RemoteID("c\(random.int(0..<6))"), address: MailRandom.address(&random))
            return ("contact \(contact.id)", { try $0.save(contact, account: account) })
        case 21:
            let gone = RemoteID("c\(random.int(0..<5))")
            return ("contact \(gone) gone", { try $0.remove(contact: gone, account: account) })
        case 0..<9:
            let message = MailRandom.message(random.int(0..<25), threads: 12, &random)
            return (
                "receive \(message.id)", { try $0.receive(message, account: account, bodyText: message.body?.plain) }
            )
        case 9, 10:
            return ("remove \(id)", { try $0.remove(message: id, account: account) })
        case 11..<16: return try act(account, &random)
        case 16:
            let action = try store.read { try $0.actions() }.map(\.id)
            guard !action.isEmpty else { return ("nothing", { _ in }) }
            let chosen = random.pick(action)
            return random.chance(50)
                ? ("drop \(chosen)", { try $0.drop(chosen) })
                : (
                    "answered \(chosen)",
                    {
                        try $0.answered(chosen, of: [])
                        try $0.confirm([chosen])
                    }
                )
        case 17:
            let name = random.pick(["work", "home", "archive"])
            let renamed = RemoteMailbox(
                id: RemoteID(name), name: random.pick(["Work", "Home", "Other"]), role: random.chance(20) ? .inbox : nil
            )
            return ("rename \(name)", { try $0.save(renamed, account: account) })
        case 18:
            let name = random.pick(["work", "inbox"])
            return ("remove mailbox \(name)", { try $0.remove(mailbox: RemoteID(name), account: account) })
        default:
            return (
                "mailboxes",
                { transaction in for mailbox in RemoteMailbox.usual { try transaction.save(mailbox, account: account) }
                }
            )
        }
    }

    private func act(_ account: AccountID, _ random: inout SeededRandom) throws -> (
        String, (StoreTransaction) throws -> Void
    ) {
        let (messages, mailboxes) = try store.read { reader in
            let all = try reader.messages(MessageQuery(predicate: .account(account), sort: .newestFirst), limit: -1)
            return (all.map(\.id), try reader.mailboxes().filter { $0.account == account }.map(\.id))
        }
        let chosen = random.some(of: messages, percent: 15)
        let keyword = random.pick([Keyword.seen, .flagged])
        let patch: MessagePatch =
            switch random.int(0..<5) {
            case 0: MessagePatch(addKeywords: [keyword])
            case 1: MessagePatch(removeKeywords: [keyword])
            case 2: MessagePatch(addKeywords: [.snoozed, .snoozed(until: .test(random.int(0..<60)))])
            case 4: MessagePatch(addKeywords: [.replyLater])
            case 3:
                MessagePatch(
                    addKeywords: [.woken(at: .test(random.int(0..<60)))], removeKeywords: [.snoozed, .seen])
            default:
                MessagePatch(
                    addMailboxes: Set(random.some(of: mailboxes, percent: 20)),
                    removeMailboxes: Set(random.some(of: mailboxes, percent: 30)))
            }
        let action = Action(
            id: ActionID(0), account: account, command: .move, title: "",
            edits: chosen.map { .init(message: $0, patch: patch) },
            createdAt: .test(0))
        return ("act on \(chosen.count)", { try $0.enqueue(action) })
    }

    func configuration<Row: MailRow>(_ random: inout SeededRandom, isPlain: Bool) throws -> ListConfiguration<Row> {
        let (threads, messages) = try store.read { reader in
            let messages = try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: 20)
            return (messages.map(\.thread), messages.map(\.id))
        }
        let filter: MailPredicate =
            isPlain
            ? random.pick([
                .mailbox(.role(.inbox)), .mailbox(.name("work")), .mailbox(.role(.inbox)) && .unread, .everything,
                .starred,
                .mailbox(.role(.inbox)) && .starred, .words(.anywhere, WordSequence("lunch")),
            ]) : PredicateRandom(threads: threads, messages: messages, accounts: accounts).predicate(&random, depth: 2)
        let lower = random.pick([0, 0, 3])
        return ListConfiguration(
            filter: filter, sort: sort(&random),
            window: lower..<(lower + random.pick([2, 5, 40])))
    }

    /// Any sort, and half of the time one by date, as most lists have.
    private func sort(_ random: inout SeededRandom) -> MailSort {
        MailSort(random.chance(40) ? .date : random.pick(MailSort.Field.allCases), ascending: random.chance(50))
    }

    func contacts(_ random: inout SeededRandom) -> ListConfiguration<Contact> {
        let lower = random.pick([0, 0, 3])
        let account = random.chance(30) ? accounts[0] : nil
        let text = random.pick(["", "", "a", "example", random.pick(MailRandom.people)])
        return ListConfiguration(
            filter: ContactFilter(account: account, text: text), sort: random.pick(ContactSort.allCases),
            window: lower..<(lower + random.pick([2, 5, 40])))
    }
}
