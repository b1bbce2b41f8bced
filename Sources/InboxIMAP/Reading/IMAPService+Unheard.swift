import InboxModel
import InboxRemote

/// An index that was made anew, as after a loss or where the account's server is at another place now, has old mail that it has not read.
/// Nothing of that counts as gone.
extension IMAPService {
    private static let searchedAtOnce = 1_000

    /// What the index has of messages. Those that it does not have are looked for: another program may have moved them.
    func known(_ ids: Set<RemoteID>) async throws(RemoteError) -> [RemoteID: IndexedMessage] {
        let known = try keeper.use { try $0.messages(ids) }
        guard known.count < ids.count else { return known }
        try await look()
        try await readUntilKnown(ids)
        return try keeper.use { try $0.messages(ids) }
    }

    /// Reads heads that were not read yet until messages are known, or there are none left.
    func readUntilKnown(_ ids: Set<RemoteID>) async throws(RemoteError) {
        var unheard = try keeper.use { try $0.unheard(among: ids) }
        guard !unheard.isEmpty else { return }
        var place: IndexPosition?
        repeat {
            let page = try await readPage(in: nil, from: place)
            unheard.subtract(page.read)
            place = page.next
        } while place != nil && !unheard.isEmpty
    }

    /// Reads all heads of a folder that were not read yet.
    func readWhole(_ folder: Int64) async throws(RemoteError) {
        guard try keeper.use({ try $0.hasUnread(in: folder) }) else { return }
        var place: IndexPosition?
        repeat { place = try await readPage(in: [folder], from: place).next } while place != nil
    }

    private func readPage(in folders: Set<Int64>?, from place: IndexPosition?) async throws(RemoteError) -> (
        read: [RemoteID], next: IndexPosition?
    ) {
        let page = try await outlinedWalk(in: folders, from: place, limit: Self.searchedAtOnce)
        return (try await heads(of: page.copies.filter { $0.message == nil }).map(\.message.id), page.next)
    }
}
