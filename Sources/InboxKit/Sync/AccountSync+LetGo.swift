import InboxModel
import InboxRemote
import InboxStore

/// Bringing back what was let go of an account, page by page.
extension AccountSync {
    /// Goes on until a page brings something: much of what is as old stayed here.
    /// - Returns: whether there is more.
    func fetchLetGo() async throws(Failure) -> Bool {
        while let before = try local({ store throws(StoreError) in
            try store.read { try $0.letGo(account: account.id) }
        }), !Task.isCancelled {
            let since = try state(Key.state)
            let from = before.place.map { RemotePosition(rawValue: $0) } ?? service.position(notAfter: before.until)
            let page = try await remote { () async throws(RemoteError) in
                try await service.threads(in: nil, from: from, limit: service.pageSize)
            }
            let brings = try local { store throws(StoreError) in
                try store.read { reader in
                    try page.messages.contains { try !reader.isHere($0.id, account: account.id) }
                }
            }
            guard try await save(page.messages, since: since) else { continue }
            let next = page.next.map { LetGo(until: before.until, place: $0.rawValue) }
            try await write { transaction in
                // More may have gone meanwhile, which this walk is past.
                guard try transaction.reader.letGo(account: account.id) == before else { return }
                try transaction.setLetGo(next, account: account.id)
            }
            if brings { return next != nil }
        }
        return false
    }
}
