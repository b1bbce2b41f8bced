import GRDB
import InboxModel

/// The messages of threads, reduced to what decides which lists a thread is in. Few messages differ in that, so each kind
/// of message is parsed and kept once.
struct ListedThreads {
    private struct Texts: Hashable {
        var account: Int64
        var keywords: String
        var mailboxes: String
        var from: String
    }

    private var numbers: [Texts: Int] = [:]
    private(set) var kinds: [ListedMessage] = []
    /// The messages of each thread, oldest first, as indices into `kinds`.
    private(set) var threads: [ThreadID: [Int]] = [:]

    /// - Parameter senders: whether to read the senders too, which are in another table.
    mutating func read(_ database: Database, _ threads: [ThreadID], senders: Bool) throws {
        guard !threads.isEmpty else { return }
        let from = senders ? "substr(addresses, 1, instr(addresses, char(29)) - 1)" : "''"
        try database.forEachRow(
            """
            SELECT thread, account, keywords, mailboxes, \(from) \
            FROM json_each(?) AS list CROSS JOIN \(MessageTable.source) ON message.thread = list.value \
            ORDER BY list.key, message.receivedAt, message.id
            """, IDList(threads)
        ) { row in
            let texts = Texts(account: row[1], keywords: row[2], mailboxes: row[3], from: row[4])
            self.threads[ThreadID(row[0]), default: []].append(number(texts))
        }
    }

    private mutating func number(_ texts: Texts) -> Int {
        if let known = numbers[texts] { return known }
        let marks = MessageMarks(
            keywords: RowCoding.keywords(texts.keywords), mailboxes: RowCoding.mailboxes(texts.mailboxes))
        let senders = RowCoding.addresses(texts.from).map { $0.email.lowercased() }
        kinds.append(ListedMessage(account: AccountID(texts.account), marks: marks, senders: senders))
        numbers[texts] = kinds.count - 1
        return kinds.count - 1
    }
}
