package import InboxModel

package struct IndexedFolder: Hashable, Sendable, Identifiable {
    /// Never given again, not even to a folder of the same name whose UIDs were given anew.
    package var id: Int64
    package var rawName: String
    /// With `/` between levels.
    package var name: String
    package var delimiter: Character?
    /// The mailbox's id: the server's, else made from the name that the folder had when it was seen first.
    package var mailbox: RemoteID
    package var role: MailboxRole?
    package var rights: MailboxRights = .all
    package var uidValidity: UInt32
    /// Messages from here on were not looked for yet.
    package var uidNext: UInt32
    /// Messages from here on are news.
    package var firstNews: UInt32
    package var highestModSeq: UInt64
    /// Whether old mail was outlined as well; true for a folder that has none. What turns up afterwards is news, whatever its UID: it was
    /// marked `\Deleted` when the folder was outlined.
    package var isOutlined: Bool
    /// The same of old mail from this date on, in seconds since 1970; `Int64.max` if none was. A copy that is as new and turns up
    /// afterwards is news, as walks may have passed its place.
    package var outlinedSince: Int64
    /// How many messages the server had when it was seen first.
    package var listed: Int
    /// How many copies are known.
    package var count: Int

    package init(
        id: Int64, rawName: String, name: String, delimiter: Character?, mailbox: RemoteID, role: MailboxRole?,
        uidValidity: UInt32, uidNext: UInt32, firstNews: UInt32, highestModSeq: UInt64, isOutlined: Bool, count: Int,
        outlinedSince: Int64 = .max, listed: Int = 0, rights: MailboxRights = .all
    ) {
        (self.id, self.rawName, self.name, self.delimiter) = (id, rawName, name, delimiter)
        (self.mailbox, self.role, self.uidValidity, self.uidNext) = (mailbox, role, uidValidity, uidNext)
        (self.firstNews, self.highestModSeq, self.isOutlined) = (firstNews, highestModSeq, isOutlined)
        (self.count, self.outlinedSince, self.listed, self.rights) = (count, outlinedSince, listed, rights)
    }
}
