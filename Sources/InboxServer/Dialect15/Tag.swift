/// The tags of dialect 15, which replace folders, labels and marks. A thread has a tag when one of its messages does.
enum Tag: Sendable {
    case builtIn(BuiltInTag)
    /// A keyword, or a label of the user's own.
    case own(MailboxRow)
    /// A folder of the user's own: shown as a tag, but adding the tag does not move mail there.
    case folder(MailboxRow)

    var id: String {
        switch self {
        case .builtIn(let tag): tag.rawValue
        case .own(let mailbox), .folder(let mailbox): mailbox.publicID
        }
    }

    var name: String {
        switch self {
        case .builtIn(let tag): tag.rawValue
        case .own(let mailbox), .folder(let mailbox): mailbox.displayName.lowercased()
        }
    }

    var canBeAdded: Bool {
        switch self {
        case .builtIn(let tag): [.inbox, .archive, .trash, .spam, .starred, .unread].contains(tag)
        case .own: true
        case .folder: false
        }
    }

    var canBeRemoved: Bool {
        if case .builtIn(.unseen) = self { true } else { canBeAdded }
    }

    /// The JSON within threads.
    var shortJSON: JSONValue {
        .object([JSONMember("id", .text(id)), JSONMember("name", .text(name))])
    }
}

/// The tags of every account; their ids are their names.
enum BuiltInTag: String, CaseIterable, Sendable {
    case inbox, archive, trash, spam, starred, unread, unseen, drafts, sending, sent, attachment

    /// The role of the mailbox that alone decides the tag; nil for tags that depend on more.
    var role: MailboxRow.Role? {
        switch self {
        case .inbox: .inbox
        case .trash: .trash
        case .spam: .spam
        case .drafts: .drafts
        case .sent: .sent
        case .archive, .starred, .unread, .unseen, .sending, .attachment: nil
        }
    }
}

/// All tags of an account.
struct TagList: Sendable {
    let all: [Tag]

    init(_ list: MailboxList, hasLabels: Bool) {
        let folders = hasLabels ? [] : list.all.filter { $0.role == nil }
        all =
            BuiltInTag.allCases.map(Tag.builtIn) + folders.map(Tag.folder)
            + list.own(hasLabels: hasLabels).map(Tag.own)
    }

    /// Further names that the user's own tags may not have, besides those of the built-in tags.
    static let reserved: Set<String> = ["all", "replied", "file", "important"]

    /// Finds a tag by id, otherwise by name.
    subscript(text: String) -> Tag? {
        all.first { $0.id == text } ?? all.first { $0.name == text.lowercased() }
    }

    /// Returns the tag for the folder, label or keyword with that id; nil for a mailbox that has no tag.
    func tag(ofMailbox publicID: String, in list: MailboxList) -> Tag? {
        guard let role = list.withPublicID(publicID)?.role else { return all.first { $0.id == publicID } }
        return BuiltInTag(rawValue: role.rawValue).map(Tag.builtIn)
    }
}

extension MailReader {
    var tagList: TagList { TagList(mailboxes, hasLabels: account.hasLabels) }

    func json(_ tag: Tag, more: [JSONMember] = []) -> JSONValue {
        object(
            [
                JSONMember("account_id", .text(account.publicID)),
                JSONMember("id", .text(tag.id)),
                JSONMember("name", .text(tag.name)),
                JSONMember("object", .text("tag")),
                JSONMember("readonly", .bool(!tag.canBeAdded && !tag.canBeRemoved)),
            ] + more)
    }
}
