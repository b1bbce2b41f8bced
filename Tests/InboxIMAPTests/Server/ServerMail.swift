import Foundation

/// A message, wherever it is.
struct ServerMail: Sendable {
    var bytes: [UInt8]
    var date: Date
    var thread: Int
}

/// A message in a folder.
struct ServerCopy: Sendable, Hashable {
    var uid: UInt32
    /// The number of the mail.
    var mail: Int
    var flags: Set<String>
    var modSeq: UInt64
}

struct ServerFolder: Sendable {
    /// Stays when the folder is renamed.
    var id: Int
    /// In modified UTF-7, with the server's delimiter.
    var rawName: String
    /// Such as `\Sent`.
    var use: String?
    var uidValidity: UInt32
    var uidNext: UInt32 = 1
    var highestModSeq: UInt64 = 1
    var isSubscribed = true
    /// The letters of the client's rights (RFC 4314).
    var rights = "lrswipkxtea"
    /// Ascending.
    var copies: [ServerCopy] = []
    /// What is gone, and since when.
    var expunged: [(uid: UInt32, modSeq: UInt64)] = []

    func index(of uid: UInt32) -> Int? {
        let index = copies.partitioningIndex { $0.uid >= uid }
        return index < copies.count && copies[index].uid == uid ? index : nil
    }

    mutating func nextModSeq() -> UInt64 {
        highestModSeq += 1
        return highestModSeq
    }
}

extension Array {
    /// The first index from which on all elements fulfil a condition that those before do not.
    func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

/// A message as a test sees it.
struct SeenMail: Sendable, Hashable {
    var uid: UInt32
    var flags: Set<String>
    var bytes: [UInt8]
    var text: String { String(decoding: bytes, as: UTF8.self) }
}
