import GRDB
package import InboxModel

/// Drafts that are to be encrypted: no server gets their text.
extension StoreTransaction {
    /// Whether a draft's server has a save of it, or may have one, which goes when it is to be encrypted: one of which all files
    /// are here, so that none is lost with it.
    package func leavesServer(_ id: MessageID) throws -> Bool {
        guard let draft = try MessageTable.find(database, id), draft.isDraft else { return false }
        guard try draft.files.allSatisfy({ try reader.isKept($0) }) else { return false }
        return try draft.remoteID != nil
            || ActionTable.actions(database, about: .draft(id)).contains {
                $0.command == .saveDraft && ($0.state == .sending || $0.state == .unknown)
            }
    }

    /// What waits to bring a draft or its files to the server is taken out of the queue.
    func keepHere(_ draft: Message) throws {
        let ways = [.draft(draft.id)] + draft.files.compactMap(\.localID).map { Action.Object.file($0) }
        for action in try ways.flatMap({ try ActionTable.actions(database, about: $0) })
        where action.command == .saveDraft || action.command == .uploadFile {
            if action.state == .waiting || action.state == .stopped { try ActionTable.delete(database, action.id) }
        }
        noteActions()
    }
}
