import InboxModel
import TerminalUI

/// The thread that the next key is likely to open, the selected one or the neighbour of the one shown, read and laid out while nothing is
/// pressed, so that it opens at once. This marks nothing as read, asks no server and starts no program.
@UI
final class ThreadAhead {
    private var arrival: (thread: MailThread, time: ContinuousClock.Instant)?
    private var ready: (thread: MailThread, pane: ThreadPane, search: MailPredicate?, settings: Settings)?

    /// The pane that was shown last, until nothing is pressed: releasing it takes a while.
    var former: ThreadPane?

    /// The pane as read so far; nil if it has not been read.
    var pane: ThreadPane? { ready?.pane }

    /// How long nothing else must be selected or shown before the thread is read; longer than the repeat interval of a held key.
    static let rest = Duration.milliseconds(60)
    /// The most messages; a larger thread takes so long that a key pressed meanwhile would have to wait.
    private static let largest = 50

    /// Notes the thread. Requests a frame for when it has rested long enough, since preparing happens after frames.
    func see(_ thread: MailThread?, _ frame: inout Frame) {
        guard let thread, thread.messageCount <= Self.largest else { return forget() }
        // A thread that has changed is read again, as the messages that are open depend on which are unread. The old pane is released only
        // then: that takes a while, and here a key waits.
        if arrival?.thread != thread { arrival = (thread, frame.now) }
        guard ready?.thread != thread, let arrival else { return }
        frame.redraw(at: arrival.time + Self.rest)
    }

    /// Reads the thread if it was expected for long enough, and lays out what its screen of that many columns would show first.
    func read(
        _ order: any ThreadOrder, _ around: any Surroundings, columns: Int, glyphs: Glyphs,
        at now: ContinuousClock.Instant = .now
    ) {
        former = nil
        guard let arrival else { return }
        if ready?.thread != arrival.thread {
            guard now >= arrival.time + Self.rest else { return }
            let pane = ThreadScreen.makePane(arrival.thread.id, order, around)
            pane.known.asks = false
            pane.readKeptTexts()
            ready = (arrival.thread, pane, order.lookedFor, around.settings)
        } else {
            // A key may have changed it meanwhile. Here no key waits for the store.
            ready?.pane.order(byReplies: ThreadScreen.isByReplies(around))
        }
        // Again after each frame, as new knowledge about the thread can change the layout.
        ready?.pane.layAhead(columns: columns, glyphs: glyphs)
    }

    /// Hands the pane over to the thread's screen; nil if it was not read, or would be read differently now.
    func take(_ thread: MailThread, search: MailPredicate?, settings: Settings) -> ThreadPane? {
        defer { forget() }
        guard let ready, arrival?.thread == thread, ready.thread == thread, ready.search == search,
            ready.settings == settings
        else { return nil }
        ready.pane.known.asks = true
        return ready.pane
    }

    func forget() {
        arrival = nil
        ready = nil
    }
}
