import InboxKit

extension Wording {
    /// What becomes of the mail in a mailbox that is deleted.
    /// - Parameter isLabel: whether it is only taken off its messages.
    static func whatGoes(with contents: MailboxContents, isLabel: Bool) -> String {
        func messages(_ count: Int) -> String { "\(number(count)) \(count == 1 ? "message" : "messages")" }
        guard contents.messages > 0 else { return "It holds no mail." }
        let here = messages(contents.messages)
        if isLabel { return "The label goes from \(here); the mail stays." }
        let (only, others) = (contents.onlyThere, contents.messages - contents.onlyThere)
        let verb = only == 1 ? "lies" : "lie"
        let trash = "\(messages(only)) \(verb) in it and nowhere else: to the trash first."
        let stay =
            "\(messages(others)) in it \(others == 1 ? "lies" : "lie") elsewhere too, and \(others == 1 ? "stays" : "stay") there."
        return [only > 0 ? trash : nil, others > 0 ? stay : nil].compactMap(\.self).joined(separator: " ")
    }
}

extension Wording {
    /// What is said of a new name that lies deeper than a server takes it; nil where it does not.
    static func tooDeep(_ name: String, most: Int?) -> String? {
        let depth = name.split(separator: "/", omittingEmptySubsequences: true).count
        guard let most, depth > most else { return nil }
        return most == 1 ? "No mailbox lies below another here." : "Mailboxes lie \(most) deep at most here."
    }
}
