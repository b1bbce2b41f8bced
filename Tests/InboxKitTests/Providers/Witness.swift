import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

/// A delegate that maintains its rows by change sets alone.
@MainActor
final class Witness<Row: ProviderRow>: @MainActor ModelProviderDelegate {
    private(set) var rows: [Row]
    private(set) var events: [ProviderEvent] = []
    /// Where the change sets did not lead to the provider's rows.
    private(set) var problems: [String] = []

    init(_ provider: ModelProvider<Row>) {
        rows = provider.items
        provider.delegate = self
    }

    var changes: [ProviderEvent] {
        events.filter { event in
            switch event {
            case .reset, .changed: true
            default: false
            }
        }
    }

    func provider(_ provider: ModelProvider<Row>, did event: ProviderEvent) {
        events.append(event)
        let shown = provider.items
        switch event {
        case .reset: rows = shown
        case .changed(let changes):
            guard rows.count - changes.deletes.count + changes.inserts.count == shown.count else {
                return problems.append("\(changes) does not fit \(rows.count) and \(shown.count) rows")
            }
            rows = changes.applied(to: rows) { shown[$0] }
            for position in changes.updates { rows[position] = shown[position] }
            if rows != shown { problems.append("\(changes) does not lead to what is shown") }
        default: break
        }
    }
}

extension ModelProvider {
    /// Whether the provider shows what its query finds in the store now.
    func isSettled(_ session: MailSession) throws -> Bool where Row: ListRow {
        let configuration = ListConfiguration<Row>(filter: filter, sort: sort, window: window)
        return try session.store.read { reader throws in
            let query = try Row.query(configuration, reader, now: Date())
            let whole = try Row.read(reader, query, offset: 0, limit: 100_000, after: nil, isBackwards: false)
            let unread = try Row.count(reader, query).unread
            return isCounted && count == whole.count && unreadCount == unread
                && items == Array(whole.dropFirst(above).prefix(window.count))
                && items.count == min(whole.count, window.count)
        }
    }
}
