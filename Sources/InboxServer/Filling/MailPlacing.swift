/// Finds the mailboxes for incoming mail, and creates missing ones of the user's own.
struct MailPlacing {
    private let account: ServedAccount
    private var mailboxes: MailboxList

    init(_ transaction: MailTransaction, account: ServedAccount) throws {
        self.account = account
        mailboxes = try MailboxList(transaction.db, account: account.id)
    }

    /// Stores the message and returns its id.
    mutating func store(_ mail: IncomingMail, in transaction: MailTransaction) throws -> Int64 {
        var message = mail.message
        message.mailboxes = try places(of: mail, in: transaction).union(
            KeywordRows.rows(of: mail.keywords, in: transaction, account: account, list: &mailboxes))
        guard mail.role == .drafts, mail.folder == nil else {
            return try transaction.insert(message, account: account, mailboxes: mailboxes)
        }
        message.isUnread = false
        return try transaction.insertDraft(message, account: account, mailboxes: mailboxes)
    }

    private mutating func places(of mail: IncomingMail, in transaction: MailTransaction) throws -> Set<Int64> {
        if let folder = mail.folder {
            let own = try own(folder, in: transaction)
            return account.hasLabels ? Set([own, mailboxes[.all]?.id].compactMap { $0 }) : [own]
        }
        let home = mailboxes.home(of: mail.role, hasLabels: account.hasLabels)
        if account.hasLabels, mail.role != .trash, mail.role != .spam {
            return home.union(try mail.labels.map { try own($0, in: transaction) })
        }
        guard mail.role == .archive, let label = mail.labels.first else { return home }
        return [try own(label, in: transaction)]
    }

    /// The mailbox of that name, which is created if there is none.
    private mutating func own(_ name: String, in transaction: MailTransaction) throws -> Int64 {
        try mailboxes.named(name)?.id ?? make(name, in: transaction)
    }

    private mutating func make(_ folder: String, in transaction: MailTransaction) throws -> Int64 {
        let mailbox = try transaction.createMailbox(role: nil, displayName: folder, account: account)
        mailboxes.add(mailbox)
        return mailbox.id
    }
}

extension MailboxList {
    /// Returns the mailboxes for mail with a role: with labels, `all` as well, except for trash and spam.
    func home(of role: MailboxRow.Role, hasLabels: Bool) -> Set<Int64> {
        guard hasLabels else { return Set([self[role]?.id].compactMap { $0 }) }
        let roles: [MailboxRow.Role] =
            switch role {
            case .trash, .spam: [role]
            case .archive, .all: [.all]
            default: [role, .all]
            }
        return Set(roles.compactMap { self[$0]?.id })
    }
}

extension MailboxRow.Role {
    /// Returns the role for a common name of a folder.
    init?(folderName: String) {
        // Gmail keeps its own folders in one of its own.
        let name = folderName.lowercased()
        let own = ["[gmail]/", "[google mail]/"].first(where: name.hasPrefix).map { name.dropFirst($0.count) }
        switch own ?? name[...] {
        case "all mail" where own != nil: self = .archive
        case "bin" where own != nil: self = .trash
        case "inbox": self = .inbox
        case "drafts", "draft", "inbox/drafts": self = .drafts
        case "sent", "sent items", "sent messages", "sent mail", "inbox/sent": self = .sent
        case "trash", "deleted", "deleted items", "deleted messages", "inbox/trash": self = .trash
        case "junk", "spam", "junk e-mail", "inbox/junk", "inbox/spam": self = .spam
        case "archive", "archives", "inbox/archive": self = .archive
        default: return nil
        }
    }
}
