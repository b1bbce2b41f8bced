import GRDB

/// The filter of an Email/query (RFC 8621 §4.4.1) as a condition over `message`.
struct EmailFilter {
    let account: ServedAccount
    let mailboxes: MailboxList
    /// The deepest nesting of filters.
    private static let depth = 20

    private static let conditions: Set<String> = [
        "inMailbox", "inMailboxOtherThan", "before", "after", "minSize", "maxSize", "allInThreadHaveKeyword",
        "someInThreadHaveKeyword", "noneInThreadHaveKeyword", "hasKeyword", "notKeyword", "hasAttachment", "text",
        "from",
        "to", "cc", "bcc", "subject", "body", "header",
    ]

    /// The most conditions; SQLite takes some more.
    private static let most = 500

    func sql(_ filter: JSONValue?) throws -> SQL {
        guard let filter else { return "TRUE" }
        guard Self.count(filter) <= Self.most else {
            throw MethodError.plain("unsupportedFilter", "it has more than \(Self.most) conditions")
        }
        return try sql(filter, depth: 0)
    }

    private static func count(_ filter: JSONValue) -> Int {
        guard let conditions = filter["conditions"]?.arrayValue else { return filter.members?.count ?? 1 }
        return conditions.reduce(1) { $0 + count($1) }
    }

    private func sql(_ filter: JSONValue, depth: Int) throws -> SQL {
        guard let members = filter.members, depth < Self.depth else { throw Self.unsupported("the filter") }
        guard filter["operator"] != nil else {
            let known = try members.filter { !$0.value.isNull }.map { try condition($0.name, $0.value) }
            return known.isEmpty ? "TRUE" : "(" + known.joined(separator: " AND ") + ")"
        }
        let conditions = try FilterOperator.conditions(of: filter).map { try sql($0, depth: depth + 1) }
        switch filter["operator"]?.textValue {
        case "AND": return conditions.isEmpty ? "TRUE" : "(" + conditions.joined(separator: " AND ") + ")"
        case "OR": return conditions.isEmpty ? "FALSE" : "(" + conditions.joined(separator: " OR ") + ")"
        case "NOT": return conditions.isEmpty ? "TRUE" : "NOT (" + conditions.joined(separator: " OR ") + ")"
        default: throw MethodError.invalidArgument("filter", "the operator is AND, OR or NOT")
        }
    }

    private static func unsupported(_ what: String) -> MethodError {
        .plain("unsupportedFilter", "\(what) is not understood")
    }

    private func condition(_ name: String, _ value: JSONValue) throws -> SQL {
        switch name {
        case "inMailbox":
            return "message.id IN (SELECT messageID FROM messageMailbox WHERE mailboxID = \(try mailbox(value)))"
        case "inMailboxOtherThan":
            guard let given = value.arrayValue else {
                throw MethodError.invalidArgument("filter", "\(name) is a list of ids")
            }
            let others = try given.map(mailbox)
            let wanted = mailboxes.all.map(\.id).filter { !others.contains($0) }
            return "message.id IN (SELECT messageID FROM messageMailbox WHERE mailboxID IN \(wanted))"
        case "before": return "message.date < \(try time(name, value))"
        case "after": return "message.date >= \(try time(name, value))"
        case "minSize": return "\(EmailSort.size) >= \(try number(name, value))"
        case "maxSize": return "\(EmailSort.size) < \(try number(name, value))"
        case "hasKeyword": return try EmailFilter.keyword(text(name, value), mailboxes)
        case "notKeyword": return "NOT \(try EmailFilter.keyword(text(name, value), mailboxes))"
        case "someInThreadHaveKeyword": return try threads(with: Self.keyword(text(name, value), mailboxes))
        case "noneInThreadHaveKeyword": return "NOT \(try threads(with: Self.keyword(text(name, value), mailboxes)))"
        case "allInThreadHaveKeyword":
            return "NOT \(try threads(with: "NOT \(Self.keyword(text(name, value), mailboxes))"))"
        case "hasAttachment":
            guard let wanted = value.boolValue else { throw MethodError.invalidArgument("filter", "\(name) is a bool") }
            return wanted ? "message.attachmentCount > 0" : "message.attachmentCount = 0"
        case "header": return try header(value)
        default: return try words(name, text(name, value))
        }
    }

    /// Returns the condition for having a keyword.
    static func keyword(_ keyword: String, _ mailboxes: MailboxList) -> SQL {
        switch keyword.lowercased() {
        case EmailKeyword.seen: return "(NOT message.isUnread)"
        case EmailKeyword.flagged: return "(message.isStarred)"
        case EmailKeyword.draft: return "(message.isDraft)"
        default:
            let rows = mailboxes.keywords.filter { $0.displayName.lowercased() == keyword.lowercased() }.map(\.id)
            return "(message.id IN (SELECT messageID FROM messageMailbox WHERE mailboxID IN \(rows)))"
        }
    }

    private func threads(with condition: SQL) throws -> SQL {
        "(message.threadID IN (SELECT message.threadID FROM message WHERE message.accountID = \(account.id) AND \(condition)))"
    }

    private func mailbox(_ value: JSONValue) throws -> Int64 {
        guard let id = value.textValue else { throw MethodError.invalidArgument("filter", "a mailbox is an id") }
        // An unknown mailbox contains nothing.
        return mailboxes.withPublicID(id)?.id ?? -1
    }

    private func time(_ name: String, _ value: JSONValue) throws -> Int64 {
        guard let seconds = value.textValue.flatMap(UTCDate.seconds) else {
            throw MethodError.invalidArgument("filter", "\(name) is a UTC date")
        }
        return seconds
    }

    private func number(_ name: String, _ value: JSONValue) throws -> Int64 {
        guard value.textValue == nil, let number = value.wholeNumber else {
            throw MethodError.invalidArgument("filter", "\(name) is a number")
        }
        return number
    }

    private func text(_ name: String, _ value: JSONValue) throws -> String {
        guard Self.conditions.contains(name) else { throw Self.unsupported(name) }
        guard let text = value.textValue else { throw MethodError.invalidArgument("filter", "\(name) is a text") }
        return text
    }

    /// Searches for whole words anywhere in a field. The index contains no drafts, which are few enough to scan.
    private func words(_ name: String, _ text: String) throws -> SQL {
        switch name {
        case "from": return people(.from, text)
        case "to": return people(.to, text)
        case "cc": return people(.cc, text)
        case "bcc": return people(.bcc, text)
        case "text", "subject", "body":
            guard let pattern = SearchText(text).pattern else { return "TRUE" }
            let column = ["text": "", "subject": "subject : ", "body": "text : "][name] ?? ""
            let field: SQL =
                switch name {
                case "subject": "message.subject"
                case "body": Self.draftText
                default:
                    "message.subject || ' ' || message.sender || message.\"to\" || message.cc || message.bcc || \(Self.draftText)"
                }
            return """
                (message.id IN (SELECT rowid FROM messageText WHERE messageText MATCH \(column + "(" + pattern + ")"))
                OR message.isDraft AND holdsWords(\(field), \(text)))
                """
        default: throw Self.unsupported(name)
        }
    }

    private static let draftText: SQL = """
        (SELECT ' ' || messageContent.html FROM messageContent WHERE messageContent.messageID = message.id)
        """

    private func people(_ kind: AddressKind, _ text: String) -> SQL {
        """
        (message.id IN (SELECT messageID FROM messageAddress WHERE accountID = \(account.id) AND kind = \(kind.rawValue)
        AND holdsWords(name || ' ' || email, \(text))))
        """
    }

    /// `[name]` or `[name, text]`.
    private func header(_ value: JSONValue) throws -> SQL {
        let parts = (value.arrayValue ?? []).compactMap(\.textValue)
        guard (1...2).contains(parts.count), parts.count == value.arrayValue?.count else {
            throw MethodError.invalidArgument("filter", "header is a list of a name and a text")
        }
        let text = parts.count == 2 ? parts[1] : ""
        return """
            (message.id IN (SELECT messageContent.messageID FROM messageContent JOIN message AS m ON m.id = messageContent.messageID
            WHERE m.accountID = \(account.id) AND hasHeader(substr(messageContent.raw, 1, 262144), \(parts[0]), \(text))))
            """
    }
}
