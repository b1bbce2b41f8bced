import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Settling actions that did not go through.
extension ActionSender {
    /// - Parameter others: actions on marks that failed together with it: what keeps the server from one keeps it from all, so one
    ///   attempt is enough to learn when it is back.
    func settle(_ action: Action, _ error: RemoteError, with others: [Action] = []) async throws(StoreError) -> Outcome
    {
        if error.type == RemoteError.accountReadOnly, try await learnsThatItIsClosed() {
            try await putBack(others, after: error)
            try await postpone(action, Self.closed, after: Self.closedPause)
            return .settled
        }
        // Some of it was done (RFC 8620 §3.6.2): read what the server has now before anything is repeated.
        if error.type == RemoteError.partialFail { service.askForChanges() }
        // Sync must meet what keeps this from the server, too: it sets the account's status.
        switch error.reason {
        case .unreachable, .signedOut: service.askForChanges()
        case _ where error.ownFailure != nil: service.askForChanges()
        default: break
        }
        let verdict = Verdict(error, isRepeatable: action.command.isRepeatable)
        switch verdict {
        case .refused where try isOnlyAsked(action):
            // A question about the action was refused, not the action: its outcome must still be found out.
            try await refuseToTell(action, error)
        case .retry(let delay):
            try await putBack(others, after: error)
            try await forgetNewOrder(action)
            try await postpone(action, error, after: delay)
        case .unknown: try await postpone(action, error, after: error.retryAfter, mayHaveArrived: true)
        case .signIn:
            try await putBack(others, after: error)
            try await forgetNewOrder(action)
            try await postpone(action, error, after: nil)
            return .signedOut(error.summary)
        case .refused: for each in [action] + others { try await refuse(each, error) }
        }
        return .settled
    }

    private func putBack(_ others: [Action], after error: RemoteError) async throws(StoreError) {
        guard !others.isEmpty else { return }
        try await store.write { try $0.putBack(others.map(\.id), isTried: !error.didNothing) }
    }

    func postpone(
        _ action: Action, _ error: RemoteError, after delay: Duration?, mayHaveArrived: Bool = false,
        detail: String? = nil
    ) async throws(StoreError) {
        let delay = delay ?? BackOff.delay(after: action.attempts + 1, random: Double.random(in: 0..<1))
        let next = now().addingTimeInterval(delay.seconds)
        let mayHaveArrived = mayHaveArrived || action.state == .unknown
        let mayFailAlone = action.command.sends && action.attempts >= Self.mostFailedOrders && error.isAnswer
        try await store.write { transaction in
            // Ordered again only after the server said, just now, that it has not left: the server is there, and fails at this letter.
            let failsAlone = try mayFailAlone && transaction.reader.action(action.id)?.state == .sending
            try transaction.postpone(
                action.id, until: next, error: error.summary, mayHaveArrived: mayHaveArrived,
                didNothing: error.didNothing, detail: detail)
            // One failure is enough to learn that a server is away, busy or locked; what it says of one object does not mean that.
            let isOfAll = mayHaveArrived || !error.isAboutObject
            if isOfAll, !failsAlone {
                try transaction.holdBack(account, until: next, onlySending: error.isAboutSending)
            }
        }
    }

    /// After how many failures a letter that fails again, although its server answers, holds up no other.
    private static let mostFailedOrders = 3

    /// Forgets an order because the server certainly did nothing, so that it is not shown as possibly sent. An older doubt stays.
    /// - Parameter action: as it was before it was begun.
    private func forgetNewOrder(_ action: Action) async throws(StoreError) {
        guard action.command.sends, action.state == .waiting, !action.hasOrder else { return }
        try await store.write { try $0.forgetOrder(of: action.id) }
    }

    /// Whether the outcome of an action is still being asked for, and it has not been ordered (again) since.
    private func isOnlyAsked(_ action: Action) throws(StoreError) -> Bool {
        guard !action.command.isRepeatable else { return false }
        let state = try store.read { try $0.action(action.id) }?.state
        return [.held, .recalling, .unknown].contains(state)
    }

    /// Handles a server that does not say what became of an action. If a message may have been sent, the user decides whether to
    /// send it again. What the server holds, or may have saved or created, is asked about again.
    private func refuseToTell(_ action: Action, _ error: RemoteError) async throws(StoreError) {
        guard action.state == .unknown, action.command.sends else {
            return try await postpone(action, error, after: nil)
        }
        let reason = "the server does not say whether it was sent (\(error.summary))"
        try await stop(action, "\(reason): look in your sent mail before you send it again")
    }

    /// Reverts what can be reverted; what the user wrote stays, and waits for the user.
    private func refuse(_ action: Action, _ error: RemoteError) async throws(StoreError) {
        if action.command.keepsWhenRefused {
            try await store.write { try $0.forgetOrder(of: action.id) }
            try await stop(action, error.summary)
        } else {
            try await takeBack(action, of: nil, because: error.summary)
            tellRefused(action, error.summary)
        }
    }

    /// Takes an action back, for all its messages or for some. Snoozed mail that could not be brought back is tried again later.
    /// - Parameter reason: what the outbox says about it; nil for nothing.
    func takeBack(_ action: Action, of messages: Set<MessageID>?, because reason: String?) async throws(StoreError) {
        let now = now()
        let reason = action.isUnasked ? nil : reason
        let title = messages.map { part(of: action, with: $0).title }
        try await store.write { transaction in
            if let reason {
                try transaction.refuse(action.id, only: messages, title: title, reason: reason, now: now)
            } else {
                try transaction.drop(action.id, only: messages)
                try transaction.forgetDeed(action.id, of: messages)
            }
            guard action.command == .wake else { return }
            let kept = action.edits.map(\.message).filter { messages?.contains($0) ?? true }
            try Waking.failed(action, kept, transaction, now: now)
        }
    }

    /// Returns an action for some of its messages, as the user is told of it, since the others were done.
    func part(of action: Action, with messages: Set<MessageID>) -> Action {
        guard messages.count < action.edits.count else { return action }
        var part = action
        part.edits.removeAll { !messages.contains($0.message) }
        part.title = messages.count == 1 ? "" : "\(messages.count) messages"
        if messages.count == 1, let one = messages.first, let message = try? store.read({ try $0.message(one) }) {
            part.title = message.subject
        }
        return part
    }

    func tellRefused(_ action: Action, _ reason: String) {
        if !action.isUnasked { board.tell(.refused(action, message: reason)) }
    }

    func putUnreadableAside() async throws(StoreError) {
        for action in try await store.write({ try $0.putUnreadableAside() }) { board.log?.putAside(action) }
    }

    func stop(_ action: Action, _ reason: String) async throws(StoreError) {
        try await store.write { try $0.stop(action.id, error: reason) }
        board.tell(.stopped(action, message: reason))
    }
}

extension Action.Command {
    /// Whether a refused command stays in the queue: the user's words are never lost.
    var keepsWhenRefused: Bool {
        switch self {
        case .saveDraft, .sendDraft, .uploadFile, .bounce: true
        default: false
        }
    }
}
