/// The effects of adding and removing tags, with the side effects that clients of dialect 15 rely on: a message that leaves
/// inbox or archive goes to the other, and a message that leaves trash or spam goes back to the inbox.
struct TagRules {
    private let list: MailboxList
    private let hasLabels: Bool

    init(_ list: MailboxList, hasLabels: Bool) {
        self.list = list
        self.hasLabels = hasLabels
    }

    /// Adds a tag. A draft never moves, but may have tags of the user's own.
    func add(_ tag: Tag, to message: inout MessageMarks) {
        switch tag {
        case .own(let mailbox): message.mailboxes.insert(mailbox.id)
        case .builtIn where message.isDraft, .folder: break
        case .builtIn(.unread): message.isUnread = true
        case .builtIn(.starred): message.isStarred = true
        case .builtIn(.inbox): move(&message, to: .inbox)
        case .builtIn(.archive): move(&message, to: .archive)
        case .builtIn(.trash): move(&message, to: .trash)
        case .builtIn(.spam): move(&message, to: .spam)
        case .builtIn(.unseen), .builtIn(.drafts), .builtIn(.sending), .builtIn(.sent), .builtIn(.attachment): break
        }
    }

    func remove(_ tag: Tag, from message: inout MessageMarks) {
        switch tag {
        case .own(let mailbox): message.mailboxes.remove(mailbox.id)
        case .builtIn where message.isDraft, .folder: break
        case .builtIn(.unread): message.isUnread = false
        case .builtIn(.starred): message.isStarred = false
        case .builtIn(.inbox) where lies(message, in: .inbox): move(&message, to: .archive)
        case .builtIn(.archive) where isArchived(message): move(&message, to: .inbox)
        case .builtIn(.trash) where lies(message, in: .trash): move(&message, to: .inbox)
        case .builtIn(.spam) where lies(message, in: .spam): move(&message, to: .inbox)
        case .builtIn: break
        }
    }

    private func lies(_ message: MessageMarks, in role: MailboxRow.Role) -> Bool {
        list[role].map { message.mailboxes.contains($0.id) } ?? false
    }

    /// With labels, archived mail is the mail that has only `all`.
    private func isArchived(_ message: MessageMarks) -> Bool {
        hasLabels
            ? lies(message, in: .all) && !lies(message, in: .inbox) && !message.isSent : lies(message, in: .archive)
    }

    /// In an account with folders, sent messages stay where they are.
    private func move(_ message: inout MessageMarks, to role: MailboxRow.Role) {
        guard hasLabels else {
            guard !message.isSent, let folder = list[role] else { return }
            message.mailboxes = list.changingKeywords(of: [folder.id], to: message.mailboxes)
            return
        }
        var wanted = message.mailboxes
        if role == .archive {
            wanted.subtract([MailboxRow.Role.inbox, .trash, .spam].compactMap { list[$0]?.id })
            wanted.formUnion([list[.all]?.id].compactMap { $0 })
        } else if let label = list[role] {
            wanted.insert(label.id)
        }
        message.mailboxes = LabelRules(list).labels(from: message.mailboxes, wanted: wanted)
    }
}

/// The changes that a PUT on a thread requests in dialect 15.
struct TagChange {
    private let added: [Tag]
    private let removed: [Tag]
    /// The version of the thread that the client has seen; nil for any.
    private let version: Int64?

    init(_ body: JSONValue, tags: TagList) throws {
        guard case .object(let members) = body else { throw APIError.invalid("Request body must be a JSON object") }
        if let unknown = members.first(where: { !["add_tags", "remove_tags", "version"].contains($0.name) }) {
            throw APIError.invalid("Cannot change attribute \(unknown.name)")
        }
        added = try Self.tags("add_tags", in: body, tags)
        removed = try Self.tags("remove_tags", in: body, tags)
        if let tag = added.first(where: { !$0.canBeAdded }) {
            throw APIError.invalid("The tag \(tag.name) cannot be added")
        }
        if let tag = removed.first(where: { !$0.canBeRemoved }) {
            throw APIError.invalid("The tag \(tag.name) cannot be removed")
        }
        version = try DraftVersion(body["version"], isNeeded: false).number
    }

    private static func tags(_ name: String, in body: JSONValue, _ list: TagList) throws -> [Tag] {
        guard let value = body[name], !value.isNull else { return [] }
        guard let values = value.arrayValue else { throw APIError.invalid("\(name) must be a list of tags") }
        return try values.map { value in
            guard let text = value.textValue else { throw APIError.invalid("\(name) must be a list of tags") }
            guard let tag = list[text] else { throw APIError.notFound("tag \(text)") }
            return tag
        }
    }

    /// Applies the removals first, then the additions.
    func apply(to thread: ThreadRow, account: ServedAccount, mailboxes: MailboxList, in transaction: MailTransaction)
        throws
    {
        if let version, version != thread.version {
            throw APIError.conflict(
                "Thread \(thread.publicID) with version \(version) is stale: its version is \(thread.version)")
        }
        let rules = TagRules(mailboxes, hasLabels: account.hasLabels)
        try transaction.changeMarks(ofThread: thread.id, account: account, mailboxes: mailboxes) { messages in
            messages.map { message in
                var marks = message
                for tag in removed { rules.remove(tag, from: &marks) }
                for tag in added { rules.add(tag, to: &marks) }
                return marks
            }
        }
        let isSeen = removed.contains { ["unread", "unseen"].contains($0.id) }
        if isSeen { try transaction.see(thread: thread.id, of: account.id) }
    }
}
