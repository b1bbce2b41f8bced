import Foundation
package import InboxModel
package import InboxRemote

/// Copies of messages of other accounts, whatever these speak.
extension IMAPService {
    package func take(_ wanted: [RemoteID: Set<RemoteID>], from source: any RemoteService, mayBeHere: Bool) async
        -> [RemoteID: Result<RemoteCopy, RemoteError>]
    {
        var answers: [RemoteID: Result<RemoteCopy, RemoteError>] = [:]
        for (id, mailboxes) in wanted.sorted(by: { $0.key < $1.key }) {
            do throws(RemoteError) {
                answers[id] = .success(try await take(id, to: mailboxes, from: source, mayBeHere: mayBeHere))
            } catch {
                answers[id] = .failure(error)
                guard error.nextStep == .drop else {
                    // The rest is not asked for.
                    let before = RemoteError(error.reason, call: "take", retryAfter: error.retryAfter).beforeWork
                    for rest in wanted.keys where answers[rest] == nil { answers[rest] = .failure(before) }
                    break
                }
            }
        }
        return answers
    }

    private func take(
        _ id: RemoteID, to mailboxes: Set<RemoteID>, from source: any RemoteService, mayBeHere: Bool
    ) async throws(RemoteError) -> RemoteCopy {
        guard let original = try await source.message(id) else {
            throw RemoteError(.notFound(message: "the message is gone"), call: "take", type: "notFound")
        }
        var folders: [IndexedFolder] = []
        for mailbox in mailboxes.sorted() { folders.append(try await folder(of: mailbox)) }
        guard let first = folders.first else {
            throw RemoteError(.refused(status: 0, message: "its mailbox is gone"), call: "take")
        }
        let bytes = OutgoingBytes.withNetworkLineEnds(try await source.rawMessage(id))
        if mayBeHere, let known = try await twin(of: bytes, original, in: first) {
            return RemoteCopy(try await placed(known, in: folders), isNew: false)
        }
        let flags = try await flags(original.keywords, in: first)
        do throws(RemoteError) {
            let made = try await file(
                bytes, in: first, flags: flags, date: original.receivedAt, messageID: original.messageIDHeader)
            guard let made else {
                throw RemoteError(.unreadableAnswer(detail: "the copy is not found"), call: RemoteError.copying)
            }
            guard try await content(of: made, in: first) == bytes else {
                try await delete([made.uid], in: first)
                throw RemoteError(
                    .refused(status: 0, message: "the copy was not the whole message"), call: RemoteError.copying)
            }
            return RemoteCopy(try await placed(made, in: folders))
        } catch {
            // From here on, there may be a copy.
            throw RemoteError(
                error.reason, call: RemoteError.copying, retryAfter: error.retryAfter, type: error.type,
                names: error.names, finding: error.finding)
        }
    }

    /// A copy with the same bytes, of an attempt whose answer was lost.
    private func twin(of bytes: [UInt8], _ original: RemoteMessage, in folder: IndexedFolder)
        async throws(RemoteError) -> IndexedCopy?
    {
        try await look(at: [folder.id])
        let folder = try current(folder)
        guard let header = original.messageIDHeader else { return nil }
        if try keeper.use({ try $0.hasUnread(in: folder.id) }) {
            let there = try await copies(withMessageID: header, in: folder, since: nil)
            if !there.isEmpty { _ = try await known(UIDSet(there.map(\.uid)), in: folder) }
        }
        let copies = try keeper.use { try $0.messages(withMessageID: header) }.flatMap(\.copies)
        for copy in copies where copy.folder == folder.id {
            if try await content(of: copy, in: folder) == bytes { return copy }
        }
        return nil
    }

    private func content(of copy: IndexedCopy, in folder: IndexedFolder) async throws(RemoteError) -> [UInt8]? {
        try await work(in: folder) { connection async throws(RemoteError) in
            try await connection.bytes(in: folder.rawName, [copy.uid], section: "")
        }[copy.uid].map(OutgoingBytes.withNetworkLineEnds)
    }

    /// A copy that is also in the other folders.
    private func placed(_ copy: IndexedCopy, in folders: [IndexedFolder]) async throws(RemoteError) -> RemoteMessage {
        guard let id = copy.message else { throw UpdatePlan.gone }
        let others = Set(folders.dropFirst().map(\.mailbox))
        if !others.isEmpty { return try await update(id, RemoteUpdate(addMailboxes: others)) }
        guard let message = try await listed([copy]).first else { throw UpdatePlan.gone }
        return message
    }
}
