import InboxModel
import MailContent
import TerminalUI

/// A thread beside or below the list, as its own screen would show it. The preview marks nothing as read.
@UI
final class ThreadPreview {
    private let makePane: (ThreadID, MailPredicate?) -> ThreadPane
    private var pane: ThreadPane?
    /// The previous pane, kept until the next one is created: releasing it takes a while, and nothing waits then.
    private var former: ThreadPane?
    private var place = Rect(x: 0, y: 0, width: 0, height: 0)
    /// The search when the pane was created.
    private var search: MailPredicate?
    /// The thread that was selected last, and when.
    private var arrival: (thread: ThreadID, time: ContinuousClock.Instant)?

    /// How long the selection must rest before a thread is read, so that moving fast through a list reads none.
    private static let rest = Duration.milliseconds(120)

    init(_ around: any Surroundings) {
        makePane = { [unowned around] thread, search in
            let pane = ThreadPane(
                thread: thread, session: around.session, search: search, clock: around.clock,
                own: { [weak around] in around?.ownAddresses ?? [] },
                servers: around.settings.authenticationServers, explain: { Wording.sentence($0) },
                changed: { [weak around] in around?.setNeedsDraw() })
            if let memory = around.sealMemory {
                pane.known.seals = MessageSeals(memory, session: around.session, checksSignatures: false) {}
            }
            pane.outgoing = { [weak around] in around?.outgoing ?? OutgoingMail() }
            pane.widest = { [weak around] in (around?.settings ?? Settings()).textWidth }
            pane.showsCurrent = false
            pane.order(byReplies: ThreadScreen.isByReplies(around))
            return pane
        }
    }

    /// - Parameter search: The list's search, whose matches are shown.
    func draw(_ thread: MailThread, search: MailPredicate?, into grid: inout Grid) {
        let isFirst = arrival == nil
        if arrival?.thread != thread.id || self.search != search { arrival = (thread.id, grid.frame.now) }
        drawSubject(of: thread, into: &grid)
        let body = Rect(x: 0, y: 2, width: grid.width, height: max(0, grid.height - 2))
        if self.search != search { pane = nil }
        self.search = search
        if pane?.thread != thread.id {
            let ready = isFirst ? grid.frame.now : (arrival?.time ?? grid.frame.now) + Self.rest
            guard ready <= grid.frame.now else {
                if pane != nil { (former, pane) = (pane, nil) }
                grid.frame.redraw(at: ready)
                return grid.inside(body) { drawSnippet(of: thread, into: &$0) }
            }
            (former, pane) = (nil, makePane(thread.id, search))
        }
        grid.inside(body) { part in
            place = part.place
            pane?.draw(into: &part)
        }
    }

    private func drawSubject(of thread: MailThread, into grid: inout Grid) {
        let count = thread.messageCount > 1 ? "\(Wording.number(thread.messageCount)) messages" : ""
        let start = grid.draw(count, endingAt: grid.width - 1, y: 0, .dim)
        let subject = CleanText.line(thread.subject)
        let fitting = TextCells.truncated(
            subject.isEmpty ? "(no subject)" : subject, to: start - 2, ellipsis: grid.frame.glyphs.ellipsis)
        grid.draw(fitting, x: 1, y: 0, .bold)
    }

    /// Draws what the row knows already, until the text is there.
    private func drawSnippet(of thread: MailThread, into grid: inout Grid) {
        let lines = TextCells.wrapped(CleanText.line(thread.snippet), to: max(1, grid.width - 3))
        for (y, line) in lines.prefix(grid.height).enumerated() { grid.draw(line, x: 2, y: y + 1, .dim) }
    }

    /// Reads the thread anew, as the settings may have it written differently.
    func settingsChanged() { (former, pane) = (pane, nil) }

    /// Hides the preview for lack of room; the mouse wheel then does not scroll it.
    func hide() { place = Rect(x: 0, y: 0, width: 0, height: 0) }

    var isInSight: Bool { place.height > 0 }

    /// - Returns: False at the end of the text.
    func scroll(pages: Double) -> Bool { pane?.scroll(pages: pages) ?? true }

    /// Scrolls by the mouse wheel; returns false if the event was not over the preview.
    func handle(_ mouse: Mouse) -> Bool {
        guard let pane, place.contains(mouse.position) else { return false }
        switch mouse.action {
        case .wheelUp: pane.scroll(by: -3)
        case .wheelDown: pane.scroll(by: 3)
        default: return false
        }
        return true
    }
}
