public import InboxModel

extension InboxAPIService {
    public func update(_ id: RemoteID, _ update: RemoteUpdate) async throws(RemoteError) -> RemoteMessage {
        let call = APICaller.Call(method: .put, name: "/messages", segments: [id.rawValue])
        var change = InboxAPIService.marks(of: update)
        if update.movesMailboxes {
            if try await hasLabels() {
                change.labels = try await labels(of: id, after: update, call: call)?.map(\.rawValue).sorted()
            } else {
                change.folder = try InboxAPIService.folder(of: update).rawValue
            }
        }
        guard !change.isEmpty else { return try await unchanged(id, call: call) }
        return try await caller.write(change, call, for: WireMessage.self).remote
    }
}

private extension InboxAPIService {
    /// The body of `PUT /messages/<id>`. Nil fields stay unchanged.
    struct Change: Encodable {
        var unread: Bool?
        var starred: Bool?
        var folder: String?
        var labels: [String]?

        var isEmpty: Bool { unread == nil && starred == nil && folder == nil && labels == nil }

        private enum CodingKeys: String, CodingKey {
            case unread, starred
            case folder = "folder_id"
            case labels = "label_ids"
        }
    }

    static func marks(of update: RemoteUpdate) -> Change {
        Change(
            unread: state(of: .seen, in: update).map { !$0 }, starred: state(of: .flagged, in: update))
    }

    /// Returns nil if the update does not touch the keyword.
    static func state(of keyword: Keyword, in update: RemoteUpdate) -> Bool? {
        if update.addKeywords.contains(keyword) { return true }
        return update.removeKeywords.contains(keyword) ? false : nil
    }

    /// The target folder: in a folder account a message has exactly one.
    static func folder(of update: RemoteUpdate) throws(RemoteError) -> RemoteID {
        for candidates in [update.resultingMailboxes, update.addMailboxes] where candidates.count == 1 {
            if let folder = candidates.first { return folder }
        }
        throw RemoteError(.unsupported, call: "PUT /messages")
    }

    /// Returns the complete label set, as this API requires, based on the server's current labels, which others may have changed.
    /// - Returns: nil if nothing changes.
    func labels(of id: RemoteID, after update: RemoteUpdate, call: APICaller.Call) async throws(RemoteError)
        -> Set<RemoteID>?
    {
        let there = try await unchanged(id, call: call).mailboxes
        let wanted = there.subtracting(update.removeMailboxes).union(update.addMailboxes)
        guard wanted != there else { return nil }
        // The API has no messages without labels.
        return wanted.isEmpty ? update.resultingMailboxes : wanted
    }

    /// Returns the server's message. This API keeps only these two keywords, so it is not told of others.
    func unchanged(_ id: RemoteID, call: APICaller.Call) async throws(RemoteError) -> RemoteMessage {
        guard let message = try await message(id) else {
            throw RemoteError(.notFound(message: "the message is gone"), call: call.title)
        }
        return message
    }
}
