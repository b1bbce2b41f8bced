/// Where messages are that were copied or moved.
package struct IMAPCopied: Hashable, Sendable {
    package var uidValidity: UInt32
    package var uids: [UInt32: UInt32]

    package init(uidValidity: UInt32, uids: [UInt32: UInt32]) {
        (self.uidValidity, self.uids) = (uidValidity, uids)
    }
}

/// Where a message is that was added to a folder.
package struct IMAPAppended: Hashable, Sendable {
    package var uidValidity: UInt32
    package var uid: UInt32

    package init(uidValidity: UInt32, uid: UInt32) { (self.uidValidity, self.uid) = (uidValidity, uid) }
}
