import Foundation
import InboxModel
import Synchronization

/// The latest status of every account, and its watchers, who may miss intermediate steps but never the last one.
final class StatusBoard: Sendable {
    private struct State {
        var statuses: [AccountID: AccountStatus] = [:]
        var watchers: [UUID: AsyncStream<Void>.Continuation] = [:]
        var noticeWatchers: [UUID: AsyncStream<Notice>.Continuation] = [:]
    }

    private let state = Mutex(State())
    let transfers = TransferBoard()
    /// The log, which records everything that is reported here.
    let log: SessionLog?

    init(log: SessionLog? = nil) { self.log = log }

    func status(of account: AccountID) -> AccountStatus {
        state.withLock { $0.statuses[account] ?? AccountStatus(account: account) }
    }

    /// The status of every account that has reported one.
    var all: [AccountStatus] { state.withLock { Array($0.statuses.values) } }

    func update(_ account: AccountID, _ change: (inout AccountStatus) -> Void) {
        let (old, new, watchers) = state.withLock { state in
            let old = state.statuses[account] ?? AccountStatus(account: account)
            var new = old
            change(&new)
            state.statuses[account] = new
            return (old, new, Array(state.watchers.values))
        }
        guard old != new else { return }
        log?.changed(account, from: old, to: new)
        for watcher in watchers { watcher.yield() }
    }

    /// Wakes the watchers because something has changed that is not on this board.
    func wakeWatchers() {
        for watcher in state.withLock({ Array($0.watchers.values) }) { watcher.yield() }
    }

    func remove(_ account: AccountID) {
        state.withLock { $0.statuses[account] = nil }
        // What they say of all accounts together may be another thing without this one.
        wakeWatchers()
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
        log?.told(notice)
        let watchers = state.withLock { Array($0.noticeWatchers.values) }
        for watcher in watchers { watcher.yield(notice) }
    }
}
