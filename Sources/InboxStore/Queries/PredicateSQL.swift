import GRDB
import InboxModel

extension MailPredicate {
    var sql: SQL { sql(.hits) }

    /// A condition over `mail AS message` for a resolved predicate. Values are bound as arguments, never spliced into
    /// the text.
    func sql(_ search: WordSearch) -> SQL {
        switch self {
        // In this form, the index of unread messages applies.
        case .unread: "message.isUnread = 1"
        case .all(let parts): Self.sql(parts, search, joinedBy: "AND", ifEmpty: "TRUE")
        case .any(let parts): Self.sql(any: parts, search)
        case .not(let part): "NOT (\(part.sql(search)))"
        case .keyword(.flagged): "message.isStarred = 1"
        // A keyword with a blank would match where two others stand side by side.
        case .keyword(let keyword) where keyword.rawValue.contains(" "): "0"
        case .keyword(let keyword): "instr(message.keywords, \(" " + keyword.rawValue + " ")) > 0"
        case .mailbox(.ids(let ids)):
            if ids.isEmpty {
                "FALSE"
            } else {
                """
                EXISTS (SELECT 1 FROM messageMailbox WHERE messageMailbox.message = message.id \
                AND messageMailbox.mailbox IN \(ids.map(\.rawValue).sorted()))
                """
            }
        case .mailbox, .accountNamed, .newer, .older, .sinceDay, .beforeDay, .own: "FALSE"
        case .account(let account): "message.account = \(account.rawValue)"
        case .thread(let thread): "message.thread = \(thread.rawValue)"
        case .message(let id): "message.id = \(id.rawValue)"
        case .messageID(let id):
            "message.id IN (SELECT message FROM envelope WHERE messageIDHeader = \("<" + id + ">"))"
        case .hasFile: "message.hasFiles = 1"
        case .words(let field, let sequence):
            sequence.words.isEmpty ? "TRUE" : search.condition(sequence.match(in: field))
        case .text(let field, let pattern): field.sql(pattern)
        case .address(let field, let pattern): "addressMatches(message.addresses, \(field.rawValue), \(pattern))"
        case .list(let name): "listMatches(message.listID, message.addresses, \(name))"
        case .receivedSince(let date): "message.receivedAt >= \(RowCoding.secondsUp(date))"
        case .receivedBefore(let date): "message.receivedAt < \(RowCoding.secondsUp(date))"
        case .larger(let size): "message.size > \(size)"
        case .smaller(let size): "message.size < \(size)"
        }
    }
}

extension MailPredicate {
    /// There may be many single messages, and SQL limits the length of a chain of conditions.
    private static func sql(any parts: [MailPredicate], _ search: WordSearch) -> SQL {
        let ids = parts.compactMap(\.singleMessage)
        guard ids.count > 1 else { return sql(parts, search, joinedBy: "OR", ifEmpty: "FALSE") }
        let rest = parts.filter { $0.singleMessage == nil }
        let named: SQL = "message.id IN (SELECT value FROM json_each(\(IDList(ids))))"
        return rest.isEmpty ? named : "(\(sql(any: rest, search))) OR \(named)"
    }

    /// The one message that this selects; nil when it selects by anything else.
    var singleMessage: MessageID? { if case .message(let id) = self { id } else { nil } }

    /// Combines the word parts into one query of the index, which supports AND and OR too.
    private static func sql(
        _ parts: [MailPredicate], _ search: WordSearch, joinedBy word: String, ifEmpty: SQL
    ) -> SQL {
        let matches = parts.compactMap(\.match)
        var conditions = parts.filter { $0.match == nil }.map { $0.sql(search) }
        if !matches.isEmpty { conditions.append(search.condition(matches.joined(separator: " \(word) "))) }
        return conditions.isEmpty ? ifEmpty : conditions.map { "(\($0))" }.joined(separator: " \(word) ")
    }

    /// The query of the index, if this consists of words only.
    private var match: String? {
        guard case .words(let field, let sequence) = self, !sequence.words.isEmpty else { return nil }
        return sequence.match(in: field)
    }

    /// The query of the index for the words that every hit must have; nil when there are none.
    var requiredMatch: String? {
        let parts: [MailPredicate] = if case .all(let parts) = self { parts } else { [self] }
        let matches = parts.compactMap(\.match)
        return matches.isEmpty ? nil : matches.joined(separator: " AND ")
    }

    /// Whether words are all that a hit must have.
    var isOnlyWords: Bool {
        if case .all(let parts) = self { parts.allSatisfy { $0.match != nil } } else { match != nil }
    }

    /// The query of the index to rank by: any of the words that are not excluded.
    var soughtMatch: String? {
        let matches = SoughtWords(self).sought.map { $0.sequence.match(in: $0.field) }
        return matches.isEmpty ? nil : matches.joined(separator: " OR ")
    }
}

extension MailPredicate.TextField {
    fileprivate func sql(_ pattern: String) -> SQL {
        switch self {
        case .subject:
            if let text = TextPattern(pattern).wholeText {
                "message.subject = \(text)"
            } else {
                "textMatches(message.subject, \(pattern))"
            }
        case .file: "message.hasFiles = 1 AND fileMatches(message.files, \(pattern))"
        }
    }
}
