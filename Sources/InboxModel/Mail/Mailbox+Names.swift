extension Mailbox {
    /// Returns a typed name without mutt's sign for a folder: `=receipts`, `+receipts`.
    public static func name(typed text: String) -> String {
        guard text.count > 1, text.first == "=" || text.first == "+" else { return text }
        return String(text.dropFirst())
    }
}

extension Sequence<Mailbox> {
    /// Returns the mailboxes of one account that a name may mean: the one with that role (`inbox`, `spam`), else the one with that full
    /// name, else all that match. A leading sign of mutt's is dropped unless a mailbox has it in its name.
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
