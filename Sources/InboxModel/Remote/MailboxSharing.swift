/// The principals with whom a mailbox is shared (RFC 9670 §4).
public struct MailboxSharing: Hashable, Sendable {
    public var shares: [MailboxShare]
    /// Whether the user may change the sharing.
    public var mayShare: Bool

    public init(shares: [MailboxShare], mayShare: Bool) {
        self.shares = shares
        self.mayShare = mayShare
    }

    /// Returns the principal that a name, address or id refers to.
    public func principal(called text: String) -> Principal? { shares.map(\.principal).called(text) }
}

/// A level of rights in a shared mailbox. Each includes the previous ones.
public enum ShareLevel: String, CaseIterable, Hashable, Sendable {
    /// May see the contents.
    case read
    /// May set keywords, add mail and remove it.
    case write
    /// May create child mailboxes, rename, delete and share the mailbox.
    case manage
}

/// The rights of one principal in a shared mailbox.
public struct MailboxShare: Hashable, Sendable {
    public var principal: Principal
    /// Nil if not even reading is allowed.
    public var level: ShareLevel?
    /// Whether the principal also has some rights of higher levels.
    public var hasMore: Bool

    public init(_ principal: Principal, _ level: ShareLevel?, hasMore: Bool = false) {
        self.principal = principal
        self.level = level
        self.hasMore = hasMore
    }
}

/// A person or group known to the server (RFC 9670 §2).
public struct Principal: Identifiable, Hashable, Sendable {
    /// On some servers, the sign-in name.
    public var id: String
    /// Empty if the server reports none; the same goes for `email`.
    public var name: String
    public var email: String

    public init(id: String, name: String = "", email: String = "") {
        self.id = id
        self.name = name
        self.email = email
    }
}

extension Sequence<Principal> {
    /// Returns the principal with an address, id or name, ignoring case; nil if there are none or several.
    public func called(_ text: String) -> Principal? {
        let text = text.lowercased()
        guard !text.isEmpty else { return nil }
        for names in [\Principal.email, \Principal.id, \Principal.name] {
            let found = filter { $0[keyPath: names].lowercased() == text }
            if found.count == 1 { return found[0] }
        }
        return nil
    }
}
