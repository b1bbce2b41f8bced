import TerminalUI

/// Answers that came while something else was in front: letters typed there must never reach them.
@UI
final class LateAnswers {
    private struct Answer {
        let id: Int
        let isTime: @UI () -> Bool
        let isWanted: @UI () -> Bool
        let show: @UI () -> Void
    }

    private var answers: [Answer] = []
    private var count = 0

    /// Shows an answer at once, or as soon as its time comes.
    /// - Parameters:
    ///   - isWanted: whether the answer is still wanted; called whenever the screens change.
    ///   - isTime: whether it may be shown now.
    /// - Returns: whether it was shown at once.
    @discardableResult
    func show(
        while isWanted: @escaping @UI () -> Bool = { true }, when isTime: @escaping @UI () -> Bool,
        _ show: @escaping @UI () -> Void
    ) -> Bool {
        count += 1
        let id = count
        answers.append(Answer(id: id, isTime: isTime, isWanted: isWanted, show: show))
        look()
        return !answers.contains { $0.id == id }
    }

    /// Shows the answers whose time has come, one by one: what one opens may block the next.
    func look() {
        answers.removeAll { !$0.isWanted() }
        while let index = answers.firstIndex(where: { $0.isTime() }) {
            answers.remove(at: index).show()
        }
    }
}
