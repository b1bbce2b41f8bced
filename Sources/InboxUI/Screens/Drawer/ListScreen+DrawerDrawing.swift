import InboxKit
import InboxModel
import TerminalUI

/// The drawing of the drawer.
extension ListScreen {
    /// Draws the drawer, or the part of it that has slid in, over the left of the list.
    func drawDrawer(into grid: inout Grid) {
        let width = drawerColumns(of: grid.width)
        let start = drawer.isPinned ? 0 : Int((drawer.slide.value(in: &grid.frame) * Double(width)).rounded()) - width
        guard start > -width else { return }
        grid.inside(Rect(x: start, y: 0, width: width, height: grid.height)) { part in
            // Beside the list it seldom changes between frames.
            if drawer.isPinned, !drawer.isOpen {
                pictures.drawer.draw(drawerLook, into: &part) { drawWholeDrawer(into: &$0) }
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
        // After the rows, so that the cursor ends up where letters are typed.
        part.inside(Rect(x: 0, y: 0, width: width - 1, height: top)) { drawJump(into: &$0) }
        if let quotaLine {
            let style: Style = quotaLine.isTight ? .warn : .dim
            part.draw(quotaLine.text, x: 1, y: part.height - 1, style, columns: width - 3)
        }
    }

    /// All that the look of the drawer depends on while it is not in use.
    private var drawerLook: DrawerLook {
        DrawerLook(
            items: drawer.items, top: drawer.rows.top, selected: drawer.rows.selectedIndex, view: view,
            accounts: accounts.items.map { around.statusText(for: $0.id) },
            queue: around.statusText(for: nil).queue, quota: quotaLine?.text)
    }

    /// How full the account being shown is.
    private var quotaLine: (text: String, isTight: Bool)? {
        guard let account = view.account ?? accounts.items.first?.id, let quota = listing.quotas.quota(of: account)
        else {
            return nil
        }
        let percent = Int((quota.part * 100).rounded(.down))
        return ("\(Wording.text(quota)) used (\(percent) %)", quota.isTight)
    }

    private func drawJump(into grid: inout Grid) {
        guard grid.height > 0, var field = drawer.jump else { return }
        let start = grid.draw("/", x: 1, y: 0, .accent) + 1
        let end = drawer.findsNothing ? grid.draw("no match", endingAt: grid.width - 1, y: 0, .warn) - 1 : grid.width
        grid.inside(Rect(x: start, y: 0, width: max(1, end - start), height: 1)) { field.draw(into: &$0) }
        drawer.jump = field
    }

    private func drawDrawerRows(into grid: inout Grid) {
        drawer.rows.showsSelection = drawer.isOpen
        drawer.rows.showsCursor = drawer.isOpen && drawer.jump == nil
        let items = drawer.contents
        // A search line reads its text anew each time it is asked.
        let marked = markedView
        var widget = drawer.rows
        widget.draw(into: &grid) { part, row, _ in
            guard let item = items[row] else { return }
            draw(item, marking: marked, into: &part)
        }
        drawer.rows = widget
    }

    /// - Parameter marked: The view that is shown.
    private func draw(_ item: DrawerItem, marking marked: MailView, into grid: inout Grid) {
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
            // A long address is cut so that a problem stays visible; that all is well needs no words, as its sign says so.
            var words = status.connection
            let mark = accounts.items.count > 1 ? AccountMark.all(of: accounts.items)[id] : nil
            let room = width - (mark == nil ? 2 : 4) - (status.isGood ? TextCells.width(item.title) + 2 : 12)
            if TextCells.width(words) > room { words = String(words.prefix { $0 != " " }) }
            if !words.isEmpty { right = grid.draw(words, endingAt: right, y: 0, status.isGood ? .ok : .warn) - 1 }
            var x = 1
            // This explains the account marks on the rows.
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
            isHere = target == marked
            if isHere, !glyphs.areWords { grid.draw(glyphs.closed, x: item.indent - 1, y: 0, .accent) }
        }
        let x = item.indent + 1
        let style = item.count > 0 && item.isUnread ? Style(.unread) : .plain
        let title = glyphs.named(item.title, [isHere ? glyphs.closed : nil])
        grid.draw(MiddleCut.text(title, columns: right - x, ellipsis: glyphs.ellipsis), x: x, y: 0, style)
    }
}
