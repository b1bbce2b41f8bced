import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Sends the queued actions of one account, oldest first, and settles what the server says to each.
struct ActionSender: Sendable {
    let account: AccountID
    let store: Store
    let service: any RemoteService
    let board: StatusBoard
    /// The time that "not before" is compared with.
    let now: @Sendable () -> Date
    /// The servers of other accounts, for what goes there.
    var reach: @Sendable (AccountID) async -> Result<any RemoteService, OutOfReach> = { _ in .failure(.missing) }
    /// Whether what others did while this client was away is known: what they filed or threw away is not brought back.
    var sendsWake: @Sendable (Action) -> Bool = { _ in true }
    /// Told whenever the server did what it was asked for.
    var answered: @Sendable () -> Void = {}

    enum Pause: Sendable {
        /// Nothing can be sent before this time, or before something new is queued.
        case until(Date?)
        case signedOut(message: String)
    }

    /// Why an action did not go through.
    enum Failure: Error {
        case remote(RemoteError)
        case store(StoreError)
        /// The user took it back before it went out.
        case takenBack
    }

    /// Why the server of another account is not asked.
    enum OutOfReach: Error {
        /// There is no such account, or no secret of it.
        case missing
        /// The user wants nothing to be asked of its server.
        case paused
    }

    enum Outcome {
        case settled
        case signedOut(String)
    }

    /// No server is waited for longer, a day that it asks for included.
    private static let longestPause: TimeInterval = 86_460
    private static let sleepAfterRefusal: TimeInterval = 3_600

    /// Sends what is due until nothing is.
    func sendAll() async throws(StoreError) -> Pause {
        var asked: Set<ActionID> = []
        try await hurry()
        if try await isStillClosed { return .until(try await waitUntilOpen()) }
        while !Task.isCancelled {
            if let next = try await nextAction() {
                guard next.state != .unreadable else {
                    try await putUnreadableAside()
                    continue
                }
                let action = try openOrder(before: next, besides: asked) ?? next
                asked.insert(action.id)
                if case .signedOut(let message) = try await send(action) { return .signedOut(message: message) }
                continue
            }
            guard let next = try await nextDate() else { return .until(nil) }
            let (account, longest) = (account, now().addingTimeInterval(Self.longestPause))
            guard next > longest else { return .until(next) }
            // The clock was set back since, or something is to be sent much later.
            guard try await store.write({ try $0.makeDue(account: account, after: longest) }) else {
                return .until(next)
            }
        }
        return .until(try await nextDate())
    }

    /// An order to send of which it is not known whether it arrived: another one changes what a server tells of its orders, and
    /// with it the only proof that this one did not.
    private func openOrder(before next: Action, besides asked: Set<ActionID>) throws(StoreError) -> Action? {
        guard next.command == .sendDraft || next.command == .bounce, next.state == .waiting else { return nil }
        let account = account
        return try store.read { try $0.actions() }.first {
            $0.account == account && $0.state == .unknown && !asked.contains($0.id)
                && ($0.command == .sendDraft || $0.command == .bounce)
        }
    }

    private func send(_ action: Action) async throws(StoreError) -> Outcome {
        do throws(Failure) {
            var outcome = Outcome.settled
            switch action.object {
            case nil where action.command == .transfer || action.command == .copy: outcome = try await transfer(action)
            case nil: outcome = try await sendMarks(action)
            case .draft(let draft): try await send(action, draft: draft)
            case .mailbox(let mailbox): try await send(action, mailbox: mailbox)
            case .file(let file) where action.command == .bounce: try await bounce(action, file)
            case .file(let file): try await send(action, file: file)
            }
            board.log?.answered(action)
            return outcome
        } catch {
            switch error {
            case .store(let error): throw error
            case .remote(let error):
                board.log?.answered(action, error)
                return try await settle(action, error)
            case .takenBack: return .settled
            }
        }
    }

    /// From here on it may have been done, whatever happens to us.
    /// - Returns: the action as it is now: until this moment the user could change it.
    func begin(_ action: Action, detail: String? = nil) async throws(Failure) -> Action {
        guard let begun = try await write({ try $0.begin(action.id, detail: detail) }) else { throw .takenBack }
        return begun
    }

    // MARK: What went wrong

    private func settle(_ action: Action, _ error: RemoteError) async throws(StoreError) -> Outcome {
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

    private func putUnreadableAside() async throws(StoreError) {
        for action in try await store.write({ try $0.putUnreadableAside() }) { board.log?.putAside(action) }
    }

    func stop(_ action: Action, _ reason: String) async throws(StoreError) {
        try await store.write { try $0.stop(action.id, error: reason) }
        board.tell(.stopped(action, message: reason))
    }

    // MARK: Store and server

    func write<Result: Sendable>(_ body: @escaping @Sendable (StoreTransaction) throws -> Result) async throws(Failure)
        -> Result
    {
        do throws(StoreError) { return try await store.write(body) } catch { throw .store(error) }
    }

    func read<Result>(_ body: (StoreReader) throws -> Result) throws(Failure) -> Result {
        do throws(StoreError) { return try store.read(body) } catch { throw .store(error) }
    }

    /// How far the account's changes have been read. To be asked before the server is: see `readAgain(since:)`.
    func state() throws(Failure) -> String? {
        let account = account
        return try read { try $0.syncState(AccountSync.Key.state, account: account) }
    }

    /// Keeps what a server answered. The answer may be older than changes that were read since, so those are read again.
    func keep(since state: String?, _ body: @escaping @Sendable (StoreTransaction) throws -> Void)
        async throws(Failure)
    {
        let account = account
        try await write { transaction in
            try body(transaction)
            try transaction.readAgain(since: state, account: account)
        }
    }

    /// What is to be known before an order is given: where it can't be had, nothing was ordered.
    func ask<Result>(_ body: () async throws(RemoteError) -> Result) async throws(Failure) -> Result {
        try await remote { () async throws(RemoteError) in
            do throws(RemoteError) { return try await body() } catch { throw error.beforeOrder }
        }
    }

    func remote<Result>(_ body: () async throws(RemoteError) -> Result) async throws(Failure) -> Result {
        do throws(RemoteError) {
            let result = try await body()
            answered()
            return result
        } catch { throw .remote(error) }
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

extension Duration {
    var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
