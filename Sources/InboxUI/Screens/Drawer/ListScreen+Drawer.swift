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
    private var markedView: MailView {
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
        case _ where Command.going.contains(command):
            // Of the account that is seen, not of the one that the drawer was opened over.
            let account = start(of: command)
            leaveDrawer()
            return goStraight(command, from: account)
        default: return false
        }
        return true
    }

    /// With a number the keys for the ends go to the place of that number; past the last, to that.
    func performInDrawer(_ command: Command, number: Int) -> Bool {
        guard command == .top || command == .bottom else { return false }
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

    /// Draws the drawer, or the part of it that has come in, over the part's left.
    func drawDrawer(into grid: inout Grid) {
        let width = drawerColumns(of: grid.width)
        let start = drawer.isPinned ? 0 : Int((drawer.slide.value(in: &grid.frame) * Double(width)).rounded()) - width
        guard start > -width else { return }
        grid.inside(Rect(x: start, y: 0, width: width, height: grid.height)) { part in
            // Beside the list it is seldom another than in the frame before.
            if drawer.isPinned, !drawer.isOpen {
                drawerPicture.draw(drawerLook, into: &part) { drawWholeDrawer(into: &$0) }
            } else {
                drawWholeDrawer(into: &part)
            }
        }
    }

    private func drawWholeDrawer(into part: inout Grid) {
        let width = part.width
        part.clear()
        let line = part.frame.glyphs.vertical.first ?? "|"
        part.fill(Rect(x: width - 1, y: 0, width: 1, height: part.height), with: line, .dim)
        let top = drawer.jump == nil ? 0 : 1
        let quotaLine = quotaLine
        let foot = quotaLine == nil ? 0 : 1
        part.inside(Rect(x: 0, y: top, width: width - 1, height: part.height - top - foot)) {
            drawDrawerRows(into: &$0)
        }
        // After the rows: where letters go is where the cursor stands.
        part.inside(Rect(x: 0, y: 0, width: width - 1, height: top)) { drawJump(into: &$0) }
        if let quotaLine {
            let style: Style = quotaLine.isTight ? .warn : .dim
            part.draw(quotaLine.text, x: 1, y: part.height - 1, style, columns: width - 3)
        }
    }

    /// What the drawer looks like by, while nobody uses it.
    private var drawerLook: DrawerLook {
        DrawerLook(
            items: drawer.items, top: drawer.rows.top, selected: drawer.rows.selectedIndex, view: view,
            accounts: accounts.items.map { around.statusText(for: $0.id) },
            queue: around.statusText(for: nil).queue, quota: quotaLine?.text)
    }

    /// How full the account is that is looked at.
    private var quotaLine: (text: String, isTight: Bool)? {
        guard let account = view.account ?? accounts.items.first?.id, let quota = quotas.quota(of: account) else {
            return nil
        }
        let percent = Int((quota.part * 100).rounded(.down))
        return ("\(Wording.text(quota)) used (\(percent) %)", quota.isTight)
    }

    private func drawJump(into grid: inout Grid) {
        guard grid.height > 0, var field = drawer.jump else { return }
        let start = grid.draw("/", x: 1, y: 0, .accent) + 1
        grid.inside(Rect(x: start, y: 0, width: max(1, grid.width - start), height: 1)) { field.draw(into: &$0) }
        drawer.jump = field
    }

    private func drawDrawerRows(into grid: inout Grid) {
        drawer.rows.showsSelection = drawer.isOpen
        drawer.rows.showsCursor = drawer.isOpen && drawer.jump == nil
        let items = Dictionary(drawer.items.map { ($0.row, $0) }, uniquingKeysWith: { first, _ in first })
        var widget = drawer.rows
        widget.draw(into: &grid) { part, row, state in
            guard let item = items[row] else { return }
            draw(item, isSelected: state.isSelected, into: &part)
        }
        drawer.rows = widget
    }

    private func draw(_ item: DrawerItem, isSelected: Bool, into grid: inout Grid) {
        let glyphs = grid.frame.glyphs
        let width = grid.width
        var right = width - 1
        var isHere = false
        switch item.row {
        case .rule:
            grid.fill(Rect(x: 2, y: 0, width: width - 4, height: 1), with: glyphs.horizontal.first ?? "-", .dim)
            return
        case .account(let id):
            let status = around.statusText(for: id)
            // A long address is cut rather than that something is wrong is left out; that all is well, its sign says.
            var words = status.connection
            let mark = accounts.items.count > 1 ? AccountMark.all(of: accounts.items)[id] : nil
            let room = width - (mark == nil ? 2 : 4) - (status.isGood ? TextCells.width(item.title) + 2 : 12)
            if TextCells.width(words) > room { words = String(words.prefix { $0 != " " }) }
            if !words.isEmpty { right = grid.draw(words, endingAt: right, y: 0, status.isGood ? .ok : .warn) - 1 }
            var x = 1
            // Where rows have marks, this is what they mean.
            if let mark {
                x = grid.draw(mark.letter, x: x, y: 0, Style(mark.role)) + 1
            }
            grid.draw(TextCells.truncated(item.title, to: right - x, ellipsis: glyphs.ellipsis), x: x, y: 0, .bold)
            return
        case .pinnedTitle:
            grid.draw(item.title, x: 1, y: 0, .bold)
            return
        case .tagsTitle:
            if item.count > 0 { right = grid.draw(Wording.number(item.count), endingAt: right, y: 0, .dim) - 1 }
            let x = grid.draw(glyphs.named(item.title, [item.isFolded ? "folded" : nil]), x: 1, y: 0, .bold)
            if !glyphs.areWords { grid.draw(item.isFolded ? glyphs.closed : glyphs.open, x: x + 1, y: 0, .dim) }
            return
        case .contacts, .settings: break
        case .outbox:
            let queue = around.statusText(for: nil).queue
            if !queue.isEmpty { right = grid.draw(queue, endingAt: right, y: 0, .warn) - 1 }
        case .view(let target), .pinned(let target):
            let style: Style = item.isUnread ? .accent : .dim
            if item.count > 0 { right = grid.draw(Wording.number(item.count), endingAt: right, y: 0, style) - 1 }
            isHere = target == markedView
            if isHere, !glyphs.areWords { grid.draw(glyphs.closed, x: item.indent - 1, y: 0, .accent) }
        }
        let x = item.indent + 1
        let style = item.count > 0 && item.isUnread ? Style(.unread) : .plain
        let title = glyphs.named(item.title, [isHere ? glyphs.closed : nil])
        grid.draw(TextCells.truncated(title, to: right - x, ellipsis: glyphs.ellipsis), x: x, y: 0, style)
    }
}
