import InboxKit
import InboxModel
import TerminalUI

/// The numbers of rows of views that are no mailboxes, and of drafts, kept live once the drawer has been opened.
@UI
final class ViewCounts {
    private var counters: [MailView: (rows: any ListRows, listener: AnyObject)] = [:]
    private let changed: () -> Void

    init(changed: @escaping () -> Void) {
        self.changed = changed
    }

    func count(_ view: MailView) -> (total: Int, unread: Int) {
        counters[view].map { ($0.rows.count, $0.rows.unreadCount) } ?? (0, 0)
    }

    /// Counts these views and no others.
    func follow(_ views: [MailView], session: MailSession, clock: WallClock) {
        let wanted = Set(views)
        counters = counters.filter { wanted.contains($0.key) }
        for view in wanted where counters[view] == nil {
            // An empty window, since only the count is needed.
            let rows = session.listRows(
                ofMessages: view.isOfDrafts, filter: view.predicate(clock), sort: .newestFirst, window: 0..<0,
                loadsAtOnce: false)
            counters[view] = (rows, rows.listen { [weak self] _ in self?.changed() })
        }
    }
}
