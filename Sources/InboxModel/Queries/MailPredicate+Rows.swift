/// Testing a row of a list by what it has itself. Such a row is taken as one: `from:ann is:unread` is met if Ann wrote in the thread and
/// one of its messages is unread, whoever wrote that one.
extension MailPredicate {
    /// The first part that rows can't tell: words in the text, who was named in To, and the like. Nil if they can tell all of it.
    public var unknownToRows: MailPredicate? {
        switch self {
        case .all(let parts), .any(let parts): parts.lazy.compactMap(\.unknownToRows).first
        case .not(let part): part.unknownToRows
        default: isKnownToRows ? nil : self
        }
    }

    private var isKnownToRows: Bool {
        switch self {
        case .all, .any, .not: true
        case .keyword(let keyword): Self.rowKeywords.contains(keyword) || keyword.isTag
        case .words(.subject, _), .words(.from, _), .words(.people, _), .text(.subject, _): true
        case .address(.from, _), .address(.people, _), .own(.from), .own(.people): true
        case .mailbox, .account, .accountNamed, .thread, .hasFile: true
        case .receivedSince, .receivedBefore, .newer, .older, .sinceDay, .beforeDay, .larger, .smaller: true
        case .message, .messageID, .words, .text, .address, .own, .list: false
        }
    }

    private static let rowKeywords: Set<Keyword> = [.seen, .flagged, .answered, .draft, .snoozed, .replyLater]

    /// Whether a row meets a resolved predicate; what rows can't tell is not met.
    public func matches(row: MailThread) -> Bool {
        switch self {
        case .unread: row.isUnread
        case .all(let parts): parts.allSatisfy { $0.matches(row: row) }
        case .any(let parts): parts.contains { $0.matches(row: row) }
        case .not(let part): !part.matches(row: row)
        case .keyword(.seen): !row.isUnread
        case .keyword(.flagged): row.isStarred
        case .keyword(.answered): row.isAnswered
        case .keyword(.draft): row.draftCount > 0
        case .keyword(.snoozed): row.snoozedUntil != nil
        case .keyword(.replyLater): row.awaitsReply
        case .keyword(let keyword): row.tags.contains(keyword)
        case .mailbox(.ids(let ids)): !row.mailboxes.isDisjoint(with: ids)
        case .account(let account): row.account == account
        case .thread(let thread): row.id == thread
        case .hasFile: row.hasFiles
        case .words(.subject, let sequence): sequence.occurs(in: SearchText.words(row.subject))
        case .words(.from, let sequence): sequence.occurs(in: row.senders)
        case .words(.people, let sequence): sequence.occurs(in: row.participants)
        case .text(.subject, let pattern): TextPattern(pattern).matches(row.subject)
        case .address(.from, let pattern): TextPattern(pattern, blindToCase: true).matchesOne(of: row.senders)
        case .address(.people, let pattern): TextPattern(pattern, blindToCase: true).matchesOne(of: row.participants)
        case .receivedSince(let date): row.lastDate >= date
        case .receivedBefore(let date): row.lastDate < date
        case .larger(let size): row.size > size
        case .smaller(let size): row.size < size
        case .mailbox, .accountNamed, .newer, .older, .sinceDay, .beforeDay: false
        case .message, .messageID, .words, .text, .address, .own, .list: false
        }
    }
}

extension WordSequence {
    fileprivate func occurs(in people: [MailAddress]) -> Bool {
        occurs(in: SearchText.words(SearchText.people(people)))
    }
}

extension TextPattern {
    fileprivate func matchesOne(of people: [MailAddress]) -> Bool { people.contains { matches($0.email) } }
}
