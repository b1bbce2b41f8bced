import Foundation
import InboxKit
import InboxModel
import TerminalUI

extension ListScreen {
    func draw(into grid: inout Grid) {
        drawer.isPinned = grid.width >= 160
        if drawer.isPinned, drawer.isStale { updateDrawer() }
        let bottom = grid.height - 1
        let (left, isUnder) = columns(in: &grid)
        let width = grid.width - left
        let status = around.statusText(for: view.account)
        grid.inside(Rect(x: left, y: 0, width: width, height: bottom)) { drawMain(into: &$0, pushedBy: left, status) }
        // The rest of the rows beside the drawer would be unreadable. Until the drawer comes they stay as they were.
        if isUnder { grid.clear(Rect(x: 0, y: 0, width: width, height: bottom)) }
        grid.inside(Rect(x: 0, y: 0, width: grid.width, height: bottom)) { drawDrawer(into: &$0) }
        grid.inside(Rect(x: 0, y: bottom, width: grid.width, height: 1)) {
            pictures.bottom.draw(bottomLine(status), into: &$0)
        }
    }

    /// - Parameter left: The columns that the drawer takes.
    private func drawMain(into grid: inout Grid, pushedBy left: Int, _ status: StatusText) {
        // If there is room, one row stays free for messages above the bottom line.
        let free = NoticeRows.haveOneFree(height: grid.height + 1) ? 1 : 0
        let hint = search == nil ? firstHint : nil
        let hintHeight = hint == nil ? 0 : FirstHint.height(in: grid.height)
        let below = free + hintHeight
        let body = Rect(x: 0, y: 2, width: grid.width, height: max(1, grid.height - 2 - below))
        if let hint, hintHeight > 0 {
            let place = Rect(x: 0, y: body.maxY, width: grid.width, height: hintHeight)
            grid.inside(place) { hint.draw(into: &$0) }
        }
        let (list, pane) = split(body, pushedBy: left)
        // In a list without rows, the problem of the search goes to their place if the search line has no room for it.
        let isEmpty = rows.rows.isEmpty
        let flaw = isEmpty ? drawSearch(into: &grid) : nil
        grid.inside(list) { drawRows(into: &$0, flaw: flaw) }
        if let pane { grid.inside(pane) { drawPreview(into: &$0) } } else { preview.hide() }
        // The rows come first, as the top line counts those out of sight, and the search line sets the cursor.
        if search == nil { drawTop(into: &grid, status) } else if !isEmpty { drawSearch(into: &grid) }
    }

    private func drawTop(into grid: inout Grid, _ status: StatusText) {
        let glyphs = grid.frame.glyphs
        let unread = loadingSince == nil ? provider.unreadCount : 0
        var line = TopLine(lead: glyphs.menu, title: title)
        if unread > 0 { line.count = "\(Wording.number(unread)) unread" }
        if unread > 0, sinceVisit.count > 0 { line.count += ", \(Wording.number(sinceVisit.count)) new" }
        let unseen = loadingSince == nil ? above.count(in: rows.rows, above: rows.top) : 0
        if unseen > 0, let key = around.keyName(of: .top, in: .list) {
            line.count = Glyphs.lead(glyphs.up) + "\(Wording.number(unseen)) new: \(key)"
        }
        if selectedCount > 0 { line.count = "\(Wording.number(selectedCount)) selected" }
        if look.sort != ViewLook.standard.sort {
            line.count += (line.count.isEmpty ? "" : " · ") + Wording.sign(of: look.sort, isShort: grid.width < 60)
        }
        if isFlat, !view.isOfDrafts, grid.width >= 60 { line.count += (line.count.isEmpty ? "" : " · ") + "messages" }
        line.status = status
        line.owner = owner(status)
        if accounts.items.count > 1, let account = view.account {
            line.ownerMark = AccountMark.all(of: accounts.items)[account]?.letter ?? ""
        }
        if let asked = refreshing.asked, let sign = Spinner(begin: asked.since).sign(in: &grid.frame) {
            line.status.connection = "\(sign) asking the server"
        }
        grid.inside(Rect(x: 0, y: 0, width: grid.width, height: 2)) { part in
            pictures.top.draw(line, into: &part) { line.draw(into: &$0) }
        }
    }

    /// Returns whose mail is shown. For several accounts of which only some have the status shown beside it, names these.
    private func owner(_ status: StatusText) -> String {
        let all = accounts.items
        if let account = view.account {
            return all.first { $0.id == account }.map { Wording.line($0.address) } ?? ""
        }
        guard all.count > 1 else { return "" }
        let troubled =
            status.isGood ? [] : all.filter { around.statusText(for: $0.id).connection == status.connection }
        if troubled.count == 1 { return Wording.line(troubled[0].address) }
        return (troubled.isEmpty || troubled.count == all.count ? "" : "\(troubled.count) of ")
            + "\(all.count) accounts"
    }

    private func drawRows(into grid: inout Grid, flaw: String?) {
        if rows.rows.isEmpty { return drawEmpty(into: &grid, flaw: flaw) }
        let clock = around.clock
        let shared = RowPictures.Shared(
            timesTaken: loaded.timesTaken,
            answers: servers.timesAnswered + sentWords.timesRead + sinceVisit.answers.timesRead,
            own: Array(around.ownAddresses),
            accountMarks: accountMarks, isOutgoing: view.isOutgoing, matches: matches, thrownAway: thrownAway,
            labels: labels, hasTags: around.settings.labels, lastVisit: sinceVisit.lastVisit,
            day: clock.today.dayNumber,
            isNarrow: grid.width < ThreadRow.narrow, isBelowDay: look.showsDays, zone: clock.calendar.timeZone,
            hasISODates: clock.isISO, hasTwelveHours: clock.hasTwelveHours, outgoing: around.outgoing,
            known: proofs.people, styles: rowStyles)
        rows.showsCursor = search?.isTyping != true && !drawer.isOpen
        pictures.rows.begin(shared)
        pictures.ahead = nil
        ahead.see(isFlat ? nil : rows.selection.flatMap { loaded[$0]?.thread }, &grid.frame)
        pictures.space = RowSpace(width: grid.width, columns: grid.fullSize.width, frame: grid.frame)
        var widget = rows
        let lingering = isOfUnread ? provider.lingeringRows : []
        widget.draw(into: &grid, heading: { heading(at: $0, isFirst: $1) }) { part, id, state in
            draw(id, isSelected: state.isSelected, isWhole: state.isWhole, shared, lingering, into: &part)
        }
        rows = widget
        if rows.rows.isEmpty == false, loadingSince != nil { drawLoading(into: &grid) }
    }

    /// Draws a row, from its earlier picture if nothing about it has changed.
    func draw(
        _ id: RowID, isSelected: Bool, isWhole: Bool, _ shared: RowPictures.Shared, _ lingering: Set<RowID>,
        into part: inout Grid
    ) {
        let isMarked = isMarked(id)
        if pictures.rows.drawAsBefore(id, isSelected: isSelected, isMarked: isMarked, into: &part) { return }
        guard var thread = loaded[id]?.thread else { return }
        let style = shared.style(of: thread)
        let words = view.isSent && !isFlat ? sentWords[thread.id] : nil
        if let words { thread.snippet = snippet(words, before: thread.lastDate, shared) }
        let outgoing = shared.outgoing(of: id, thread.id)
        let row = ThreadRow(
            thread: thread, own: shared.own, date: date(of: thread, outgoing, shared),
            accountMark: shared.accountMarks[thread.account], isOutgoing: shared.isOutgoing,
            recipients: words?.recipients, isMarked: isMarked, isSelected: isSelected, matches: matches,
            place: shared.thrownAway.isEmpty ? nil : thread.mailboxes.lazy.compactMap { shared.thrownAway[$0] }.min(),
            labels: marks(of: thread, shared),
            found: servers.snippet(id), known: shared.known,
            outgoing: outgoing, isNew: sinceVisit.isNew(thread, own: around.ownAddresses),
            hasDraft: shared.hasDraft(thread),
            lingers: !thread.isUnread && lingering.contains(id), style: style)
        pictures.rows.draw(row, of: id, isWhole: isWhole, into: &part)
    }

    /// Returns the labels and then the tags of a thread.
    private func marks(of thread: MailThread, _ shared: RowPictures.Shared) -> [String] {
        let labels = shared.labels.isEmpty ? [] : thread.mailboxes.compactMap { shared.labels[$0] }.sorted()
        guard !thread.tags.isEmpty, shared.hasTags else { return labels }
        return labels + thread.tags.map { Wording.line($0.tagName) }.sorted()
    }

    private func date(of thread: MailThread, _ outgoing: OutgoingMail.State?, _ shared: RowPictures.Shared) -> String {
        func coming(_ date: Date) -> String { RowDate.coming(date, clock: around.clock, isNarrow: shared.isNarrow) }
        if let outgoing { return outgoing.date.map { "leaves " + coming($0) } ?? outgoing.word.lowercased() }
        return thread.snoozedUntil.map { "until " + coming($0) }
            ?? pictures.rows.date(thread.lastDate, clock: around.clock)
    }

    /// Returns what the user wrote last in a thread, and when, unless the row's own date says so: that is the date of the last message, by
    /// which the rows are sorted.
    private func snippet(_ words: SentWords.Words, before last: Date, _ shared: RowPictures.Shared) -> String {
        func text(_ date: Date) -> String { RowDate.text(date, clock: around.clock, isNarrow: shared.isNarrow) }
        return text(words.date) == text(last) ? words.snippet : "\(text(words.date)): \(words.snippet)"
    }

    /// Whether reading a thread can remove it from the view.
    var isOfUnread: Bool { provider.filter.blindToReading != provider.filter }

    /// The junk and trash mailboxes, which rows of search results name, as a search finds mail there, too.
    private var thrownAway: [MailboxID: String] {
        guard view.query != nil else { return [:] }
        let places = mailboxes.items.filter { $0.role == .junk || $0.role == .trash }
        return Dictionary(places.map { ($0.id, Wording.name(of: $0)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The mailboxes that rows name: those made by users, except for the one being shown.
    private var labels: [MailboxID: String] {
        guard around.settings.labels else { return [:] }
        guard case .mailbox(_, let shown) = view else { return mailboxNames.labels }
        return mailboxNames.labels.filter { $0.key != shown }
    }

    /// The user's styles for rows, as of now.
    private var rowStyles: [RowStyle] {
        around.settings.rowStyles.map {
            $0.resolved(
                mailboxes: mailboxes.items, accounts: accounts.items, own: around.ownAddresses,
                now: around.clock.now(), calendar: around.clock.calendar)
        }
    }

    /// The account marks, for views with rows of several accounts.
    private var accountMarks: [AccountID: AccountMark] {
        view.account == nil && accounts.items.count > 1 ? AccountMark.all(of: accounts.items) : [:]
    }

    /// Draws a sign that rows are loading. The rows of the previous view stay until the new ones arrive; the sign appears if it takes long.
    private func drawLoading(into grid: inout Grid) {
        guard let loadingSince, let sign = Spinner(begin: loadingSince).sign(in: &grid.frame) else { return }
        grid.draw(" \(sign) reading ", endingAt: grid.width - 1, y: grid.height - 1, .accent)
    }

    private func drawEmpty(into grid: inout Grid, flaw: String?) {
        let since = loadingSince
        let sign = since.flatMap { Spinner(begin: $0).sign(in: &grid.frame) }
        guard since == nil || sign != nil else { return grid.clear() }
        var status = around.statusText(for: view.account)
        if isBeginning { status.isGettingMail = true }
        EmptyList(
            view: view, title: title, isLoading: since != nil, sign: sign ?? "",
            status: status, failure: refreshing.failure, flaw: flaw ?? doubtOfView,
            isAsking: servers.isAsking, mayMissParts: servers.mayMissParts,
            hasMail: hasMailboxes && (!isToCome || status.isGettingMail),
            hasOlder: since == nil && hasOlder, doneToday: around.doneToday,
            day: around.clock.today.dayNumber, hasKeys: !drawer.isOpen
        ) { [around, context = search?.isTyping == true ? KeyContext.search : .list] in
            around.keyName(of: $0, in: context) ?? ""
        }
        .draw(into: &grid)
    }

    /// Why a view can find nothing: a mailbox that its search names was renamed or deleted. A search shows this beneath its line.
    private var doubtOfView: String? {
        guard search == nil, let query = view.query else { return nil }
        return QueryDoubt.all(in: query, mailboxes: mailboxes.items, accounts: accounts.items).first?.message
    }

    /// Whether the mailboxes of the account shown have ever been read; without one, those of any account.
    private var hasMailboxes: Bool {
        mailboxes.items.contains { view.account == nil || view.account == $0.account }
    }

    /// Whether mail that was never read completely is being asked for, so that an empty list says nothing yet.
    private var isBeginning: Bool {
        let session = around.session
        return accounts.items.contains { account in
            (view.account == nil || view.account == account.id)
                && session.status(of: account.id).phase == .connecting
                && (try? session.isFullySynced(account.id)) == false
        }
    }
}
