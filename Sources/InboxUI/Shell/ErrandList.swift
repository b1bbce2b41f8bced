import TerminalUI

/// The running errands.
@UI
final class ErrandList {
    private struct Entry {
        let id: Int
        let errand: Errand
        let begin = ContinuousClock.now
        let task: Task<Void, Never>

        @UI func stop() {
            task.cancel()
            errand.stopped?()
        }

        /// Whether the screen can stop the errand. Any screen can stop one that outlives its own.
        @UI func belongs(to screen: any Screen) -> Bool {
            errand.screen.map { $0 === screen } ?? !errand.endsWithScreen
        }
    }

    private var entries: [Entry] = []
    private var count = 0
    private let changed: () -> Void
    private let answer: (_ errand: Errand, _ tookText: Bool, _ done: @escaping @UI () -> Void) -> Void

    /// - Parameter answer: runs what an errand returns, when its time has come.
    init(
        changed: @escaping () -> Void,
        answer: @escaping (_ errand: Errand, _ tookText: Bool, _ done: @escaping @UI () -> Void) -> Void
    ) {
        self.changed = changed
        self.answer = answer
    }

    func start(_ errand: Errand) {
        count += 1
        let id = count
        let tookText = errand.screen?.takesText ?? false
        let task = Task { [weak self] in
            let done = await errand.work()
            guard !Task.isCancelled else { return }
            guard let self else { return done() }
            entries.removeAll { $0.id == id }
            answer(errand, tookText, done)
            changed()
        }
        entries.append(Entry(id: id, errand: errand, task: task))
        changed()
    }

    /// Returns what is running for a screen, and since when.
    func current(for screen: any Screen) -> (words: String, begin: ContinuousClock.Instant)? {
        entries.last { $0.belongs(to: screen) }.map { ($0.errand.words, $0.begin) }
    }

    /// Whether the keys typed on a screen wait for what an errand opens.
    func keepsKeys(of screen: any Screen) -> Bool {
        entries.contains { $0.errand.opensForKeys && $0.errand.screen === screen }
    }

    /// The errands that outlive their screens, the oldest first.
    var lasting: [LastingErrand] {
        entries.filter { !$0.errand.endsWithScreen }
            .map { LastingErrand(id: $0.id, words: $0.errand.words, begin: $0.begin) }
    }

    /// - Returns: the name of the errand; nil when it has ended.
    func stop(_ id: Int) -> String? {
        guard let index = entries.firstIndex(where: { $0.id == id }) else { return nil }
        let entry = entries.remove(at: index)
        entry.stop()
        return entry.errand.name
    }

    /// Stops the latest errand of a screen.
    /// - Returns: the name of the errand; nil when there was none.
    func stopLast(for screen: any Screen) -> String? {
        guard let index = entries.lastIndex(where: { $0.belongs(to: screen) }) else { return nil }
        let entry = entries.remove(at: index)
        entry.stop()
        return entry.errand.name
    }

    /// Stops the errands that are useless without their screens.
    func stop(without screens: [any Screen]) {
        end { entry in
            entry.errand.endsWithScreen && !screens.contains { $0 === entry.errand.screen }
        }
    }

    func stopAll() { end { _ in true } }

    private func end(_ isToEnd: (Entry) -> Bool) {
        let ended = entries.filter(isToEnd)
        entries.removeAll(where: isToEnd)
        for entry in ended { entry.stop() }
    }
}
