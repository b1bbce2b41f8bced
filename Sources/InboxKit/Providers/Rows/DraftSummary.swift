public import InboxModel
import InboxStore

/// A draft as a list of drafts shows it.
public struct DraftSummary: Hashable, Identifiable, Sendable {
    /// The message as in lists of messages, with `$draft`.
    public var message: Message

    public init(_ message: Message) {
        self.message = message
    }

    public var id: MessageID { message.id }
    public var account: AccountID { message.account }
    /// The thread that the draft belongs to, which is a thread of its own for a new mail.
    public var thread: ThreadID { message.thread }
    /// All recipients, without duplicates, in the order of the headers.
    public var recipients: [MailAddress] {
        var met: Set<String> = []
        return (message.to + message.cc + message.bcc).filter { met.insert($0.email.lowercased()).inserted }
    }
    public var subject: String { message.subject }
    public var snippet: String { message.snippet }
    public var files: [MessageFile] { message.files }
    /// Counts the saves, on servers that number them.
    public var version: Int? { message.version }
}

extension DraftSummary: MailRow {
    public typealias Filter = MailPredicate
    public typealias Sort = MailSort

    static var always: MailPredicate { .keyword(.draft) }

    static func precedes(_ first: DraftSummary, _ second: DraftSummary, in query: MailListQuery) -> Bool {
        Message.precedes(first.message, second.message, in: query)
    }

    static func read(
        _ reader: StoreReader, _ query: MailListQuery, offset: Int, limit: Int, after last: DraftSummary?,
        isBackwards: Bool
    ) throws -> [DraftSummary] {
        try Message.read(
            reader, query, offset: offset, limit: limit, after: last?.message, isBackwards: isBackwards
        ).map { DraftSummary($0) }
    }

    static func count(_ reader: StoreReader, _ query: MailListQuery) throws -> (total: Int, unread: Int) {
        try Message.count(reader, query)
    }

    static func changes(_ threads: [ThreadID: Change<ThreadImage>], _ query: MailListQuery) -> [RowChange<DraftSummary>]
    {
        Message.changes(threads, query).map { change in
            RowChange(
                before: change.before.map { DraftSummary($0) }, after: change.after.map { DraftSummary($0) },
                unread: change.unread)
        }
    }
}
