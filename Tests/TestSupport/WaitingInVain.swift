/// Something that a test waited for did not come, so that it fails where it would wait for ever.
package struct NeverCame: Error {
    package init() {}
}

extension AsyncStream<Void>.Continuation {
    /// Ends the stream after ten minutes, unless the task is cancelled before: only what is broken takes so long. Where all tests run
    /// at once on a busy machine a minute may pass until one has its turn.
    package func giveUpInTime() -> Task<Void, Never> {
        Task {
            guard (try? await Task.sleep(for: .seconds(600))) != nil else { return }
            finish()
        }
    }
}
