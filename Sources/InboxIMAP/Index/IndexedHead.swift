package import InboxModel

/// What is kept of a head.
package struct IndexedHead: Hashable, Sendable {
    package var uid: UInt32
    package var id: RemoteID
    /// With angle brackets, as are the references.
    package var messageID: String?
    /// References and In-Reply-To, the oldest first. Of many, the first and the last 50 count.
    package var references: [String]
    /// The server's id of the thread.
    package var thread: String?

    package init(uid: UInt32, id: RemoteID, messageID: String?, references: [String], thread: String? = nil) {
        (self.uid, self.id, self.messageID) = (uid, id, messageID)
        (self.references, self.thread) = (references, thread)
    }
}
