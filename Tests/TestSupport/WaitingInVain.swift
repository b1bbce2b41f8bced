/// The error for something that never happened, so that a test fails instead of waiting forever.
package struct NeverCame: Error {
    package init() {}
}

extension AsyncStream<Void>.Continuation {
    /// Ends the stream after ten minutes, unless the task is cancelled first: only a failure takes that long. If all tests run
    /// at once on a busy machine, a test may have to wait a minute for its turn.
    package func giveUpInTime() -> Task<Void, Never> {
        Task {
            guard (try? await Task.sleep(for: .seconds(600))) != nil else { return }
            finish()
        }
    }
}

/// Returns once a condition holds that nothing tells of, and lets others go on meanwhile.
/// - Throws: `NeverCame` after ten minutes, or when the test's time is over.
package func eventually(
    isolation: isolated (any Actor)? = #isolation, _ isSo: () async throws -> Bool
) async throws {
    let end = ContinuousClock.now + .seconds(600)
    while try await !isSo() {
        guard !Task.isCancelled, ContinuousClock.now < end else { throw NeverCame() }
        await Task.yield()
    }
}
