public import Foundation

/// A query in the form in which an account's server is asked.
public struct RemoteQuestion: Hashable, Sendable {
    /// The account's own part of the query, in its normal form. Conditions on accounts, the user and relative times are already resolved.
    public var predicate: MailPredicate
    /// The account's mailboxes.
    public var mailboxes: [Mailbox]

    /// - Parameter own: the user's addresses. Without them, conditions on the user are left to the local test.
    /// - Returns: nil if no mail of this account can match the query.
    public init?(
        _ predicate: MailPredicate, account: AccountID, mailboxes: [Mailbox], own: [String]? = nil, now: Date = Date(),
        calendar: Calendar = .current
    ) {
        func settled(_ predicate: MailPredicate) -> MailPredicate {
            switch predicate {
            case .all(let parts): .all(parts.map(settled))
            case .any(let parts): .any(parts.map(settled))
            case .not(let part): .not(settled(part))
            case .account(let id): id == account ? .everything : .nothing
            default: predicate.timed(at: now, calendar: calendar)
            }
        }
        let form = settled(own.map(predicate.naming) ?? predicate).normalForm
        guard form != .nothing else { return nil }
        self.predicate = form
        self.mailboxes = mailboxes.filter { $0.account == account }
    }
}

/// The results of a server's search.
public struct RemoteFindings: Hashable, Sendable {
    /// A state for asking the server later how a result has changed (RFC 8620 §5.6). It is valid only for the same question.
    package struct QueryState: Hashable, Sendable {
        package var filter: String
        package var state: String

        package init(filter: String, state: String) {
            self.filter = filter
            self.state = state
        }
    }

    /// Messages, newest first.
    public var hits: [RemoteID]
    /// Whether the server has older results.
    public var hasMore: Bool
    /// Snippets by message. A server need not have one for each hit.
    public var snippets: [RemoteID: SearchSnippet]
    /// The part of the query that the server was not asked, or interprets differently.
    public var remainder: MailPredicate
    /// Nil if the server can't report how the result has changed.
    package var queryState: QueryState?

    public init(
        hits: [RemoteID], hasMore: Bool, snippets: [RemoteID: SearchSnippet] = [:],
        remainder: MailPredicate = .everything
    ) {
        self.hits = hits
        self.hasMore = hasMore
        self.snippets = snippets
        self.remainder = remainder
    }
}

/// The text of a message around its matches (RFC 8621 §5).
public struct SearchSnippet: Hashable, Sendable {
    /// A run of text that matches, or does not.
    public struct Piece: Hashable, Sendable {
        public var text: String
        public var isMatch: Bool

        public init(_ text: String, isMatch: Bool = false) {
            self.text = text
            self.isMatch = isMatch
        }
    }

    /// Nil if nothing matches there.
    public var subject: [Piece]?
    /// A part of the body; nil if nothing matches there.
    public var preview: [Piece]?

    public init(subject: [Piece]? = nil, preview: [Piece]? = nil) {
        self.subject = subject
        self.preview = preview
    }

    /// The matching words, as the index stores them.
    public var matches: [String] {
        ((subject ?? []) + (preview ?? [])).filter(\.isMatch).flatMap { SearchText.words($0.text) }
    }
}
