/// The changes that a PUT on a thread or message requests.
struct MarkChange: Sendable {
    private(set) var unread: Bool?
    private(set) var starred: Bool?
    /// The requested mailboxes of the messages: one folder, or the full set of labels.
    private(set) var mailboxes: Set<Int64>?

    static let names: Set<String> = ["unread", "starred", "folder", "folder_id", "labels", "label_ids"]

    /// - Parameter isStrict: whether to refuse other members (threads) rather than ignore them (messages).
    init(_ body: JSONValue, isStrict: Bool, account: ServedAccount, mailboxes list: MailboxList) throws {
        guard case .object(let members) = body else { throw APIError.invalid("Request body must be a JSON object") }
        if isStrict, let unknown = members.first(where: { !Self.names.contains($0.name) }) {
            throw APIError.invalid("Cannot change attribute \(unknown.name)")
        }
        unread = try Self.flag("unread", in: body)
        starred = try Self.flag("starred", in: body)
        if let folder = body["folder_id"] ?? body["folder"] {
            guard !account.hasLabels else { throw APIError.invalid("folder_id is not for an account with labels") }
            mailboxes = [try Self.mailbox(folder, named: "folder", in: list)]
        }
        if let labels = body["label_ids"] ?? body["labels"] {
            guard account.hasLabels else { throw APIError.invalid("label_ids is not for an account with folders") }
            guard let values = labels.arrayValue else { throw APIError.invalid("label_ids must be a list of ids") }
            guard !values.isEmpty else { throw APIError.invalid("Removing all labels is not allowed") }
            mailboxes = Set(try values.map { try Self.mailbox($0, named: "label", in: list) })
        }
    }

    /// Returns the new marks of the messages.
    ///
    /// - Parameter isThread: whether to spare the thread's drafts and, in an account with folders, not to move its sent
    ///   messages.
    func applied(to messages: [MessageMarks], isThread: Bool, account: ServedAccount, mailboxes list: MailboxList)
        throws
        -> [MessageMarks]
    {
        let rules = LabelRules(list)
        if account.hasLabels, let mailboxes {
            let known = messages.filter { !(isThread && $0.isDraft) }.map(\.mailboxes)
            try rules.check(mailboxes, known: known.reduce(into: []) { $0.formUnion($1) })
        }
        return messages.map { message in
            if isThread, message.isDraft { return message }
            var marks = message
            marks.isUnread = unread ?? marks.isUnread
            marks.isStarred = starred ?? marks.isStarred
            guard let mailboxes else { return marks }
            if account.hasLabels {
                marks.mailboxes = rules.labels(from: marks.mailboxes, wanted: mailboxes)
            } else if !(isThread && message.isSent) {
                marks.mailboxes = list.changingKeywords(of: mailboxes, to: marks.mailboxes)
            }
            return marks
        }
    }

    private static func flag(_ name: String, in body: JSONValue) throws -> Bool? {
        guard let value = body[name] else { return nil }
        guard let flag = value.boolValue else { throw APIError.invalid("\(name) must be true or false") }
        return flag
    }

    private static func mailbox(_ value: JSONValue, named what: String, in list: MailboxList) throws -> Int64 {
        guard let text = value.textValue, PublicID.isPlausible(text) else {
            throw APIError.invalid("Invalid \(what) id")
        }
        guard let mailbox = list.withPublicID(text) else {
            throw APIError.invalid("The \(what) \(text) does not exist")
        }
        return mailbox.id
    }
}
