import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The views that the user keeps: pinning to the drawer, naming, editing, ordering, removing.
extension ListScreen {
    /// Pins a view, or unpins it. Asks before unpinning a search, whose words would be lost.
    func pin(_ view: MailView) {
        guard let kept = listing.pin(showing: view) else {
            guard view.query != nil else { return refusePin(view) }
            return keepPinned(view)
        }
        guard let query = kept.query else { return unpin(kept) }
        around.push(
            QuestionScreen(
                "Remove “\(Wording.line(kept.title(mailboxes.items)))” from the drawer?",
                text: "It shows: \(Wording.line(query)). No mail is deleted.", deed: "remove", around: around
            ) { [weak self] in self?.unpin(kept) })
    }

    /// Pins or unpins the view selected in the drawer.
    func pinSelected() {
        if let view = drawer.rows.selection?.target { return pin(view) }
        around.say("Only searches can be pinned\(searchKey)", kind: .info)
    }

    /// Tells the user that a mailbox is in the drawer anyway and cannot be pinned.
    private func refusePin(_ view: MailView) {
        let title = Wording.line(view.title(mailboxes.items))
        around.say("\(title) is in the drawer already; only searches can be pinned\(searchKey)", kind: .info)
    }

    private var searchKey: String { around.keyName(of: .search, in: .list).map { " (\($0))" } ?? "" }

    private func keepPinned(_ view: MailView) {
        change { views throws(DataError) in
            try views.add(view)
            around.say("Pinned to the drawer: \(Wording.line(view.title(mailboxes.items)))", kind: .done)
        }
    }

    /// Removes a view from the drawer; another process may have done so since the user was asked.
    private func unpin(_ kept: MailView) {
        var isOut = false
        change { views throws(DataError) in
            try views.remove(kept)
            isOut = true
            around.say("No longer pinned: \(Wording.line(kept.title(mailboxes.items)))", kind: .done)
        }
        if isOut { forget(kept) }
    }

    /// Removes the name of an unpinned search: where it is shown, it becomes an ordinary search.
    private func forget(_ kept: MailView) {
        guard let query = kept.query else { return }
        var here = drawer.origin ?? place
        if here.view == kept, (drawer.isOpen ? drawer.search : search) == nil {
            here.view = .search(query)
            let home = ListPlace(view: ListScreen.home(accounts.items), thread: nil)
            var line = SearchLine(query, origin: home, completion: offers.completion)
            line.isTyping = false
            if drawer.isOpen {
                drawer.search = line
                drawer.leaveOrigin(for: here) { $0 != kept }
            } else {
                search = line
                show(here)
            }
        }
        guard drawer.isOpen, view == kept else { return }
        updateDrawer()
        show(drawer.rows.selection?.target ?? ListScreen.home(accounts.items))
    }

    /// Moves the selected pinned view up or down by one row.
    func movePinned(by step: Int) {
        guard case .pinned(let view) = drawer.rows.selection, let place = listing.shownPins.firstIndex(of: view) else {
            return around.say("Only pinned views can be moved", kind: .info)
        }
        guard listing.shownPins.indices.contains(place + step) else {
            let words = listing.shownPins.count == 1 ? "the only" : step < 0 ? "the first" : "the last"
            return around.say("This is \(words) pinned view", kind: .info)
        }
        let other = listing.shownPins[place + step]
        change { views throws(DataError) in try views.move(view, to: other) }
    }

    /// Asks for a name for the selected view of the drawer.
    func renameView() {
        guard case .pinned(let view) = drawer.rows.selection, let query = view.query else {
            return renameMailbox()
        }
        // Where the search stands for the name, the first letter typed would be added to it.
        let given = if case .saved(let name, _) = view { name } else { "" }
        around.push(
            EntryScreen(
                "Name of this view", deed: "rename", text: given, placeholder: query,
                around: around,
                note: { _ in .init(text: "shows: \(Wording.line(query)). Without a name, this is its name.") },
                done: { [weak self] name in
                    let name = Wording.line(name).trimmingCharacters(in: .whitespaces)
                    self?.replace(
                        view, with: name.isEmpty || name == query ? .search(query) : .saved(name: name, query: query))
                }))
    }

    /// Opens the selected view's search for editing. Enter keeps the changes, and both Enter and Esc return to the drawer.
    func editView() {
        guard case .pinned(let view) = drawer.rows.selection, let query = view.query else {
            return around.say("Only searches that you keep can be changed.", kind: .info)
        }
        leaveDrawer()
        if search != nil { closeSearch() }
        openSearch()
        search?.edit(query, of: view)
        if let search { show(search.target) }
    }

    /// Returns to the drawer with the view selected, and from there to where the drawer was opened.
    /// - Parameter keeps: Whether the view takes over the text of the search line.
    func endEditing(keeps: Bool) {
        guard let line = search, let old = line.edited else { return }
        search = nil
        let new = keeps ? keepEdited(old, query: line.field.text) : old
        var origin = line.origin
        if origin.view == old { origin.view = new }
        openDrawer(over: origin)
        drawer.rows.select(.pinned(new))
        show(new)
    }

    /// Changes a view to the text of the search line.
    /// - Returns: The view as it is kept.
    private func keepEdited(_ old: MailView, query: String) -> MailView {
        guard !query.allSatisfy(\.isWhitespace) else { return old }
        guard MailQuery(query).problem == nil else {
            around.say("That is not a search; the view is unchanged.", kind: .warning)
            return old
        }
        var new = MailView.search(query)
        if case .saved(let name, _) = old { new = .saved(name: name, query: query) }
        replace(old, with: new)
        return new
    }

    private func replace(_ old: MailView, with new: MailView) {
        change { views throws(DataError) in try views.replace(old, with: new) }
        drawer.rows.select(.pinned(new))
        if view == old || view.query == new.query { show(new) }
    }

    private func change(_ body: (KeptViews) throws(DataError) -> Void) {
        do throws(DataError) { try body(listing.pinned) } catch {
            around.say(Wording.sentence(error), kind: .failure)
        }
        updateDrawer()
    }
}
