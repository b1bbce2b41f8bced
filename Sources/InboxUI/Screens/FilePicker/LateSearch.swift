import TerminalUI

/// Finds elsewhere what a picker shows: one search after the other, the newest letters last. It is shown while it goes on,
/// keys are answered meanwhile, and Esc stops it. Letters that are typed on give up what goes on for others (`Task.isCancelled`).
@UI
final class LateSearch<Query: Hashable & Sendable, Item: Hashable & Sendable> {
    private let words: String
    private let find: @Sendable (Query) async -> [Item]
    private(set) var isRunning = false
    private var answered: Query?
    /// What is being looked for.
    private var current: (query: Query, task: Task<[Item], Never>)?
    /// Keys that wait for the answer, and those that were pressed after them.
    private var held: [@UI () -> Void] = []

    /// Whether keys wait for the answer.
    var holdsKeys: Bool { !held.isEmpty }

    /// - Parameter words: what goes on: “Looking through the mail”.
    init(_ words: String, find: @escaping @Sendable (Query) async -> [Item]) {
        self.words = words
        self.find = find
    }

    /// To be called after every key: looks unless the answer is there, or will be.
    func look(
        for screen: any AskingScreen, _ query: @escaping @UI @Sendable () -> Query?,
        show: @escaping @UI @Sendable ([Item]) -> Void
    ) {
        if let current, query() != current.query { current.task.cancel() }
        guard !isRunning, query() != nil, query() != answered else { return }
        isRunning = true
        let around = screen.around
        around.start(
            Errand(words, for: screen) { [weak self, weak around] in
                await self?.answer(query, show)
                around?.releaseEvents()
                around?.setNeedsDraw()
                return {}
            })
    }

    private func answer(_ query: @UI () -> Query?, _ show: @UI ([Item]) -> Void) async {
        while let wanted = query(), wanted != answered {
            let find = find
            let task = Task.detached { await find(wanted) }
            current = (wanted, task)
            let found = await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }
            current = nil
            // Stopped, or the screen has gone.
            guard !Task.isCancelled else { return end() }
            guard !task.isCancelled else { continue }
            answered = wanted
            if query() == wanted { show(found) }
        }
        let held = held
        end()
        for key in held { key() }
    }

    private func end() {
        isRunning = false
        held = []
    }

    /// For keys that are about what stands first once the search is done, as Enter. What is pressed after one that waits is kept
    /// behind it, in its order.
    /// - Parameter needsAnswer: whether the key is one of those.
    /// - Returns: false when the key is to be done now.
    func waits(_ needsAnswer: Bool, _ act: @escaping @UI () -> Void) -> Bool {
        guard isRunning, needsAnswer || !held.isEmpty else { return false }
        held.append(act)
        return true
    }
}
