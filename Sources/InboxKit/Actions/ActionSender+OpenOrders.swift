import Foundation
import InboxModel
import InboxStore

/// Orders to send whose outcome is not known yet.
extension ActionSender {
    /// How long, in seconds, to wait after a gateway gave up: the server behind it goes on, and what is a draft now may be sent in
    /// a minute. For servers that report nothing about orders; asking meanwhile does no harm.
    private static let quietTime: TimeInterval = 300

    func leaveOpen(_ action: Action, _ order: RemoteSubmission, _ error: RemoteError) async throws(Failure) {
        var order = order
        if error.isOfGateway, order.state == nil { order.quietUntil = now().addingTimeInterval(Self.quietTime) }
        let detail = order.detail
        try await orStore { () async throws(StoreError) in
            try await postpone(action, error, after: error.retryAfter, mayHaveArrived: true, detail: detail)
        }
    }

    /// How long, in seconds, an order whose answer was lost may still be on its way.
    private static let lateTime: TimeInterval = 60

    /// Whether a lost order that the server does not have may still arrive. The user is told that it was taken back only after
    /// another check.
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

    /// Keeps an order that was carried out although its server still has the draft (J-60). From now on only the draft's removal is
    /// requested, however often. If the server refuses, the order stays visible, so that nobody takes the draft for unsent.
    func leave(_ action: Action, _ order: RemoteSubmission, _ leftover: RemoteLeftover) async throws(Failure) {
        var order = order
        order.left = leftover.message
        let (detail, error) = (order.detail, leftover.error)
        guard error.nextStep == .drop else {
            return try await orStore { () async throws(StoreError) in
                try await postpone(action, error, after: error.retryAfter, mayHaveArrived: true, detail: detail)
            }
        }
        let reason = "it was sent; the server still has it as a draft: \(error.summary)"
        try await write { try $0.stop(action.id, error: reason, detail: detail) }
        board.tell(.stopped(action, message: reason))
    }

    /// Keeps an order open if the user retries one that was sent: a refused request must not make it look as if it was not.
    func reopen(_ action: Action, _ order: RemoteSubmission) async throws(Failure) {
        guard order.left != nil, action.state != .unknown else { return }
        try await write { try $0.setState(.unknown, of: action.id) }
    }

    /// Puts an order off, and counts that with the order, so that the count survives restarts. Nothing else waits for it. An
    /// earlier order that may be under way still may be.
    /// - Parameter wasOpen: whether there is such an order.
    func putOff(_ action: Action, _ order: RemoteSubmission, _ error: RemoteError, wasOpen: Bool) async throws(Failure)
    {
        var order = order
        order.putOff = (order.putOff ?? 0) + 1
        if !wasOpen { order.isRefused = true }
        let (detail, isAsked) = (order.detail, order.state != nil)
        let delay = error.retryAfter ?? BackOff.delay(after: action.attempts + 1, random: Double.random(in: 0..<1))
        let next = now().addingTimeInterval(delay.seconds)
        try await write {
            try $0.postpone(
                action.id, until: next, error: error.summary, mayHaveArrived: isAsked, detail: detail)
        }
    }

    /// Ends the doubt about orders that were bound to the same state as one that was carried out: a server carries out only one of them
    /// (RFC 8620 §5.3). If this fails, the doubt remains.
    func carriedOut(_ action: Action, boundTo state: String?) async {
        guard let state else { return }
        _ = try? await store.write { try $0.voidOrders(besides: action, boundTo: state) }
    }

    /// Whether it is too early to repeat an order that was not carried out yet, whoever asks for it. If so, puts it off.
    func isQuiet(_ action: Action, _ order: RemoteSubmission) async throws(Failure) -> Bool {
        let now = now()
        // It is further away only if the clock was set back.
        guard let quiet = order.quietUntil, quiet > now, quiet <= now.addingTimeInterval(Self.quietTime) else {
            return false
        }
        try await write { try $0.putOff(action.id, until: quiet) }
        return true
    }
}
