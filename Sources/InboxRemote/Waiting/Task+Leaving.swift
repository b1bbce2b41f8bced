extension Task where Failure == Never {
    /// The value of work that several wait for; nil as soon as the one who asks is cancelled, while it goes on for the others.
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
