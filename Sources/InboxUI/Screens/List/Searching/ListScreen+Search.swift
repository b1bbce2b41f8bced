import InboxKit
import InboxModel
import TerminalUI

/// Searching, with results while the user types.
extension ListScreen {
    func openSearch() {
        if search == nil {
            search = SearchLine(beginning: limit, origin: place, completion: offers.completion)
        } else {
            search?.narrow()
        }
    }

    /// The beginning of a new search. With mutt's keys a search stays within the current mailbox, like mutt's limit, until the user
    /// removes that part.
    private var limit: String {
        guard around.settings.keyPreset == .mutt else { return "" }
        let place: MailPredicate
        switch view {
        case .role(_, let role): place = .mailbox(.role(role))
        case .mailbox(_, let id):
            guard let mailbox = mailboxes.items.first(where: { $0.id == id }) else { return "" }
            place = .mailbox(.name(mailbox.name))
        case .allInboxes: place = .mailbox(.role(.inbox))
        case .starred, .unread, .replyLater, .snoozed, .tag, .search, .saved: return ""
        }
        guard let owner = accounts.items.first(where: { $0.id == view.account }), accounts.items.count > 1 else {
            return place.queryText() + " "
        }
        return (.accountNamed(owner.address) && place).queryText() + " "
    }

    /// Shows the results of a query, as if it had been typed.
    func look(for query: String) {
        if search == nil {
            search = SearchLine(query, origin: place, completion: offers.completion)
        } else {
            search?.narrow()
        }
        search?.field.set(query)
        search?.wasTyped()
        search?.isTyping = false
        if let search { show(search.target) }
        keepSearch()
    }

    /// Goes back to the search before it was narrowed, or to where the search began.
    func leaveSearch() {
        guard search?.widen() == true, let search else { return closeSearch() }
        if search.view != view { show(search.target) }
    }

    func closeSearch() {
        guard let origin = search?.origin else { return }
        search = nil
        show(origin)
    }

    func performWhileTyping(_ command: Command) -> Bool {
        switch command {
        case .open where search?.edited != nil: endEditing(keeps: true)
        case .back where search?.edited != nil: endEditing(keeps: false)
        // In mutt, limiting to “all” shows everything again.
        case .open where search?.typed == "all" && around.settings.keyPreset == .mutt: closeSearch()
        case .open:
            search?.enter()
            // Enter makes the last word count, whatever it is.
            if let search, search.view != view { show(search.target) }
            if search?.view == search?.origin.view { search = nil } else { keepSearch() }
        case .back: leaveSearch()
        case .complete: complete(1)
        case .completeBack: complete(-1)
        case .up where search?.canRecall == true: recall(1)
        case .down where search?.canRecall == true: recall(-1)
        default: return move(command)
        }
        return true
    }

    func type(_ event: InputEvent) -> Bool {
        guard let response = search?.handle(event), response != .ignored else { return false }
        if let known = search?.completion, offers.haveGrown(since: known) { search?.completion = offers.completion }
        if response == .edited { search?.wasTyped() }
        if response == .edited, let search { show(search.target) }
        return true
    }

    private func complete(_ step: Int) {
        guard search?.complete(step) == true, let search else { return }
        show(search.target)
    }

    private func recall(_ step: Int) {
        search?.recall(step, of: offers.earlier)
        if let search { show(search.target) }
    }

    private func keepSearch() {
        guard let view = search?.view else { return }
        do throws(DataError) { try offers.keep(view) } catch {
            around.say(Wording.sentence(error), kind: .failure)
        }
    }

    /// Goes to the next result, or without a search to the next unread thread.
    func goToMatch(_ step: Int) {
        if search != nil {
            let before = rows.selection
            _ = move(step > 0 ? .down : .up)
            guard rows.selection == before else { return }
            let end = step > 0 ? "last" : "first"
            return around.say(before == nil ? "Nothing was found." : "This is the \(end) match.", kind: .info)
        }
        goToUnread(step)
    }

    /// - Returns: The problem of the search, if its line has no room for all of it.
    @discardableResult
    func drawSearch(into grid: inout Grid) -> String? {
        guard var line = search else { return nil }
        var found = ""
        if line.view != line.origin.view, loadingSince == nil {
            found = Wording.number(provider.count) + (provider.isCounted || rows.rows.isEmpty ? "" : "+") + " found"
        }
        // What the next key acts on may be out of sight.
        if selectedCount > 0, !line.isTyping { found = "\(Wording.number(selectedCount)) selected" }
        let said = servers.text
        let flaw = line.draw(
            into: &grid, found: found, said: said, hasKeyboard: !drawer.isOpen,
            tab: around.keyName(of: .complete, in: .search) ?? "",
            isEmpty: rows.rows.isEmpty && loadingSince == nil && refreshing.failure == nil, clock: around.clock)
        search = line
        return flaw
    }
}
