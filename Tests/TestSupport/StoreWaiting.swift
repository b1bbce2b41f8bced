package import InboxModel
package import InboxStore

extension Store {
    /// Returns once the condition holds, checking after every commit.
    package func until(_ isDone: @Sendable (StoreReader) throws -> Bool) async throws {
        let (commits, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let listening = listen { _ in continuation.yield() }
        defer { withExtendedLifetime(listening) {} }
        if try read(isDone) { return }
        let end = continuation.giveUpInTime()
        defer { end.cancel() }
        for await _ in commits where try read(isDone) { return }
        throw NeverCame()
    }

    /// Adds an account with mailboxes, for tests that need no server.
    package func addTestAccount(_ account: Account = .test(), mailboxes: [RemoteMailbox] = RemoteMailbox.usual) throws
        -> AccountID
    {
        try writeNow { transaction in
            let id = try transaction.add(account)
            for mailbox in mailboxes { try transaction.save(mailbox, account: id) }
            return id
        }
    }

    package func receive(_ messages: RemoteMessage..., account: AccountID) throws {
        try writeNow { transaction in
            for message in messages {
                try transaction.receive(message, account: account, bodyText: message.body?.plain)
            }
        }
    }

    package func mailboxID(_ remoteID: String) throws -> MailboxID? {
        try read { try $0.mailboxes().first { $0.remoteID == RemoteID(remoteID) }?.id }
    }
}
