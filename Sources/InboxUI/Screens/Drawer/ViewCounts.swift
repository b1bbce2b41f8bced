import InboxKit
import InboxModel
import TerminalUI

/// The thread counts of views that are no mailboxes, kept live once the drawer has been opened.
@UI
final class ViewCounts {
    private var counters: [MailView: (ModelProvider<MailThread>, ProviderListener<MailThread>)] = [:]
    private let changed: () -> Void

    init(changed: @escaping () -> Void) {
        self.changed = changed
    }

    func count(_ view: MailView) -> (total: Int, unread: Int) {
        counters[view].map { ($0.0.count, $0.0.unreadCount) } ?? (0, 0)
    }

    /// Counts these views and no others.
    func follow(_ views: [MailView], session: MailSession, clock: WallClock) {
        let wanted = Set(views)
        counters = counters.filter { wanted.contains($0.key) }
        for view in wanted where counters[view] == nil {
            // An empty window, since only the count is needed.
            let provider = session.threadProvider(filter: view.predicate(clock), window: 0..<0)
            counters[view] = (provider, ProviderListener(provider) { [weak self] _ in self?.changed() })
        }
    }
}
