import InboxKit
import InboxModel
import TerminalUI

/// What the providers, the servers and the queue tell the list.
extension ListScreen {
    func serversAnswered() {
        if let filter = servers.widened { provider.widen(to: filter) }
        around.setNeedsDraw()
    }

    func heard(_ event: ProviderEvent) {
        switch event {
        case .reset:
            takeItems()
            loadingSince = nil
            rows.reset(items.map(\.id))
            land()
            performAwaiting()
        case .changed(let changes):
            takeItems()
            let ids = items.map(\.id)
            if jump != nil, loadingSince == nil {
                rows.reset(ids)
                land()
            } else {
                rows.apply(RowChanges(changes), rows: ids)
            }
            selectReturned()
            extendWindow()
        case .fetchFailed(let error):
            refreshingSince = nil
            failure = Wording.sentence(error)
            around.say(Wording.sentence(error), kind: .failure, undo: false)
        case .fetchCompleted:
            if refreshingSince != nil { sayHowRefreshed() }
            refreshingSince = nil
            failure = nil
        case .fetchStateChanged: break
        }
        around.setNeedsDraw()
    }

    /// Nobody was asked for an account that the user has stopped.
    private func sayHowRefreshed() {
        let stopped = accounts.items.contains { account in
            (view.account == nil || view.account == account.id)
                && around.session.status(of: account.id).phase == .paused
        }
        guard stopped else { return around.say("Up to date.", kind: .done, undo: false) }
        let key = around.keyName(of: .jobs, in: .list).map { ": \($0), then go on" } ?? ""
        around.say("You have stopped getting mail here\(key)", kind: .warning, undo: false)
    }

    func wentBack(_ deed: Deed) {
        returning = Set(isFlat ? deed.messages.map { .message($0) } : deed.threads.map { RowID.thread($0) })
        selectReturned()
    }

    private func selectReturned() {
        guard !returning.isEmpty, let first = rows.rows.first(where: returning.contains) else { return }
        returning = []
        rows.select(first)
        extendWindow()
        around.setNeedsDraw()
    }

    func forgetReturning() { returning = [] }

    func takeItems() {
        items = provider.entries
        entries = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        timesTaken += 1
        countNew()
    }

    func countNew() { newCount = lastVisit == nil ? 0 : items.count { isNew($0.thread) } }

    /// Whether it came since the view was visited last, and nobody has read it.
    func isNew(_ thread: MailThread) -> Bool {
        guard let lastVisit else { return false }
        return thread.isUnread && thread.lastDate > lastVisit
    }

    func mailboxesChanged() {
        if !view.exists(accounts.items, mailboxes.items) { show(ListScreen.home(accounts.items)) }
        drawerChanged()
    }

    func drawerChanged() {
        updateDrawer()
        around.setNeedsDraw()
    }
}
