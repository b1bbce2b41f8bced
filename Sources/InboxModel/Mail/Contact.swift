public import Foundation

/// Someone whom the account's owner has had mail with, or whom the server lists.
public struct Contact: Hashable, Identifiable, Sendable, Codable {
    public var id: ContactID
    /// Whose contact it is: each account has its own of the same person.
    public var account: AccountID
    /// Nil for one that was gathered from mail.
    public var remoteID: RemoteID?
    /// Known by its `email`, blind to case; the name is the last one heard, or the user's.
    public var address: MailAddress
    /// Messages of theirs, and the owner's to them.
    public var mailCount: Int
    /// Those of them that the owner wrote.
    public var sentCount: Int
    /// When the newest of them was received; nil when there is none.
    public var lastMailAt: Date?
    /// What the user keeps of them; nil for one that nobody kept. A kept one is never renamed by mail or servers.
    public var card: ContactCard?
    /// The user took them out; mail that comes later does not bring them back.
    public var isHidden: Bool

    public init(
        id: ContactID, account: AccountID, remoteID: RemoteID?, address: MailAddress, mailCount: Int = 0,
        sentCount: Int = 0, lastMailAt: Date? = nil, card: ContactCard? = nil, isHidden: Bool = false
    ) {
        self.id = id
        self.account = account
        self.remoteID = remoteID
        self.address = address
        self.mailCount = mailCount
        self.sentCount = sentCount
        self.lastMailAt = lastMailAt
        self.card = card
        self.isHidden = isHidden
    }
}
