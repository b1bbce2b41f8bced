#if canImport(Glibc)
    import Foundation
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
            #expect(watch.takeWritten() == false)
            try theirs.receive(.remote(id: "m"), account: account)
            for await _ in signs { break }
            #expect(watch.takeWritten() == true)
            #expect(try Store().watchLog {} == nil)
        }

        @Test("where the log can't be watched any more, looks go on without signs, and with them once it can")
        func lost() async throws {
            let folder = try TemporaryFolder()
            let log = folder.file("log")
            try "1".write(toFile: log, atomically: false, encoding: .utf8)
            let (signs, written) = AsyncStream<Void>.makeStream()
            let watch = try #require(LogWatch(log: log) { written.yield() })
            try "2".write(toFile: log, atomically: false, encoding: .utf8)
            for await _ in signs { break }
            try FileManager.default.removeItem(atPath: log)
            #expect(watch.takeWritten() == nil && watch.takeWritten() == nil)
            try "3".write(toFile: log, atomically: false, encoding: .utf8)
            #expect(watch.takeWritten() == true && watch.takeWritten() == false)
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
                #expect(count.withLock { $0 } == round)
                #expect(watch.takeWritten() == true && watch.takeWritten() == false)
            }
        }
    }
#endif
