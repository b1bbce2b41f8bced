import InboxModel
import InboxStore

extension StoreReader {
    /// Returns what is known of the threads of messages; nil if the server may have mail of them that is not here.
    func knownThreads(of messages: [MessageID], account: AccountID) throws -> KnownThreads? {
        guard let state = try syncState(AccountSync.Key.state, account: account), try !hasOlder(account: account),
            try syncState(AccountSync.Key.leftOut, account: account) == nil,
            try firstSyncState(prefix: AccountSync.Key.appeared, account: account) == nil
        else { return nil }
        let all = try mailboxesWithLeaving().filter { $0.account == account }
        let names = all.reduce(into: [MailboxID: RemoteID]()) { $0[$1.id] = $1.remoteID }
        let threads = try wholeThreads(of: messages).mapValues { thread in
            thread.map { message in
                KnownThreads.Message(
                    id: message.id, keywords: message.base.keywords,
                    mailboxes: Set(message.base.mailboxes.compactMap { names[$0] }))
            }
        }
        return KnownThreads(
            state: state, threads: threads, sent: Set(all.filter { $0.role == .sent }.compactMap(\.remoteID)))
    }
}
