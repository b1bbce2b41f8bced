import InboxKit
import InboxModel
import TerminalUI

/// What was done to mail while the rows do not show it yet.
struct DeedsAhead {
    /// How many there were, and how many of them the rows show.
    var begun = 0
    var shown = 0
    /// How many of them were begun when a key had waited for as long as one does: for these none waits again.
    var waitedFor = 0
    /// What those that are not shown may take away, by their number.
    var taken: [Int: RowsTaken] = [:]
    /// Ends the wait of a key for them; nil where none waits.
    var timer: Task<Void, Never>?
    /// How long a key waits.
    var patience = Duration.milliseconds(250)
    /// Who goes on when no key waits.
    var waiters: [CheckedContinuation<Void, Never>] = []
}

/// Keys that are pressed before the rows show what was done: each means what the user would see after the one before.
extension ListScreen {
    enum Awaited: Hashable {
        case command(Command)
        /// On so many rows.
        case counted(Command, Int)
        case own(OwnKey)
    }

    var holdsEvents: Bool { deeds.timer != nil || selecting.isOn && !awaiting.isEmpty }
    var endsHolding: Bool { selecting.search != nil }

    /// Whether anything was done that the rows do not show.
    var isActing: Bool { deeds.shown < deeds.begun }

    func deedBegan(_ command: Action.Command?, on parts: [DeedPart]) {
        deeds.begun += 1
        let number = deeds.begun
        deeds.taken[number] = taken(by: command, parts)
        around.run { [weak self] in
            self?.provider.whenCaughtUp { self?.deedShown(number) }
        }
    }

    private func deedShown(_ number: Int) {
        deeds.shown = max(deeds.shown, number)
        deeds.taken[number] = nil
        if !isActing, deeds.timer != nil { stopWaiting() }
    }

    /// Whether what is about the rows waits until they show what was done before it. A slow store is not waited for long.
    func awaitsDeed(_ awaited: Awaited) -> Bool {
        guard isActing, deeds.waitedFor < deeds.begun else { return false }
        awaiting.append(awaited)
        if deeds.timer == nil { startWaiting() }
        return true
    }

    private func startWaiting() {
        deeds.timer?.cancel()
        deeds.timer = Task { [weak self, patience = deeds.patience] in
            try? await Task.sleep(for: patience)
            if !Task.isCancelled { self?.stopWaiting() }
        }
    }

    /// Keys wait so long from now on: at the end of the program nobody reads any more that something was not done.
    func waitLonger(_ patience: Duration) {
        deeds.patience = max(deeds.patience, patience)
        if deeds.timer != nil { startWaiting() }
    }

    /// Does what waits on the rows as they are now, but for those that go, and then what was pressed after it.
    private func stopWaiting() {
        deeds.timer?.cancel()
        deeds.timer = nil
        deeds.waitedFor = deeds.begun
        goPastTaken()
        performAwaiting()
        release()
    }

    /// Does what was pressed behind what has waited.
    func release() {
        around.releaseEvents()
        let waiters = deeds.waiters
        deeds.waiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Returns once what waits is done.
    func waitIsOver() async {
        guard holdsEvents else { return }
        await withCheckedContinuation { deeds.waiters.append($0) }
    }

    /// Does nothing of what waits, and says so.
    /// - Parameter reason: a sentence.
    /// - Returns: whether anything waited.
    @discardableResult
    func dropAwaiting(_ reason: String) -> Bool {
        guard !awaiting.isEmpty else { return false }
        awaiting = []
        around.say("\(reason) Nothing was done.", kind: .info, undo: false)
        return true
    }

    /// The rows that are waited for are not to be shown any more: what would have changed mail is told.
    func leaveAwaiting() {
        let changesMail = awaiting.contains { awaited in
            if case .command(let command) = awaited { actsOnThreads(command) } else { true }
        }
        if changesMail { dropAwaiting("Another view is shown now.") } else { awaiting = [] }
    }

    /// Does what was asked for while the rows were awaited.
    func performAwaiting() {
        let awaited = awaiting
        awaiting = []
        for one in awaited {
            switch one {
            case .command(let command): _ = perform(command)
            case .counted(let command, let count): perform(command, onNext: count)
            case .own(let own): _ = perform(own)
            }
        }
    }
}
