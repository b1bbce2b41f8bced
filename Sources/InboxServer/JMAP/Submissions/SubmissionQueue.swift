import Foundation
import GRDB
import Synchronization

/// Sends what was submitted: at once, or when its time has come. Each submission leaves once.
///
/// A row says that it is being handed over before it is; found so at a start, it is not tried again, since it may have left.
final class SubmissionQueue: Sendable {
    private let database: MailDatabase
    private let sender: MailSender
    private let clock: any Clock<Duration>
    private let held = Mutex<[String: Task<Void, Never>]>([:])

    /// After a refusal that may pass, and how long that goes on.
    private static let retryAfter: Int64 = 300
    private static let patience: Int64 = 24 * 3600

    init(database: MailDatabase, sender: MailSender, clock: any Clock<Duration>) {
        self.database = database
        self.sender = sender
        self.clock = clock
    }

    /// Takes up what an earlier run left.
    func start() async throws {
        let waiting = try await database.write { transaction in
            for submission in try Self.all(.sending, in: transaction.db) {
                let unknown = Deliveries(
                    submission.envelope.recipients, delivered: "unknown",
                    reply: Deliveries.perhaps("the server ended meanwhile"))
                try Self.settle(
                    submission.publicID, as: .final, unknown, isNew: true, of: submission.account, in: transaction)
            }
            return try Self.all(.pending, in: transaction.db)
        }
        for submission in waiting { schedule(submission.publicID, at: submission.sendAt) }
    }

    func stop() {
        held.withLock { held in
            for task in held.values { task.cancel() }
            held = [:]
        }
    }

    private static func all(_ status: Submission.Status, in db: Database) throws -> [Submission] {
        try Row.fetchAll(
            db, sql: "SELECT \(Submission.columns) FROM submission WHERE status = ?", arguments: [status.rawValue]
        ).map(Submission.init(row:))
    }

    /// Sends a held submission later.
    func schedule(_ id: String, at time: Int64) {
        // Made under the lock, so that one whose time has come already can't leave the table before it is in it.
        held.withLock { held in
            held[id] = Task {
                do { try await clock.sleep(for: .seconds(max(0, time - .now))) } catch { return }
                // The end of the server must not cut what has begun.
                await Task { await sendHeld(id) }.value
            }
        }
    }

    private func sendHeld(_ id: String) async {
        held.withLock { $0[id] = nil }
        let taken: (Submission, [UInt8])?
        do {
            taken = try await database.write { transaction in
                guard let submission = try Submission.fetch(transaction.db, id: id), submission.status == .pending,
                    let raw = try Data.fetchOne(
                        transaction.db, sql: "SELECT raw FROM submission WHERE publicID = ?", arguments: [id])
                else { return nil }
                try Self.mark(id, .sending, in: transaction.db)
                return (submission, Array(raw))
            }
        } catch {
            // A full disk, say: nothing has left, and it may have room later.
            return schedule(id, at: .now + Self.retryAfter)
        }
        guard let (submission, raw) = taken else { return }
        let handed = await handOver(raw, to: submission.envelope.recipients)
        let mayRetry = handed.mayPass && .now - submission.sendAt < Self.patience
        _ = try? await database.write { transaction in
            if mayRetry { return try Self.mark(id, .pending, in: transaction.db) }
            try self.deliver(raw, handed, in: transaction)
            try Self.settle(id, as: .final, handed.deliveries, isNew: false, of: submission.account, in: transaction)
        }
        if mayRetry { schedule(id, at: .now + Self.retryAfter) }
    }

    /// What happened to a message on its way out; accounts here get it in the transaction that follows.
    struct Handed: Sendable {
        var local: [ServedAccount]
        var deliveries: Deliveries
        var refusal: SendRefusal?

        /// Nobody got it, but may later.
        var mayPass: Bool { isRefusedByAll && (refusal?.status ?? 0) >= 500 }
        /// What may have left counts as sent: whoever thinks that it was refused sends it again.
        var isRefusedByAll: Bool { local.isEmpty && refusal.map { !$0.leavesOpen } ?? false }
    }

    func handOver(_ raw: [UInt8], to recipients: [String]) async -> Handed {
        let (local, remote) = sender.routes(recipients)
        let refusal = await sender.handOver(raw, to: remote)
        var deliveries = Deliveries(recipients, delivered: "yes", reply: "250 2.0.0 Ok")
        if let refusal {
            let isOpen = refusal.leavesOpen
            deliveries.set(
                refusal.recipients, delivered: isOpen ? "unknown" : "no",
                reply: isOpen ? Deliveries.perhaps(refusal.text) : refusal.text)
        }
        return Handed(local: local, deliveries: deliveries, refusal: refusal)
    }

    func deliver(_ raw: [UInt8], _ handed: Handed, in transaction: MailTransaction) throws {
        try MailSender.deliver(raw, to: handed.local, in: transaction)
    }

    /// - Parameter isNew: whether clients hear of it for the first time.
    static func settle(
        _ id: String, as status: Submission.Status, _ deliveries: Deliveries, isNew: Bool, of account: Int64,
        in transaction: MailTransaction
    ) throws {
        try transaction.db.execute(
            sql: "UPDATE submission SET status = ?, deliveries = ?, raw = NULL WHERE publicID = ?",
            arguments: [status.rawValue, deliveries.json, id])
        transaction.note(isNew ? .create : .modify, .submission, id, account: account)
    }

    static func mark(_ id: String, _ status: Submission.Status, in db: Database) throws {
        try db.execute(
            sql: "UPDATE submission SET status = ? WHERE publicID = ?", arguments: [status.rawValue, id])
    }
}

/// What became of a message for each recipient (RFC 8621 §7, deliveryStatus).
struct Deliveries: Sendable {
    private var all: [(recipient: String, delivered: String, reply: String)]

    init(_ recipients: [String], delivered: String, reply: String) {
        all = recipients.map { ($0, delivered, reply) }
    }

    /// The reply of one who does not know (RFC 3463 §3.5, delivery time expired).
    static func perhaps(_ reason: String) -> String { "451 4.4.7 It may have been sent: \(reason)" }

    mutating func set(_ recipients: [String], delivered: String, reply: String) {
        for index in all.indices where recipients.contains(all[index].recipient) {
            all[index] = (all[index].recipient, delivered, reply)
        }
    }

    var json: String {
        JSONValue.object(
            all.map { entry in
                JSONMember(
                    entry.recipient,
                    .object([
                        JSONMember("delivered", .text(entry.delivered)), JSONMember("displayed", .text("unknown")),
                        JSONMember("smtpReply", .text(entry.reply)),
                    ]))
            }
        ).compactText
    }
}
