import InboxModel

/// The body of `PUT /messages/<id>` and `PUT /threads/<id>`. Nil fields stay unchanged.
struct MarkChange: Hashable, Encodable, Sendable {
    var unread: Bool?
    var starred: Bool?
    var folder: String?
    /// The full set, in alphabetical order.
    var labels: [String]?

    var isEmpty: Bool { unread == nil && starred == nil && folder == nil && labels == nil }

    private enum CodingKeys: String, CodingKey {
        case unread, starred
        case folder = "folder_id"
        case labels = "label_ids"
    }
}

extension MarkChange {
    /// The keywords of an update. This API keeps only these two, so it is not told of others.
    init(marksOf update: RemoteUpdate) {
        unread = Self.state(of: .seen, in: update).map { !$0 }
        starred = Self.state(of: .flagged, in: update)
    }

    /// The change of a message whose mailboxes are known.
    init(_ update: RemoteUpdate, of message: KnownThreads.Message, hasLabels: Bool) throws(RemoteError) {
        self.init(marksOf: update)
        guard update.movesMailboxes else { return }
        if hasLabels {
            labels = Self.labels(of: message.mailboxes, after: update)?.map(\.rawValue).sorted()
        } else {
            folder = try Self.folder(of: update).rawValue
        }
    }

    /// Whether it would change nothing of a message.
    func isDone(in message: KnownThreads.Message) -> Bool {
        if let unread, unread == message.keywords.contains(.seen) { return false }
        if let starred, starred != message.keywords.contains(.flagged) { return false }
        if let folder, message.mailboxes != [RemoteID(folder)] { return false }
        if let labels, message.mailboxes != Set(labels.map { RemoteID($0) }) { return false }
        return true
    }

    /// Returns what makes new mail of a message again that it should not have changed: unread, not starred, and in the place of
    /// another message before the change.
    func restoringNewMail(besides other: KnownThreads.Message) -> MarkChange {
        MarkChange(
            unread: unread == false ? true : nil, starred: starred == true ? false : nil,
            folder: folder == nil ? nil : other.mailboxes.min()?.rawValue,
            labels: labels == nil ? nil : other.mailboxes.map(\.rawValue).sorted())
    }

    /// The target folder: in a folder account a message has exactly one.
    static func folder(of update: RemoteUpdate) throws(RemoteError) -> RemoteID {
        for candidates in [update.resultingMailboxes, update.addMailboxes] where candidates.count == 1 {
            if let folder = candidates.first { return folder }
        }
        throw RemoteError(.unsupported, call: "PUT /messages")
    }

    /// Returns the complete label set, as this API requires, based on the labels that the server has now.
    /// - Returns: nil if nothing changes.
    static func labels(of there: Set<RemoteID>, after update: RemoteUpdate) -> Set<RemoteID>? {
        let wanted = there.subtracting(update.removeMailboxes).union(update.addMailboxes)
        guard wanted != there else { return nil }
        // The API has no messages without labels.
        return wanted.isEmpty ? update.resultingMailboxes : wanted
    }

    /// Returns nil if the update does not touch the keyword.
    private static func state(of keyword: Keyword, in update: RemoteUpdate) -> Bool? {
        if update.addKeywords.contains(keyword) { return true }
        return update.removeKeywords.contains(keyword) ? false : nil
    }
}
