package import InboxModel

package enum IndexedChange: Hashable, Sendable {
    /// New, or in another thread: to be told whole.
    case message(IndexedMessage)
    /// Other keywords or mailboxes.
    case marks(IndexedMessage)
    case gone(RemoteID)
    /// New, or with another name or role.
    case mailbox(IndexedFolder)
    case mailboxGone(RemoteID)
}

package struct IndexedChanges: Hashable, Sendable {
    package var changes: [IndexedChange]
    /// The number to ask from next.
    package var number: Int64
    package var hasMore: Bool

    package init(changes: [IndexedChange], number: Int64, hasMore: Bool) {
        (self.changes, self.number, self.hasMore) = (changes, number, hasMore)
    }
}
