/// What an action does to the keywords and mailboxes of a message. Applying it twice is the same as once.
public struct MessagePatch: Hashable, Sendable, Codable {
    /// What is in both sets ends up added; the same goes for mailboxes.
    public var addKeywords: Set<Keyword>
    public var removeKeywords: Set<Keyword>
    public var addMailboxes: Set<MailboxID>
    public var removeMailboxes: Set<MailboxID>
    /// Whether a message is nowhere else once this puts it somewhere, as in an account with folders: others may have moved it since.
    /// Follows from the account, so it is not stored.
    package var isExclusive = false

    private enum CodingKeys: CodingKey {
        case addKeywords, removeKeywords, addMailboxes, removeMailboxes
    }

    public init(
        addKeywords: Set<Keyword> = [], removeKeywords: Set<Keyword> = [], addMailboxes: Set<MailboxID> = [],
        removeMailboxes: Set<MailboxID> = []
    ) {
        self.addKeywords = addKeywords
        self.removeKeywords = removeKeywords
        self.addMailboxes = addMailboxes
        self.removeMailboxes = removeMailboxes
    }

    /// Whether it changes no message, whatever that has.
    public var isEmpty: Bool {
        addKeywords.isEmpty && removeKeywords.isEmpty && addMailboxes.isEmpty && removeMailboxes.isEmpty
    }
}

/// The part of a message that actions change and that servers answer for.
public struct MessageMarks: Hashable, Sendable, Codable {
    public var keywords: Set<Keyword>
    public var mailboxes: Set<MailboxID>

    public init(keywords: Set<Keyword>, mailboxes: Set<MailboxID>) {
        self.keywords = keywords
        self.mailboxes = mailboxes
    }

    /// These marks after a patch: first it removes, then it adds.
    public func applying(_ patch: MessagePatch) -> MessageMarks {
        let left = patch.isExclusive && !patch.addMailboxes.isEmpty ? mailboxes : patch.removeMailboxes
        return MessageMarks(
            keywords: keywords.subtracting(patch.removeKeywords).union(patch.addKeywords),
            mailboxes: mailboxes.subtracting(left).union(patch.addMailboxes))
    }

    /// Whether a patch changes these marks.
    public func isChanged(by patch: MessagePatch) -> Bool {
        func changes<Mark>(_ own: Set<Mark>, _ added: Set<Mark>, _ removed: Set<Mark>) -> Bool {
            !added.isSubset(of: own) || removed.contains { own.contains($0) && !added.contains($0) }
        }
        return changes(keywords, patch.addKeywords, patch.removeKeywords)
            || changes(mailboxes, patch.addMailboxes, patch.removeMailboxes)
    }

    /// The patch that leads from these marks to others.
    public func patch(to other: MessageMarks) -> MessagePatch {
        MessagePatch(
            addKeywords: other.keywords.subtracting(keywords), removeKeywords: keywords.subtracting(other.keywords),
            addMailboxes: other.mailboxes.subtracting(mailboxes),
            removeMailboxes: mailboxes.subtracting(other.mailboxes))
    }
}

extension MessageMarks {
    /// Drafts are never unread, whatever a server says.
    public var isUnread: Bool { !keywords.contains(.seen) && !isDraft }
    public var isStarred: Bool { keywords.contains(.flagged) }
    public var isDraft: Bool { keywords.contains(.draft) }
    public var isAnswered: Bool { keywords.contains(.answered) }
}

extension MessagePatch {
    /// The patch that undoes this one, provided that it has only what really changed.
    public var inverse: MessagePatch {
        var inverse = MessagePatch(
            addKeywords: removeKeywords, removeKeywords: addKeywords, addMailboxes: removeMailboxes,
            removeMailboxes: addMailboxes)
        inverse.isExclusive = isExclusive
        return inverse
    }
}

extension MessagePatch {
    /// The part for the server, and the part with marks of this client's own.
    public func split(for dialect: Account.Dialect) -> (remote: MessagePatch, local: MessagePatch) {
        var (remote, local) = (self, MessagePatch())
        local.addKeywords = addKeywords.filter { !dialect.keeps($0) }
        local.removeKeywords = removeKeywords.filter { !dialect.keeps($0) }
        remote.addKeywords.subtract(local.addKeywords)
        remote.removeKeywords.subtract(local.removeKeywords)
        return (remote, local)
    }
}

extension Message {
    /// What actions change.
    public var marks: MessageMarks {
        get { MessageMarks(keywords: keywords, mailboxes: mailboxes) }
        set {
            keywords = newValue.keywords
            mailboxes = newValue.mailboxes
        }
    }
}

/// A message as actions see it.
package struct MarkedMessage: Hashable, Sendable {
    package var id: MessageID
    package var thread: ThreadID
    package var account: AccountID
    package var marks: MessageMarks

    package init(id: MessageID, thread: ThreadID, account: AccountID, marks: MessageMarks) {
        self.id = id
        self.thread = thread
        self.account = account
        self.marks = marks
    }
}
