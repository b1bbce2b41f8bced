import Foundation
public import InboxModel
import InboxStore
import Synchronization

/// Pausing and resuming an account.
extension MailSession {
    /// Stops the background work for one account, and returns once it has stopped. Its server is asked nothing and sent nothing
    /// until `resume`, or the next start. Queued actions stay queued; snoozed mail still comes back here.
    /// - Returns: false if another process syncs this home, and nothing runs for the account here.
    @discardableResult
    public func pause(_ account: AccountID) async -> Bool {
        let pause = running.withLock { running -> Task<Void, Never>? in
            // What is fetched here for the screen is no reason to call an account paused that another process syncs.
            guard maySync(running) else { return nil }
            if let begun = running.pausing[account] { return begun }
            let stopped = running.runners.removeValue(forKey: account)
            let tasks = [stopped?.task].compactMap(\.self) + (running.pages[account] ?? [:]).values
            guard !tasks.isEmpty else { return nil }
            let pause = Task { await self.pause(account, stopped?.runner, ending: tasks) }
            running.pausing[account] = pause
            return pause
        }
        guard let pause else { return isPaused(account) }
        await pause.value
        return true
    }

    private func pause(_ account: AccountID, _ runner: AccountRunner?, ending tasks: [Task<Void, Never>]) async {
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        // If the store failed, actions may still be marked as being sent. None is, so all can be changed or taken back.
        do throws(StoreError) {
            try await store.write { transaction in
                try transaction.recoverInterrupted(account: account)
                try transaction.setSyncState("it is paused there", key: AccountSync.Key.trouble, account: account)
            }
        } catch {
            board.tell(.storeFailed(error))
        }
        board.update(account) { status in
            status.phase = .paused
            status.progress = nil
        }
        running.withLock { running in
            // Somebody may have resumed the account, or stopped everything, meanwhile.
            guard running.pausing.removeValue(forKey: account) != nil, let runner, running.runners[account] == nil,
                running.wakers[account] == nil
            else { return }
            running.wakers[account] = Task { await runner.wakeWhilePaused() }
        }
    }

    /// Continues after `pause`.
    public func resume(_ account: AccountID) {
        guard let account = accountsOrNotice().first(where: { $0.id == account }),
            status(of: account.id).phase == .paused
        else { return }
        // The phase is `paused`, so the task that paused the account is done.
        running.withLock { $0.pausing[account.id] = nil }
        startRunner(account)
        // Other accounts' actions for this account have waited.
        let store = store
        Task.detached {
            try? await store.write { transaction in
                let waiting = try transaction.reader.queue().filter {
                    $0.transfer?.to == account.address
                }
                for id in Set(waiting.map(\.account)) { try transaction.makeDue(account: id) }
            }
        }
    }

    /// Whether an account's server may be asked only at the user's request.
    func isPaused(_ account: AccountID) -> Bool { status(of: account).phase == .paused }
}
