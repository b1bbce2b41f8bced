public import InboxModel
import InboxStore

/// The order of tags.
public enum TagSort: Hashable, Sendable, CaseIterable {
    case name
    /// The tags of the most threads come first.
    case use
}

extension MailTag: ShortRow {
    /// An empty filter: tags are always those of all accounts.
    public struct Filter: Hashable, Sendable {
        public init() {}
    }
    public typealias Sort = TagSort

    static func all(_ reader: StoreReader) throws -> [MailTag] { try reader.tagCounts() }
    static func matches(_ row: MailTag, _ filter: Filter) -> Bool { true }

    /// Whether a commit concerns a thread with tags, before or after it; most concern none.
    static func isTouched(by commit: Commit) -> Bool {
        guard case .changes(let threads) = commit.threads else { return true }
        return threads.values.contains { change in
            change.before?.thread.tags.isEmpty == false || change.after?.thread.tags.isEmpty == false
        }
    }

    static func ordered(_ rows: [MailTag], _ sort: TagSort) -> [MailTag] {
        switch sort {
        case .name: rows
        case .use: rows.sorted { ($1.threadCount, $0.keyword) < ($0.threadCount, $1.keyword) }
        }
    }
}
