import Foundation
import InboxModel
import MailContent

/// The bytes of a message as it leaves.
enum OutgoingBytes {
    /// The tolerated deviation of the Date, in seconds: within it, messages of a series keep their order.
    private static let dateTolerance: TimeInterval = 300

    /// A draft without its blind copies, the notes that other programs keep in their drafts, and a Date that is no longer true: by it, the
    /// message would be far down in its readers' lists.
    static func leaving(_ draft: [UInt8], now: Date) -> [UInt8] {
        let message = ParsedMessage.parse(draft)
        let notes = message.headers.compactMap { DraftHeader(name: $0.name, value: "") }.filter(\.isNote)
        let bytes = HeaderRemoval.removing(
            HeaderRemoval.blindCopies.union(notes.map { $0.name.lowercased() }), from: draft)
        let isOff = message.date.map { abs($0.timeIntervalSince(now)) > dateTolerance } ?? true
        return withNetworkLineEnds(isOff ? HeaderRemoval.dated(now, bytes) : bytes)
    }

    /// With CR LF at the end of each line (RFC 5321 §2.3.8), as IMAP servers keep messages, too.
    static func withNetworkLineEnds(_ bytes: [UInt8]) -> [UInt8] {
        var bare = 0
        var last: UInt8 = 0
        for byte in bytes {
            if byte == 0x0A, last != 0x0D { bare += 1 }
            last = byte
        }
        guard bare > 0 else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bare)
        last = 0
        for byte in bytes {
            if byte == 0x0A, last != 0x0D { result.append(0x0D) }
            result.append(byte)
            last = byte
        }
        return result
    }
}
