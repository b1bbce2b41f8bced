import Foundation
import GRDB

/// EmailSubmission/set (RFC 8621 §7.5).
///
/// Works in three steps: it records the submissions, hands them over, and records the outcome together with the dependent
/// changes to emails. A client that used `ifInState` and got no answer can find out the outcome by the state.
enum SubmissionSet {
    private struct Reserved: Sendable {
        let name: String
        let id: String
        let emailID: String
        let threadID: String
        let recipients: [String]
        let raw: [UInt8]
        let sendAt: Int64
        let isHeld: Bool
    }

    private struct FirstStep: Sendable {
        var oldState: String
        var results: SetResults
        var reserved: [Reserved]
        /// The emails of changed or destroyed submissions, by submission id.
        var emails: [String: String]
    }

    static func run(_ call: MethodCall) async throws -> MethodOutcome {
        let names: Set<String> = ["onSuccessUpdateEmail", "onSuccessDestroyEmail"]
        let request = try SetRequest(call, more: names)
        let first = try await call.database.write { try reserve(request, call, $0) }
        var handed: [String: SubmissionQueue.Handed] = [:]
        for order in first.reserved where !order.isHeld {
            handed[order.id] = await call.host.submissions.handOver(order.raw, to: order.recipients)
        }
        let outcomes = handed
        let queue = call.host.submissions
        let schedule: @Sendable () -> Void = {
            for order in first.reserved where order.isHeld { queue.schedule(order.id, at: order.sendAt) }
        }
        do {
            let outcome = try await call.database.write { try settle(first, outcomes, call, $0) }
            schedule()
            return outcome
        } catch {
            // The outcome of the handover is recorded as soon as possible, and the client finds out by the state. The
            // dependent changes are included, unless they caused the error.
            let follows = error is DatabaseError
            queue.writeSurely {
                _ = try settle(first, outcomes, call, $0, follows: follows)
            } then: {
                schedule()
            }
            throw error
        }
    }

    private static func reserve(_ request: SetRequest, _ call: MethodCall, _ transaction: MailTransaction) throws
        -> FirstStep
    {
        let db = transaction.db
        let oldState = try StateString.of(.submission, call.account, in: db)
        try request.check(oldState, call)
        let isBusy = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM submission WHERE accountID = ? AND status = 'sending')",
            arguments: [call.account.id])
        // A submission in progress is about to change the state.
        if request.ifInState != nil, isBusy == true { throw MethodError.plain("stateMismatch") }
        var step = FirstStep(
            oldState: oldState, results: SetResults(refusesFirst: call.host.oddities.shows(.partialSets)), reserved: [],
            emails: [:])
        for member in request.create {
            var reserved: Reserved?
            let results = step.results
            try step.results.create(member.name) {
                let order = try SubmissionOrder(
                    member.value, emailID: results.id(member.value["emailId"]?.textValue ?? "", call), call, db)
                let made = try reserve(order, name: member.name, call, transaction)
                reserved = made
                return (made.id, [])
            }
            if let reserved { step.reserved.append(reserved) }
        }
        for member in request.update {
            let id = step.results.id(member.name, call)
            try step.results.update(id) {
                step.emails[id] = try cancel(id, ObjectPatch(member.value), call, transaction)
                return .null
            }
        }
        for id in request.destroy {
            try step.results.destroy(id) { step.emails[id] = try destroy(id, call, transaction) }
        }
        return step
    }

    private static func reserve(
        _ order: SubmissionOrder, name: String, _ call: MethodCall, _ transaction: MailTransaction
    ) throws -> Reserved {
        let reserved = Reserved(
            name: name, id: PublicID.random(), emailID: order.row.id, threadID: order.row.threadID,
            recipients: order.envelope.recipients, raw: order.raw, sendAt: order.sendAt, isHeld: order.isHeld)
        let status: Submission.Status = order.isHeld ? .pending : .sending
        let deliveries = Deliveries(order.envelope.recipients, delivered: "queued", reply: "250 2.0.0 Queued")
        try transaction.db.execute(
            sql: """
                INSERT INTO submission (accountID, publicID, emailID, threadID, sender, recipients, sendAt, status, deliveries, raw)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                call.account.id, reserved.id, reserved.emailID, reserved.threadID, order.envelope.sender,
                JSONValue.texts(order.envelope.recipients).compactText, order.sendAt, status.rawValue, deliveries.json,
                Data(order.raw),
            ])
        if order.isHeld { transaction.note(.create, .submission, reserved.id, account: call.account.id) }
        // Mail to oneself arrives in the thread of its draft; that of an answer knows what is answered.
        if order.row.inReplyTo == nil {
            try transaction.remember(
                references: [order.row.messageID].filter { !$0.isEmpty }, thread: order.row.thread,
                account: call.account.id)
        }
        return reserved
    }

    private static func known(_ id: String, _ call: MethodCall, _ db: Database) throws -> Submission {
        guard let found = try Submission.fetch(db, id: id), found.account == call.account.id, found.status != .sending
        else { throw SetError.notFound }
        return found
    }

    /// Cancels a submission, the only possible change. Returns the id of its email.
    private static func cancel(_ id: String, _ patch: ObjectPatch, _ call: MethodCall, _ transaction: MailTransaction)
        throws -> String
    {
        let submission = try known(id, call, transaction.db)
        guard patch.properties == ["undoStatus"], patch["undoStatus"] == .text("canceled") else {
            throw SetError.invalidProperties(patch.properties.sorted(), "undoStatus can become “canceled”")
        }
        if submission.status == .canceled { return submission.emailID }
        guard submission.status == .pending, !call.host.oddities.shows(.cannotUnsend) else {
            throw SetError.plain("cannotUnsend")
        }
        let none = Deliveries(submission.envelope.recipients, delivered: "no", reply: "250 2.0.0 Canceled")
        try SubmissionQueue.settle(id, as: .canceled, none, isNew: false, of: call.account.id, in: transaction)
        return submission.emailID
    }

    private static func destroy(_ id: String, _ call: MethodCall, _ transaction: MailTransaction) throws -> String {
        let submission = try known(id, call, transaction.db)
        guard submission.status != .pending else { throw SetError.plain("forbidden", "it has not left yet") }
        try transaction.db.execute(sql: "DELETE FROM submission WHERE publicID = ?", arguments: [id])
        transaction.note(.delete, .submission, id, account: call.account.id)
        return submission.emailID
    }

    private static func settle(
        _ first: FirstStep, _ handed: [String: SubmissionQueue.Handed], _ call: MethodCall,
        _ transaction: MailTransaction, follows: Bool = true
    ) throws -> MethodOutcome {
        var results = SetResults(refusesFirst: false)
        var emails = first.emails
        results.take(first.results)
        for order in first.reserved {
            if let sent = handed[order.id], sent.isRefusedByAll, let refusal = sent.refusal {
                try transaction.db.execute(sql: "DELETE FROM submission WHERE publicID = ?", arguments: [order.id])
                results.refuse(order.name, error(refusal))
                continue
            }
            if let sent = handed[order.id] {
                try call.host.submissions.deliver(order.raw, sent, in: transaction)
                try SubmissionQueue.settle(
                    order.id, as: .final, sent.deliveries, isNew: true, of: call.account.id, in: transaction)
                if call.host.oddities.shows(.submissionsVanish) {
                    try transaction.db.execute(sql: "DELETE FROM submission WHERE publicID = ?", arguments: [order.id])
                }
            }
            emails[order.id] = order.emailID
            results.describe(
                order.name,
                [
                    JSONMember("sendAt", .text(UTCDate.text(seconds: order.sendAt))),
                    JSONMember("threadId", .text(order.threadID)),
                    JSONMember("undoStatus", .text(order.isHeld ? "pending" : "final")),
                ])
        }
        try transaction.writeChanges()
        let newState = try StateString.of(.submission, call.account, in: transaction.db)
        var outcome = results.outcome(call, oldState: first.oldState, newState: newState)
        if follows, let implied = try SubmissionConsequences(call, results, emails).run(transaction) {
            outcome.implied = [("Email/set", implied)]
        }
        return outcome
    }

    private static func error(_ refusal: SendRefusal) -> SetError {
        guard refusal.status < 500 else { return .plain("forbiddenToSend", refusal.text) }
        return SetError(
            type: "invalidRecipients", description: refusal.text,
            members: [JSONMember("invalidRecipients", .texts(refusal.recipients))])
    }
}
