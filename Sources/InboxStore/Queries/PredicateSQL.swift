import GRDB
import InboxModel

extension MailPredicate {
    /// A condition over the `message` table for a resolved predicate. Values are bound as arguments, never spliced into
    /// the text.
    var sql: SQL {
        switch self {
        // Said so, it is found by the index of unread messages.
        case .unread: "message.isUnread = 1"
        case .all(let parts): parts.isEmpty ? "TRUE" : parts.map { "(\($0.sql))" }.joined(separator: " AND ")
        case .any(let parts): parts.isEmpty ? "FALSE" : parts.map { "(\($0.sql))" }.joined(separator: " OR ")
        case .not(let part): "NOT (\(part.sql))"
        case .keyword(.flagged): "message.isStarred = 1"
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
        case .mailbox, .newer, .older: "FALSE"
        case .account(let account): "message.account = \(account.rawValue)"
        case .thread(let thread): "message.thread = \(thread.rawValue)"
        case .message(let id): "message.id = \(id.rawValue)"
        case .hasFile: "message.hasFiles = 1"
        case .words(let field, let sequence):
            if sequence.words.isEmpty {
                "TRUE"
            } else {
                "message.id IN (SELECT rowid FROM messageText WHERE messageText MATCH \(sequence.match(in: field)))"
            }
        case .address(let field, let pattern): "addressMatches(message.addresses, \(field.rawValue), \(pattern))"
        case .receivedSince(let date): "message.receivedAt >= \(RowCoding.secondsUp(date))"
        case .receivedBefore(let date): "message.receivedAt < \(RowCoding.secondsUp(date))"
        case .larger(let size): "message.size > \(size)"
        case .smaller(let size): "message.size < \(size)"
        }
    }
}

extension DatabaseFunction {
    /// `addressMatches(message.addresses, field, pattern)`: the same test as in memory.
    static let addressMatches = DatabaseFunction("addressMatches", argumentCount: 3, pure: true) { values in
        guard let text = String.fromDatabaseValue(values[0]), let field = String.fromDatabaseValue(values[1]),
            let pattern = String.fromDatabaseValue(values[2])
        else { return false }
        let lists = RowCoding.addressLists(text)
        func list(_ index: Int) -> [MailAddress] { index < lists.count ? lists[index] : [] }
        let addresses: [MailAddress] =
            switch field {
            case "from": list(0)
            case "to": list(1)
            default: list(2) + list(3)
            }
        return addresses.contains { pattern.matchesAddress($0.email) }
    }
}
