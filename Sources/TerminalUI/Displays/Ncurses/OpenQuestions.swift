/// Questions behind frames that the terminal has not answered so far.
struct OpenQuestions {
    private var count = 0
    private var lastAt: ContinuousClock.Instant?

    mutating func asked() {
        count += 1
        lastAt = .now
    }

    mutating func answered() { count = max(0, count - 1) }

    /// What was asked is not for the shell, nor for the next program: its answers are taken away before the terminal is theirs.
    mutating func takeAnswersAway() {
        guard count > 0, let lastAt else { return }
        AnswerDrain.run(input: 0, answers: count, until: min(.now + .milliseconds(1_500), lastAt + .seconds(3)))
        count = 0
    }
}
