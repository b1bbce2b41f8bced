package import InboxModel
import InboxRemote

/// Deleting messages for good.
extension IMAPService {
    /// How many messages are deleted with one call.
    private static let destroyedAtOnce = 500

    package func destroy(_ messages: [RemoteID], trash: RemoteID) async throws(RemoteError) -> RemoteDestroyed {
        let asked = Array(messages.prefix(Self.destroyedAtOnce))
        let folder: IndexedFolder
        let doomed: [IndexedMessage]
        do throws(RemoteError) {
            folder = try await self.folder(of: trash)
            // Another program may have taken some out of the trash.
            try await look()
            try await readUntilKnown(Set(asked))
            let place = folder.id
            doomed = try keeper.use { try $0.messages(asked) }.values
                .filter { $0.copies.allSatisfy { $0.folder == place } }
        } catch { throw error.beforeWork }
        var answer = RemoteDestroyed(asked: asked.count, gone: [])
        guard !doomed.isEmpty else { return answer }
        do throws(RemoteError) {
            try await delete(UIDSet(doomed.flatMap(\.copies).map(\.uid)), in: folder)
            answer.gone = Set(doomed.map(\.id))
        } catch {
            guard error.nextStep == .drop else { throw error }
            answer.refusal = error
        }
        return answer
    }

    package func letGo(_ messages: [RemoteID]) async throws(RemoteError) -> [RemoteID: RemoteError] {
        var refused: [RemoteID: RemoteError] = [:]
        let messages = try await known(Set(messages))
        let folders = try await knownFolders()
        for message in messages.values {
            do throws(RemoteError) { try await destroy(message.copies, folders) } catch {
                guard error.nextStep == .drop else { throw error }
                refused[message.id] = error
            }
        }
        return refused
    }
}
