import Foundation
import InboxModel
import InboxStore

/// Orders to send of which it is not known yet what became of them.
extension ActionSender {
    /// Behind a gateway that gave up the server goes on: what is a draft now may be sent in a minute. Where the server tells
    /// nothing of its orders, one waits for that; a question meanwhile does no harm.
    private static let quietTime: TimeInterval = 300

    func leaveOpen(_ action: Action, _ order: RemoteSubmission, _ error: RemoteError) async throws(Failure) {
        var order = order
        if error.isOfGateway, order.state == nil { order.quietUntil = now().addingTimeInterval(Self.quietTime) }
        let detail = order.detail
        try await orStore { () async throws(StoreError) in
            try await postpone(action, error, after: error.retryAfter, mayHaveArrived: true, detail: detail)
        }
    }

    /// In seconds: what has lost its answer may still be on its way for so long.
    private static let lateTime: TimeInterval = 60

    /// An order that was lost and is not there may come late: nobody is told that it was taken back before one has looked again.
    func mayComeLate(_ action: Action, _ order: RemoteSubmission) async throws(Failure) -> Bool {
        if order.quietUntil != nil { return try await isQuiet(action, order) }
        var order = order
        let quiet = now().addingTimeInterval(Self.lateTime)
        order.quietUntil = quiet
        let detail = order.detail
        try await write {
            try $0.postpone(
                action.id, until: quiet, error: "it may still be on its way", mayHaveArrived: true, detail: detail)
        }
        return true
    }

    /// It was sent, and its server still has it as a draft (J-60). From now on only that is asked for, however often; where the server
    /// does not want it the order stays in sight, so that nobody takes the draft for one that was not sent.
    func leave(_ action: Action, _ order: RemoteSubmission, _ leftover: RemoteLeftover) async throws(Failure) {
        var order = order
        order.left = leftover.message
        let (detail, error) = (order.detail, leftover.error)
        guard error.nextStep == .drop else {
            return try await orStore { () async throws(StoreError) in
                try await postpone(action, error, after: error.retryAfter, mayHaveArrived: true, detail: detail)
            }
        }
        let reason = "it was sent; the server goes on keeping it as a draft: \(error.summary)"
        try await write { try $0.stop(action.id, error: reason, detail: detail) }
        board.tell(.stopped(action, message: reason))
    }

    /// The user asked for another try of what was sent: no refused question may make it one that was not.
    func reopen(_ action: Action, _ order: RemoteSubmission) async throws(Failure) {
        guard order.left != nil, action.state != .unknown else { return }
        try await write { try $0.setState(.unknown, of: action.id) }
    }

    /// Counts with the order, over restarts too, how often it was put off. Nothing else waits for it. One that may be under way
    /// since before still may be.
    func putOff(_ action: Action, _ order: RemoteSubmission, _ error: RemoteError) async throws(Failure) {
        var order = order
        order.putOff = (order.putOff ?? 0) + 1
        let (detail, isAsked) = (order.detail, order.state != nil)
        let delay = error.retryAfter ?? BackOff.delay(after: action.attempts + 1, random: Double.random(in: 0..<1))
        let next = now().addingTimeInterval(delay.seconds)
        try await write {
            try $0.postpone(
                action.id, until: next, error: error.summary, mayHaveArrived: isAsked, detail: detail)
        }
    }

    /// Whether it is too early to order again what is not sent yet, whoever wants it. Then it is put off.
    func isQuiet(_ action: Action, _ order: RemoteSubmission) async throws(Failure) -> Bool {
        let now = now()
        // Further away it is only where the clock was set back.
        guard let quiet = order.quietUntil, quiet > now, quiet <= now.addingTimeInterval(Self.quietTime) else {
            return false
        }
        try await write { try $0.putOff(action.id, until: quiet) }
        return true
    }
}
