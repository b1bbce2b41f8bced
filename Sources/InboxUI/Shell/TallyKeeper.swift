import InboxModel
import TerminalUI

/// Counts what is done today, and has the tally stored a moment later: a write for every key would be too much for a number.
@UI
final class TallyKeeper {
    private var tally: DayTally
    /// Whether the tally has changes that are not stored.
    private var hasCounted = false
    private var task: Task<Void, Never>?

    /// How much of the tally a crash may lose.
    private static let pause = Duration.seconds(1)

    /// - Parameter text: The tally as it was stored.
    init(_ text: String?) { tally = DayTally(text: text) }

    func words(on today: LocalDate) -> String { tally.words(on: today) }

    /// The tally as it is to be stored; nil where that is done.
    var unstored: String? { hasCounted ? tally.text : nil }

    /// - Parameters:
    ///   - count: negative for what was undone.
    ///   - pause: waits.
    ///   - store: stores a tally; nil at the end of the program, which stores what is left.
    func add(
        _ command: Action.Command, _ count: Int, on today: LocalDate,
        pause: @escaping @Sendable (Duration) async -> Void, store: (@UI @Sendable (String?) -> Void)?
    ) {
        guard tally.add(command, count, on: today) else { return }
        hasCounted = true
        guard task == nil, let store else { return }
        task = Task { [weak self] in
            await pause(Self.pause)
            guard !Task.isCancelled, let self else { return }
            self.task = nil
            self.hasCounted = false
            store(self.tally.text)
        }
    }

    func stop() { task?.cancel() }
}
