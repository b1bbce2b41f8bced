import InboxModel

/// Concurrent requests that replace one batch request.
enum SeveralAtOnce {
    private static let width = 4

    /// After this many failures in a row, the server is taken to be unable to answer.
    private static let mostStumbles = 8

    /// Makes requests in their order, until the server cannot answer now or fails on every object. The rest is not sent, and has no
    /// answers. The first goes alone: a server that is away, or no longer accepts the secret, is asked only once.
    /// - Parameter ask: makes one request, and returns the answers about its messages.
    static func answers<Request: Sendable>(
        to requests: [Request], _ ask: @escaping @Sendable (Request) async -> UpdateAnswers
    ) async -> UpdateAnswers {
        await withTaskGroup(of: UpdateAnswers.self) { group in
            var waiting = requests[...]
            var answers: UpdateAnswers = [:]
            var (underWay, stumbles) = (0, 0)
            var goesOn = true
            func start(most: Int) {
                while goesOn, underWay < most, let request = waiting.popFirst() {
                    underWay += 1
                    group.addTask { await ask(request) }
                }
            }
            start(most: 1)
            for await told in group {
                underWay -= 1
                answers.merge(told) { $1 }
                let failures = told.values.compactMap { answer in
                    if case .failure(let error) = answer, error.nextStep != .drop { error } else { nil }
                }
                stumbles = failures.isEmpty ? 0 : stumbles + 1
                if stumbles == mostStumbles || failures.contains(where: { !$0.isAboutObject }) { goesOn = false }
                start(most: width)
            }
            return answers
        }
    }
}
