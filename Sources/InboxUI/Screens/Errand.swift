import InboxKit
import TerminalUI

/// Work that may take long: a server's answer, or a program of the user's. It is shown while it runs, and Esc stops it. Nothing waits
/// for it: no other work, no closing of a screen, and not the end of the program.
@UI
struct Errand {
    /// What is going on: “Getting the message”.
    let words: String
    /// What the message on stopping names; for a command, the command line.
    var name: String
    /// The screen on which Esc stops the errand.
    weak var screen: (any Screen)?
    /// Whether the errand ends when its screen is gone.
    var endsWithScreen = true
    /// Whether keys are held until the answer arrives (``Screen/holdsEvents``); the answer then does not wait for held keys.
    var holdsKeys = false
    /// Whether the keys typed meanwhile are meant for the screen that the answer opens: they wait for it, and are dropped if it does not
    /// open, or Esc stops the errand.
    var opensForKeys = false
    /// Called when the errand is stopped, so that no answer will come.
    var stopped: (@UI @Sendable () -> Void)?
    /// Does the work and returns what to do with the answer. That is not done if the errand was stopped; for an errand that ends with its
    /// screen, it waits until the screen is in front. Changes to the store must then go through `Surroundings.run`.
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

/// An errand that outlives its screen, for the list of running jobs.
struct LastingErrand: Hashable, Sendable {
    var id: Int
    var words: String
    var begin: ContinuousClock.Instant
}

extension Surroundings {
    /// Runs a job on the store in its turn, for an errand that needs the result.
    /// - Returns: Nil where the job was not run, or the errand was stopped meanwhile.
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

    /// Runs a job on the store in its turn, and says why it failed if it did.
    /// - Parameter done: What to say when it is done; nil where the job says it.
    func attempt(saying done: String? = nil, _ job: @escaping @UI @Sendable () async throws(SessionError) -> Void) {
        run { [weak self] in
            do throws(SessionError) {
                try await job()
                if let done { self?.say(done, kind: .done) }
            } catch {
                self?.say(Wording.sentence(error), kind: .failure)
            }
        }
    }

    /// Asks a server, and handles the answer or shows why there is none.
    /// - Parameters:
    ///   - name: What the message on stopping names, if other than `words`.
    ///   - opensForKeys: See ``Errand/opensForKeys``.
    ///   - sentence: Returns the words for a failure.
    func ask<Answer: Sendable>(
        _ words: String, named name: String? = nil, for screen: any Screen, opensForKeys: Bool = false,
        orSay sentence: @escaping @UI @Sendable (SessionError) -> String = { Wording.sentence($0) },
        _ question: @escaping @UI @Sendable () async throws(SessionError) -> Answer,
        then: @escaping @UI @Sendable (Answer) -> Void
    ) {
        var errand = Errand(words, for: screen) { [weak self] in
            do throws(SessionError) {
                let answer = try await question()
                return { then(answer) }
            } catch {
                return { self?.say(sentence(error), kind: .failure) }
            }
        }
        if let name { errand.name = name }
        errand.opensForKeys = opensForKeys
        start(errand)
    }
}
