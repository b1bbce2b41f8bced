import Foundation
import InboxModel
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

/// Two stores on one file behave like two processes: each has its own connections, and they share nothing else.
@Suite("Two processes on one file")
struct TwoProcessesTests {
    /// A process: a store, its lists, and the commits it receives.
    private struct Side {
        let store: Store
        let history: StoreHistory
        var threads: [ListSource<MailThread>]
        var messages: [ListSource<Message>]
        private let heard: HeardCommits
        private let listening: Listening
        /// How often a commit required reading a list again.
        var lookedAgain = 0

        init(_ path: String, accounts: [AccountID], _ random: inout SeededRandom) throws {
            let store = try Store(path: path)
            self.store = store
            history = StoreHistory(store: store, accounts: accounts)
            let heard = HeardCommits()
            self.heard = heard
            // Some listen for words, others don't.
            let needsWords = random.chance(70)
            listening = store.listen(needsWords: needsWords) { heard.note($0) }
            threads = []
            messages = []
            for number in 0..<4 {
                let isPlain = number.isMultiple(of: 2)
                var threads = ListSource<MailThread>(
                    store: store, configuration: try history.configuration(&random, isPlain: isPlain))
                var messages = ListSource<Message>(
                    store: store, configuration: try history.configuration(&random, isPlain: isPlain))
                try threads.load()
                try messages.load()
                _ = try threads.count()
                _ = try messages.count()
                self.threads.append(threads)
                self.messages.append(messages)
            }
        }

        mutating func follow() throws {
            try store.followOthers()
            for commit in heard.take() {
                if case .many = commit.threads { lookedAgain += 1 }
                for index in threads.indices { _ = try threads[index].apply(commit) }
                for index in messages.indices { _ = try messages[index].apply(commit) }
            }
        }

        func check(_ story: String) throws {
            for source in threads { try TwoProcessesTests.check(source, store, story) }
            for source in messages { try TwoProcessesTests.check(source, store, story) }
        }
    }

    private static func check<Row: ListRow>(_ source: ListSource<Row>, _ store: Store, _ story: String) throws {
        var anew = ListSource<Row>(store: store, configuration: source.configuration)
        try anew.load()
        _ = try anew.count()
        let (shown, wanted) = (source.snapshot, anew.snapshot)
        try #require(shown.total == wanted.total, "\(source.configuration.filter): \(story)")
        try #require(shown.unread == wanted.unread, "\(source.configuration.filter): \(story)")
        let missing = min(source.configuration.window.count, wanted.total)
        try #require(shown.rows.count >= min(missing, wanted.rows.count), "\(source.configuration.filter): \(story)")
        if shown.above == wanted.above {
            try #require(shown.rows == wanted.rows, "\(source.configuration.filter): \(story)")
        }
    }

    @Test("each process's lists equal the file, whoever writes and whenever they look", arguments: 0..<30)
    func agree(seed: Int) throws {
        var random = SeededRandom(seed: seed &+ 9_000)
        let folder = try TemporaryFolder()
        let path = folder.file("store.sqlite")
        let first = try Store(path: path)
        let accounts = [try first.addTestAccount(), try first.addTestAccount(.test("other@example.test"))]
        let history = StoreHistory(store: first, accounts: accounts)
        for _ in 0..<3 { try history.commit(&random) }
        var sides = try (0..<2).map { _ in try Side(path, accounts: accounts, &random) }
        for step in 0..<16 {
            let writer = random.int(0..<2)
            let story = try sides[writer].history.commit(&random)
            // Either side may be late, and then receives several commits at once, including its own.
            for index in sides.indices where random.chance(60) {
                try sides[index].follow()
                try sides[index].check("seed \(seed), step \(step), side \(index), \(writer) did: \(story)")
            }
        }
        for index in sides.indices {
            try sides[index].follow()
            try sides[index].check("seed \(seed), at the end")
            #expect(sides[index].lookedAgain == 0, "seed \(seed): the log told every commit")
        }
        #expect(try first.read { try StoreTruth($0).problems() } == [])
        #expect(try first.integrityProblems() == [])
    }

    @Test("another process's commit is reported like an own one, with rows before, after and words")
    func images() throws {
        let folder = try TemporaryFolder()
        let ours = try Store(path: folder.file("store.sqlite"))
        let account = try ours.addTestAccount()
        try ours.receive(.remote(id: "m", thread: "t", unread: true, body: "old herons"), account: account)
        let theirs = try Store(path: folder.file("store.sqlite"))
        let (own, other) = (HeardCommits(), HeardCommits())
        let listening = [
            theirs.listen(needsWords: true) { own.note($0) }, ours.listen(needsWords: true) { other.note($0) },
        ]
        try theirs.receive(.remote(id: "m", thread: "t", body: "new cranes"), account: account)
        try theirs.receive(.remote(id: "n", thread: "t", unread: true, at: 1), account: account)
        try theirs.receive(.remote(id: "o", thread: "u"), account: account)
        try theirs.writeNow { try $0.remove(message: RemoteID("m"), account: account) }
        try theirs.writeNow { try $0.save(.remote("Garden"), account: account) }
        try ours.followOthers()
        let (told, heard) = (own.take(), other.take())
        try #require(told.count == 5)
        #expect(heard.map(\.seq) == told.map(\.seq))
        for (one, other) in zip(told, heard) {
            guard case .changes(let one) = one.threads, case .changes(let other) = other.threads else {
                Issue.record("not told one by one")
                return
            }
            #expect(one.mapValues(Told.init) == other.mapValues(Told.init))
        }
        #expect(heard.map(\.changesMailboxNames) == told.map(\.changesMailboxNames))
        #expect(heard.map(\.changesMailboxes) == told.map(\.changesMailboxes))
        withExtendedLifetime(listening) {}
    }

    /// The comparable parts of a change.
    private struct Told: Equatable {
        var threads: [MailThread?]
        var messages: [[Message]?]
        var words: [[MessageID: MessageWords]?]

        init(_ change: Change<ThreadImage>) {
            let images = [change.before, change.after]
            threads = images.map { $0?.thread }
            messages = images.map { $0?.messages }
            words = images.map { $0?.words }
        }
    }

    @Test("if the commit log is too short, each listener reloads once")
    func outrun() throws {
        let folder = try TemporaryFolder()
        let ours = try Store(path: folder.file("store.sqlite"))
        let account = try ours.addTestAccount()
        let theirs = try Store(path: folder.file("store.sqlite"))
        var source = ListSource<MailThread>(
            store: ours, configuration: ListConfiguration(filter: .everything, sort: .newestFirst, window: 0..<10))
        try source.load()
        let heard = HeardCommits()
        let listening = ours.listen { heard.note($0) }
        for number in 0..<230 { try theirs.receive(.remote(id: "m\(number)", at: number), account: account) }
        try ours.followOthers()
        let commits = heard.take()
        #expect(commits.count == 1)
        for commit in commits { _ = try source.apply(commit) }
        #expect(source.snapshot.total == 230)
        #expect(source.snapshot.rows.first?.remoteID == RemoteID("t-m229"))
        try ours.followOthers()
        #expect(heard.take().isEmpty)
        withExtendedLifetime(listening) {}
    }
}

/// The commits that a listener received, to be applied when the test wants.
final class HeardCommits: Sendable {
    private let commits = Mutex<[Commit]>([])
    func note(_ commit: Commit) { commits.withLock { $0.append(commit) } }
    func take() -> [Commit] {
        commits.withLock { commits in
            defer { commits = [] }
            return commits
        }
    }
}
