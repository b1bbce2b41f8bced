import TerminalUI

/// A search for a picker's items that runs elsewhere: one at a time, for the newest letters. It is shown while it runs, keys are handled
/// meanwhile, and Esc stops it. Further letters cancel the running search (`Task.isCancelled`).
@UI
final class LateSearch<Query: Hashable & Sendable, Item: Hashable & Sendable> {
    private let words: String
    private let find: @Sendable (Query) async -> [Item]
    private(set) var isRunning = false
    private var answered: Query?
    /// The search in progress.
    private var current: (query: Query, task: Task<[Item], Never>)?
    /// Keys that wait for the result, and those pressed after them.
    private var held: [@UI () -> Void] = []

    /// Whether keys wait for the result.
    var holdsKeys: Bool { !held.isEmpty }

    /// - Parameter words: What is going on: “Looking through the mail”.
    init(_ words: String, find: @escaping @Sendable (Query) async -> [Item]) {
        self.words = words
        self.find = find
    }

    /// Starts a search unless the result is there or on its way. The caller must call this after every key.
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
            // Stopped, or the screen has closed.
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

    /// Holds back a key that acts on the first result, such as Enter, until the search is done. Keys pressed after a held one are held too,
    /// in their order.
    /// - Parameter needsAnswer: Whether the key acts on the result.
    /// - Returns: False when the key must be handled now.
    func waits(_ needsAnswer: Bool, _ act: @escaping @UI () -> Void) -> Bool {
        guard isRunning, needsAnswer || !held.isEmpty else { return false }
        held.append(act)
        return true
    }
}
