import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Brings back snoozed threads of an account. This adds no undo step: undo takes back what the user did.
struct Waking {
    let account: Account
    let transaction: StoreTransaction

    /// How many threads are brought back at once: the user's actions wait for no more, and a server gets them together.
    private static let most = 250

    /// For how long mail is snoozed again that could not be brought back, in seconds.
    private static let again: TimeInterval = 3_600

    /// The time at which mail is due: this machine's. If that is weeks after the newest mail, as by a clock that runs ahead, the server's
    /// clock is asked, too, and counts if it is far behind (S-10). Without an answer, mail comes back rather too early than never.
    /// - Parameter service: nil if the server must not be asked, or can't be.
    static func timeDue(
        _ now: Date, _ store: Store, asking service: () async -> (any RemoteService)?
    ) async throws(StoreError) -> Date {
        guard let newest = try store.read({ try $0.newestMail() }), now.timeIntervalSince(newest) > doubtfulQuiet,
            let service = await service(), let there = try? await service.serverTime(),
            now.timeIntervalSince(there) > farBehind
        else { return now }
        return there
    }

    /// In seconds; no two clocks are the same, and a server tells its time in whole seconds.
    private static let farBehind: TimeInterval = 3_600

    /// For how long no mail may have arrived, in seconds, without doubt about the clock.
    private static let doubtfulQuiet: TimeInterval = 14 * 86_400

    /// Snoozes messages again whose waking was refused or discarded, so that they come back later.
    static func failed(_ wake: Action, _ messages: [MessageID], _ transaction: StoreTransaction, now: Date) throws {
        try transaction.putToSleep(messages, of: wake, until: now.addingTimeInterval(again))
    }

    /// Brings back threads whose time has come, up to the limit.
    /// - Parameter time: the time by which they are due, where that is not `now`.
    /// - Returns: those threads. If the same ones are due again afterwards, the caller must stop, or it would go on for ever.
    @discardableResult
    func wakeDue(by time: Date? = nil, now: Date) throws -> [ThreadID] {
        let due = try transaction.reader.snoozed(account: account.id, dueBy: time ?? now, limit: Self.most)
        try wake(due, now: now, isDue: true)
        return due
    }

    /// Brings back threads in which one of these new messages came to the inbox.
    func hear(_ arrived: [RemoteID], now: Date) throws {
        guard try transaction.reader.nextWaking(account: account.id) != nil else { return }
        let reader = try transaction.reader
        let inbox = Set(try reader.mailboxes().filter { $0.account == account.id && $0.role == .inbox }.map(\.id))
        let threads = try arrived.compactMap { id -> ThreadID? in
            guard let message = try reader.message(id, account: account.id), !message.isDraft,
                !message.mailboxes.isDisjoint(with: inbox),
                try reader.thread(message.thread)?.snoozedUntil != nil
            else { return nil }
            return message.thread
        }
        try wake(Array(Set(threads)).sorted(), now: now, isDue: false)
    }

    /// - Parameter isDue: whether their time has come, which makes them unread again.
    private func wake(_ threads: [ThreadID], now: Date, isDue: Bool) throws {
        guard !threads.isEmpty else { return }
        let reader = try transaction.reader
        let plan = ActionPlanner(
            account: account, mailboxes: try reader.mailboxes(), newest: try reader.newestMail())
        let marks = Dictionary(grouping: try transaction.marks(of: threads), by: \.thread)
        let edits = threads.flatMap { thread -> [Action.Edit] in
            let messages = marks[thread] ?? []
            do throws(ActionError) {
                return try plan.edits(.wake, target: nil, date: isDue ? now : nil, messages: messages)
            } catch {
                // It may not be moved, or is on its way to another account: it just is no longer snoozed where it is.
                return plan.endingSnooze([], messages)
            }
        }
        let title = threads.count == 1 ? try reader.thread(threads[0])?.subject ?? "" : "\(threads.count) threads"
        try transaction.enqueue(
            Action(
                id: ActionID(0), account: account.id, command: .wake, title: title,
                edits: edits.filter { !$0.patch.isEmpty }, createdAt: now))
        // Updates the rows, so that no outdated one stays due for ever.
        for thread in threads { try transaction.derive(thread) }
    }
}
