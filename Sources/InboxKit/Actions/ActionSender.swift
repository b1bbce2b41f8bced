import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Sends the queued actions of one account, oldest first, and settles each by the server's answer.
struct ActionSender: Sendable {
    let account: AccountID
    let store: Store
    let service: any RemoteService
    let board: StatusBoard
    /// The time of day, for comparison with “not before” times.
    let now: @Sendable () -> Date
    /// Reaches the servers of other accounts, for mail that goes there.
    var reach: @Sendable (AccountID) async -> Result<any RemoteService, OutOfReach> = { _ in .failure(.missing) }
    /// Whether it is known what others did while this client was away: mail that they filed or deleted is not brought back.
    var sendsWake: @Sendable (Action) -> Bool = { _ in true }
    /// Called whenever the server did what it was asked to do.
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
        /// The user took the action back before it was sent.
        case takenBack
    }

    /// Why the server of another account is not asked.
    enum OutOfReach: Error {
        /// There is no such account, or its secret is missing.
        case missing
        /// The user has paused the account.
        case paused
    }

    enum Outcome {
        case settled
        case signedOut(String)
    }

    /// The longest wait for a server, in seconds, including the day that a server may ask for.
    private static let longestPause: TimeInterval = 86_460

    /// Sends due actions until there are none.
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
                let outcome = action.isAboutMarks ? try await sendMarks(of: action) : try await send(action)
                if case .signedOut(let message) = outcome { return .signedOut(message: message) }
                continue
            }
            guard let next = try await nextDate() else { return .until(nil) }
            let longest = now().addingTimeInterval(Self.longestPause)
            guard next > longest else { return .until(next) }
            // The clock was set back since, or something is scheduled for much later.
            guard try await store.write({ try $0.makeDue(account: account, after: longest) }) else {
                return .until(next)
            }
        }
        return .until(try await nextDate())
    }

    /// Returns an order to send whose outcome is unknown, so that it is settled first: another order changes what a server reports
    /// of its orders, the only proof that this one did not arrive.
    private func openOrder(before next: Action, besides asked: Set<ActionID>) throws(StoreError) -> Action? {
        guard next.command == .sendDraft || next.command == .bounce, next.state == .waiting else { return nil }
        return try store.read { try $0.actions() }.first {
            $0.account == account && $0.state == .unknown && !asked.contains($0.id)
                && ($0.command == .sendDraft || $0.command == .bounce)
        }
    }

    private func send(_ action: Action) async throws(StoreError) -> Outcome {
        do throws(Failure) {
            var outcome = Outcome.settled
            switch action.object {
            case nil: outcome = try await transfer(action)
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

    /// Begins an action. From here on it may have been done, whatever happens to this process.
    /// - Returns: the action as it is now, since the user could change it until this moment.
    func begin(_ action: Action, detail: String? = nil) async throws(Failure) -> Action {
        guard let begun = try await write({ try $0.begin(action.id, detail: detail) }) else { throw .takenBack }
        return begun
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

    /// Returns how far the account's changes have been read. Call this before asking the server: see `readAgain(since:)`.
    func state() throws(Failure) -> String? {
        try read { try $0.syncState(AccountSync.Key.state, account: account) }
    }

    /// Stores what a server answered. The answer may be older than changes that were read since, so those are read again.
    func keep(since state: String?, _ body: @escaping @Sendable (StoreTransaction) throws -> Void)
        async throws(Failure)
    {
        try await write { transaction in
            try body(transaction)
            try transaction.readAgain(since: state, account: account)
        }
    }

    /// Asks what must be known before an order is given: if that fails, nothing was ordered.
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

extension Duration {
    var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
