#if canImport(Glibc)
    import InboxModel
    import Testing
    import TestSupport

    @testable import InboxStore

    @Suite("Watching the store's log", .timeLimit(.minutes(10)))
    struct LogWatchTests {
        @Test("another process's write is noticed; a store in memory has no log")
        func telling() async throws {
            let folder = try TemporaryFolder()
            let ours = try Store(path: folder.file("store.sqlite"))
            let account = try ours.addTestAccount()
            let theirs = try Store(path: folder.file("store.sqlite"))
            let (signs, written) = AsyncStream<Void>.makeStream()
            let watch = try #require(ours.watchLog { written.yield() })
            #expect(!watch.takeWritten())
            try theirs.receive(.remote(id: "m"), account: account)
            for await _ in signs { break }
            #expect(watch.takeWritten())
            #expect(try Store().watchLog {} == nil)
        }
    }
#endif
