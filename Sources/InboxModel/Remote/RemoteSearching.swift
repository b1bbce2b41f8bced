public import Foundation

/// A query as an account's server is asked it.
public struct RemoteQuestion: Hashable, Sendable {
    /// What names other accounts, the user or relative times is settled: the account's own part of the query, in its normal form.
    public var predicate: MailPredicate
    /// Those of the account.
    public var mailboxes: [Mailbox]

    /// - Parameter own: the user's addresses; without them what names the user is left to be tested here.
    /// - Returns: nil when no mail of this account can meet the query.
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

/// What a server found.
public struct RemoteFindings: Hashable, Sendable {
    /// By which a server tells later what became of a result (RFC 8620 §5.6). Only the same question may be asked about it.
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
    /// Whether the server finds older ones besides.
    public var hasMore: Bool
    /// By message; a server need not have one for each hit.
    public var snippets: [RemoteID: SearchSnippet]
    /// What of the query the server was not asked, or understands in another way than is meant.
    public var remainder: MailPredicate
    /// Nil where the server can't tell what became of it.
    package var queryState: QueryState?

    public init(
        hits: [RemoteID], hasMore: Bool = false, snippets: [RemoteID: SearchSnippet] = [:],
        remainder: MailPredicate = .everything
    ) {
        self.hits = hits
        self.hasMore = hasMore
        self.snippets = snippets
        self.remainder = remainder
    }
}

/// Text of a message around what was found in it (RFC 8621 §5).
public struct SearchSnippet: Hashable, Sendable {
    /// A run of text that was found, or was not.
    public struct Piece: Hashable, Sendable {
        public var text: String
        public var isMatch: Bool

        public init(_ text: String, isMatch: Bool = false) {
            self.text = text
            self.isMatch = isMatch
        }
    }

    /// Nil when nothing was found there.
    public var subject: [Piece]?
    /// A part of the body; nil when nothing was found there.
    public var preview: [Piece]?

    public init(subject: [Piece]? = nil, preview: [Piece]? = nil) {
        self.subject = subject
        self.preview = preview
    }

    /// The words that were found, as the index has them.
    public var matches: [String] {
        ((subject ?? []) + (preview ?? [])).filter(\.isMatch).flatMap { SearchText.words($0.text) }
    }
}
