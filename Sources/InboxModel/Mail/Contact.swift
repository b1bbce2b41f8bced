public import Foundation

/// Somebody with whom the account's owner has exchanged mail, or whom the server lists.
public struct Contact: Hashable, Identifiable, Sendable, Codable {
    public var id: ContactID
    /// The account of the contact. Each account has its own contact for the same person.
    public var account: AccountID
    /// Nil for a contact collected from mail.
    public var remoteID: RemoteID?
    /// Identified by its `email`, ignoring case; the name is the latest one, or the user's.
    public var address: MailAddress
    /// The number of messages from the contact, or to them by the owner.
    public var mailCount: Int
    /// The number of these that the owner wrote.
    public var sentCount: Int
    /// When the newest of these was received; nil if there are none.
    public var lastMailAt: Date?
    /// The user's data about the contact; nil if there is none. Mail and servers never rename a contact that has a card.
    public var card: ContactCard?
    /// Whether the user removed the contact. Later mail does not bring it back.
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
