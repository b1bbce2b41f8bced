/// A folder or a label of an account.
public struct Mailbox: Hashable, Identifiable, Sendable, Codable {
    public var id: MailboxID
    public var account: AccountID
    /// Nil until the server has created it.
    public var remoteID: RemoteID?
    /// The whole name as the server shows it; `/` separates levels.
    public var name: String
    /// What the mailbox is for (RFC 8621 §2); nil for one of the user's own.
    public var role: MailboxRole?
    /// What the user may do in it; everything if the server reports no rights.
    public var rights: MailboxRights
    /// The number of threads with a message here, and with an unread one here.
    public var threadCount: Int
    public var unreadThreadCount: Int

    public init(
        id: MailboxID, account: AccountID, remoteID: RemoteID?, name: String, role: MailboxRole?,
        rights: MailboxRights = .all, threadCount: Int = 0, unreadThreadCount: Int = 0
    ) {
        self.id = id
        self.account = account
        self.remoteID = remoteID
        self.name = name
        self.role = role
        self.rights = rights
        self.threadCount = threadCount
        self.unreadThreadCount = unreadThreadCount
    }
}

extension Mailbox {
    /// Whether it is below another mailbox of the account, at any depth, by its name.
    public func lies(below other: Mailbox) -> Bool { account == other.account && name.hasPrefix(other.name + "/") }

    /// Of a mailbox's whole name, the part above its last level; nil at the top.
    public static func parent(of name: String) -> String? {
        name.lastIndex(of: "/").map { String(name[..<$0]) }
    }

    /// Whether two names are one, as servers compare them, or one lies below the other.
    package static func areRelated(_ one: String, _ other: String) -> Bool {
        let (one, other) = ("\(one)/".lowercased(), "\(other)/".lowercased())
        return one.hasPrefix(other) || other.hasPrefix(one)
    }
}
