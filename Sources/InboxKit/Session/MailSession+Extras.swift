public import InboxModel
import InboxRemote
import InboxStore

/// What some servers can do and none has to. It is done at once or not at all: nothing of it is queued.
extension MailSession {
    /// - Throws: `unsupported` (as a remote error) where the server has no such thing.
    public func vacation(of account: AccountID) async throws(SessionError) -> VacationReply {
        let service = try await service(of: account)
        do throws(RemoteError) { return try await service.vacation() } catch { throw .remote(error) }
    }

    /// - Parameter before: as it was read: what does not differ from that is left as it is.
    public func setVacation(_ reply: VacationReply, before: VacationReply, of account: AccountID)
        async throws(SessionError)
    {
        let service = try await service(of: account)
        do throws(RemoteError) { try await service.setVacation(reply, before: before) } catch { throw .remote(error) }
    }

    /// The names of other accounts that the same sign-in opens, such as those that others share. Each is added by its
    /// name as the address, with this account's user name.
    public func otherAccounts(of account: AccountID) async throws(SessionError) -> [String] {
        let service = try await service(of: account)
        do throws(RemoteError) { return try await service.signIn().others } catch { throw .remote(error) }
    }

    /// Empty where the server tells none.
    public func quotas(of account: AccountID) async -> [MailQuota] {
        guard let service = try? await service(of: account) else { return [] }
        return (try? await service.quotas()) ?? []
    }

    /// Takes the messages of threads off the server for good: those that are in the trash and nowhere else.
    /// - Returns: how many are gone.
    /// - Throws: also when only a part is gone; `ActionError.beingMoved` while one of them is still to be copied elsewhere.
    public func destroy(_ threads: [ThreadID]) async throws(SessionError) -> Int {
        try await destroy { reader in try threads.flatMap { try reader.messages(of: $0) } }
    }

    /// As `destroy` of threads, single messages.
    public func destroy(messages: [MessageID]) async throws(SessionError) -> Int {
        try await destroy { reader in try messages.compactMap { try reader.message($0) } }
    }

    private func destroy(_ find: (StoreReader) throws -> [Message]) async throws(SessionError) -> Int {
        let found = try reading { reader in
            (mailboxes: try reader.mailboxes(), messages: try find(reader))
        }
        let copied = try reading { try Self.copied($0) }
        guard copied.isDisjoint(with: found.messages.map(\.id)) else { throw .action(.beingMoved) }
        var count = 0
        for (account, messages) in Dictionary(grouping: found.messages, by: \.account) {
            guard let trash = found.mailboxes.first(where: { $0.account == account && $0.role == .trash }) else {
                continue
            }
            count += try await destroy(
                messages.filter { $0.mailboxes == [trash.id] }.compactMap(\.remoteID), in: trash)
        }
        return count
    }

    /// Takes everything off the server for good that is in the trash, or in junk, and nowhere else.
    /// - Returns: how many messages are gone.
    /// - Throws: also when only a part is gone; `ActionError.beingMoved` while some of it is still to be copied elsewhere.
    public func empty(_ mailbox: Mailbox) async throws(SessionError) -> Int {
        guard mailbox.role == .trash || mailbox.role == .junk else { throw .action(.wrongMailbox) }
        let found = try reading { reader in
            (messages: try reader.marks(in: mailbox.id), copied: try Self.copied(reader))
        }
        guard found.copied.isDisjoint(with: found.messages.map(\.id)) else { throw .action(.beingMoved) }
        let ids = try reading { reader in
            try found.messages.filter { $0.marks.mailboxes == [mailbox.id] }
                .compactMap { try reader.message($0.id)?.remoteID }
        }
        return try await destroy(ids, in: mailbox)
    }

    /// What is still to be copied to another account.
    private static func copied(_ reader: StoreReader) throws -> Set<MessageID> {
        Set(try reader.queue().filter { $0.command == .copy }.flatMap { try reader.edits(in: $0.id).map(\.message) })
    }

    /// - Parameter place: where all of them are, and nowhere else.
    private func destroy(_ ids: [RemoteID], in place: Mailbox) async throws(SessionError) -> Int {
        guard let remoteID = place.remoteID, !ids.isEmpty else { return 0 }
        guard place.rights.contains(.removeItems) else { throw .action(.forbidden(mailbox: place.name)) }
        let account = place.account
        let service = try await service(of: account)
        let gone: Set<RemoteID>
        do throws(RemoteError) {
            gone = try await service.destroy(ids, trash: remoteID)
        } catch {
            throw .remote(error)
        }
        do throws(StoreError) {
            try await store.write { for id in gone { try $0.remove(message: id, account: account) } }
        } catch {
            throw .store(error)
        }
        return gone.count
    }
}
