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
        try await act { transaction in
            let number = try SyncWish.last(AccountSync.Key.wanted, account, transaction.reader) + 1
            try transaction.setSyncState(String(number), key: AccountSync.Key.wanted, account: account)
            transaction.noteWishes()
            return SyncWish(account: account, number: number)
        }
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

    /// Looks for wishes, because another process may have one, or the server may answer again.
    func look() { wake.wake() }

    /// Fulfils wishes until the task is cancelled, by asking the server even if it has reported no news. What fails is tried less and
    /// less often: the process that wished has usually gone long before.
    /// - Parameters:
    ///   - connectNow: ends all back-off.
    ///   - catchUp: reads what is new, and returns why that failed.
    func heed(connectNow: @Sendable () async -> Void, catchUp: @Sendable () async -> FetchFailure?) async {
        var last = 0
        var backOff = BackOff()
        while !Task.isCancelled {
            var limit: Duration?
            if let wish = try? open() {
                if wish > last {
                    backOff.reset()
                    await connectNow()
                }
                last = wish
                limit = await fulfil(wish, &backOff, catchUp)
            }
            await wake.wait(atMost: limit, clock: clock)
        }
    }

    /// - Returns: how long to wait before another attempt; nil once the wish is fulfilled.
    private func fulfil(_ wish: Int, _ backOff: inout BackOff, _ catchUp: @Sendable () async -> FetchFailure?) async
        -> Duration?
    {
        // An account that was never read yet is being read now, and nothing of it counts as new.
        let isBegun = try? store.read { try $0.syncState(AccountSync.Key.state, account: account) != nil }
        guard isBegun == true else { return .seconds(2) }
        switch await catchUp() {
        case .remote(let error):
            // Servers lock accounts after such attempts. Once the user has signed in again, `look` ends the wait.
            if case .signIn = error.nextStep { return BackOff.afterRefusals }
            return backOff.next(after: error)
        case .store, .secret: return backOff.next(serverAsks: nil)
        case nil: break
        }
        do throws(StoreError) {
            try await store.write { [account] transaction in
                try transaction.setSyncState(String(wish), key: AccountSync.Key.fulfilled, account: account)
            }
            return nil
        } catch { return backOff.next(serverAsks: nil) }
    }

    /// - Returns: the last wish, if it is not fulfilled yet.
    private func open() throws(StoreError) -> Int? {
        try store.read { reader in
            let wanted = try SyncWish.last(AccountSync.Key.wanted, account, reader)
            return try wanted > SyncWish.last(AccountSync.Key.fulfilled, account, reader) ? wanted : nil
        }
    }
}
