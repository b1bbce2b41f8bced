import Foundation
import InboxModel
import Synchronization

/// The latest status of every account, and who wants to know. Watchers may miss steps in between, never the last.
final class StatusBoard: Sendable {
    private struct State {
        var statuses: [AccountID: AccountStatus] = [:]
        var watchers: [UUID: AsyncStream<Void>.Continuation] = [:]
        var noticeWatchers: [UUID: AsyncStream<Notice>.Continuation] = [:]
    }

    private let state = Mutex(State())
    let transfers = TransferBoard()

    func status(of account: AccountID) -> AccountStatus {
        state.withLock { $0.statuses[account] ?? AccountStatus(account: account) }
    }

    /// What has been told of any account.
    var all: [AccountStatus] { state.withLock { Array($0.statuses.values) } }

    func update(_ account: AccountID, _ change: (inout AccountStatus) -> Void) {
        let watchers = state.withLock { state -> [AsyncStream<Void>.Continuation] in
            var status = state.statuses[account] ?? AccountStatus(account: account)
            let old = status
            change(&status)
            state.statuses[account] = status
            return old == status ? [] : Array(state.watchers.values)
        }
        for watcher in watchers { watcher.yield() }
    }

    /// Something changed that is not told here.
    func wakeWatchers() {
        for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.yield() }
    }

    func remove(_ account: AccountID) {
        state.withLock { $0.statuses[account] = nil }
    }

    func changes() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        state.withLock { $0.watchers[id] = continuation }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.watchers[id] = nil } }
        return stream
    }

    func notices() -> AsyncStream<Notice> {
        let (stream, continuation) = AsyncStream<Notice>.makeStream(bufferingPolicy: .unbounded)
        let id = UUID()
        state.withLock { $0.noticeWatchers[id] = continuation }
        continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.noticeWatchers[id] = nil } }
        return stream
    }

    func tell(_ notice: Notice) {
        let watchers = state.withLock { Array($0.noticeWatchers.values) }
        for watcher in watchers { watcher.yield(notice) }
    }
}
