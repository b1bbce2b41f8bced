import Foundation

/// A condition on contacts that a provider selects.
public struct ContactFilter: Hashable, Sendable {
    /// Nil for contacts of all accounts.
    public var account: AccountID?
    /// Text typed by the user. Each of its words must begin a word of the name, the address, the firm or a group. Empty selects all
    /// contacts.
    public var text: String
    /// Whether only contacts that the user keeps match.
    public var areKept: Bool

    public init(account: AccountID? = nil, text: String = "", areKept: Bool = false) {
        self.account = account
        self.text = text
        self.areKept = areKept
    }

    /// The contacts of all accounts, except those that the user removed.
    public static let everyone = ContactFilter()

    /// The beginnings that words of a contact must match.
    public var beginnings: [String] { SearchText.queryWords(text) }

    /// Whether the filter selects a contact. Hidden contacts never match.
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
    /// First contacts that the owner has written to, then those that the user keeps, each by the newest mail: the order for completing
    /// addresses.
    case use

    /// Whether the first contact comes before the second. A strict order.
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
    /// The words that filters search.
    public var words: [String] {
        ([SearchText.people([address])] + [card?.firm ?? ""] + (card?.groups ?? [])).flatMap { SearchText.words($0) }
    }

    /// The key for sorting by name.
    public var nameKey: String { SearchText.line(address.displayName) }

    /// The key for sorting by use, highest first.
    public var useKey: Int64 {
        let seconds = lastMailAt.map { Int64(max(0, min(8e12, $0.timeIntervalSince1970.rounded(.down)))) } ?? 0
        return seconds + (sentCount > 0 ? 1 << 44 : 0) + (card != nil ? 1 << 43 : 0)
    }
}
