import InboxModel

/// Whether a sender's name pretends to be another address.
enum SenderCheck {
    /// A name that holds an `@`, also in its full-width form, and is not the address itself.
    static func isDeceptive(_ address: MailAddress) -> Bool {
        let name = address.name.lowercased()
        guard name.contains(where: { $0 == "@" || $0 == "\u{FF20}" || $0 == "\u{FE6B}" }) else { return false }
        return name.filter { !$0.isWhitespace && !"<>\"'".contains($0) } != address.email.lowercased()
    }
}
