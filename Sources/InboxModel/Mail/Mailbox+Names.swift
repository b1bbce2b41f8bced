extension Sequence<Mailbox> {
    /// Those that somebody means by a name, of one account: the one that is for it (`inbox`, `spam`), the one that is called so, else
    /// all that may be meant.
    public func meant(by name: String) -> [Mailbox] {
        let role = name.lowercased() == "spam" ? .junk : MailboxRole(rawValue: name.lowercased())
        if let role, let found = first(where: { $0.role == role }) { return [found] }
        let named = filter { $0.isNamed(name) }
        return named.first { $0.name.lowercased() == name.lowercased() }.map { [$0] } ?? named
    }
}
