import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// Sending queued actions, and bringing snoozed mail back.
extension AccountRunner {
    func send() async {
        var isRecovered = false
        while !Task.isCancelled {
            let limit: Duration?
            do throws(StoreError) {
                // Actions that an earlier sender left in progress, or this one when the store did not take an answer.
                if !isRecovered {
                    try await store.write { [id = account.id] in try $0.recoverInterrupted(account: id) }
                }
                isRecovered = true
                limit = try await sendAll()
            } catch {
                isRecovered = false
                tellOfStore(error)
                limit = .seconds(10)
            }
            await sendWake.wait(atMost: limit, clock: clock)
        }
    }

    /// Reports a failure of the store. Sync may itself wait to write, and would show as connecting meanwhile.
    private func tellOfStore(_ error: StoreError) {
        board.update(account.id) { if $0.phase == .connecting { $0.phase = .storeFailed(error) } }
        board.tell(.storeFailed(error))
    }

    /// Brings snoozed mail back when it is due. Checks the time of day repeatedly, because clocks are set and machines sleep.
    /// - Parameter asks: whether the server may be asked for its time.
    func wakeSnoozed(asks: Bool = true) async {
        while !Task.isCancelled {
            let limit: Duration?
            do throws(StoreError) {
                limit = try await wakeDue(asks: asks)
            } catch {
                tellOfStore(error)
                limit = .seconds(10)
            }
            await snoozeWake.wait(atMost: limit, clock: clock)
        }
    }

    /// - Returns: when to look again; nil if none is snoozed.
    private func wakeDue(asks: Bool) async throws(StoreError) -> Duration? {
        let (account, now) = (account, now())
        var time: Date?
        var before: [ThreadID] = []
        while let next = try store.read({ try $0.nextWaking(account: account.id) }) {
            guard next <= now, !Task.isCancelled else {
                return .seconds(min(30, max(0.05, next.timeIntervalSince(self.now()))))
            }
            if time == nil {
                time = try await Waking.timeDue(now, store) {
                    guard asks, case .success(let connection) = await connect() else { return nil }
                    return connection.service
                }
            }
            let due = time ?? now
            // The clock is ahead. When it is set, this is woken.
            guard next <= due else { return Self.doubtfulPause }
            let woken = try await store.write { transaction -> [ThreadID] in
                // What the account allows may be known better by now.
                let known = try transaction.reader.accounts().first { $0.id == account.id } ?? account
                guard !known.isReadOnly else { return [] }
                return try Waking(account: known, transaction: transaction).wakeDue(by: due, now: now)
            }
            // If the account takes no changes now, or the same threads are due again, try again later.
            guard !woken.isEmpty, woken != before else { return Self.closedPause }
            before = woken
        }
        return nil
    }

    /// The time between attempts while the server takes no changes or due mail does not come back.
    private static let closedPause = Duration.seconds(30)

    /// The time between attempts while the server's clock says that nothing is due.
    private static let doubtfulPause = Duration.seconds(600)

    /// - Returns: how long there is nothing more to do; nil if that lasts until something is queued.
    private func sendAll() async throws(StoreError) -> Duration? {
        if let rest = restAfterRefusal { return rest }
        let asks = knowledge.withLock(\.asks)
        guard case .success(let connection) = await connect() else { return .seconds(60) }
        let service = connection.service
        let sender = ActionSender(
            account: account.id, store: store, service: service, board: board, now: now, reach: reach,
            sendsWake: { self.mayWake($0, service) }, answered: { self.answered(service) })
        if knowledge.withLock({ $0.takeLook() }) { try await sender.lookAtHeld() }
        switch try await sender.sendAll() {
        case .until(let date): return date.map { .seconds(max(0.05, $0.timeIntervalSince(now()))) }
        case .signedOut(let message):
            forget()
            board.update(account.id) { $0.phase = .signedOut(message: message) }
            knowledge.withLock { if $0.asks == asks { $0.refusedAt = timeline.now } }
            return Self.refusalRest
        }
    }

    private static let refusalRest = Duration.seconds(300)

    /// How long nothing is sent with a secret that was just refused, whatever the user does meanwhile: servers lock accounts after
    /// such attempts. Sync finds out whether the secret is accepted again.
    private var restAfterRefusal: Duration? {
        guard case .signedOut = board.status(of: account.id).phase, let refused = knowledge.withLock(\.refusedAt)
        else { return nil }
        let rest = Self.refusalRest - (timeline.now - refused)
        return rest > .zero ? rest : nil
    }
}
