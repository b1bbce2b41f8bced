import InboxKit
public import InboxModel

extension Wording {
    /// Returns the name of a mailbox on every screen: that of its role, else the one that its owner gave it.
    public static func name(of mailbox: Mailbox) -> String {
        mailbox.role.map { name(of: $0) } ?? line(mailbox.name)
    }

    static func name(of role: MailboxRole) -> String {
        switch role {
        case .inbox: "Inbox"
        case .drafts: "Drafts"
        case .sent: "Sent"
        case .archive: "Archive"
        case .junk: "Junk"
        case .trash: "Trash"
        case .all: "All mail"
        case .important: "Important"
        }
    }

    /// Says what happens to the mail in a mailbox that is deleted.
    /// - Parameter isLabel: whether deleting it only takes the label off its messages.
    static func whatGoes(with contents: MailboxContents, isLabel: Bool) -> String {
        guard contents.messages > 0 else { return "It contains no mail." }
        let here = count(contents.messages, "message")
        if isLabel { return "The label comes off \(here); the mail stays." }
        let (only, others) = (contents.onlyThere, contents.messages - contents.onlyThere)
        let verb = only == 1 ? "is" : "are"
        let trash = "\(count(only, "message")) \(verb) in no other mailbox: moved to the trash first."
        let stay =
            "\(count(others, "message")) \(others == 1 ? "is in another mailbox too, and stays" : "are in other mailboxes too, and stay") there."
        return [only > 0 ? trash : nil, others > 0 ? stay : nil].compactMap(\.self).joined(separator: " ")
    }

    /// Says that a new name lies deeper than the server allows; nil where it does not.
    static func tooDeep(_ name: String, most: Int?) -> String? {
        let depth = name.split(separator: "/", omittingEmptySubsequences: true).count
        guard let most, depth > most else { return nil }
        return most == 1 ? "Mailboxes can't be nested here." : "Mailboxes can be nested \(most) levels deep here."
    }
}
