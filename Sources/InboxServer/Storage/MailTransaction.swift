import Foundation
import GRDB

/// One change of the mail, from its first statement to the log entries that tell of it.
///
/// Who changes rows says so here; threads are brought up to date once, at the end, however many of their messages changed.
final class MailTransaction {
    let db: Database
    private var touchedThreads: [Int64: Int64] = [:]
    private var log = PendingChanges()
    private var changedAccounts: Set<Int64> = []

    init(db: Database) {
        self.db = db
    }

    /// The thread's stored columns are computed anew before the transaction ends.
    func touch(thread: Int64, of account: Int64) {
        touchedThreads[thread] = account
    }

    func note(_ event: ChangeEvent, _ object: ChangeObject, _ publicID: String, account: Int64) {
        log.note(event, object, publicID, account: account)
    }

    /// Brings what is touched up to date now, for an answer that shows it.
    func refreshTouchedThreads() throws {
        for (thread, account) in touchedThreads.sorted(by: { $0.key < $1.key }) {
            try refreshThread(thread, of: account)
        }
        touchedThreads = [:]
    }

    /// Brings the touched threads up to date and writes the log now, for an answer that names the state after it.
    func writeChanges() throws {
        try refreshTouchedThreads()
        changedAccounts.formUnion(try log.write(to: db, at: Int64(Date().timeIntervalSince1970)))
        log = PendingChanges()
    }

    /// Ends the transaction; the accounts that changed.
    func finish() throws -> Set<Int64> {
        try writeChanges()
        return changedAccounts
    }
}
