extension Mailbox {
    /// What is typed without mutt's sign for a folder: `=receipts`, `+receipts`.
    public static func name(typed text: String) -> String {
        guard text.count > 1, text.first == "=" || text.first == "+" else { return text }
        return String(text.dropFirst())
    }
}

extension Sequence<Mailbox> {
    /// Those that somebody means by a name, of one account: the one that is for it (`inbox`, `spam`), the one that is called so, else
    /// all that may be meant. mutt's sign before it is none of its letters, unless a mailbox is called so.
    public func meant(by name: String) -> [Mailbox] {
        let found = found(by: name)
        return found.isEmpty ? self.found(by: Mailbox.name(typed: name)) : found
    }

    private func found(by name: String) -> [Mailbox] {
        let role = name.lowercased() == "spam" ? .junk : MailboxRole(rawValue: name.lowercased())
        if let role, let found = first(where: { $0.role == role }) { return [found] }
        let named = filter { $0.isNamed(name) }
        return named.first { $0.name.lowercased() == name.lowercased() }.map { [$0] } ?? named
    }
}
