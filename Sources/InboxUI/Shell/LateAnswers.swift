import TerminalUI

/// What came while something else was in front: letters that are typed there must never answer it.
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

    /// Shows something at once, or as soon as its time comes.
    /// - Parameters:
    ///   - isWanted: whether anybody will still want to see it; asked as often as the screens change.
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

    /// Shows the first whose time has come: what it opens may stand in the way of the next.
    func look() {
        answers.removeAll { !$0.isWanted() }
        while let index = answers.firstIndex(where: { $0.isTime() }) {
            answers.remove(at: index).show()
        }
    }
}
