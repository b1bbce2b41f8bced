/// What the user may do in a mailbox (RFC 8621 §2, `myRights`).
public struct MailboxRights: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `mayAddItems`: mail can be added.
    public static let addItems = MailboxRights(rawValue: 1)
    /// `mayRemoveItems`: mail can be removed.
    public static let removeItems = MailboxRights(rawValue: 2)
    /// `maySetSeen`: mail here can be marked as read and unread.
    public static let setSeen = MailboxRights(rawValue: 4)
    /// `maySetKeywords`: all other keywords can be set.
    public static let setKeywords = MailboxRights(rawValue: 8)
    /// `mayCreateChild`: child mailboxes can be created.
    public static let createChild = MailboxRights(rawValue: 16)
    /// `mayRename`: it can be renamed or moved.
    public static let rename = MailboxRights(rawValue: 32)
    /// `mayDelete`: the mailbox can be deleted.
    public static let delete = MailboxRights(rawValue: 64)
    /// `maySubmit`: mail can be submitted to it directly.
    public static let submit = MailboxRights(rawValue: 128)

    /// `mayShare` (RFC 9670 §4): the mailbox can be shared.
    public static let share = MailboxRights(rawValue: 256)

    /// All rights that every server has. Excludes sharing: few servers offer it, and those report it.
    public static let all = MailboxRights(rawValue: 255)
}
