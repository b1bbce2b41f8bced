import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Lists read and counted in slices")
struct SlicedListTests {
    private static let queries = [
        "in:inbox in:work", "in:inbox is:answered", "from:anna@example.test in:inbox", "in:inbox in:work is:unread",
        "in:archive in:inbox", "is:draft in:inbox",
    ]

    @Test("a sliced list equals its query in the end, whatever is committed meanwhile", arguments: 0..<16)
    func ends(seed: Int) throws {
        var random = SeededRandom(seed: seed &+ 4_000)
        let store = try Store()
        let history = try StoreHistory(store: store)
        for _ in 0..<6 { try history.commit(&random) }
        let heard = HeardCommits()
        let listening = store.listen { heard.note($0) }
        for query in Self.queries {
            let limit = random.pick([1, 3, 50])
            var source = ListSource<MailThread>(
                store: store,
                configuration: ListConfiguration(
                    filter: MailQuery(query).predicate, sort: random.pick([.newestFirst, .oldestFirst]),
                    window: 0..<limit),
                slice: random.int(1..<30))
            _ = heard.take()
            try source.load()
            for _ in 0..<6 {
                let before = source.snapshot.rows
                var composed = ChangeSet()
                func note(_ changes: ChangeSet?) {
                    if let changes { composed = composed.composed(with: changes, countBefore: before.count) }
                }
                for _ in 0..<random.int(0..<4) { note(try source.count()) }
                if random.chance(70) { try history.commit(&random) }
                // A slice may find the store ahead of the commits applied so far.
                if random.chance(40) { note(try source.count()) }
                for commit in heard.take() {
                    note(try source.apply(commit))
                    if random.chance(50) { note(try source.count()) }
                }
                if random.chance(50) {
                    while !source.snapshot.isCounted { note(try source.count()) }
                    try check(source, store, "seed \(seed), \(query)")
                }
                let rows = source.snapshot.rows
                #expect(
                    composed.applied(to: before.map(\.id)) { rows[$0].id } == rows.map(\.id), "seed \(seed), \(query)")
            }
            while !source.snapshot.isCounted { _ = try source.count() }
            try check(source, store, "seed \(seed), \(query)")
        }
        withExtendedLifetime(listening) {}
    }

    private func check(_ source: ListSource<MailThread>, _ store: Store, _ story: String) throws {
        let shown = source.snapshot
        try store.read { reader in
            let query = try MailThread.query(source.configuration, reader, now: Date())
            let whole = try MailThread.read(reader, query, offset: 0, limit: -1, after: nil, isBackwards: false)
            #expect(shown.rows == Array(whole.prefix(source.configuration.window.count)), "\(story)")
            #expect(shown.total == whole.count, "\(story)")
            #expect(try MailThread.count(reader, query).unread == shown.unread, "\(story)")
        }
    }

    /// Mail that is in a mailbox or from a person in turns, the two oldest both.
    private func apart() throws -> (Store, MailPredicate) {
        let store = try Store()
        let account = try store.addTestAccount()
        try store.writeNow { transaction in
            for number in 0..<600 {
                try transaction.receive(
                    .remote(
                        id: "m\(number)", from: number < 2 || number % 2 == 1 ? "ben" : "anna", unread: number == 1,
                        in: [number < 2 || number % 2 == 0 ? "inbox" : "work"], at: number),
                    account: account, bodyText: nil)
            }
        }
        return (store, MailQuery("in:inbox from:ben@example.test").predicate)
    }

    @Test("no slice of a long scan reads much too much, and rows appear as they are found")
    func slices() throws {
        let (store, filter) = try apart()
        var source = ListSource<MailThread>(
            store: store, configuration: ListConfiguration(filter: filter, sort: .newestFirst), slice: 100)
        try source.load()
        #expect(source.isLooking && !source.snapshot.isCounted)
        var steps = 0
        while !source.snapshot.isCounted {
            _ = try source.count()
            steps += 1
            try #require(steps < 100)
        }
        #expect(steps > 10)
        #expect(source.snapshot.rows.map(\.remoteID) == [RemoteID("t-m1"), RemoteID("t-m0")])
        #expect((source.snapshot.total, source.snapshot.unread) == (2, 1))
    }

    @Test("files are counted in slices, too, whatever arrives meanwhile")
    func files() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        try store.writeNow { transaction in
            for number in 0..<300 {
                let files = ["a.txt", "b.txt", "c.txt"].prefix(number % 4)
                try transaction.receive(
                    .remote(id: "m\(number)", unread: number % 3 == 0, at: number, files: Array(files)),
                    account: account, bodyText: nil)
            }
        }
        let heard = HeardCommits()
        let listening = store.listen { heard.note($0) }
        var source = ListSource<MailFile>(
            store: store, configuration: ListConfiguration(filter: .everything, sort: .newestFirst, window: 0..<20),
            slice: 50)
        try source.load()
        #expect(source.snapshot.rows.count == 20 && !source.snapshot.isCounted)
        _ = try source.count()
        try store.receive(.remote(id: "new", at: 999, files: ["d.txt", "e.txt"]), account: account)
        for commit in heard.take() { _ = try source.apply(commit) }
        var steps = 0
        while !source.snapshot.isCounted {
            _ = try source.count()
            steps += 1
            try #require(steps < 100)
        }
        #expect(steps >= 12, "all and unread, fifty messages each time")
        // 75 times 0, 1, 2 and 3; of the unread ones a third.
        #expect((source.snapshot.total, source.snapshot.unread) == (452, 150))
        #expect(source.snapshot.rows.first?.file.fileName == "d.txt")
        withExtendedLifetime(listening) {}
    }

    @Test("a list whose rows are all found at once is counted with them, not in a second report")
    func few() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<5 {
            let subject = number < 2 ? "quokka" : "heron"
            let message = RemoteMessage.remote(id: "m\(number)", subject: subject, unread: number == 1, at: number)
            try store.receive(message, account: account)
        }
        let filter = MailQuery("quokka").predicate
        var source = ListSource<MailThread>(
            store: store, configuration: ListConfiguration(filter: filter, sort: .newestFirst))
        try source.load()
        #expect(source.snapshot.isCounted && !source.isWalking)
        #expect((source.snapshot.total, source.snapshot.unread) == (2, 1))
    }

    /// The same, loaded, with the commits from then on.
    private func apartAndHeard() throws -> (Store, HeardCommits, Listening, ListSource<MailThread>) {
        let (store, filter) = try apart()
        var source = ListSource<MailThread>(
            store: store, configuration: ListConfiguration(filter: filter, sort: .newestFirst), slice: 100)
        let heard = HeardCommits()
        let listening = store.listen { heard.note($0) }
        try source.load()
        return (store, heard, listening, source)
    }

    @Test("an unrelated commit does not restart a list's count")
    func goesOn() throws {
        let (store, heard, listening, loaded) = try apartAndHeard()
        var source = loaded
        let account = try #require(try store.read { try $0.accounts() }.first).id
        var steps = 0
        while !source.snapshot.isCounted {
            try store.receive(.remote(id: "other\(steps)", in: ["archive"], at: 9_000 + steps), account: account)
            for commit in heard.take() { #expect(try source.apply(commit) == nil) }
            _ = try source.count()
            steps += 1
            try #require(steps < 100, "it began anew each time")
        }
        #expect(source.snapshot.total == 2)
        withExtendedLifetime(listening) {}
    }

    @Test("distant rows stay while they are searched for again after a large commit, and go when archived")
    func stays() throws {
        let (store, heard, listening, loaded) = try apartAndHeard()
        var source = loaded
        while !source.snapshot.isCounted { _ = try source.count() }
        let ids = source.snapshot.rows.map(\.id)
        let account = try #require(try store.read { try $0.accounts() }.first).id
        try store.writeNow { transaction in
            for number in 0..<450 {
                try transaction.receive(
                    .remote(id: "new\(number)", in: ["inbox"], at: 9_000 + number), account: account, bodyText: nil)
            }
        }
        for commit in heard.take() { #expect(try source.apply(commit) == nil) }
        #expect(source.snapshot.rows.map(\.id) == ids && source.snapshot.total == 2 && !source.snapshot.isCounted)
        #expect(try source.count() == nil)
        try store.receive(.remote(id: "m1", unread: true, in: ["archive"], at: 1), account: account)
        for commit in heard.take() { #expect(try source.apply(commit)?.deletes == [0]) }
        #expect(source.snapshot.rows.map(\.id) == [ids[1]])
        while !source.snapshot.isCounted { _ = try source.count() }
        try check(source, store, "in the end")
        withExtendedLifetime(listening) {}
    }

    @Test("a list with distant rows is reported once these are found, not as empty", .timeLimit(.minutes(10)))
    @MainActor
    func told() async throws {
        let (store, filter) = try apart()
        let provider = ModelProvider<MailThread>(
            store: store, configuration: ListConfiguration(filter: filter, sort: .newestFirst), loadsAtOnce: false,
            pace: nil, fetch: nil
        ) { ListSource(store: store, configuration: $0, slice: 50) }
        var events = provider.events().makeAsyncIterator()
        var resets = 0
        while !provider.isCounted {
            guard let event = await events.next(isolation: #isolation) else { break }
            guard case .reset = event else { continue }
            resets += 1
            #expect(!provider.items.isEmpty)
        }
        #expect(resets > 0)
        #expect(provider.items.map(\.remoteID) == [RemoteID("t-m1"), RemoteID("t-m0")])
        #expect((provider.count, provider.unreadCount) == (2, 1))
    }
}
