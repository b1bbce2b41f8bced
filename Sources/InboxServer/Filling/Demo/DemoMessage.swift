package import Foundation

/// One mail of the demo mailbox.
package struct DemoMessage: Sendable {
    /// The whole message (RFC 5322), with CRLF line ends.
    package let raw: [UInt8]
    /// When the message was received or sent; equal to its Date header, in whole seconds.
    package let receivedAt: Date
    package let folder: DemoFolder
    package let isUnread: Bool
    package let isStarred: Bool

    package init(raw: [UInt8], receivedAt: Date, folder: DemoFolder, isUnread: Bool, isStarred: Bool) {
        self.raw = raw
        self.receivedAt = receivedAt
        self.folder = folder
        self.isUnread = isUnread
        self.isStarred = isStarred
    }
}
