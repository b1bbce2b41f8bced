/// A person or list as named in a header (RFC 5322 §3.4).
public struct MailAddress: Hashable, Sendable, Codable {
    /// The display name, decoded; empty when there is none.
    public var name: String
    /// The address as written (`local@domain`).
    public var email: String

    public init(name: String = "", email: String) {
        self.name = name
        self.email = email
    }

    /// The text for lists: the name, or else the address.
    public var displayName: String {
        name.isEmpty ? email : name
    }

    /// Whether two addresses reach the same mailbox. Ignores case in both the domain and the local part.
    public func isSameMailbox(as other: MailAddress) -> Bool {
        email.lowercased() == other.email.lowercased()
    }
}

extension [MailAddress] {
    /// Whether all senders of a message are the user. A message with other senders must not pass for the user's (H-1).
    /// - Parameter own: the user's addresses in lower case.
    public func areOwn(_ own: Set<String>) -> Bool {
        !isEmpty && allSatisfy { own.contains($0.email.lowercased()) }
    }
}
