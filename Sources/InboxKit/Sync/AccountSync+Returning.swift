import InboxModel
import InboxRemote
import InboxStore

/// Messages that a server has under a new id, and that it reports as gone in an earlier step than as new.
extension AccountSync {
    /// The most steps that are taken together.
    private static let mostSteps = 5

    /// Adds the next steps while a message is gone that something here depends on: written by itself, the loss would take along what only
    /// this machine knows, such as until when the message is snoozed.
    func withReturning(_ changes: RemoteChanges) async throws(Failure) -> RemoteChanges {
        var all = changes
        for _ in 1..<Self.mostSteps {
            guard all.hasMore, try mayReturn(all) else { break }
            let state = all.newState
            let next = try await remote { () async throws(RemoteError) in
                try await service.changes(since: state, wait: nil)
            }
            all = RemoteChanges(
                changes: all.changes + next.changes, newState: next.newState, hasMore: next.hasMore,
                isAsked: all.isAsked, hasAllMailboxes: all.hasAllMailboxes || next.hasAllMailboxes)
        }
        return all
    }

    private func mayReturn(_ changes: RemoteChanges) throws(Failure) -> Bool {
        let back = Set(changes.messages.compactMap(\.messageIDHeader))
        return try read { reader in
            try changes.messagesGone.contains { try reader.isNeeded($0, account: account.id, unlessBack: back) }
        }
    }
}
