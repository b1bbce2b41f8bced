import Foundation
public import InboxModel
import InboxRemote
import InboxStore
import Synchronization

extension MailSession {
    /// Syncs an account until it is up to date and sends what is queued, regardless of back-off. From then on no other process may sync
    /// this home, as after `lockForSync`. This is for programs that do not `start`: what that syncs, `retryNow` and a refresh hurry up. What
    /// is started meanwhile begins once this has ended.
    /// - Parameter bodies: whether to fetch the texts of all messages, too.
    /// - Returns: a report with the failure `store(.locked)` if the account is being synced already, by another process or here. Nothing is
    ///   asked or sent then: of two senders for one queue, each would send everything.
    public func syncOnce(_ account: Account, bodies: Bool = false) async -> SyncReport {
        let notices = board.notices()
        let trouble = Task {
            var found: [Notice] = []
            // Other accounts are synced at the same time.
            for await notice in notices where notice.isTrouble && notice.account == account.id {
                found.append(notice)
            }
            return found
        }
        var report = SyncReport(account: account, failure: nil, queued: 0, trouble: [])
        if let other = takeForOnce(account.id) {
            report.failure = .store(other)
        } else {
            // Whoever stops the session meanwhile lets no other process send the same.
            let lock = running.withLock(\.lock)
            switch await service(for: account) {
            case .failure(let error): report.failure = .secret(error)
            case .success(let service): report.failure = await syncOnce(account, service, bodies: bodies)
            }
            withExtendedLifetime(lock) { endOnce(account.id) }
        }
        trouble.cancel()
        report.trouble = await trouble.value
        do throws(StoreError) {
            let deeds = QueuedDeed.all(try store.read { try $0.queue() })
                .filter { $0.action.account == account.id && $0.action.isQueued }
            report.queued = deeds.count
            report.stopped = deeds.count { $0.trouble != nil }
        } catch {
            report.failure = report.failure ?? .store(error)
        }
        return report
    }

    /// - Returns: why the account can't be synced once now; nil if nobody else may begin to.
    private func takeForOnce(_ account: AccountID) -> StoreError? {
        if let home, !lockForSync() { return Self.whyUnlocked(home.lockPath) }
        return running.withLock { running in
            let isFree = running.runners[account] == nil && running.pausing[account] == nil
            guard isFree, maySync(running), running.once[account] == nil else { return .locked }
            running.once[account] = false
            return nil
        }
    }

    private func endOnce(_ id: AccountID) {
        let isAwaited = running.withLock { $0.once.removeValue(forKey: id) } ?? false
        if isAwaited, let account = accountsOrNotice().first(where: { $0.id == id }) { startRunner(account) }
    }

    private func syncOnce(_ account: Account, _ service: any RemoteService, bodies: Bool) async -> FetchFailure? {
        let id = account.id
        do throws(StoreError) {
            try await store.write { transaction in
                try transaction.recoverInterrupted(account: id)
                try transaction.makeDue(account: id)
            }
            try await wakeDue(account, service)
            try await send(account, service, wakes: false)
        } catch {
            return .store(error)
        }
        do throws(AccountSync.Failure) {
            try await sync(account, service).once(bodies: bodies)
        } catch {
            return error.fetchFailure
        }
        do throws(StoreError) {
            // What others did with the mail is known now.
            try await send(account, service, wakes: true)
            return nil
        } catch {
            return .store(error)
        }
    }

    private func wakeDue(_ account: Account, _ service: any RemoteService) async throws(StoreError) {
        let now = Date()
        guard !account.isReadOnly, let first = try store.read({ try $0.nextWaking(account: account.id) }), first <= now
        else { return }
        let due = try await Waking.timeDue(now, store) { service }
        var before: [ThreadID] = []
        while let next = try store.read({ try $0.nextWaking(account: account.id) }), next <= due {
            let woken = try await store.write {
                try Waking(account: account, transaction: $0).wakeDue(by: due, now: now)
            }
            guard woken != before else { return }
            before = woken
        }
    }

    private func send(_ account: Account, _ service: any RemoteService, wakes: Bool) async throws(StoreError) {
        guard account.dialect != .feed else { return }
        let sender = ActionSender(
            account: account.id, store: store, service: service, board: board, now: { Date() },
            reach: { [weak self] in await self?.reach($0) ?? .failure(.missing) }, sendsWake: { _ in wakes })
        if wakes { try await sender.lookAtHeld() }
        _ = try await sender.sendAll()
    }
}
