public import InboxStore

extension MailSession {
    /// Checks a home's store, and repairs what it can.
    /// - Returns: nil if a program is using that home, in which case nothing is changed.
    public static func repairStore(of home: Home) throws(SessionError) -> RepairReport? {
        do throws(HomeError) { try home.prepare() } catch { throw .home(error) }
        // Whatever another process wrote into the file during the repair would be lost.
        guard let use = ProcessLock(path: home.useLockPath), let sync = ProcessLock(path: home.lockPath) else {
            return nil
        }
        defer { withExtendedLifetime((use, sync)) {} }
        do throws(StoreError) { return try StoreRepair(path: home.storePath).run() } catch { throw .store(error) }
    }
    /// Damaged stores that were set aside earlier. They still contain mail, even of accounts that were removed since.
    public var setAsideFiles: [String] { store.setAside }
}
