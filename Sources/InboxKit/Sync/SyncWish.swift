public import InboxModel
import InboxRemote
import InboxStore

/// A request from a process that does not sync to the one that does: to read what is new now, regardless of back-off.
public struct SyncWish: Hashable, Sendable {
    public let account: AccountID
    /// Grows with each wish: fulfilling a wish fulfils those before it.
    let number: Int
}

extension MailSession {
    /// Asks the process that syncs this home to read what is new in an account.
    public func wantSync(of account: AccountID) async throws(SessionError) -> SyncWish {
        do throws(StoreError) {
            return try await store.write { transaction in
                let number = try SyncWish.last(AccountSync.Key.wanted, account, transaction.reader) + 1
                try transaction.setSyncState(String(number), key: AccountSync.Key.wanted, account: account)
                transaction.noteWishes()
                return SyncWish(account: account, number: number)
            }
        } catch { throw .store(error) }
    }

    /// Whether the server has been asked since the wish, and everything that it said is here.
    public func isFulfilled(_ wish: SyncWish) throws(SessionError) -> Bool {
        try reading { try SyncWish.last(AccountSync.Key.fulfilled, wish.account, $0) >= wish.number }
    }
}

extension SyncWish {
    fileprivate static func last(_ key: String, _ account: AccountID, _ reader: StoreReader) throws -> Int {
        try reader.syncState(key, account: account).flatMap { Int($0) } ?? 0
    }
}

/// The wishes for one account, in the process that syncs it.
struct SyncWishes: Sendable {
    let account: AccountID
    let store: Store
    let clock: any Clock<Duration>
    private let wake = Wake()

    init(account: AccountID, store: Store, clock: any Clock<Duration>) {
        self.account = account
        self.store = store
        self.clock = clock
    }

    /// Looks for wishes, because another process may have one.
    func look() { wake.wake() }

    /// Fulfils wishes until the task is cancelled, by asking the server even if it has reported no news.
    /// - Parameters:
    ///   - connectNow: ends all back-off.
    ///   - catchUp: reads what is new, and returns whether the server answered.
    func heed(connectNow: @Sendable () async -> Void, catchUp: @Sendable () async -> Bool) async {
        var last = 0
        while !Task.isCancelled {
            var limit: Duration?
            if let wish = try? open() {
                if wish > last { await connectNow() }
                last = wish
                if await !fulfil(wish, catchUp) { limit = .seconds(2) }
            }
            await wake.wait(atMost: limit, clock: clock)
        }
    }

    private func fulfil(_ wish: Int, _ catchUp: @Sendable () async -> Bool) async -> Bool {
        // An account that was never read yet is being read now, and nothing of it counts as new.
        let isBegun = try? store.read { try $0.syncState(AccountSync.Key.state, account: account) != nil }
        guard isBegun == true, await catchUp() else { return false }
        do throws(StoreError) {
            try await store.write { [account] transaction in
                try transaction.setSyncState(String(wish), key: AccountSync.Key.fulfilled, account: account)
            }
            return true
        } catch { return false }
    }

    /// - Returns: the last wish, if it is not fulfilled yet.
    private func open() throws(StoreError) -> Int? {
        try store.read { reader in
            let wanted = try SyncWish.last(AccountSync.Key.wanted, account, reader)
            return try wanted > SyncWish.last(AccountSync.Key.fulfilled, account, reader) ? wanted : nil
        }
    }
}
