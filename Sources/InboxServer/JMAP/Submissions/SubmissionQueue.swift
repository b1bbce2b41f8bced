import Foundation
import GRDB
import Synchronization

/// Sends submissions, at once or when they are due. Each submission is sent once.
///
/// A row is marked before its handover starts. A row with this mark after a restart is not sent again, since it may have been
/// sent. Local accounts receive the mail when its outcome is recorded, and so once as well.
final class SubmissionQueue: Sendable {
    private struct State {
        /// The tasks of held submissions: each waits for its time, and then hands the mail over.
        var held: [String: Task<Void, Never>] = [:]
        /// The tasks that still have to record the outcome of sent mail.
        var unwritten: [Int: Task<Void, Never>] = [:]
        var isStopped = false
    }

    private let database: MailDatabase
    private let sender: MailSender
    private let clock: any Clock<Duration>
    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// The interval between attempts to record the outcome of sent mail.
    private static let writeAfter = Duration.seconds(5)
    /// The retry interval after a temporary refusal: a length of time, because clocks are set back, too.
    private static let retryAfter = Duration.seconds(300)
    /// The limit of retries, in seconds.
    private static let patience: Int64 = 24 * 3600
    /// The longest wait in one piece, in seconds: clocks are set forward, too, above all soon after a machine has started.
    private static let longestWait: Int64 = 60

    /// - Parameter now: returns the current time, which decides when a submission is due.
    init(
        database: MailDatabase, sender: MailSender, clock: any Clock<Duration>, now: @escaping @Sendable () -> Date
    ) {
        self.database = database
        self.sender = sender
        self.clock = clock
        self.now = now
    }

    private var seconds: Int64 { Int64(now().timeIntervalSince1970) }

    /// Resumes the submissions of an earlier run. Local accounts receive mail only when the outcome is recorded, so mail under
    /// way is delivered to them now; remote recipients may have it already.
    func start() async throws {
        let waiting = try await database.write { [sender] transaction in
            for submission in try Self.all(.sending, in: transaction.db) {
                let recipients = submission.envelope.recipients
                let (local, remote) = sender.routes(recipients)
                if let raw = try Self.raw(submission.publicID, in: transaction.db) {
                    try MailSender.deliver(raw, to: local, in: transaction)
                }
                var deliveries = Deliveries(recipients, delivered: "yes", reply: "250 2.0.0 Ok")
                deliveries.set(
                    remote, delivered: "unknown", reply: Deliveries.perhaps("the server ended meanwhile"))
                try Self.settle(
                    submission.publicID, as: .final, deliveries, isNew: true, of: submission.account, in: transaction)
            }
            return try Self.all(.pending, in: transaction.db)
        }
        for submission in waiting { schedule(submission.publicID, at: submission.sendAt) }
    }

    /// Begins no more handovers of held mail.
    func stop() {
        state.withLock { state in
            state.isStopped = true
            for task in state.held.values { task.cancel() }
            for task in state.unwritten.values { task.cancel() }
        }
    }

    /// Returns once the handovers that had begun before `stop` have ended, and their outcome is recorded if the disk accepts it.
    func finish() async {
        while let task = state.withLock({ $0.held.values.first ?? $0.unwritten.values.first }) { await task.value }
    }

    /// Records the outcome of sent mail, and retries until the disk accepts it or the server stops. Until then no client sees
    /// the mail as sent, and it is not sent again.
    @discardableResult
    func writeSurely(
        _ body: @Sendable @escaping (MailTransaction) throws -> Void, then: @Sendable @escaping () -> Void = {}
    ) -> Task<Void, Never> {
        state.withLock { state in
            let number = (state.unwritten.keys.max() ?? 0) + 1
            let task = Task {
                // At least once, even if cancelled: this is when the outcome is known.
                repeat {
                    if (try? await database.write(body)) != nil {
                        then()
                        break
                    }
                    try? await clock.sleep(for: Self.writeAfter)
                } while !Task.isCancelled
                self.state.withLock { $0.unwritten[number] = nil }
            }
            if state.isStopped { task.cancel() }
            state.unwritten[number] = task
            return task
        }
    }

    private static func raw(_ id: String, in db: Database) throws -> [UInt8]? {
        try Data.fetchOne(db, sql: "SELECT raw FROM submission WHERE publicID = ?", arguments: [id]).map(Array.init)
    }

    private static func all(_ status: Submission.Status, in db: Database) throws -> [Submission] {
        try Row.fetchAll(
            db, sql: "SELECT \(Submission.columns) FROM submission WHERE status = ?", arguments: [status.rawValue]
        ).map(Submission.init(row:))
    }

    /// Schedules a held submission. After `stop`, it waits in the file for the next start.
    func schedule(_ id: String, at time: Int64) {
        // The lock ensures that a task that is due at once cannot remove its entry before the entry is added.
        state.withLock { state in
            guard !state.isStopped else { return }
            state.held[id] = Task {
                var goesOn = true
                while goesOn, await wait(until: time) {
                    // Stopping the server must not interrupt a handover that has begun.
                    goesOn = await Task { await sendHeld(id) }.value
                    if goesOn { try? await clock.sleep(for: Self.retryAfter) }
                }
                self.state.withLock { $0.held[id] = nil }
            }
        }
    }

    /// - Returns: false if the server is stopped before that.
    private func wait(until time: Int64) async -> Bool {
        repeat {
            let wait = min(max(0, time - seconds), Self.longestWait)
            do { try await clock.sleep(for: .seconds(wait)) } catch { return false }
            // It is still early, or the clock was set back meanwhile.
        } while time > seconds
        return !Task.isCancelled
    }

    /// - Returns: whether to try again later.
    private func sendHeld(_ id: String) async -> Bool {
        let taken: (Submission, [UInt8])?
        do {
            taken = try await database.write { transaction in
                guard let submission = try Submission.fetch(transaction.db, id: id), submission.status == .pending,
                    let raw = try Self.raw(id, in: transaction.db)
                else { return nil }
                try Self.mark(id, .sending, in: transaction.db)
                return (submission, raw)
            }
        } catch {
            // A full disk, for example: nothing has been sent, and there may be room later.
            return true
        }
        guard let (submission, raw) = taken else { return false }
        let handed = await handOver(raw, to: submission.envelope.recipients)
        let mayRetry = handed.mayPass && seconds - submission.sendAt < Self.patience
        await writeSurely { transaction in
            if mayRetry { return try Self.mark(id, .pending, in: transaction.db) }
            try self.deliver(raw, handed, in: transaction)
            try Self.settle(id, as: .final, handed.deliveries, isNew: false, of: submission.account, in: transaction)
        }.value
        return mayRetry
    }

    /// The outcome of a handover. Local accounts receive the message in the transaction that follows.
    struct Handed: Sendable {
        var local: [ServedAccount]
        var deliveries: Deliveries
        var refusal: SendRefusal?

        /// Whether nobody got the message, but may later.
        var mayPass: Bool { isRefusedByAll && (refusal?.status ?? 0) >= 500 }
        /// Whether everyone refused the message. Mail that may have been sent counts as sent: a client would send refused mail
        /// again.
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

    /// - Parameter isNew: whether the submission becomes visible to clients only now.
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

/// The outcome of a message for each recipient (RFC 8621 §7, deliveryStatus).
struct Deliveries: Sendable {
    private var all: [(recipient: String, delivered: String, reply: String)]

    init(_ recipients: [String], delivered: String, reply: String) {
        all = recipients.map { ($0, delivered, reply) }
    }

    /// Returns the reply for an unknown outcome (RFC 3463 §3.5, delivery time expired).
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
