import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// What is queued is sent, and what was snoozed comes back.
extension AccountRunner {
    func send() async {
        var isRecovered = false
        while !Task.isCancelled {
            let limit: Duration?
            do throws(StoreError) {
                // What a sender before this one left on its way, or this one when the store did not take an answer.
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

    /// Sync may still wait for its turn to write, and be said to connect for as long.
    private func tellOfStore(_ error: StoreError) {
        board.update(account.id) { if $0.phase == .connecting { $0.phase = .storeFailed(error) } }
        board.tell(.storeFailed(error))
    }

    /// Looks at the time of day again and again while something is snoozed: clocks are set, and machines sleep.
    func wakeSnoozed() async {
        while !Task.isCancelled {
            let limit: Duration?
            do throws(StoreError) {
                limit = try await wakeDue().map { .seconds(min(30, max(0.05, $0.timeIntervalSince(now())))) }
            } catch {
                tellOfStore(error)
                limit = .seconds(10)
            }
            await snoozeWake.wait(atMost: limit, clock: clock)
        }
    }

    /// - Returns: when the next one comes back; nil when none is snoozed.
    private func wakeDue() async throws(StoreError) -> Date? {
        let (account, now) = (account, now())
        var before: [ThreadID] = []
        while let next = try store.read({ try $0.nextWaking(account: account.id) }) {
            guard next <= now, !Task.isCancelled else { return next }
            let woken = try await store.write { transaction -> [ThreadID] in
                // What it lets one do may be known better since.
                let known = try transaction.reader.accounts().first { $0.id == account.id } ?? account
                guard !known.isReadOnly else { return [] }
                return try Waking(account: known, transaction: transaction).wakeDue(now: now)
            }
            // It is not moved while nothing may be, and must not stay where it is for that.
            guard !woken.isEmpty, woken != before else { return now.addingTimeInterval(Self.closedPause) }
            before = woken
        }
        return nil
    }

    /// In seconds, while its server takes no changes, or what is due does not come back.
    private static let closedPause: TimeInterval = 30

    /// - Returns: how long there is nothing more to do; nil until something is queued.
    private func sendAll() async throws(StoreError) -> Duration? {
        if let rest = restAfterRefusal { return rest }
        let asks = knowledge.withLock(\.asks)
        guard case .success(let connection) = await connect() else { return .seconds(60) }
        let service = connection.service
        let sender = ActionSender(
            account: account.id, store: store, service: service, board: board, now: now, reach: reach,
            sendsWake: { self.mayWake($0, service) }, answered: { self.answered(service) })
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

    /// How long nothing is sent with a secret that was just refused, whatever the user does meanwhile: servers lock accounts for that.
    /// Sync finds out whether it is let in again.
    private var restAfterRefusal: Duration? {
        guard case .signedOut = board.status(of: account.id).phase, let refused = knowledge.withLock(\.refusedAt)
        else { return nil }
        let rest = Self.refusalRest - (timeline.now - refused)
        return rest > .zero ? rest : nil
    }
}
