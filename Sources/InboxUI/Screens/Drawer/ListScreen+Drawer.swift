import InboxKit
import InboxModel
import TerminalUI

/// The drawer over the list. Moving in it shows the selected view behind it at once.
extension ListScreen {
    /// - Parameter origin: The place to go back to; nil for the current one.
    func openDrawer(over origin: ListPlace? = nil) {
        listing.quotas.ask(accounts.items)
        drawer.search = search
        search = nil
        updateDrawer()
        drawer.open(over: origin ?? place, marking: markedView, at: .now)
    }

    /// The view that the drawer marks as shown: a search if it is pinned, otherwise the place where the search began.
    var markedView: MailView {
        let sought = (drawer.search ?? search)?.view
        return sought.flatMap { listing.pin(showing: $0) } ?? drawer.home?.view ?? view
    }

    /// Asks where to go, with the places shown last at the top.
    /// - Parameter leaving: Called before another view is shown.
    func askWhereToGo(leaving: @escaping @UI () -> Void = {}) {
        updateDrawer()
        around.push(
            GoToScreen(
                listing.items(shown: shownInDrawer, unfolded: true), recent: recentViews, current: view, around: around
            ) {
                [weak self] view in
                leaving()
                self?.search = nil
                self?.show(view)
                self?.keepPlace()
            })
    }

    /// Shows what has changed if the drawer is in sight. Otherwise that waits until it is: every commit changes some count, and with
    /// thousands of mailboxes all their rows take longer than a key may.
    func drawerChanged() {
        listing.follow()
        if drawer.isOpen || drawer.isPinned { updateDrawer() } else { drawer.isStale = true }
        around.setNeedsDraw()
    }

    func updateDrawer() { drawer.update(listing.items(shown: shownInDrawer)) }

    private var shownInDrawer: MailView { drawer.home?.view ?? view }

    private func foldTags() {
        listing.foldTags()
        updateDrawer()
        drawer.rows.select(.tagsTitle)
    }

    /// Goes back to where the drawer was opened, including a search and its results.
    func leaveDrawer() {
        search = drawer.search
        if let origin = drawer.origin { show(origin) }
        drawer.close(at: .now)
    }

    func performInDrawer(_ command: Command) -> Bool {
        switch command {
        case .back where drawer.jump != nil: drawer.jump = nil
        case .drawer, .back: leaveDrawer()
        case .open: drawer.rows.selection == .tagsTitle ? foldTags() : choose()
        case .down: moveInDrawer { $0.move(by: 1) }
        case .up: moveInDrawer { $0.move(by: -1) }
        case .top: moveInDrawer { $0.go(toTop: true) }
        case .bottom: moveInDrawer { $0.go(toTop: false) }
        case .pageDown: moveInDrawer { $0.movePages(1) }
        case .pageUp: moveInDrawer { $0.movePages(-1) }
        case .halfDown: moveInDrawer { $0.movePages(0.5) }
        case .halfUp: moveInDrawer { $0.movePages(-0.5) }
        case .refresh: refresh()
        case .search: drawer.look()
        case .pin: pinSelected()
        case .pinDown: movePinned(by: 1)
        case .pinUp: movePinned(by: -1)
        case .renameView: if case .pinned = drawer.rows.selection { renameView() } else { renameMailbox() }
        case .editView: editView()
        case .newMailbox: makeMailbox()
        case .deleteMailbox: deleteMailbox()
        case .emptyMailbox: emptyMailbox()
        case .share: shareMailbox()
        case _ where Command.going.contains(command):
            // For the account being shown, not the one over which the drawer was opened.
            let account = start(of: command)
            leaveDrawer()
            return goStraight(command, from: account)
        default: return false
        }
        return true
    }

    /// Goes to a row by its number, for the commands that go to the ends and that open a row. Past the end it goes to the last.
    func performInDrawer(_ command: Command, number: Int) -> Bool {
        guard [.top, .bottom, .open].contains(command) else { return false }
        moveInDrawer { $0.go(toPlace: number) }
        around.setNeedsDraw()
        return true
    }

    private func moveInDrawer(_ move: (inout Drawer) -> Void) {
        move(&drawer)
        if let target = drawer.rows.selection?.target { show(target) }
    }

    /// Handles letters after `/`: moves to the best match.
    func typeInDrawer(_ event: InputEvent) -> Bool {
        switch event {
        case .key(.enter): drawer.rows.selection == .tagsTitle ? foldTags() : choose()
        case .key(.down), .key(.tab): moveInDrawer { $0.move(by: 1) }
        case .key(.up), .key(.backTab): moveInDrawer { $0.move(by: -1) }
        default:
            switch drawer.jump?.handle(event) ?? .ignored {
            case .ignored: return false
            case .moved: break
            case .edited:
                let letters = drawer.jump?.text ?? ""
                moveInDrawer { $0.jump(to: letters) }
            }
        }
        return true
    }

    private func choose() {
        let selection = drawer.rows.selection
        let screen: (any Screen)? =
            switch selection {
            case .contacts: ContactsScreen(around: around)
            case .outbox: make.outbox(around)
            case .settings: SettingsScreen(around: around)
            default: nil
            }
        if let screen {
            leaveDrawer()
            return around.push(screen)
        }
        if let target = selection?.target {
            if let home = drawer.home, home.view != target { leave(home) }
            show(target)
        }
        drawer.close(at: .now)
        keepPlace()
    }

    /// Handles an event; returns false if it was not meant for the drawer.
    func handleInDrawer(_ event: InputEvent) -> Bool {
        guard case .mouse(let mouse) = event else { return false }
        if let row = drawer.rows.row(at: mouse.position), row.canBeSelected, mouse.action == .press(.left) {
            guard row != .tagsTitle else {
                foldTags()
                return true
            }
            if !drawer.isOpen { openDrawer() }
            drawer.rows.select(row)
            choose()
            return true
        }
        if drawer.rows.row(at: mouse.position) != nil || mouse.action == .move {
            return drawer.rows.handle(event) != .ignored
        }
        // A click beside the drawer closes it.
        guard drawer.isOpen, case .press = mouse.action else { return false }
        leaveDrawer()
        return true
    }
}
