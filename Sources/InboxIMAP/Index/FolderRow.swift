import GRDB
import InboxModel

/// A folder as it is stored.
struct FolderRow {
    var folder: IndexedFolder
    /// The server's id.
    var objectID: String?

    static let columns = """
        id, rawName, name, delimiter, mailbox, role, uidValidity, uidNext, firstNews, highestModSeq, isOutlined, count, \
        objectID, rights, outlinedSince, listed
        """

    var id: Int64 { folder.id }
    var rawName: String { folder.rawName }

    init(_ row: Row) throws {
        folder = IndexedFolder(
            id: try row.decode(atIndex: 0), rawName: try row.decode(atIndex: 1), name: try row.decode(atIndex: 2),
            delimiter: try row.decode(String?.self, atIndex: 3)?.first,
            mailbox: RemoteID(try row.decode(String.self, atIndex: 4)),
            role: try row.decode(String?.self, atIndex: 5).flatMap(MailboxRole.init),
            uidValidity: try row.decode(atIndex: 6), uidNext: try row.decode(atIndex: 7),
            firstNews: try row.decode(atIndex: 8),
            highestModSeq: UInt64(bitPattern: try row.decode(Int64.self, atIndex: 9)),
            isOutlined: try row.decode(atIndex: 10), count: try row.decode(atIndex: 11),
            outlinedSince: try row.decode(atIndex: 14), listed: try row.decode(atIndex: 15),
            rights: MailboxRights(rawValue: try row.decode(atIndex: 13)))
        objectID = try row.decode(atIndex: 12)
    }

    /// A new folder, of which all is news.
    init(_ listed: IMAPFolder, _ status: IMAPFolderStatus, mailbox: RemoteID) {
        folder = IndexedFolder(
            id: 0, rawName: listed.rawName, name: listed.name, delimiter: listed.delimiter, mailbox: mailbox,
            role: listed.role, uidValidity: status.uidValidity, uidNext: 1, firstNews: 1, highestModSeq: 0,
            isOutlined: true, count: 0, listed: status.messages, rights: listed.rights)
        objectID = listed.objectID
    }

    /// What the folder is after another one was renamed; nil if that one is neither it nor above it.
    func renamed(with top: FolderRow, toRaw rawName: String, name: String) -> FolderRow? {
        var renamed = self
        if id != top.id {
            guard let delimiter = top.folder.delimiter, self.rawName.hasPrefix(top.rawName + String(delimiter)) else {
                return nil
            }
            renamed.folder.rawName = rawName + self.rawName.dropFirst(top.rawName.count)
            // Names have as many levels as raw names, and above this one the same.
            guard folder.name.hasPrefix(top.folder.name + "/") else { return nil }
            renamed.folder.name = name + folder.name.dropFirst(top.folder.name.count)
        } else {
            (renamed.folder.rawName, renamed.folder.name) = (rawName, name)
        }
        return renamed
    }
}
