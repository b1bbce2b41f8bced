import Foundation
import InboxKit
import InboxModel
import TerminalUI

/// The provider's window, which follows the selection through mailboxes of any size.
extension ListScreen {
    /// The distance in rows to the window's end at which more are requested.
    private static let margin = 60
    static let widest = 3 * page

    /// Requests more rows when the selection or the visible part comes near an end of the loaded rows.
    func extendWindow() {
        let count = rows.rows.count
        guard landing.target == nil, count > 0 else { return }
        // The next frame brings the selection into sight; until then, after a jump, `top` is still of other rows.
        let last = rows.selectedIndex ?? rows.top
        let first = min(last, max(rows.top, last - rows.visibleRows))
        let start = provider.above
        let end = start + count
        if count > ListScreen.widest + ListScreen.page, rows.marked.isEmpty, awaiting.isEmpty {
            narrowWindow(around: last)
        } else if last > count - ListScreen.margin, end < provider.count {
            let upper = end + ListScreen.page
            provider.window = keepingRange(max(0, upper - ListScreen.widest)..<upper)
        } else if first < ListScreen.margin, start > 0 {
            let lower = max(0, start - ListScreen.page)
            provider.window = keepingRange(lower..<min(lower + ListScreen.widest, max(end, lower + ListScreen.page)))
        }
    }

    /// Shrinks a window that a number or a range extended, since the cost of a commit grows with the rows in the window.
    func narrowWindow(around index: Int) {
        let start = max(0, provider.above + index - ListScreen.page)
        provider.window = start..<(start + ListScreen.widest)
    }

    /// Returns the window extended to the row where a range begins: between that row and the selection all rows are marked.
    private func keepingRange(_ window: Range<Int>) -> Range<Int> {
        guard let index = rows.rangeStart else { return window }
        let start = provider.above + index
        let whole = min(window.lowerBound, start)..<max(window.upperBound, start + 1)
        guard whole.count > MatchingSelection.most + ListScreen.page else { return whole }
        rows.endRange()
        around.sayHere("The range ends here: that is too far away", kind: .warning)
        return window
    }

    /// Asks the servers for older mail when the selection is at the end of what the store has.
    func wantOlderAtEnd() {
        guard provider.above + rows.rows.count >= provider.count, rows.selectedIndex == rows.rows.indices.last else {
            return
        }
        around.session.wantOlder(shownAccounts, in: view.mailboxes(mailboxes.items))
    }

    /// Has the first page of this view's mailboxes fetched before other mail, while all mail is being read.
    func wantFirstPage() { around.session.wantFirstPage(of: view.mailboxes(mailboxes.items)) }

    /// Notes whether there may be older mail. Only an empty list shows this, once it has been read, so only then is it looked up: a store
    /// that is slow to answer holds up no key.
    func noteOlder() {
        let isEmpty = loadingSince == nil && rows.rows.isEmpty
        hasOlder = isEmpty && mayHaveOlder
        isToCome = isEmpty && shownAccounts.contains(where: around.session.isReadingForTheFirstTime)
    }

    /// Older mail may have arrived, or turned out not to exist.
    func statusesChanged() {
        noteOlder()
        servers.statusesChanged()
    }

    /// Whether servers may have older mail of this view than the store.
    private var mayHaveOlder: Bool {
        guard view.mayReachBack else { return false }
        let places = view.mailboxes(mailboxes.items)
        if !places.isEmpty { return places.contains { around.session.mayHaveOlder($0.account, in: $0) } }
        return shownAccounts.contains { around.session.mayHaveOlder($0) }
    }

    private var shownAccounts: [AccountID] { view.account.map { [$0] } ?? accounts.items.map(\.id) }

    /// Goes to a place that may be outside the loaded rows.
    func go(to target: Jump) {
        landing.begin(target)
        switch target {
        case .top where provider.above > 0: provider.window = keepingRange(0..<ListScreen.page)
        case .bottom where provider.above + rows.rows.count < provider.count:
            let end = max(ListScreen.page, provider.count)
            provider.window = keepingRange((end - ListScreen.page)..<end)
        default: land()
        }
        landing.waitForRows()
        around.setNeedsDraw()
    }

    /// Whether a command waits for the rows of a jump.
    func awaitsJump(_ awaited: Awaited) -> Bool {
        guard landing.target != nil, landing.since != nil else { return false }
        awaiting.append(awaited)
        return true
    }

    /// Gives up a jump whose rows do not arrive in time.
    /// - Returns: Whether a command was waiting for it, which the user is told was dropped.
    func givesUpJump() -> Bool {
        guard landing.isLate else { return false }
        landing.stop()
        return dropAwaiting("The rows did not arrive in time.")
    }

    /// Goes to a place near the row at that position in the whole result.
    func go(to target: Jump, near position: Int) {
        landing.begin(target)
        let end = provider.above + rows.rows.count
        let isHere =
            (provider.above..<max(provider.above + 1, end)).contains(position)
            || provider.count <= end && position >= end && provider.above == 0
        if isHere, loadingSince == nil {
            land()
        } else {
            provider.window = keepingRange(ListScreen.window(near: position))
        }
        landing.waitForRows()
        around.setNeedsDraw()
    }

    /// Returns a window with the row at that position in its middle.
    static func window(near position: Int) -> Range<Int> {
        let start = max(0, position - page / 2)
        return start..<(start + page)
    }

    /// Selects the target of a jump, once its rows are there.
    func land() {
        landing.count()
        let isEarly = landing.isEarly
        switch landing.target {
        case .top:
            if provider.above > 0, isEarly { return }
            rows.moveToTop()
        case .bottom:
            if provider.above + rows.rows.count < provider.count, isEarly { return }
            rows.moveToBottom()
        case .position(let position):
            let index = position - provider.above
            if !rows.rows.indices.contains(index), isEarly { return }
            rows.select(index: max(0, min(index, rows.rows.count - 1)))
        case .row(let id): comeBack(to: rows.rows.contains(id) ? id : nil)
        case .same(let id):
            if rows.rows.contains(id) { rows.select(id) } else { dropAwaiting("The row is gone.") }
            if let offset = landing.offset { rows.showSelection(rowsBelowTop: offset) }
        case .thread(let id): comeBack(to: rows.rows.first { loaded[$0]?.thread.id == id })
        case .kept(let entry, let isSought):
            let row = loaded.row(showing: entry)
            if row == nil, isSought, seek(entry) { return }
            if row == nil, let position = landing.position, !isLoaded(position), isEarly { return }
            comeBack(to: row)
        case .day(let day, let position):
            if !isLoaded(position), isEarly { return }
            select(day)
        // The provider says when it has arrived.
        case .unread: return
        case nil: break
        }
        landing.end()
        above.selected(isAtTop)
    }

    /// Whether the row at that position is loaded, or the last one if there are fewer.
    private func isLoaded(_ position: Int) -> Bool {
        let end = provider.above + rows.rows.count
        let isAtEnd = provider.isCounted && end >= provider.count
        return position >= provider.above && (position < end || isAtEnd)
    }

    /// Selects a row where the user was before, or if it has gone the one that took its place.
    private func comeBack(to row: RowID?) {
        if let row {
            rows.select(row)
        } else {
            rows.select(index: landing.position.map { $0 - provider.above } ?? 0)
        }
        if let offset = landing.offset { rows.showSelection(rowsBelowTop: offset) }
    }

    /// Selects the first row of the day, or the next one in the order shown.
    private func select(_ day: Range<Date>) {
        let index = loaded.items.firstIndex { entry in
            let date = entry.thread.lastDate
            return look.sort.isAscending ? date >= day.lowerBound : date < day.upperBound
        }
        let row = index ?? rows.rows.count - 1
        rows.select(index: row)
        rows.showSelection(rowsBelowTop: 0)
        sayEnd(insteadOf: day, at: row)
    }
}
