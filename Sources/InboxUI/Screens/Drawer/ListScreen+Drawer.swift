import InboxKit
import InboxModel
import TerminalUI

/// The drawer over the list: moving in it shows the target at once behind it.
extension ListScreen {
    /// - Parameter origin: what is gone back to; nil for what is shown.
    func openDrawer(over origin: ListPlace? = nil) {
        quotas.ask(accounts.items)
        drawer.search = search
        search = nil
        updateDrawer()
        drawer.open(over: origin ?? place, marking: markedView, at: .now)
    }

    /// What the drawer marks as shown: a search where it is pinned, else where it began.
    var markedView: MailView {
        let sought = (drawer.search ?? search)?.view
        return sought.flatMap { pinnedView(showing: $0) } ?? drawer.home?.view ?? view
    }

    /// Asks where to go, the places that were looked at last first.
    /// - Parameter leaving: done before another view is shown.
    func askWhereToGo(leaving: @escaping @UI () -> Void = {}) {
        updateDrawer()
        around.push(
            GoToScreen(drawerItems(foldsTags: false), recent: recentViews, current: view, around: around) {
                [weak self] view in
                leaving()
                self?.search = nil
                self?.show(view)
                self?.keepPlace()
            })
    }

    func updateDrawer() {
        counts.follow(
            accounts.items.flatMap { [.starred($0.id), .unread($0.id), .replyLater($0.id), .snoozed($0.id)] }
                + pinned.views,
            session: around.session,
            clock: around.clock)
        drawer.update(drawerItems(foldsTags: tags.isFolded))
    }

    private func drawerItems(foldsTags: Bool) -> [DrawerItem] {
        DrawerItem.all(
            accounts.items, mailboxes.items, pinned: pinned.views, tags: tags.all, foldsTags: foldsTags,
            shown: drawer.home?.view ?? view
        ) { counts.count($0) }
    }

    private func foldTags() {
        tags.fold(!tags.isFolded, around: around)
        updateDrawer()
        drawer.rows.select(.tagsTitle)
    }

    /// Back to where it was opened, a search and what it found included.
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
        case .halfDown, .pageDown: moveInDrawer { $0.move(by: 8) }
        case .halfUp, .pageUp: moveInDrawer { $0.move(by: -8) }
        case .refresh: refresh()
        case .search: drawer.look()
        case .pin: if let view = drawer.rows.selection?.target { pin(view) }
        case .pinDown: movePinned(by: 1)
        case .pinUp: movePinned(by: -1)
        case .renameView: if case .pinned = drawer.rows.selection { renameView() } else { renameMailbox() }
        case .editView: editView()
        case .newMailbox: makeMailbox()
        case .deleteMailbox: deleteMailbox()
        case .emptyMailbox: emptyMailbox()
        case .share: shareMailbox()
        case _ where Command.going.contains(command):
            // Of the account that is seen, not of the one that the drawer was opened over.
            let account = start(of: command)
            leaveDrawer()
            return goStraight(command, from: account)
        default: return false
        }
        return true
    }

    /// With a number the keys for the ends, and the one that goes there, go to the place of that number; past the last, to that.
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

    /// Letters after `/`: moves to what they fit best.
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

    /// False when the event was not meant for the drawer.
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
        // A press beside the drawer puts it away.
        guard drawer.isOpen, case .press = mouse.action else { return false }
        leaveDrawer()
        return true
    }
}
