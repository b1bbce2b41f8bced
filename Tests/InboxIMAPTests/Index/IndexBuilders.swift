import Foundation
import InboxModel

@testable import InboxIMAP

extension IMAPFolder {
    /// A folder as a server lists it.
    static func listed(
        _ name: String, validity: UInt32 = 1, next: UInt32 = 1, modSeq: UInt64 = 0, role: MailboxRole? = nil,
        objectID: String? = nil
    ) -> IMAPFolder {
        IMAPFolder(
            rawName: name, name: name, role: role,
            status: IMAPFolderStatus(uidValidity: validity, uidNext: next, messages: 0, highestModSeq: modSeq),
            objectID: objectID)
    }
}

extension IMAPOutline {
    /// - Parameter at: seconds since 1970.
    static func seen(_ uid: UInt32, _ flags: Set<String> = [], at date: TimeInterval = 1000) -> IMAPOutline {
        IMAPOutline(uid: uid, flags: flags, date: Date(timeIntervalSince1970: date))
    }
}

extension IndexedHead {
    static func read(
        _ uid: UInt32, _ id: String, messageID: String? = nil, references: [String] = [], thread: String? = nil
    ) -> IndexedHead {
        IndexedHead(uid: uid, id: RemoteID(id), messageID: messageID, references: references, thread: thread)
    }
}

extension IMAPIndex {
    /// An index in memory that has seen these folders once.
    /// - Parameter next: their UIDNEXT, so that lower UIDs are old mail.
    static func with(_ names: String..., next: UInt32 = 1) throws -> IMAPIndex {
        let index = try IMAPIndex(path: nil)
        try index.take(folders: names.map { .listed($0, next: next) })
        return index
    }

    func folder(_ name: String) throws -> Int64 { try folders().first { $0.rawName == name }?.id ?? -1 }

    /// A copy of which the head was read.
    @discardableResult
    func put(
        _ uid: UInt32, _ id: String, in folder: Int64, _ flags: Set<String> = [], at date: TimeInterval = 1000,
        messageID: String? = nil, references: [String] = [], thread: String? = nil
    ) throws -> IndexedMessage? {
        try take(outlines: [.seen(uid, flags, at: date)], in: folder, addsOld: true)
        let head = IndexedHead.read(uid, id, messageID: messageID, references: references, thread: thread)
        return try take(heads: [head], in: folder)[uid]
    }

    func message(_ id: String) throws -> IndexedMessage? { try messages([RemoteID(id)])[RemoteID(id)] }

    /// All that is in the log, in short words.
    func told(after number: Int64 = 0) throws -> [String] {
        try changes(after: number, limit: 1000).changes.map { change in
            switch change {
            case .message(let message): "message \(message.id)"
            case .marks(let message): "marks \(message.id)"
            case .gone(let id): "gone \(id)"
            case .mailbox(let folder): "mailbox \(folder.name)"
            case .mailboxGone: "mailbox gone"
            }
        }
    }
}
