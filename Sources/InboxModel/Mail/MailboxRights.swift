/// What the user may do in a mailbox (RFC 8621 §2, `myRights`).
public struct MailboxRights: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let addItems = MailboxRights(rawValue: 1)
    public static let removeItems = MailboxRights(rawValue: 2)
    public static let setSeen = MailboxRights(rawValue: 4)
    public static let setKeywords = MailboxRights(rawValue: 8)
    public static let createChild = MailboxRights(rawValue: 16)
    public static let rename = MailboxRights(rawValue: 32)
    public static let delete = MailboxRights(rawValue: 64)
    public static let submit = MailboxRights(rawValue: 128)

    public static let all = MailboxRights(rawValue: 255)
}
