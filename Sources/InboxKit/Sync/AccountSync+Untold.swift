import InboxModel
import InboxRemote
import InboxStore

/// Saves of drafts that no change reports. A draft that was saved and then deleted elsewhere between two looks is left out of
/// the changes, since it was created and destroyed since (RFC 8620 §5.2).
extension AccountSync {
    func answeredSaves() throws(Failure) -> Set<RemoteID> { try read { try $0.answeredSaves(account: account.id) } }

    /// Asks for the saves that changes should contain and do not, and adds those that are gone. As a rule each is contained, and nothing
    /// is asked.
    /// - Parameter saves: the saves that were answered before the changes were asked for.
    func withUntold(_ saves: Set<RemoteID>, _ changes: RemoteChanges) async throws(Failure) -> RemoteChanges {
        // Steps that follow may contain them, and a complete reading finds out by itself what is gone.
        guard !saves.isEmpty, changes.isAsked, !changes.hasMore, try state(Key.reading) == nil else { return changes }
        // A save that has replaced one of them since is in the next changes.
        let untold = try saves.subtracting(changes.messagesTold).intersection(answeredSaves()).sorted()
        guard !untold.isEmpty else { return changes }
        var all = changes
        do throws(Failure) {
            let gone = try await remote { () async throws(RemoteError) in try await service.gone(among: untold) }
            all.changes += untold.filter(gone.contains).map { .messageGone($0) }
        } catch .remote(let error) where error.nextStep == .drop {
            // A server that refuses to say still has changes to report.
        }
        return all
    }
}

extension RemoteChanges {
    /// The messages that the changes mention in any way.
    fileprivate var messagesTold: Set<RemoteID> {
        Set(
            changes.compactMap { change in
                switch change {
                case .message(let message): message.id
                case .marks(let id, _, _), .messageGone(let id): id
                case .mailbox, .mailboxGone, .contact, .contactGone: nil
                }
            })
    }
}
