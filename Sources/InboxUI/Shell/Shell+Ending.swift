import InboxKit
import InboxModel
import TerminalUI

/// What to say when the screen is gone.
public struct Parting: Equatable, Sendable {
    /// What was asked for and was not done, or not kept where it belongs.
    public var failures: [String] = []
    /// Information that is not a failure.
    public var notes: [String] = []
}

extension Shell {
    /// Completes what was asked for, and stops watching.
    /// - Parameter tell: called when that takes long, since there is no screen any more.
    /// - Returns: what the store refused, and where the texts are that it did not keep (S-3, S-7).
    @discardableResult
    func end(tell: @escaping @UI (String) -> Void = { _ in }) async -> Parting {
        await endTypingAhead()
        isEnding = true
        for watcher in watchers { watcher.cancel() }
        newMail?.end()
        newMail = nil
        errands.stopAll()
        tally.stop()
        restWatch.stop()
        for screen in flows.screens { (screen as? ComposeScreen)?.finishTyping() }
        keepOpenThread()
        (flows.screens.first as? ListScreen)?.keepPlace()
        for screen in flows.screens.reversed() { screen.disappear() }
        for screen in flows.screens { (screen as? ComposeScreen)?.leaveAtEnd() }
        let givenUp = await finishJobs(tell)
        let failures = untold.filter { !orphans.contains($0) } + givenUp.map(Wording.givenUp)
        var parting = Parting(failures: failures, notes: orphans)
        for case let screen as ComposeScreen in flows.screens where screen.isUnkept {
            parting.failures.append(Wording.unkeptDraft(screen.form.content.subject, copy: screen.rescue()))
        }
        // Screens hold their surroundings, which hold the screens.
        flows.removeAll()
        return parting
    }

    /// Returns when everything that was asked for is saved or refused, or when the user gives up.
    /// - Returns: what was given up, in words.
    private func finishJobs(_ tell: @escaping @UI (String) -> Void) async -> [String] {
        let (ends, end) = AsyncStream<Bool>.makeStream()
        let saving = Task {
            await jobs.finish()
            if let text = tally.unstored, !storeTakesNothing { await session.setSetting(text, key: DayTally.key) }
            end.yield(true)
        }
        let telling = Task { [pause] in
            await pause(JobLine.patience)
            guard !Task.isCancelled else { return }
            // Before this message the user did not know what Ctrl-c does.
            onInterrupt { end.yield(false) }
            tell("\(Wording.stillSaving(jobs.unfinished)) Ctrl-c gives up.")
        }
        defer { telling.cancel() }
        for await isDone in ends {
            if isDone { return [] }
            break
        }
        let left = jobs.unfinished
        jobs.giveUp()
        saving.cancel()
        return left
    }
}
