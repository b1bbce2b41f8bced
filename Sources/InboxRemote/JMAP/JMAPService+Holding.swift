import Foundation
package import InboxModel

/// Submissions that the server holds until their time: HOLDUNTIL (RFC 4865 §4.2) in an envelope (RFC 8621 §7).
extension JMAPService {
    private static let call = "EmailSubmission/set"
    /// In seconds. Clocks differ: this close to its time, a submission that the server has forgotten may have been sent or not.
    private static let doubt: TimeInterval = 60
    /// The error types of servers that send mail but do not hold it.
    static let holdRefusals: Set = ["invalidProperties", "invalidArguments", "smtpProtocolError"]

    package var longestHold: Duration {
        get async {
            guard !knowledge.refusesHolds, let session = try? await keeper.current().session,
                session.capabilities.contains(.submission)
            else { return .zero }
            // A submission that cannot be queried cannot be reliably taken back: it waits here.
            if knowledge.tellsOrders == nil { _ = try? await stateBeforeSending() }
            guard knowledge.tellsOrders == true else { return .zero }
            return .seconds(session.maxDelayedSend)
        }
    }

    package func state(of hold: RemoteHold) async throws(RemoteError) -> RemoteHoldState {
        let told: WireGet<WireSubmission>
        do throws(RemoteError) {
            told = try await caller.get(
                "EmailSubmission/get", [hold.id.rawValue], properties: WireSubmission.properties,
                as: WireSubmission.self)
        } catch {
            guard error.type == "unknownMethod" else { throw error }
            knowledge.tellsOrders = false
            // As far as can be known, the submission stands until its time.
            let time = try await serverTime() ?? now()
            return time < hold.until ? .held : .sent(try await sent(hold))
        }
        switch told.list.first?.undoStatus {
        case "pending": return .held
        case "canceled": return .takenBack(try await draft(again: hold))
        case .some:
            var sent = try await sent(hold)
            sent.refusals = try await lateDeliveries(of: hold.id.rawValue)
            return .sent(sent)
        case nil:
            // The server has forgotten it, as servers do after sending or cancelling.
            let message = try await message(hold.message)
            if message?.keywords.contains(.draft) != true {
                // By the server's clock: with a slow local one, a sent message would come back as a draft.
                guard let time = try await serverTime(), time < hold.until.addingTimeInterval(-Self.doubt) else {
                    return .sent(RemoteSent(message: message, id: hold.message))
                }
            }
            // A submission missing only from the answer may still be sent.
            guard told.notFound.contains(hold.id.rawValue) else {
                throw RemoteError(
                    .unreadableAnswer(detail: "no answer about the order it holds"), call: "EmailSubmission/get"
                )
            }
            return .takenBack(try await draft(again: hold))
        }
    }

    package func takeBack(_ hold: RemoteHold) async throws(RemoteError) -> RemoteHoldState {
        let state = try await state(of: hold)
        guard state == .held else { return state }
        let patch = try await wayBack()
        var batch = Batch()
        batch.isRepeatable = false
        let set = batch.add(
            Self.call,
            [
                "update": [hold.id.rawValue: ["undoStatus": "canceled"]],
                "onSuccessUpdateEmail": [hold.id.rawValue: patch.json],
            ], as: WireSet.self)
        let answer = try await caller.send(batch).value(set)
        push.board.wrote()
        if answer.updated.contains(hold.id.rawValue) { return .takenBack(try await draft(again: hold)) }
        guard let error = answer.notUpdated[hold.id.rawValue] else { return try await self.state(of: hold) }
        guard error.type == "cannotUnsend" || error.type == "notFound" else { throw error.remoteError(call: Self.call) }
        return try await self.state(of: hold)
    }

    static func parameters(_ submission: RemoteSubmission) -> JSON {
        submission.holdUntil.map { ["HOLDUNTIL": .string(UTCDate.text($0))] } ?? .null
    }

    /// - Returns: nil if the message has been sent.
    static func hold(_ created: WireSet.Created, of email: RemoteID, by submission: RemoteSubmission) -> RemoteHold? {
        guard let asked = submission.holdUntil, created.undoStatus ?? "pending" == "pending" else { return nil }
        let until = created.sendAt.flatMap(UTCDate.parse) ?? asked
        return RemoteHold(id: RemoteID(created.id), message: email, until: until)
    }
}

private extension JMAPService {
    func sent(_ hold: RemoteHold) async throws(RemoteError) -> RemoteSent {
        RemoteSent(message: try await message(hold.message), id: hold.message)
    }

    /// Returns the patch that makes a message a draft again. It replaces the mailboxes as a whole, because a message that waits may have
    /// been moved anywhere.
    func wayBack() async throws(RemoteError) -> [String: JSON] {
        let drafts = try await mailbox(for: .drafts)
        return ["mailboxIds": [drafts.rawValue: true], "keywords/$draft": true]
    }

    /// Returns the message taken back, after moving it to the drafts if the server has not.
    func draft(again hold: RemoteHold) async throws(RemoteError) -> RemoteMessage? {
        let message = try await message(hold.message)
        guard let message, !message.keywords.contains(.draft) else { return message }
        let patch = try await wayBack()
        let answer = try await caller.call(
            "Email/set", ["update": [hold.message.rawValue: patch.json].json], as: WireSet.self)
        if let error = answer.notUpdated[hold.message.rawValue] { throw error.remoteError(call: "Email/set") }
        return try await self.message(hold.message)
    }
}
