package import Foundation
package import InboxModel
import MailContent

/// Sends each message exactly once, whatever fails on the way: a submission is bound to the state that was read before it, and after a lost
/// answer the client checks what happened before it sends again.
extension JMAPService {
    private static let call = "EmailSubmission/set"

    package func serverTime() async throws(RemoteError) -> Date? {
        let answer = try await caller.answer(title: SessionFinder.call) { session in
            HTTPRequest(
                url: session.url, headers: ["Accept": "application/json"], totalTimeout: .seconds(60),
                maxResponseBytes: 1 << 20)
        }
        return answer.date
    }

    package func stateBeforeSending() async throws(RemoteError) -> String? {
        try await needSubmission()
        do throws(RemoteError) {
            let state = try await caller.get(
                "EmailSubmission/get", [], properties: ["id"], as: WireSubmission.self
            ).state
            knowledge.tellsOrders = true
            return state
        } catch {
            guard error.type == "unknownMethod" else { throw error }
            knowledge.tellsOrders = false
            return nil
        }
    }

    package func send(_ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        let (order, email) = try await beforeOrder { () throws(RemoteError) in
            let order = try await prepare(submission)
            return (order, try await leaving(submission, drafts: order.drafts))
        }
        return try await submit(email, submission, order)
    }

    /// Sends the bytes; the draft of the submission is not read.
    package func resend(_ bytes: [UInt8], _ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        let (order, email) = try await beforeOrder { () throws(RemoteError) in
            let order = try await prepare(submission)
            let form = CopyForm(mailboxes: [order.drafts], keywords: [])
            return (order, try await copy(bytes, messageIDHeader: submission.messageIDHeader, as: form))
        }
        return try await submit(email, submission, order)
    }

    /// What a submission needs.
    private struct Preparation {
        var drafts: RemoteID
        var sent: RemoteID
        var identity: WireIdentity
    }

    private func prepare(_ submission: RemoteSubmission) async throws(RemoteError) -> Preparation {
        try await needSubmission()
        return Preparation(
            drafts: try await mailbox(for: .drafts), sent: try await mailbox(for: .sent),
            identity: try await identity(for: submission.from?.email ?? ""))
    }

    /// Marks errors as before the submission, which can be repeated.
    func beforeOrder<Value>(_ body: () async throws(RemoteError) -> Value) async throws(RemoteError) -> Value {
        do throws(RemoteError) { return try await body() } catch { throw error.beforeOrder }
    }

    func needSubmission() async throws(RemoteError) {
        guard try await keeper.current().session.capabilities.contains(.submission) else {
            // Cyrus lists no submission while its own mail server is down, so this may pass.
            await keeper.doubt()
            throw RemoteError(.busy(status: 0, message: "the server accepts no mail to send now"), call: Self.call)
        }
    }

    /// Submits an email of the drafts, and cleans up afterwards.
    private func submit(_ leaving: Leaving, _ submission: RemoteSubmission, _ order: Preparation)
        async throws(RemoteError) -> RemoteSent
    {
        let email = leaving.id
        let move = Self.move(from: order.drafts, to: order.sent)
        var batch = Batch()
        batch.isRepeatable = false
        var arguments: [String: JSON] = [
            "create": ["s": Self.order(email, submission, as: order.identity)],
            "onSuccessUpdateEmail": ["#s": move.json],
        ]
        if let state = submission.state { arguments["ifInState"] = .string(state) }
        let set = batch.add(Self.call, arguments, as: WireSet.self)
        let moved = batch.implied("Email/set", by: set, as: WireSet.self)
        let answers: Answers
        let settled: WireSet
        do throws(RemoteError) {
            answers = try await caller.send(batch)
            settled = try answers.value(set)
        } catch {
            throw try await undone(leaving, submission, error)
        }
        let created: WireSet.Created
        switch try settled.created("s", call: Self.call) {
        case .success(let made): created = made
        case .failure(let error):
            await withdraw(leaving)
            throw refusal(error, of: submission)
        }
        push.board.wrote()
        let hold = Self.hold(created, of: email, by: submission)
        do throws(RemoteError) {
            let isMoved = (try? answers.value(moved))?.updated.contains(email.rawValue) == true
            if !isMoved { try await self.move(email, move) }
            if email != submission.draft, !submission.draft.rawValue.isEmpty {
                try await insist { () async throws(RemoteError) in
                    try await destroy(submission.draft)
                }
            }
            if leaving.mayHaveTwin { try await destroyTwins(of: email, submission.messageIDHeader) }
        } catch {
            // A held message is found by a later lookup, which cleans up.
            guard hold == nil else { throw error.afterWork }
            return RemoteSent(
                refusals: await refusals(of: created.id), leftover: RemoteLeftover(message: email, error: error))
        }
        return RemoteSent(
            message: try? await message(email), id: email,
            refusals: hold == nil ? await refusals(of: created.id) : [:], hold: hold)
    }

    /// Returns the submission object: the identity, the email and the envelope.
    private static func order(_ email: RemoteID, _ submission: RemoteSubmission, as identity: WireIdentity) -> JSON {
        let sender = submission.from?.email ?? ""
        let from = sender.isEmpty ? identity.email ?? "" : sender
        return [
            "identityId": .string(identity.id), "emailId": .string(email.rawValue),
            "envelope": [
                "mailFrom": ["email": .string(from), "parameters": parameters(submission)],
                "rcptTo": .array(
                    submission.recipients.emailsOnce.map {
                        ["email": .string(EmailAddress.written($0)), "parameters": nil]
                    }),
            ],
        ]
    }

    /// Returns the error of a refused submission. After a state mismatch nothing was sent (RFC 8620 §5.3), and it can be repeated with the
    /// current state if something else was sent meanwhile. But if the request arrived twice, the first may have sent the message.
    private func undone(_ leaving: Leaving, _ submission: RemoteSubmission, _ error: RemoteError)
        async throws(RemoteError) -> RemoteError
    {
        guard error.type == RemoteError.stateMismatch else {
            if error.nextStep == .drop { await withdraw(leaving) }
            return error
        }
        if try await mayBeOrdered(leaving.id, submission) { return error.afterWork }
        await withdraw(leaving)
        return RemoteError(.limited(message: error.summary), call: Self.call, retryAfter: .seconds(1), type: error.type)
    }

    /// Destroys the copy without Bcc, which would otherwise remain beside its draft.
    private func withdraw(_ leaving: Leaving) async {
        if leaving.isOwnCopy { _ = try? await destroyDraft(leaving.id) }
    }

    /// Whether an email is no longer a draft, or the server has a submission for it.
    private func mayBeOrdered(_ email: RemoteID, _ submission: RemoteSubmission) async throws(RemoteError) -> Bool {
        do throws(RemoteError) {
            let found = try await emails([email.rawValue], .list).map(\.remote)
            guard found.first?.keywords.contains(.draft) == true else { return true }
            return try await submitted(found, by: submission) != nil
        } catch { throw error.afterWork }
    }

    /// Returns the refused recipients, if already known. The message was sent even if this fails.
    private func refusals(of submission: String) async -> [String: String] {
        (try? await deliveries(of: submission)) ?? [:]
    }
}

extension JMAPService {
    static func move(from drafts: RemoteID, to sent: RemoteID) -> [String: JSON] {
        var patch: [String: JSON] = ["keywords/$draft": .null]
        patch["mailboxIds/\(drafts.rawValue.asPointerStep)"] = .null
        // Last: a server may report one mailbox as both, in which the email then stays.
        patch["mailboxIds/\(sent.rawValue.asPointerStep)"] = true
        return patch
    }

    /// Moves sent mail out of the drafts. If the server refuses it in the sent mailbox, at least removes `$draft`.
    func move(_ email: RemoteID, _ patch: [String: JSON]) async throws(RemoteError) {
        do throws(RemoteError) { try await change(email, patch) } catch {
            guard error.nextStep == .drop else { throw error }
            try await change(email, ["keywords/$draft": .null])
        }
    }

    /// - Throws: why the change failed; nothing if the email is gone.
    private func change(_ email: RemoteID, _ patch: [String: JSON]) async throws(RemoteError) {
        let call = "Email/set"
        let answer = try await caller.call(call, ["update": [email.rawValue: patch.json].json], as: WireSet.self)
        if let error = answer.refusal(toUpdate: email.rawValue, call: call), error.type != "notFound" { throw error }
    }

    /// Performs an idempotent step and ignores a refusal. Throws if the step may still succeed, or its answer makes no sense.
    func insist(_ body: () async throws(RemoteError) -> Void) async throws(RemoteError) {
        do throws(RemoteError) { try await body() } catch {
            guard error.nextStep == .drop else { throw error }
        }
    }

    /// Cyrus answers `forbiddenToSend` when its own mail server is down or wants a retry. Three attempts within a quarter of an hour are enough.
    func refusal(_ error: MethodError, of submission: RemoteSubmission) -> RemoteError {
        if submission.holdUntil != nil, Self.holdRefusals.contains(error.type) {
            knowledge.refusesHolds = true
            return RemoteError(.unsupported, call: Self.call, type: error.type)
        }
        // Nothing was created, so nothing was sent: a server that only stumbles over this order (Cyrus: `serverFail`) holds up no other.
        let told = error.objectError(call: Self.call)
        let refusal = error.type == RemoteError.partialFail ? told : told.beforeWork
        guard error.type == RemoteError.forbiddenToSend, (submission.putOff ?? 0) < 2 else { return refusal }
        return RemoteError(
            .busy(status: 0, message: refusal.summary), call: Self.call, retryAfter: .seconds(450), type: error.type)
    }
}

extension [MailAddress] {
    /// Each address once, ignoring case, in one line. The case itself is kept (RFC 5321 §2.4).
    fileprivate var emailsOnce: [String] {
        var seen: Set<String> = []
        return map(\.email.inOneLine).filter { seen.insert($0.lowercased()).inserted }
    }
}
