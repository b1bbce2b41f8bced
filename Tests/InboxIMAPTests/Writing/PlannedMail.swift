import Foundation
public import InboxModel

@testable import InboxIMAP

enum PlannedMail {
    static let folders = [
        folder(1, "INBOX", "inbox", .inbox), folder(2, "Archive", "archive", .archive),
        folder(3, "Trash", "trash", .trash), folder(4, "Work", "work", nil), folder(5, "All Mail", "all", .all),
    ]

    static func folder(_ id: Int64, _ name: String, _ mailbox: RemoteID, _ role: MailboxRole?) -> IndexedFolder {
        IndexedFolder(
            id: id, rawName: name, name: name, delimiter: "/", mailbox: mailbox, role: role, uidValidity: 1,
            uidNext: 1, firstNews: 1, highestModSeq: 0, isOutlined: true, count: 0)
    }
}

extension RemoteID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension IndexedMessage {
    /// - Parameter copies: UIDs by folder.
    static func planned(_ id: RemoteID, _ copies: [Int64: UInt32]) -> IndexedMessage {
        let all = copies.sorted { $0.key < $1.key }.map {
            IndexedCopy(folder: $0.key, uid: $0.value, flags: [], date: .distantPast, message: id)
        }
        return IndexedMessage(id: id, thread: "t", copies: all, keywords: [], mailboxes: [])
    }
}

extension RemoteUpdate {
    static func moving(from source: RemoteID, to target: RemoteID) -> RemoteUpdate {
        RemoteUpdate(addMailboxes: [target], removeMailboxes: [source])
    }
}
