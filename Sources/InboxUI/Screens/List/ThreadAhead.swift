import InboxModel
import TerminalUI

/// The selected thread, read while the selection rests on it, so that it opens at once. Reading it marks nothing, and asks no
/// server for anything.
@UI
final class ThreadAhead {
    private var arrival: (thread: MailThread, time: ContinuousClock.Instant)?
    private var ready: (pane: ThreadPane, search: MailPredicate?, settings: Settings)?

    /// How long the selection rests before its thread is read: a key that is held down comes again sooner.
    static let rest = Duration.milliseconds(60)
    /// A larger thread takes so long that a key pressed meanwhile would wait.
    private static let largest = 50

    /// The selection is there now. Asks for a frame when it has rested, since what is made ahead is made after frames.
    func see(_ thread: MailThread?, _ frame: inout Frame) {
        guard let thread, thread.messageCount <= Self.largest else { return forget() }
        // What changes is read anew: what is open in it depends on what is unread.
        if arrival?.thread != thread {
            forget()
            arrival = (thread, frame.now)
        }
        guard ready == nil, let arrival else { return }
        frame.redraw(at: arrival.time + Self.rest)
    }

    /// Reads the thread if the selection has rested long enough.
    func read(_ order: any ThreadOrder, _ surroundings: any Surroundings, at now: ContinuousClock.Instant = .now) {
        guard ready == nil, let arrival, now >= arrival.time + Self.rest else { return }
        let pane = ThreadScreen.makePane(arrival.thread.id, order, surroundings)
        pane.readKeptTexts()
        ready = (pane, order.lookedFor, surroundings.settings)
    }

    /// The thread as it was read, for its screen; nil when it was not, or would be read otherwise now.
    func take(_ thread: MailThread, search: MailPredicate?, settings: Settings) -> ThreadPane? {
        defer { forget() }
        guard let ready, arrival?.thread == thread, ready.search == search, ready.settings == settings
        else { return nil }
        return ready.pane
    }

    func forget() {
        arrival = nil
        ready = nil
    }
}
