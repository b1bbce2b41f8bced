package import Foundation

/// A place in a walk, which goes from later dates to earlier ones, and among equal ones from higher folder ids and UIDs to lower ones.
package struct IndexPosition: Hashable, Sendable {
    package var date: Date
    package var folder: Int64
    package var uid: UInt32

    package init(date: Date, folder: Int64, uid: UInt32) { (self.date, self.folder, self.uid) = (date, folder, uid) }

    /// Reads what `text` is; nil for anything else.
    package init?(text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let seconds = Int64(parts[0]), let folder = Int64(parts[1]), let uid = UInt32(parts[2])
        else { return nil }
        self.init(date: Date(timeIntervalSince1970: TimeInterval(seconds)), folder: folder, uid: uid)
    }

    package var text: String { "\(date.indexSeconds).\(folder).\(uid)" }
}

extension Date {
    /// Whole seconds since 1970, within the years that IMAP can write (0 to 9999).
    var indexSeconds: Int64 {
        // NaN compares as neither, and becomes the earliest.
        Int64(Swift.max(-62_135_596_800, Swift.min(253_402_300_799, timeIntervalSince1970.rounded(.down))))
    }

    init(indexSeconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(indexSeconds)) }
}
