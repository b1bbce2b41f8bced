import InboxKit
public import TerminalUI

/// What may take long: an answer of a server, a program of the user's. It is shown while it goes on, Esc stops it, and
/// nothing waits for it: no other work, no screen that is left, and no end of the program.
@UI
public struct Errand {
    /// What goes on: “Getting the message”.
    let words: String
    /// What is said to be stopped: of a command, what runs.
    var name: String
    /// Where Esc stops it.
    weak var screen: (any Screen)?
    /// Whether it has no use once its screen is gone.
    var endsWithScreen = true
    /// Whether keys are held until it is answered (``Screen/holdsEvents``): those that wait are no reason for the answer to wait.
    var holdsKeys = false
    /// Does what is to be done where it was stopped, and will not be answered.
    var stopped: (@UI @Sendable () -> Void)?
    /// Returns what is to be done with the answer, which is not done when it was stopped; what ends with its screen waits
    /// until that is in front. What is to be kept then has to take its turn in `Surroundings.run`.
    let work: @UI @Sendable () async -> @UI @Sendable () -> Void

    init(
        _ words: String, for screen: (any Screen)?, _ work: @escaping @UI @Sendable () async -> @UI @Sendable () -> Void
    ) {
        self.words = words
        name = words
        self.screen = screen
        self.work = work
    }
}

/// An errand that outlives the screen on which it was begun, as the list of what runs shows it.
public struct LastingErrand: Hashable, Sendable {
    var id: Int
    var words: String
    var begin: ContinuousClock.Instant
}

extension Surroundings {
    /// Does work on the store in its turn, for an errand that needs what comes of it.
    /// - Returns: nil where it was not done, or nobody waits for it any more.
    @discardableResult
    func inTurn<Answer: Sendable>(_ job: @escaping @UI @Sendable () async -> Answer) async -> Answer? {
        let (answers, continuation) = AsyncStream<Answer>.makeStream()
        run {
            continuation.yield(await job())
            continuation.finish()
        }
        for await answer in answers { return answer }
        return nil
    }

    /// Asks a server, and does something with the answer, or says why there is none.
    /// - Parameters:
    ///   - name: what is said to be stopped, where that is not what goes on.
    ///   - sentence: words for a failure.
    func ask<Answer: Sendable>(
        _ words: String, named name: String? = nil, for screen: any Screen,
        orSay sentence: @escaping @UI @Sendable (SessionError) -> String = { Wording.sentence($0) },
        _ question: @escaping @UI @Sendable () async throws(SessionError) -> Answer,
        then: @escaping @UI @Sendable (Answer) -> Void
    ) {
        var errand = Errand(words, for: screen) { [weak self] in
            do throws(SessionError) {
                let answer = try await question()
                return { then(answer) }
            } catch {
                return { self?.say(sentence(error), kind: .failure, undo: false) }
            }
        }
        if let name { errand.name = name }
        start(errand)
    }
}
