import InboxKit
import InboxModel
import TerminalUI

/// Showing another view, or the same one in another way. Nothing else changes the view, its look and the provider of its rows.
extension ListScreen {
    /// Shows another view; its rows appear as soon as the store has read them.
    func show(_ new: MailView) {
        show(places[new] ?? ListPlace(view: new, thread: nil))
    }

    /// Shows a view with the thread selected that was selected there before; the home view if that one is gone by now.
    func show(_ target: ListPlace) {
        guard target.view.exists(accounts.items, mailboxes.items) else {
            return show(ListScreen.home(accounts.items))
        }
        guard target.view != view else {
            let jump = jump(to: target)
            if jump != .top, jump != rows.selection.map({ .row($0) }) {
                landing.position = target.position
                go(to: jump)
            }
            return
        }
        // A view that the user merely passes in the drawer does not count as visited.
        if loadingSince == nil, search?.isTyping != true { drawer.isOpen ? places.keep(place) : leave(place) }
        keepSelection()
        // Results keep the chosen order while the search changes.
        if case (.search, .search) = (view, target.view) {} else { look = target.look ?? look.first(in: target.view) }
        view = target.view
        sinceVisit.begin(lastVisit: view.query == nil ? target.leftAt : nil)
        sinceVisit.count(loaded, from: provider, own: around.ownAddresses)
        loss = SelectionLoss<RowID>()
        leaveAwaiting()
        stopSelecting()
        let filter = target.view.predicate(around.clock)
        matches = view.query == nil ? .none : SoughtWords(shownFor: filter)
        if view.query != nil { servers.ask(filter) } else { servers.ask(nil) }
        // What servers found for the same filter stays.
        let wanted = servers.widened ?? filter
        unmarkAll()
        refreshing.forgetFailure()
        (landing.offset, landing.position) = (target.offset, target.position)
        if wanted == provider.filter, look.sort == provider.sort, wantsMessages == isFlat {
            // The same filter in other words, for which no event will come.
            go(to: jump(to: target))
            restoreSelection()
        } else {
            ask(wanted, near: target.position ?? 0)
            // The rows of the view are awaited as a whole, not those of a jump begun in another view.
            landing.begin(inNewRows: jump(to: target))
        }
        noteOlder()
        wantFirstPage()
        around.setNeedsDraw()
    }

    /// Returns the jump to the row selected there, or to its conversation if the list now shows conversations.
    func jump(to place: ListPlace) -> Jump {
        if wantsMessages, let message = place.message { return .row(.message(message)) }
        return place.thread.map { .thread($0) } ?? .top
    }

    /// Requests other rows than the loaded ones.
    private func ask(_ filter: MailPredicate, near position: Int) {
        loadingSince = .now
        let window = ListScreen.window(near: position)
        guard wantsMessages == isFlat else {
            provider = around.session.listRows(
                ofMessages: wantsMessages, filter: filter, sort: look.sort, window: window, loadsAtOnce: false)
            rowListener = provider.listen { [weak self] in self?.heard($0) }
            // The servers' answer goes to the provider that asked.
            if refreshing.asked != nil {
                refreshing.goesOn(for: view.account)
                provider.refresh()
            }
            return
        }
        // The window first: the rows that it brings are still those of the previous view.
        provider.window = window
        provider.filter = filter
        provider.sort = look.sort
    }

    /// Shows the view in another way; what is selected stays selected.
    func show(as new: ViewLook) {
        let isSameOrder = new.sort == look.sort
        look = new
        rows.settle()
        if !isSameOrder || wantsMessages != isFlat {
            let selected = wantsMessages == isFlat ? [] : chosen
            dropAwaiting("The list is shown in another way now.")
            landing.end()
            landing.begin(inNewRows: jumpToSelected)
            // Between its ends there are other rows then.
            rows.endRange()
            if wantsMessages != isFlat { unmarkAll() }
            ask(provider.filter, near: 0)
            selectAgain(selected)
        }
        keepPlace()
        around.setNeedsDraw()
    }
}
