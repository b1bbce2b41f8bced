import InboxModel
import InboxRemote

/// What becomes of the messages of a plan while its steps are done.
struct UpdateRun {
    /// How many steps are left for each message.
    private var left: [RemoteID: Int] = [:]
    private(set) var answers: UpdateAnswers
    /// Whether something keeps the server from doing anything now, so that the rest is not asked for.
    private(set) var isStopped = false

    init(_ plan: UpdatePlan, of messages: some Sequence<RemoteID>) {
        answers = plan.refusals.mapValues { .failure($0) }
        for step in plan.steps {
            for message in Set(step.targets.map(\.message)) { left[message, default: 0] += 1 }
        }
        // There is nothing to do for the others.
        for message in messages where left[message] == nil && answers[message] == nil {
            answers[message] = .success(())
        }
    }

    /// The targets of a step whose messages have not failed before.
    func open(_ step: UpdatePlan.Step) -> [UpdatePlan.Target] { step.targets.filter { answers[$0.message] == nil } }

    /// - Parameter failures: of messages that the step could not be done for.
    mutating func did(_ targets: [UpdatePlan.Target], failures: [RemoteID: RemoteError] = [:]) {
        for message in Set(targets.map(\.message)) {
            left[message, default: 1] -= 1
            if let error = failures[message] {
                answers[message] = .failure(error)
            } else if left[message] == 0 {
                answers[message] = .success(())
            }
        }
    }

    mutating func failed(_ targets: [UpdatePlan.Target], _ error: RemoteError) {
        for target in targets { answers[target.message] = .failure(error) }
        if error.nextStep != .drop, !error.isAboutObject { isStopped = true }
    }
}
