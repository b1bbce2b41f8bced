/// Someone whom the account's owner has had mail with.
public struct Contact: Hashable, Identifiable, Sendable, Codable {
    public var id: ContactID
    public var account: AccountID
    public var remoteID: RemoteID?
    public var address: MailAddress

    public init(id: ContactID, account: AccountID, remoteID: RemoteID?, address: MailAddress) {
        self.id = id
        self.account = account
        self.remoteID = remoteID
        self.address = address
    }
}
