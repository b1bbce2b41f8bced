import InboxModel
import TerminalUI

/// The selected thread, read and laid out while the selection rests on it, so that it opens at once. That marks nothing, asks no
/// server for anything, and begins no program.
@UI
final class ThreadAhead {
    private var arrival: (thread: MailThread, time: ContinuousClock.Instant)?
    private var ready: (thread: MailThread, pane: ThreadPane, search: MailPredicate?, settings: Settings)?

    /// The thread as it is read so far; nil where it is not.
    var pane: ThreadPane? { ready?.pane }

    /// How long the selection rests before its thread is read: a key that is held down comes again sooner.
    static let rest = Duration.milliseconds(60)
    /// A larger thread takes so long that a key pressed meanwhile would wait.
    private static let largest = 50

    /// The selection is there now. Asks for a frame when it has rested, since what is made ahead is made after frames.
    func see(_ thread: MailThread?, _ frame: inout Frame) {
        guard let thread, thread.messageCount <= Self.largest else { return forget() }
        // What changes is read anew: what is open in it depends on what is unread. What was read before is let go when that is
        // done: it takes a while, and here a key waits.
        if arrival?.thread != thread { arrival = (thread, frame.now) }
        guard ready?.thread != thread, let arrival else { return }
        frame.redraw(at: arrival.time + Self.rest)
    }

    /// Reads the thread if the selection has rested long enough, and lays out what its screen of so many columns would show first.
    func read(
        _ order: any ThreadOrder, _ surroundings: any Surroundings, columns: Int, glyphs: Glyphs,
        at now: ContinuousClock.Instant = .now
    ) {
        guard let arrival else { return }
        if ready?.thread != arrival.thread {
            guard now >= arrival.time + Self.rest else { return }
            let pane = ThreadScreen.makePane(arrival.thread.id, order, surroundings)
            pane.asks = false
            pane.readKeptTexts()
            ready = (arrival.thread, pane, order.lookedFor, surroundings.settings)
        }
        // Again after each frame: what came to be known of it meanwhile lays it out otherwise.
        ready?.pane.layAhead(columns: columns, glyphs: glyphs)
    }

    /// The thread as it was read, for its screen; nil when it was not, or would be read otherwise now.
    func take(_ thread: MailThread, search: MailPredicate?, settings: Settings) -> ThreadPane? {
        defer { forget() }
        guard let ready, arrival?.thread == thread, ready.thread == thread, ready.search == search,
            ready.settings == settings
        else { return nil }
        ready.pane.asks = true
        return ready.pane
    }

    func forget() {
        arrival = nil
        ready = nil
    }
}
