import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// What becomes of an action that did not go through.
extension ActionSender {
    private static let sleepAfterRefusal: TimeInterval = 3_600

    func settle(_ action: Action, _ error: RemoteError) async throws(StoreError) -> Outcome {
        if error.type == RemoteError.accountReadOnly, try await learnsThatItIsClosed() {
            try await postpone(action, Self.closed, after: Self.closedPause)
            return .settled
        }
        // Some of it was done (RFC 8620 §3.6.2): what the server has now is read before anything is asked again.
        if error.type == RemoteError.partialFail { service.askForChanges() }
        // What keeps this from the server is to be met by sync, too: what the account is said to be comes from there.
        switch error.reason {
        case .unreachable, .signedOut: service.askForChanges()
        default: break
        }
        let verdict = Verdict(error, isRepeatable: action.command.isRepeatable)
        switch verdict {
        case .refused where try isOnlyAsked(action):
            // A question was refused, not what it is about: that is still to be found out.
            try await refuseToTell(action, error)
        case .retry(let delay):
            try await forgetNewOrder(action)
            try await postpone(action, error, after: delay)
        case .unknown: try await postpone(action, error, after: error.retryAfter, mayHaveArrived: true)
        case .signIn:
            try await forgetNewOrder(action)
            try await postpone(action, error, after: nil)
            return .signedOut(error.summary)
        case .refused: try await refuse(action, error)
        }
        return .settled
    }

    func postpone(
        _ action: Action, _ error: RemoteError, after delay: Duration?, mayHaveArrived: Bool = false,
        detail: String? = nil
    ) async throws(StoreError) {
        let delay = delay ?? BackOff.delay(after: action.attempts + 1, random: Double.random(in: 0..<1))
        let next = now().addingTimeInterval(delay.seconds)
        let account = account
        let mayHaveArrived = mayHaveArrived || action.state == .unknown
        try await store.write { transaction in
            try transaction.postpone(
                action.id, until: next, error: error.summary, mayHaveArrived: mayHaveArrived, detail: detail)
            // One question is enough to learn that a server is away, busy or locked; what it says of one object is not that.
            if mayHaveArrived || !error.isAboutObject { try transaction.holdBack(account, until: next) }
        }
    }

    /// The server surely did nothing, so nobody is to be told that it may have been sent; an older doubt stays.
    /// - Parameter action: as it was before it was begun.
    private func forgetNewOrder(_ action: Action) async throws(StoreError) {
        guard action.command.sends, action.state == .waiting, !action.hasOrder else { return }
        try await store.write { try $0.forgetOrder(of: action.id) }
    }

    /// Whether what became of it is still being asked: it has not been ordered (again) since.
    private func isOnlyAsked(_ action: Action) throws(StoreError) -> Bool {
        guard !action.command.isRepeatable else { return false }
        let state = try store.read { try $0.action(action.id) }?.state
        return [.held, .recalling, .unknown].contains(state)
    }

    /// The server does not say what became of it. Whether a message that may have been sent is sent again is for the user to
    /// say; what the server holds, or may have saved or made, is asked about again.
    private func refuseToTell(_ action: Action, _ error: RemoteError) async throws(StoreError) {
        guard action.state == .unknown, action.command.sends else {
            return try await postpone(action, error, after: nil)
        }
        let reason = "the server does not say whether it was sent (\(error.summary))"
        try await stop(action, "\(reason): look in your sent mail before you send it again")
    }

    /// What can go back goes back; what the user wrote stays, and waits for the user.
    private func refuse(_ action: Action, _ error: RemoteError) async throws(StoreError) {
        if action.command.keepsWhenRefused {
            try await store.write { try $0.forgetOrder(of: action.id) }
            try await stop(action, error.summary)
        } else {
            try await takeBack(action, of: nil, because: error.summary)
            tellRefused(action, error.summary)
        }
    }

    /// Takes an action back, of all its messages or of some. What could not be brought back is asked for later again.
    /// - Parameter reason: what the outbox says of it; nil: nothing.
    func takeBack(_ action: Action, of messages: Set<MessageID>?, because reason: String?) async throws(StoreError) {
        let now = now()
        let again = now.addingTimeInterval(Self.sleepAfterRefusal)
        let reason = action.isUnasked ? nil : reason
        let title = messages.map { part(of: action, with: $0).title }
        try await store.write { transaction in
            if let reason {
                try transaction.refuse(action.id, only: messages, title: title, reason: reason, now: now)
            } else {
                try transaction.drop(action.id, only: messages)
                if let messages { try transaction.forgetDeed(action.id, of: messages) }
            }
            guard action.command == .wake else { return }
            let kept = action.edits.map(\.message).filter { messages?.contains($0) ?? true }
            try transaction.putToSleep(kept, of: action, until: again)
        }
    }

    /// An action as the user is told of some of its messages: the others were done.
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
    /// Whether a refusal takes nothing back: the user's words are never lost.
    var keepsWhenRefused: Bool {
        switch self {
        case .saveDraft, .sendDraft, .uploadFile, .bounce: true
        default: false
        }
    }
}
