public import Foundation

/// Somebody with whom the account's owner has exchanged mail, or whom the server lists.
public struct Contact: Hashable, Identifiable, Sendable, Codable {
    public var id: ContactID
    /// The account that has the contact: each has its own of the same person.
    public var account: AccountID
    /// Nil for one that was gathered from mail.
    public var remoteID: RemoteID?
    /// Identified by its `email`, ignoring case; the name is the latest one, or the user's.
    public var address: MailAddress
    /// How many messages are from them, or to them by the owner.
    public var mailCount: Int
    /// How many of these the owner wrote.
    public var sentCount: Int
    /// When the newest of them was received; nil when there is none.
    public var lastMailAt: Date?
    /// What the user keeps about them; nil if nothing. A kept contact is never renamed by mail or servers.
    public var card: ContactCard?
    /// Whether the user removed them; later mail does not bring them back.
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
