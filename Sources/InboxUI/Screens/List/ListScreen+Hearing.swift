import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// Handling events of the providers, the servers and the queue, and new settings.
extension ListScreen {
    func settingsChanged() {
        rows.prefersPrevious = around.settings.afterAction == .previous
        rows.rowHeight = ListScreen.lines(around)
        preview.settingsChanged()
        if firstHint != nil { firstHint = FirstHint { around.keyName(of: $0, in: .list) } }
        if wantsMessages != isFlat { show(as: look) }
    }

    func serversAnswered() {
        if let filter = servers.widened, filter != provider.filter { provider.widen(to: filter) }
        around.setNeedsDraw()
    }

    func heard(_ event: ProviderEvent) {
        switch event {
        case .reset:
            keepMarks()
            takeItems()
            loadingSince = nil
            rows.reset(loaded.ids)
            restoreSelection()
            land()
            above.begin(atTop: isAtTop)
            checkSelected()
            performAwaiting()
        case .changed(let changes):
            let isSameWindow = provider.above == loaded.above
            if !isSameWindow { keepMarks() }
            takeItems()
            let ids = loaded.ids
            if landing.target != nil, loadingSince == nil {
                rows.reset(ids)
                land()
                if landing.target == nil { performAwaiting() }
            } else {
                let (selected, marks) = (rows.selection, rows.isMarkingRange)
                rows.apply(RowChanges(changes), rows: ids)
                if marks, !rows.isMarkingRange {
                    around.say("The range ends: a row at its end has moved or gone", kind: .warning)
                }
                // Rows that only the moved window brought in or left out have neither arrived nor gone.
                if isSameWindow {
                    noteLoss(of: selected)
                    stayAtTop(changes)
                }
            }
            selectReturned()
            extendWindow()
            checkSelected()
        case .fetchFailed(let error): failed(error)
        case .fetchCompleted:
            if refreshing.completed() { around.sayRefreshed(view.account, in: .list) }
        case .fetchStateChanged: break
        }
        noteOlder()
        around.setNeedsDraw()
    }

    private func failed(_ error: FetchFailure) {
        let (asked, sentence) = (refreshing.ended(shown: view.account), Wording.sentence(error))
        let isOfServer = if case .store = error { false } else { true }
        if isOfServer, let asked, let shown = view.account, asked != shown {
            let owner = accounts.items.first { $0.id == asked }.map { Wording.line($0.address) + ": " } ?? ""
            return around.say(owner + sentence, kind: .failure)
        }
        let isSame = refreshing.failed(sentence)
        // An empty list shows the sentence in place of rows.
        if !rows.rows.isEmpty {
            around.say(sentence, kind: .failure)
        } else if isSame {
            around.say("Asked again: no change", kind: .info)
        }
        // What a server does not send is missing, but the rows of the store still come.
        if case .store = error { rowsStayAway() }
    }

    /// Gives up waiting for rows that could not be read. Those of the previous view must not be mistaken for them.
    private func rowsStayAway() {
        landing.stop()
        if loadingSince != nil {
            loadingSince = nil
            loaded.drop()
            rows.reset([])
        }
        dropAwaiting("The rows could not be read.")
    }

    /// Whether the first of all rows is selected.
    var isAtTop: Bool { provider.above == 0 && rows.selectedIndex == 0 }

    /// Keeps the list at the top when mail arrives, if the user has not moved: moves the selection to the first row when the list would have
    /// to scroll to keep its row in sight. Otherwise counts the arrivals above the visible rows.
    private func stayAtTop(_ changes: ChangeSet) {
        guard provider.above == 0, search == nil else { return }
        let came = changes.inserts + changes.moves.filter { $0.to < $0.from }.map(\.to)
        above.came(at: came, in: loaded.items)
        guard above.isAtTop, rows.marked.isEmpty, let selected = rows.selectedIndex,
            selected >= 2, rows.leastTop > 0,
            changes.inserts.first == 0 || came.contains(0)
        else { return }
        rows.moveToTop()
        above.moved = .now
    }

    /// Notes that the selected row has gone, unless an action of the user that is not shown yet may have removed it.
    private func noteLoss(of selected: RowID?) {
        guard let selected, loaded[selected] == nil, let next = rows.selection else { return }
        guard loadingSince == nil, !isActing else { return }
        loss.went(selected, next: next)
    }

    func wentBack(_ deed: Deed, isInFront: Bool) {
        follow(deed.renamedTag)
        guard isInFront else { return }
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
        loaded.take(from: provider)
        if view.isSent {
            sentWords.want(
                isFlat ? [] : loaded.items.map(\.thread),
                in: Set(mailboxes.items.filter { $0.role == .sent }.map(\.id)))
        }
        sinceVisit.take(loaded, from: provider, own: around.ownAddresses)
    }

    func ownAnswersRead() {
        sinceVisit.count(loaded, from: provider, own: around.ownAddresses)
        around.setNeedsDraw()
    }

    func mailboxesChanged() {
        defer {
            let names = ShownMailboxNames(mailboxes.items)
            // The prepared thread shows mailbox names.
            if names != mailboxNames { ahead.forget() }
            mailboxNames = names
            noteOlder()
        }
        let gone = view
        guard !gone.exists(accounts.items, mailboxes.items) else { return drawerChanged() }
        // Commands typed for the view are dropped, and events are no longer held for them.
        defer { release() }
        let home = ListScreen.home(accounts.items)
        drawer.leaveOrigin(for: ListPlace(view: home, thread: nil)) { $0.exists(accounts.items, mailboxes.items) }
        drawerChanged()
        show(drawer.isOpen ? drawer.rows.selection?.target ?? home : home)
        guard case .mailbox(let account, let id) = gone, accounts.items.contains(where: { $0.id == account }) else {
            return
        }
        guard goneMailboxes.replaced(id) else { return }
        let name = mailboxNames[id].map { Wording.title($0) } ?? "This mailbox"
        // A thread may be in front, and shows something else.
        around.sayHere("\(name) is gone: it was deleted elsewhere. The list shows \(title).", kind: .warning)
    }
}
