public import InboxModel
import InboxRemote
import InboxStore

/// Objects in server answers that could not be read: missing here, and reported.
extension AccountSync {
    /// The most objects recorded and reported.
    private static let mostLeftOut = 1_000

    /// Records objects that could not be read, in the same transaction as the sync position. Their fingerprints are
    /// kept, so that each counts once.
    func keepLeftOut(_ transaction: StoreTransaction) throws {
        let new = service.leftOut
        guard !new.isEmpty else { return }
        let known = try transaction.reader.leftOut(of: account.id)
        let all = known.union(new.subtracting(known).prefix(max(0, Self.mostLeftOut - known.count)))
        guard all != known else { return }
        let text = all.map { String($0, radix: 16) }.joined(separator: " ")
        try transaction.setSyncState(text, key: Key.leftOut, account: account.id)
    }

    func showLeftOut() throws(Failure) {
        let count = try read { try $0.leftOut(of: account.id) }.count
        board.update(account.id) { $0.leftOut = count }
    }
}

extension StoreReader {
    fileprivate func leftOut(of account: AccountID) throws -> Set<UInt64> {
        let text = try syncState(AccountSync.Key.leftOut, account: account) ?? ""
        return Set(text.split(separator: " ").compactMap { UInt64($0, radix: 16) })
    }
}

extension MailSession {
    /// The number of objects that could not be read and are missing from the account.
    public func leftOutCount(of account: AccountID) throws(SessionError) -> Int {
        try reading { try $0.leftOut(of: account) }.count
    }
}
