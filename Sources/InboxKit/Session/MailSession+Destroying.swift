import Foundation
public import InboxModel
import InboxRemote
import InboxStore

/// Deleting for good: on the server right away, in batches, or not at all. None of it is queued.
extension MailSession {
    /// Deletes messages of threads on the server for good: those that are in the trash and nowhere else.
    /// - Throws: if it is certain that nothing is gone; `ActionError.beingMoved` while one of them is still to be copied elsewhere.
    public func destroy(_ threads: [ThreadID]) async throws(SessionError) -> Destroyed {
        try await destroy { reader in try threads.flatMap { try reader.messages(of: $0) } }
    }

    /// Deletes single messages in the same way.
    public func destroy(messages: [MessageID]) async throws(SessionError) -> Destroyed {
        try await destroy { reader in try messages.compactMap { try reader.message($0) } }
    }

    private func destroy(_ find: (StoreReader) throws -> [Message]) async throws(SessionError) -> Destroyed {
        let found = try reading { reader in
            (mailboxes: try reader.mailboxes(), messages: try find(reader), copied: try Self.copied(reader))
        }
        guard found.copied.isDisjoint(with: found.messages.map(\.id)) else { throw .action(.beingMoved) }
        var destroyed = Destroyed()
        for (account, messages) in Dictionary(grouping: found.messages, by: \.account) {
            guard let trash = found.mailboxes.first(where: { $0.account == account && $0.role == .trash }) else {
                continue
            }
            let doomed = messages.filter { $0.mailboxes == [trash.id] }.map(\.id)
            destroyed = try await destroy(doomed, in: trash, after: destroyed.count)
            if destroyed.failure != nil { break }
        }
        return destroyed
    }

    /// Deletes the messages on the server for good that are in this mailbox, the trash or junk, and nowhere else.
    /// - Throws: if it is certain that nothing is gone; `ActionError.beingMoved` while some of it is still to be copied elsewhere.
    public func empty(_ mailbox: Mailbox) async throws(SessionError) -> Destroyed {
        guard mailbox.role == .trash || mailbox.role == .junk else { throw .action(.wrongMailbox) }
        let found = try reading { reader in
            (messages: try reader.marks(in: mailbox.id), copied: try Self.copied(reader))
        }
        guard found.copied.isDisjoint(with: found.messages.map(\.id)) else { throw .action(.beingMoved) }
        return try await destroy(
            found.messages.filter { $0.marks.mailboxes == [mailbox.id] }.map(\.id), in: mailbox, after: 0)
    }

    /// Returns the messages with a queued copy to another account.
    private static func copied(_ reader: StoreReader) throws -> Set<MessageID> {
        Set(try reader.queue().filter { $0.command == .copy }.flatMap { try reader.edits(in: $0.id).map(\.message) })
    }

    /// How many messages are checked here before the server is asked again.
    private static let batch = 500
    /// How often in a row a deletion is tried if the server's state changes between the check and the deletion.
    private static let mostLooks = 6

    /// - Parameters:
    ///   - place: the only mailbox that the messages are in.
    ///   - count: how many others are gone already.
    private func destroy(_ messages: [MessageID], in place: Mailbox, after count: Int)
        async throws(SessionError) -> Destroyed
    {
        var destroyed = Destroyed(count: count)
        do throws(SessionError) {
            guard let remoteID = place.remoteID, !messages.isEmpty else { return destroyed }
            guard place.rights.contains(.removeItems) else { throw .action(.forbidden(mailbox: place.name)) }
            let service = try await service(of: place.account)
            var rest = messages[...]
            var looks = 0
            var refusal: RemoteError?
            while !rest.isEmpty {
                // While earlier messages were deleted, the user may have moved some of these out; the server learns of that later.
                let doomed = try doomed(rest.prefix(Self.batch), in: place)
                guard !doomed.isEmpty else {
                    rest = rest.dropFirst(Self.batch)
                    continue
                }
                let answer: RemoteDestroyed
                do throws(RemoteError) {
                    answer = try await service.destroy(doomed.map(\.remote), trash: remoteID)
                } catch {
                    looks += 1
                    // Nothing was done: check the messages once more, both here and at the server.
                    if error.type == RemoteError.stateMismatch, error.isBeforeWork, looks < Self.mostLooks { continue }
                    destroyed.isInDoubt = Verdict(error, isRepeatable: false) == .unknown
                    throw .remote(error)
                }
                looks = 0
                rest = rest[(doomed[min(max(answer.asked, 1), doomed.count) - 1].place + 1)...]
                destroyed.count += answer.gone.count
                try await takeOut(answer.gone, of: place.account)
                guard let kept = answer.refusal else { continue }
                if case .unreadableAnswer = kept.reason { destroyed.isInDoubt = true }
                guard kept.isAboutObject else { throw .remote(kept) }
                refusal = refusal ?? kept
            }
            if let refusal { throw .remote(refusal) }
        } catch {
            guard destroyed.count > 0 || destroyed.isInDoubt else { throw error }
            destroyed.failure = error
        }
        return destroyed
    }

    /// Returns those of some messages that are still in this mailbox alone, and have no queued copy.
    private func doomed(_ messages: ArraySlice<MessageID>, in place: Mailbox) throws(SessionError)
        -> [(place: Int, remote: RemoteID)]
    {
        try reading { reader in
            let copied = try Self.copied(reader)
            return try messages.indices.compactMap { index in
                guard let message = try reader.message(messages[index]), message.mailboxes == [place.id],
                    !copied.contains(message.id), let remote = message.remoteID
                else { return nil }
                return (index, remote)
            }
        }
    }

    /// Removes deleted messages from the store. Moves out that the user made meanwhile have failed, and a notice says so; marks
    /// just go.
    private func takeOut(_ gone: Set<RemoteID>, of account: AccountID) async throws(SessionError) {
        let lost = try await act { transaction -> [Action] in
            var kept: Set<ActionID> = []
            let lost = try gone.flatMap { try transaction.lose($0, account: account) }.filter { action in
                action.command.placesMessages && action.command != .trash && kept.insert(action.id).inserted
            }
            for action in lost { try transaction.keepRefused(action, reason: ActionSender.goneText, now: Date()) }
            return lost
        }
        for action in lost { board.tell(.refused(action, message: ActionSender.goneText)) }
    }
}
