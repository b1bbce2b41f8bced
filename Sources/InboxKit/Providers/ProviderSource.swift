public import InboxModel
import InboxStore

/// The rows of a provider with what is known of the rest.
struct ProviderSnapshot<Row: ProviderRow>: Sendable {
    var rows: [Row] = []
    var above = 0
    var total = 0
    var unread = 0
}

/// Where a provider's rows come from: reads the store, and knows what a commit does to them.
protocol ProviderSource<Row>: Sendable {
    associatedtype Row: ProviderRow
    var needsWords: Bool { get }
    var snapshot: ProviderSnapshot<Row> { get }
    /// Reads everything anew.
    mutating func load() throws(StoreError)
    /// - Returns: nil when the commit changed nothing that the provider shows.
    mutating func apply(_ commit: Commit) throws(StoreError) -> ChangeSet?
}

/// What threads or messages a provider shows.
public struct ListConfiguration: Hashable, Sendable {
    public var filter: MailPredicate
    public var sort: MailSort
    /// Positions in the whole result. At the top the window grows upwards: new rows are in it.
    public var window: Range<Int>

    public init(filter: MailPredicate = .everything, sort: MailSort = .newestFirst, window: Range<Int> = 0..<200) {
        self.filter = filter
        self.sort = sort
        self.window = window
    }
}
