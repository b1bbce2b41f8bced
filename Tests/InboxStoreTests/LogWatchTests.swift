#if canImport(Glibc)
    import InboxModel
    import Synchronization
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

        @Test("many writes give one sign, and the next sign comes once the first was taken")
        func once() async throws {
            let folder = try TemporaryFolder()
            let store = try Store(path: folder.file("store.sqlite"))
            let account = try store.addTestAccount()
            let count = Mutex(0)
            let (signs, written) = AsyncStream<Void>.makeStream()
            let watch = try #require(
                store.watchLog {
                    count.withLock { $0 += 1 }
                    written.yield()
                })
            var sign = signs.makeAsyncIterator()
            for round in 1...3 {
                for number in 0..<20 { try store.receive(.remote(id: "\(round).\(number)"), account: account) }
                await sign.next()
                #expect(count.withLock { $0 } == round && watch.takeWritten() && !watch.takeWritten())
            }
        }
    }
#endif
