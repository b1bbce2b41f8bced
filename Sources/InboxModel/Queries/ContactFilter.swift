import Foundation

/// Which contacts a provider selects.
public struct ContactFilter: Hashable, Sendable {
    /// Nil selects those of all accounts.
    public var account: AccountID?
    /// What the user has typed: each of its words begins a word of the name, the address, the firm or a group. Empty selects all.
    public var text: String
    /// Only those whom the user keeps.
    public var areKept: Bool

    public init(account: AccountID? = nil, text: String = "", areKept: Bool = false) {
        self.account = account
        self.text = text
        self.areKept = areKept
    }

    /// Of all accounts, but those whom the user took out.
    public static let everyone = ContactFilter()

    /// What words of a contact must begin with.
    public var beginnings: [String] { SearchText.queryWords(text) }

    /// Whether it selects someone; never one who is hidden.
    public func matches(_ contact: Contact) -> Bool {
        guard account == nil || account == contact.account, !contact.isHidden, !areKept || contact.card != nil else {
            return false
        }
        let words = contact.words
        return beginnings.allSatisfy { beginning in words.contains { $0.utf8.starts(with: beginning.utf8) } }
    }
}

/// The order of contacts. Ties are broken by the id, in the same direction.
public enum ContactSort: Hashable, Sendable, CaseIterable {
    /// By the folded words of the name, or of the address if there is none.
    case name
    /// First those to whom the owner has written, then those that the user keeps, each by the newest mail: the order for completing
    /// addresses.
    case use

    /// Whether one comes before the other; never both ways.
    public func precedes(_ first: Contact, _ second: Contact) -> Bool {
        switch self {
        case .name:
            first.nameKey == second.nameKey
                ? first.id < second.id : first.nameKey.utf8.lexicographicallyPrecedes(second.nameKey.utf8)
        case .use: first.useKey == second.useKey ? first.id > second.id : first.useKey > second.useKey
        }
    }
}

extension Contact {
    /// What a filter looks at.
    public var words: [String] {
        ([SearchText.people([address])] + [card?.firm ?? ""] + (card?.groups ?? [])).flatMap { SearchText.words($0) }
    }

    /// What a sort by name compares.
    public var nameKey: String { SearchText.line(address.displayName) }

    /// What a sort by use compares, the greatest first.
    public var useKey: Int64 {
        let seconds = lastMailAt.map { Int64(max(0, min(8e12, $0.timeIntervalSince1970.rounded(.down)))) } ?? 0
        return seconds + (sentCount > 0 ? 1 << 44 : 0) + (card != nil ? 1 << 43 : 0)
    }
}
