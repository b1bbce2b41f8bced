package import Foundation
package import InboxModel

/// A message in a folder.
package struct IndexedCopy: Hashable, Sendable {
    package var folder: Int64
    package var uid: UInt32
    /// Each once, whatever its case; `\Seen` and its like as RFC 9051 spells them, without `\Recent`.
    package var flags: Set<String>
    /// In whole seconds.
    package var date: Date
    /// Nil before its head was read.
    package var message: RemoteID?

    package init(folder: Int64, uid: UInt32, flags: Set<String>, date: Date, message: RemoteID?) {
        (self.folder, self.uid, self.flags, self.date) = (folder, uid, flags, date)
        self.message = message
    }

    package var position: IndexPosition { IndexPosition(date: date, folder: folder, uid: uid) }
}
