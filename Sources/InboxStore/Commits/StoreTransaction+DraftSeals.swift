import GRDB
package import InboxModel

/// Drafts to encrypt, whose text no server may get.
extension StoreTransaction {
    /// Whether a draft's server has a save of it, or may have one, which must go when the draft becomes encrypted. False
    /// unless all files are stored here, so that none is lost with the save.
    package func leavesServer(_ id: MessageID) throws -> Bool {
        guard let draft = try MessageTable.find(database, id), draft.isDraft else { return false }
        guard try draft.files.allSatisfy({ try reader.isKept($0) }) else { return false }
        return try draft.remoteID != nil
            || ActionTable.actions(database, about: .draft(id)).contains {
                $0.command == .saveDraft && ($0.state == .sending || $0.state == .unknown)
            }
    }

    /// Removes the waiting saves and uploads of a draft and its files from the queue.
    func keepHere(_ draft: Message) throws {
        let ways = [.draft(draft.id)] + draft.files.compactMap(\.localID).map { Action.Object.file($0) }
        for action in try ways.flatMap({ try ActionTable.actions(database, about: $0) })
        where action.command == .saveDraft || action.command == .uploadFile {
            if action.state.isAtRest { try ActionTable.delete(database, action.id) }
        }
        noteActions()
    }
}
