import InboxKit
import InboxModel

/// The thread that is open over the list when the program ends, for the next start.
struct OpenThread: Hashable, Codable {
    static let key = "thread.open"

    var thread: ThreadID
    /// How it was left; nil where none of it was shown yet.
    var sight: ThreadSight?

    init(_ thread: ThreadID, sight: ThreadSight? = nil) {
        self.thread = thread
        self.sight = sight
    }
}

extension Shell {
    /// Stores the open thread. A thread that was not opened from the list has no place to go back to.
    func keepOpenThread() {
        let screen = flows.screens.dropFirst().first as? ThreadScreen
        let open = screen.flatMap { $0.order is ListScreen ? OpenThread($0.thread, sight: $0.pane.sight) : nil }
        guard open != nil || session.setting(OpenThread.key) != nil else { return }
        keep(try? open?.jsonText(), for: OpenThread.key)
    }

    /// Stores the position in the list a while after the last key, for the start after a crash.
    func keepPlaceSoon() {
        guard !isEnding else { return }
        restWatch.pressed(rest: Self.placePause, pause: pause) { [weak self] in
            (self?.flows.screens.first as? ListScreen)?.rested()
        }
    }

    private static let placePause = Duration.seconds(3)

    /// Shows the inbox of an account, unless one was in that account anyway. Returns whether it goes there.
    func goToInbox(of account: AccountID) -> Bool {
        guard let list = flows.screens.last as? ListScreen, list.view.account != account else { return false }
        list.goStraight(to: .role(account, .inbox))
        return true
    }

    /// Reopens over the list the thread that was open at the end, if it still exists.
    func reopenThread() {
        guard let text = session.setting(OpenThread.key) else { return }
        // Cleared first: after a crash it does not open again.
        keep(nil, for: OpenThread.key)
        guard let open = OpenThread(jsonText: text), let list = flows.screens.last as? ListScreen,
            let thread = try? session.thread(open.thread)
        else { return }
        threadSights[thread.id] = open.sight
        // A search that is over may have found it.
        list.follow(thread.id)
        push(make.thread(thread, list, self))
    }
}
