import InboxModel

/// What mailboxes are called where no role says what they are for.
extension MailboxTree {
    /// The names that mail programs make such mailboxes under, in small letters, the most usual first.
    private static let names: [MailboxRole: [String]] = [
        .inbox: ["inbox"],
        .drafts: ["drafts", "draft"],
        .sent: ["sent", "sent items", "sent messages", "sent mail"],
        .trash: ["trash", "deleted items", "deleted messages", "bin"],
        .archive: ["archive", "archives"],
        .junk: ["junk", "spam", "junk e-mail", "junk mail", "bulk mail"],
    ]

    /// At the top, or below the inbox, where some servers have all other mailboxes.
    static func mailbox(called role: MailboxRole, among all: [WireMailboxNode]) -> WireMailboxNode? {
        let inbox = all.first { $0.parentID == nil && $0.name.lowercased() == "inbox" }?.id
        let known = all.filter { !$0.isForSomething && ($0.parentID == nil || $0.parentID == inbox) }
        return names[role, default: []].lazy
            .compactMap { name in known.first { $0.name.lowercased() == name } }.first
    }

    /// Each role goes to the mailbox that is called so.
    static func byName(_ mailboxes: [WireMailboxNode]) -> [WireMailboxNode] {
        var named = mailboxes
        for role in names.keys {
            guard let found = mailbox(called: role, among: mailboxes) else { continue }
            for index in named.indices where named[index].id == found.id { named[index].role = role }
        }
        return named
    }
}
