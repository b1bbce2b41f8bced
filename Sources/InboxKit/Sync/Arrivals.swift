import Foundation
import InboxModel
import InboxStore

/// Mail that arrives in threads that the user has muted or snoozed.
struct Arrivals {
    let account: Account
    /// The messages that are new here.
    let arrived: [RemoteID]

    /// - Parameter told: messages from the server, before they are written: only those that are not here yet count.
    init(_ told: some Sequence<RemoteMessage>, account: Account, _ reader: StoreReader) throws {
        // What the account allows may be known better than when reading began.
        let account = try reader.accounts().first { $0.id == account.id } ?? account
        self.account = account
        arrived =
            account.isReadOnly
            ? [] : try told.map(\.id).filter { try !reader.isHere($0, account: account.id) }
    }

    /// Keeps muted threads quiet, and brings snoozed ones back.
    func hear(_ transaction: StoreTransaction, now: Date) throws {
        try quiet(transaction, now: now)
        try Waking(account: account, transaction: transaction).hear(arrived, now: now)
    }

    /// Archives new mail of muted threads and marks it as read, unless it names the user. This adds no undo step: undo takes back
    /// what the user did.
    private func quiet(_ transaction: StoreTransaction, now: Date) throws {
        guard !arrived.isEmpty else { return }
        let reader = try transaction.reader
        let own = Set(try reader.ownAddresses())
        for id in arrived {
            guard let message = try reader.message(id, account: account.id), message.isUnread,
                try isMuted(message.thread, reader),
                !(message.to + message.cc).contains(where: { $0.isOne(of: own) })
            else { continue }
            let mailboxes = try reader.mailboxes().filter { $0.account == account.id }
            // Mail that its server or another client has put elsewhere, including trash and spam, stays there.
            let inbox = mailboxes.filter { $0.role == .inbox }.map(\.id)
            guard !message.mailboxes.isDisjoint(with: inbox) else { continue }
            let planner = ActionPlanner(account: account, mailboxes: mailboxes)
            let marked = try reader.marks(ofMessages: [message.id])
            // If the user may not move it, it stays.
            guard var edit = try? planner.edits(.archive, target: nil, messages: marked).first else { continue }
            edit.patch.addKeywords.insert(.seen)
            edit.patch.removeKeywords.insert(.new)
            try transaction.enqueue(
                Action(
                    id: ActionID(0), account: account.id, command: .archive, title: message.subject, edits: [edit],
                    createdAt: now))
        }
    }

    private func isMuted(_ thread: ThreadID, _ reader: StoreReader) throws -> Bool {
        let muted = MessageQuery(predicate: .thread(thread) && .keyword(.muted), sort: .newestFirst)
        return try reader.count(muted) > 0
    }
}
