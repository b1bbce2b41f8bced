/// What the user may do in a mailbox (RFC 8621 §2, `myRights`).
public struct MailboxRights: OptionSet, Hashable, Sendable, Codable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `mayAddItems`: mail can be put here.
    public static let addItems = MailboxRights(rawValue: 1)
    /// `mayRemoveItems`: mail can be taken out.
    public static let removeItems = MailboxRights(rawValue: 2)
    /// `maySetSeen`: mail here can be marked as read and unread.
    public static let setSeen = MailboxRights(rawValue: 4)
    /// `maySetKeywords`: all other marks.
    public static let setKeywords = MailboxRights(rawValue: 8)
    /// `mayCreateChild`: mailboxes can be made below it.
    public static let createChild = MailboxRights(rawValue: 16)
    /// `mayRename`: it can get another name, or another place.
    public static let rename = MailboxRights(rawValue: 32)
    /// `mayDelete`: the mailbox itself can go.
    public static let delete = MailboxRights(rawValue: 64)
    /// `maySubmit`: mail can be handed in to it directly.
    public static let submit = MailboxRights(rawValue: 128)

    /// `mayShare` (RFC 9670 §4): others can be let in.
    public static let share = MailboxRights(rawValue: 256)

    /// Those of every server. Sharing is none of them: few servers offer it, and what offers it says so.
    public static let all = MailboxRights(rawValue: 255)
}
