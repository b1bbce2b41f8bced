import InboxKit
import InboxModel
import TerminalUI

/// How many threads are starred in each account, kept live from when the drawer is first opened.
@UI
final class StarCounts {
    private var counters: [AccountID: (ModelProvider<MailThread>, ProviderListener<MailThread>)] = [:]
    private let changed: () -> Void

    init(changed: @escaping () -> Void) {
        self.changed = changed
    }

    var counts: [AccountID: Int] { counters.mapValues { $0.0.count } }

    func follow(_ accounts: [Account], session: MailSession, clock: WallClock) {
        let ids = Set(accounts.map(\.id))
        counters = counters.filter { ids.contains($0.key) }
        for id in ids where counters[id] == nil {
            // An empty window: only the count is wanted.
            let provider = session.threadProvider(filter: MailView.starred(id).predicate(clock), window: 0..<0)
            counters[id] = (provider, ProviderListener(provider) { [weak self] _ in self?.changed() })
        }
    }
}
