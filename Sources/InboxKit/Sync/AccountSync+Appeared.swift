import InboxModel
import InboxRemote
import InboxStore

/// Mailboxes that turn up with mail in them, as those of others do once they are shared. Servers report such a mailbox as a change,
/// but not the mail that was in it before: that is walked through, mailbox by mailbox.
extension AccountSync {
    /// Notes which of these mailboxes are not here yet. Must be called before they are saved.
    func noteAppeared(_ mailboxes: some Sequence<RemoteMailbox>, _ transaction: StoreTransaction) throws {
        for mailbox in mailboxes where try !transaction.reader.hasMailbox(mailbox.id, account: account.id) {
            try transaction.setSyncState("", key: Key.appeared + mailbox.id.rawValue, account: account.id)
        }
    }

    /// Fetches a page of what a mailbox had before it appeared.
    /// - Returns: false if no mailbox has more.
    func fetchAppeared() async throws(Failure) -> Bool {
        guard let (key, position) = try appeared() else { return false }
        let mailbox = RemoteID(String(key.dropFirst(Key.appeared.count)))
        guard try read({ try $0.hasMailbox(mailbox, account: account.id) }) else {
            try await write { try $0.setSyncState(nil, key: key, account: account.id) }
            return true
        }
        let since = try state(Key.state)
        let from = position.isEmpty ? nil : RemotePosition(rawValue: position)
        do throws(Failure) {
            let page = try await remote { () async throws(RemoteError) in
                try await service.threads(in: mailbox, from: from, limit: service.pageSize)
            }
            let next = try isBeyondWindow(page) ? nil : page.next?.rawValue
            try await save(page.messages, since: since, key: key, position: next)
        } catch .remote(let error) where error.nextStep == .drop {
            // One that may be seen, but not read, must not keep the rest from being synced.
            try await write { try $0.setSyncState(nil, key: key, account: account.id) }
        }
        return true
    }

    func lacksAppeared() throws(Failure) -> Bool { try appeared() != nil }

    private func appeared() throws(Failure) -> (key: String, value: String)? {
        try read { try $0.firstSyncState(prefix: Key.appeared, account: account.id) }
    }
}

extension AccountSync.Key {
    /// The prefix of the keys for how far mailboxes that appeared have been walked through.
    static let appeared = "appeared "
}
