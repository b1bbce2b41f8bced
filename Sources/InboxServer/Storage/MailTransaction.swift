import Foundation
import GRDB

/// A change of the mail, from its first statement to its log entries.
///
/// Code that changes rows reports the changes here. Threads are updated once, at the end, however many of their messages
/// changed.
final class MailTransaction {
    let db: Database
    private var touchedThreads: [Int64: Int64] = [:]
    private var log = PendingChanges()
    private var changedAccounts: Set<Int64> = []

    init(db: Database) {
        self.db = db
    }

    /// Marks the thread so that its stored columns are recomputed before the transaction ends.
    func touch(thread: Int64, of account: Int64) {
        touchedThreads[thread] = account
    }

    func note(_ event: ChangeEvent, _ object: ChangeObject, _ publicID: String, account: Int64) {
        log.note(event, object, publicID, account: account)
    }

    /// Updates the touched threads now, for an answer that shows them.
    func refreshTouchedThreads() throws {
        for (thread, account) in touchedThreads.sorted(by: { $0.key < $1.key }) {
            try refreshThread(thread, of: account)
        }
        touchedThreads = [:]
    }

    /// Updates the touched threads and writes the log now, for an answer that contains the new state.
    func writeChanges() throws {
        try refreshTouchedThreads()
        changedAccounts.formUnion(try log.write(to: db, at: Int64(Date().timeIntervalSince1970)))
        log = PendingChanges()
    }

    /// Ends the transaction and returns the accounts that changed.
    func finish() throws -> Set<Int64> {
        try writeChanges()
        return changedAccounts
    }
}
