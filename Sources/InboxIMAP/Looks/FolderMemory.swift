/// What the last look at a folder saw. It is not kept across restarts.
struct FolderMemory: Hashable, Sendable {
    /// How many messages a folder had, below a UID.
    struct Extent: Hashable, Sendable {
        var uidNext: UInt32
        var messages: Int
    }

    var uidValidity: UInt32
    /// All copies that the index had were among the messages of this extent. UIDs only grow (RFC 9051 §2.3.1.1), so none of them is gone as
    /// long as the number of messages below that UID stays the same.
    var compared: Extent?
    var messages: Int
    /// Nil if it was not told.
    var unseen: Int?
}

extension FolderMemory {
    /// A folder of which the index knows all, as its status says, or nothing.
    init(seeing status: IMAPFolderStatus) {
        let extent = Extent(uidNext: status.uidNext, messages: status.messages)
        self.init(
            uidValidity: status.uidValidity, compared: extent, messages: status.messages, unseen: status.unseen)
    }
}
