import Foundation

/// Keeps a Maildir and an account in step as long as the server runs.
struct MaildirKeeper: Sendable {
    let sync: MaildirSync
    let database: MailDatabase
    let account: Int64
    /// Called with what can't be done, once for each kind of trouble.
    let report: @Sendable (String) -> Void
    /// How often the Maildir is looked at. What is done in a client is done there at once.
    private static let pause = Duration.seconds(2)

    func start() -> Task<Void, Never> {
        Task {
            var known: String?
            while !Task.isCancelled {
                let generation = database.signal.generation(of: account)
                known = await pass(known)
                await database.signal.wait(for: account, after: generation, atMost: Self.pause)
            }
            // What was done last is not left for the next start. In a task of its own, since reading ends where it was cancelled.
            let last = known
            _ = await Task { await pass(last) }.value
        }
    }

    /// - Returns: the trouble that there was.
    private func pass(_ known: String?) async -> String? {
        do {
            try await sync.pass()
            return nil
        } catch is CancellationError {
            return known
        } catch {
            let words = "\(error)"
            if words != known { report(words) }
            return words
        }
    }
}
