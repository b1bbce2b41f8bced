import GRDB

/// The condition over `thread` for having a tag. ``MailReader/tags(of:)`` must agree with it.
struct TagFilter: Sendable {
    /// The mailbox that contains all threads with the tag; nil when there is none.
    let mailbox: Int64?
    /// The condition besides the mailbox.
    let condition: SQL

    /// Creates the filter for the parameter `tag`, an id or name; nil when it is not given. An unknown tag matches no thread.
    init?(_ query: QueryParameters, _ reader: MailReader) throws {
        guard let text = try query.text("tag") else { return nil }
        guard let tag = reader.tagList[text] else {
            self.init(mailbox: nil, condition: "FALSE")
            return
        }
        self.init(tag, in: reader.mailboxes, hasLabels: reader.account.hasLabels)
    }

    private init(mailbox: Int64?, condition: SQL) {
        self.mailbox = mailbox
        self.condition = condition
    }

    init(_ tag: Tag, in list: MailboxList, hasLabels: Bool) {
        switch tag {
        case .own(let row), .folder(let row): (mailbox, condition) = (row.id, "TRUE")
        case .builtIn(.archive):
            // With labels, archived mail is the mail that has only `all`.
            mailbox = list[hasLabels ? .all : .archive]?.id
            let isInInbox = Self.lies(in: list[.inbox]?.id ?? 0)
            condition = hasLabels ? "NOT \(isInInbox) AND \(Self.isKept(in: mailbox ?? 0))" : "NOT \(isInInbox)"
        case .builtIn(let tag):
            mailbox = tag.role.flatMap { list[$0]?.id }
            condition =
                switch tag {
                case .starred: "thread.starredCount > 0"
                case .unread: "thread.unreadCount > 0"
                case .unseen: "thread.isUnseen"
                case .attachment: "thread.attachmentCount > 0"
                default: mailbox == nil ? "FALSE" : "TRUE"
                }
        }
    }

    /// The condition including the mailbox.
    var wholeCondition: SQL {
        mailbox.map { "(\(Self.lies(in: $0)) AND \(condition))" } ?? condition
    }

    static func lies(in mailbox: Int64) -> SQL {
        "EXISTS (SELECT 1 FROM threadMailbox AS place WHERE place.threadID = thread.id AND place.mailboxID = \(mailbox))"
    }

    /// Sent messages and drafts have `all` too, but nobody archived them.
    fileprivate static func isKept(in all: Int64) -> SQL {
        """
        EXISTS (SELECT 1 FROM message AS kept JOIN messageMailbox AS place ON place.messageID = kept.id
        WHERE kept.threadID = thread.id AND NOT kept.isDraft AND NOT kept.isSent AND place.mailboxID = \(all))
        """
    }
}

extension MailReader {
    /// Returns the tags of a thread, in the order of the tag list.
    func tags(of thread: ThreadRow) throws -> [Tag] {
        let statement = try db.cachedStatement(sql: "SELECT mailboxID FROM threadMailbox WHERE threadID = ?")
        let places = try Int64.fetchSet(statement, arguments: [thread.id])
        func lies(in role: MailboxRow.Role) -> Bool { mailboxes[role].map { places.contains($0.id) } ?? false }
        return try tagList.all.filter { tag in
            switch tag {
            case .own(let row), .folder(let row): places.contains(row.id)
            case .builtIn(.starred): thread.starredCount > 0
            case .builtIn(.unread): thread.unreadCount > 0
            case .builtIn(.unseen): thread.isUnseen
            case .builtIn(.attachment): thread.attachmentCount > 0
            case .builtIn(.archive):
                try !lies(in: .inbox) && (account.hasLabels ? lies(in: .all) && isKept(thread.id) : lies(in: .archive))
            case .builtIn(let tag): tag.role.map(lies) ?? false
            }
        }
    }

    private func isKept(_ thread: Int64) throws -> Bool {
        try SQLRequest<Bool>(
            literal: "SELECT \(TagFilter.isKept(in: mailboxes[.all]?.id ?? 0)) FROM thread WHERE id = \(thread)"
        ).fetchOne(db) ?? false
    }
}
