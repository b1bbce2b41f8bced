extension Task where Failure == Never {
    /// Returns the value of a shared task, or nil as soon as the caller is cancelled, while the task continues for others.
    func valueUnlessCancelled() async -> Success? {
        let (values, giver) = AsyncStream<Success>.makeStream()
        let waiter = Task<Void, Never> {
            giver.yield(await value)
            giver.finish()
        }
        defer { waiter.cancel() }
        for await value in values { return value }
        return nil
    }
}
