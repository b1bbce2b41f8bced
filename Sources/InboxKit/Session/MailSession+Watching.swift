import InboxRemote
import InboxStore
import Synchronization

/// Tells processes who syncs a home that has both a client and a process without a screen. The client does, which shows the
/// progress; the other one syncs while there is no client.
final class Presence: Sendable {
    private let locks = Mutex<[String: ProcessLock]>([:])

    /// - Returns: false if another process holds the lock in a way that excludes this.
    func hold(_ path: String, isShared: Bool) -> Bool {
        locks.withLock { locks in
            if locks[path] != nil { return true }
            // A process that only probes the lock releases it soon.
            let lock =
                isShared
                ? ProcessLock.shared(path: path, within: .seconds(1), while: { true }) : ProcessLock(path: path)
            locks[path] = lock
            return lock != nil
        }
    }
}

extension MailSession {
    /// Follows what other processes do in this home.
    func follow(_ running: inout Running) {
        guard running.follower == nil else { return }
        running.follower = Task { [weak self, store, clock] in
            let sign = Wake()
            var log: LogWatch?
            var rhythm = LookRhythm()
            var looks = 0
            while !Task.isCancelled {
                if log == nil, !store.isAlone { log = store.watchLog { sign.wake() } }
                let pause = rhythm.pause(hasSign: log?.takeWritten())
                looks += 1
                // The disk was full at the start: admit other processes once there is room.
                if looks % 100 == 0, store.isAlone { _ = try? await store.admitOthers() }
                if (try? store.followOthers()) == true { self?.matchAccounts() }
                // A large commit gives many signs.
                try? await clock.wait(LookRhythm.shortest)
                await sign.wait(atMost: pause, clock: clock)
            }
        }
    }

    /// Leaves syncing to other processes, and follows what they do. Without this or `start`, lists hear only of what is done here.
    public func onlyFollow() async {
        await stopAndWait()
        running.withLock { follow(&$0) }
    }

    /// Announces that this process has a screen: a process that watches in the background leaves syncing to it.
    public func comeToTheScreen() {
        if let home { _ = presence.hold(home.screenLockPath, isShared: true) }
    }

    /// Whether a client shows this home on a screen.
    public var isOnScreen: Bool {
        guard let home else { return false }
        return ProcessLock.problem(path: home.screenLockPath) == nil && ProcessLock(path: home.screenLockPath) == nil
    }

    /// Announces that this process watches in the background.
    /// - Returns: false if another one does.
    /// - Throws: if that can't be announced: a full disk, or a home that can't be written to.
    public func watch() throws(SessionError) -> Bool {
        guard let home, !presence.hold(home.watchLockPath, isShared: false) else { return true }
        let reason = Self.whyUnlocked(home.watchLockPath)
        guard reason == .locked else { throw .store(reason) }
        return false
    }

    /// Whether another process watches in the background, and will leave syncing to a client.
    public var isWatched: Bool { home.map { ProcessLock.isHeld(path: $0.watchLockPath) } ?? false }
}
