import TerminalUI

/// What was done to mail while the rows do not show it yet.
struct DeedsAhead {
    /// How many there were, and how many of them the rows show.
    var begun = 0
    var shown = 0
    /// Ends the wait of a key for them; nil where none waits.
    var timer: Task<Void, Never>?
    /// How long a key waits.
    var patience = Duration.milliseconds(250)
}

/// Keys that are pressed before the rows show what was done: each means what the user would see after the one before.
extension ListScreen {
    enum Awaited: Hashable {
        case command(Command)
        /// On so many rows.
        case counted(Command, Int)
        case own(OwnKey)
    }

    var holdsEvents: Bool { deeds.timer != nil }

    /// Whether anything was done that the rows do not show.
    var isActing: Bool { deeds.shown < deeds.begun }

    func deedBegan() {
        deeds.begun += 1
        let number = deeds.begun
        around.run { [weak self] in
            self?.provider.whenCaughtUp { self?.deedShown(number) }
        }
    }

    private func deedShown(_ number: Int) {
        deeds.shown = max(deeds.shown, number)
        if !isActing, holdsEvents { stopWaiting() }
    }

    /// Whether what is about the rows waits until they show what was done before it. A slow store is not waited for long.
    func awaitsDeed(_ awaited: Awaited) -> Bool {
        guard isActing else { return false }
        awaiting.append(awaited)
        if deeds.timer == nil {
            deeds.timer = Task { [weak self, patience = deeds.patience] in
                try? await Task.sleep(for: patience)
                if !Task.isCancelled { self?.stopWaiting() }
            }
        }
        return true
    }

    /// Does what waits on the rows as they are now, and then what was pressed after it.
    func stopWaiting() {
        deeds.timer?.cancel()
        deeds.timer = nil
        deeds.shown = deeds.begun
        performAwaiting()
        around.releaseEvents()
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
