/// With whom a mailbox is shared (RFC 9670 §4).
public struct MailboxSharing: Hashable, Sendable {
    public var shares: [MailboxShare]
    /// Whether the user may let others in, and out.
    public var mayShare: Bool

    public init(shares: [MailboxShare], mayShare: Bool) {
        self.shares = shares
        self.mayShare = mayShare
    }

    /// Whom somebody means by a name, an address or an id.
    public func principal(called text: String) -> Principal? { shares.map(\.principal).called(text) }
}

/// What somebody may do in a mailbox that is not theirs. Each level has those before it.
public enum ShareLevel: String, CaseIterable, Hashable, Sendable {
    /// See what is in it.
    case read
    /// Mark what is in it, put mail in and take it out.
    case write
    /// Make mailboxes below it, rename, delete and share it.
    case manage
}

/// What one of those may do with whom a mailbox is shared.
public struct MailboxShare: Hashable, Sendable {
    public var principal: Principal
    /// Nil where even reading is not allowed.
    public var level: ShareLevel?
    /// Whether some of what the higher levels have is allowed, too.
    public var hasMore: Bool

    public init(_ principal: Principal, _ level: ShareLevel?, hasMore: Bool = false) {
        self.principal = principal
        self.level = level
        self.hasMore = hasMore
    }
}

/// Somebody, or some group, whom a server knows (RFC 9670 §2).
public struct Principal: Identifiable, Hashable, Sendable {
    /// On some servers what they sign in with.
    public var id: String
    /// Empty where the server tells none, as the address is.
    public var name: String
    public var email: String

    public init(id: String, name: String = "", email: String = "") {
        self.id = id
        self.name = name
        self.email = email
    }
}

extension Sequence<Principal> {
    /// The one that somebody means by an address, an id or a name, whatever case that is in; nil where it is none, or one of several.
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
