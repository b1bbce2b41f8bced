import InboxModel
import TerminalUI

/// The bottom line: the state of the queue, and useful keys.
extension ListScreen {
    /// - Parameter own: The status of the accounts whose mail is shown.
    func bottomLine(_ own: StatusText) -> StatusBar {
        var status = StyledLine()
        let all = view.account == nil ? own : around.statusText(for: nil)
        if !all.queue.isEmpty { status.append(all.queue, .warn) }
        var bar = StatusBar(
            status: status,
            hints: hints(own, needsUser: all.needsUser),
            last: around.hints([.help], in: keyContext).first)
        if !all.shortQueue.isEmpty { bar.shortStatus = StyledLine(all.shortQueue, .warn) }
        return bar
    }

    private func hints(_ own: StatusText, needsUser: Bool) -> [StatusBar.Hint] {
        let commands = keyContext == .list ? own.possible(hintedCommands) : hintedCommands
        let opens = keyContext == .list && own.isReadOnly && search == nil && selectedCount == 0 && !rows.rows.isEmpty
        var hints = around.hints((opens ? [.open] : []) + commands, in: keyContext)
        // The first Enter leaves the search line; the next one opens a result.
        if keyContext == .search, hints.first?.label == "open" {
            hints[0].label = search?.edited == nil ? "results" : "change the view"
        }
        if keyContext == .drawer, drawer.rows.selection == .tagsTitle, hints.first?.label == "open" {
            hints[0].label = listing.tags.isFolded ? "unfold" : "fold"
        }
        if let place = hints.firstIndex(where: { $0.label == "pin" }), isPinned { hints[place].label = "unpin" }
        if keyContext == .picker { hints.insert(around.boxHint(.open, "go there"), at: 0) }
        // What helps with a problem comes first.
        if keyContext == .list, !own.remedy.isEmpty, let key = around.keyName(of: .refresh, in: .list) {
            hints.removeAll { $0.key == key }
            hints.insert(StatusBar.Hint(key, own.remedy), at: 0)
        }
        if keyContext == .list, needsUser, let key = around.keyName(of: .outbox, in: .list) {
            hints.removeAll { $0.key == key }
            hints.insert(StatusBar.Hint(key, "see why"), at: 0)
        }
        return hints
    }

    /// Whether the pin key unpins the view selected in the drawer, or the one shown.
    private var isPinned: Bool {
        guard let view = drawer.isOpen ? drawer.rows.selection?.target : self.view else { return false }
        return listing.pin(showing: view) != nil
    }

    private var hintedCommands: [Command] {
        switch keyContext {
        case .drawer:
            if case .pinned(let view) = drawer.rows.selection {
                // Only a search has words and a name of its own.
                [.open] + (view.query == nil ? [] : [.renameView, .editView]) + moves(of: view) + [.pin, .back]
            } else {
                [.open, .back] + hintedOnMailboxes + [.refresh, .search]
            }
        case .search: search?.offer?.choices.isEmpty == false ? [.open, .complete, .back] : [.open, .back]
        case .picker: [.back]
        default: hintedInList
        }
    }

    /// Returns the directions in which a pinned view can move.
    private func moves(of view: MailView) -> [Command] {
        guard let place = listing.shownPins.firstIndex(of: view) else { return [] }
        return (place + 1 < listing.shownPins.count ? [.pinDown] : []) + (place > 0 ? [.pinUp] : [])
    }

    private var hintedInList: [Command] {
        if selectedCount == 0, rows.selection.flatMap({ loaded[$0] })?.thread.messageCount == 0 {
            return [.open, .trash, .compose, .search, .drawer, .undo]
        }
        if selectedCount > 0 {
            return hasOnlyDrafts ? [.trash, .back] : [.shake, .archive, .trash, .move, .star, .back]
        }
        switch (search != nil, rows.rows.count) {
        case (false, 0): return [.drawer, .search, .compose, .undo, .refresh]
        case (true, 0): return [.back, .search]
        case (true, 1): return [.back, .shake, .archive, .pin, .search]
        case (true, _): return [.back, .shake, .archive, .nextMatch, .pin, .search]
        // As many as there is room for: the most frequent ones first, then those learnt later.
        case (false, _):
            return [
                .shake, .archive, .reply, .search, .drawer, .undo, .compose, .star, .move, .trash, .deck, .forward,
                .snooze, .select, .goTo, .label, .outbox, .contacts, .palette,
            ]
        }
    }
}
