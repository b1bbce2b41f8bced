import InboxKit
import InboxModel
import TerminalUI

/// Actions on mail that the rows do not show yet.
struct DeedsAhead {
    /// The number of actions begun, and of those that the rows show.
    var begun = 0
    var shown = 0
    /// The value of `begun` when a key last waited its full time; for the actions up to then no key waits again.
    var waitedFor = 0
    /// The rows that pending actions may remove, by the number of the action.
    var taken: [Int: RowsTaken] = [:]
    /// Ends a key's wait for the actions; nil if no key waits.
    var timer: Task<Void, Never>?
    /// The longest wait of a key.
    var patience = Duration.milliseconds(250)
    /// Continuations to resume when no key waits any more.
    var waiters: [CheckedContinuation<Void, Never>] = []
}

/// Keys pressed before the rows show the result of earlier actions: each acts on what the user would see after those actions.
extension ListScreen {
    enum Awaited: Hashable {
        case command(Command)
        /// A command on that many rows.
        case counted(Command, Int)
        /// Going to the row of that number.
        case row(Int)
        case own(OwnKey)
        case ownCounted(OwnKey, Int)
    }

    var holdsEvents: Bool { deeds.timer != nil || selecting.isOn && !awaiting.isEmpty }
    var endsHolding: Bool { selecting.search != nil }

    /// Whether there are actions that the rows do not show yet.
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

    /// Whether a command waits until the rows show earlier actions. Limits the wait, in case the store is slow.
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

    /// Lengthens the waits, for the end of the program, when the user would no longer read that a command was not performed.
    func waitLonger(_ patience: Duration) {
        deeds.patience = max(deeds.patience, patience)
        if deeds.timer != nil { startWaiting() }
    }

    /// Performs the waiting commands on the current rows, past those that will certainly go, and then handles the held events.
    private func stopWaiting() {
        deeds.timer?.cancel()
        deeds.timer = nil
        deeds.waitedFor = deeds.begun
        goPastTaken()
        performAwaiting()
        release()
    }

    /// Handles the events that were held behind a waiting command.
    func release() {
        around.releaseEvents()
        let waiters = deeds.waiters
        deeds.waiters = []
        for waiter in waiters { waiter.resume() }
    }

    /// Returns once no command waits any more.
    func waitIsOver() async {
        guard holdsEvents else { return }
        await withCheckedContinuation { deeds.waiters.append($0) }
    }

    /// Drops the waiting commands, and tells the user.
    /// - Parameter reason: A sentence.
    /// - Returns: Whether any command was waiting.
    @discardableResult
    func dropAwaiting(_ reason: String) -> Bool {
        guard !awaiting.isEmpty else { return false }
        awaiting = []
        around.say("\(reason) Nothing was done.", kind: .info)
        return true
    }

    /// Drops the waiting commands because their rows will not be shown any more; tells the user if one would have changed mail.
    func leaveAwaiting() {
        let changesMail = awaiting.contains { awaited in
            switch awaited {
            case .command(let command): command.actsOnThreads
            case .row: false
            case .counted, .own, .ownCounted: true
            }
        }
        if changesMail { dropAwaiting("Another view is shown now.") } else { awaiting = [] }
    }

    /// Performs the commands that waited for rows.
    func performAwaiting() {
        let awaited = awaiting
        awaiting = []
        for one in awaited {
            switch one {
            case .command(let command): _ = perform(command)
            case .counted(let command, let count): perform(command, onNext: count)
            case .row(let number): go(toRow: number)
            case .own(let own): _ = perform(own)
            case .ownCounted(let own, let count): perform(own, onNext: count)
            }
        }
    }
}
