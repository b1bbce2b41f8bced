import Foundation
public import InboxStore

extension MailSession {
    /// Checks a home's store and repairs it where it can.
    /// - Returns: nil when Maraca runs on that home: then nothing is touched.
    public static func repairStore(of home: Home) throws(SessionError) -> RepairReport? {
        do throws(HomeError) { try home.prepare() } catch { throw .home(error) }
        guard let lock = SyncLock(path: home.lockPath) else { return nil }
        defer { withExtendedLifetime(lock) {} }
        do throws(StoreError) { return try StoreRepair(path: home.storePath).run() } catch { throw .store(error) }
    }
}
