package import InboxModel

/// A message with all its copies.
package struct IndexedMessage: Hashable, Sendable {
    package var id: RemoteID
    package var thread: RemoteID
    /// By folder and UID; at least one.
    package var copies: [IndexedCopy]
    /// A flag that any copy has, as a keyword: `\Seen` is `$seen`.
    package var keywords: Set<Keyword>
    package var mailboxes: Set<RemoteID>

    package init(
        id: RemoteID, thread: RemoteID, copies: [IndexedCopy], keywords: Set<Keyword>, mailboxes: Set<RemoteID>
    ) {
        (self.id, self.thread, self.copies) = (id, thread, copies)
        (self.keywords, self.mailboxes) = (keywords, mailboxes)
    }
}
