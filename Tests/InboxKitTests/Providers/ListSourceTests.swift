import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Live lists")
struct ListSourceTests {
    @Test("after each commit a thread list equals a new run of its query", arguments: 0..<20)
    func threads(seed: Int) throws { try play(MailThread.self, seed: seed) }

    @Test("after each commit a message list equals a new run of its query", arguments: 0..<20)
    func messages(seed: Int) throws { try play(Message.self, seed: seed &+ 500) }

    @Test("after each commit a draft list equals a new run of its query", arguments: 0..<10)
    func drafts(seed: Int) throws { try play(DraftSummary.self, seed: seed &+ 900) }

    @Test("after each commit a file list equals a new run of its query", arguments: 0..<20)
    func files(seed: Int) throws { try play(MailFile.self, seed: seed &+ 1300) }

    @Test("after each commit a contact list equals a new run of its query", arguments: 0..<20)
    func contacts(seed: Int) throws {
        try play(Contact.self, seed: seed &+ 1700) { history, random, _ in history.contacts(&random) }
    }

    @Test("after each commit the short lists equal the store", arguments: 0..<20)
    func shortLists(seed: Int) throws {
        var random = SeededRandom(seed: seed &+ 2100)
        let store = try Store()
        let history = try StoreHistory(store: store)
        let account = try #require(try store.read { try $0.accounts() }.first).id
        var mailboxes = try [MailboxSort.account, .name].map { sort in
            try Self.whole(store, ListConfiguration<Mailbox>(filter: random.pick([nil, account]), sort: sort))
        }
        var actions = try [ActionSort.oldestFirst, .newestFirst].map { sort in
            try Self.whole(
                store, ListConfiguration<Action>(filter: random.pick([nil, account]), sort: sort, window: 1..<4))
        }
        let heard = HeardCommits()
        let listening = store.listen { heard.note($0) }
        for step in 0..<25 {
            let story = "seed \(seed), step \(step), \(try history.commit(&random))"
            if random.chance(30) { continue }
            let commits = heard.take()
            for index in mailboxes.indices { try Self.follow(&mailboxes[index], commits, store, story) }
            for index in actions.indices { try Self.follow(&actions[index], commits, store, story) }
        }
        withExtendedLifetime(listening) {}
    }

    @Test("after each commit the draft rows equal a new read", arguments: 0..<20)
    func draftRows(seed: Int) throws {
        var random = SeededRandom(seed: seed &+ 2600)
        let store = try Store()
        let history = try StoreHistory(store: store)
        func fresh(_ configuration: ListConfiguration<MailThread>) throws -> WholeSource<MailThread> {
            var source = WholeSource.drafts(store: store, configuration: configuration, now: Date.init)
            try source.load()
            return source
        }
        let filters: [MailPredicate] = [.everything, .mailbox(.role(.drafts)), .words(.body, WordSequence("plan"))]
        var sources = try filters.map {
            try fresh(ListConfiguration(filter: $0, sort: .newestFirst, window: 0..<6))
        }
        let heard = HeardCommits()
        let listening = store.listen(needsWords: true) { heard.note($0) }
        for step in 0..<25 {
            let story = "seed \(seed), step \(step), \(try history.commit(&random))"
            if random.chance(30) { continue }
            let commits = heard.take()
            for index in sources.indices { try Self.follow(&sources[index], commits, story, fresh) }
        }
        withExtendedLifetime(listening) {}
    }

    private static func whole<Row: ShortRow>(_ store: Store, _ configuration: ListConfiguration<Row>) throws
        -> WholeSource<Row>
    {
        var source = WholeSource<Row>(store: store, configuration: configuration)
        try source.load()
        return source
    }

    private static func follow<Row: ShortRow>(
        _ source: inout WholeSource<Row>, _ commits: [Commit], _ store: Store, _ story: String
    ) throws {
        try follow(&source, commits, story) { try whole(store, $0) }
    }

    private static func follow<Row>(
        _ source: inout WholeSource<Row>, _ commits: [Commit], _ story: String,
        _ make: (ListConfiguration<Row>) throws -> WholeSource<Row>
    ) throws {
        let before = source.snapshot.rows
        var composed = ChangeSet()
        for commit in commits {
            guard let changes = try source.apply(commit) else { continue }
            composed = composed.composed(with: changes, countBefore: before.count)
        }
        let rows = source.snapshot.rows
        #expect(composed.applied(to: before.map(\.id)) { rows[$0].id } == rows.map(\.id), "\(story)")
        let fresh = try make(source.configuration).snapshot
        #expect(rows == fresh.rows && source.snapshot.total == fresh.total, "\(story)")
        checkUpdates(composed, from: before, to: rows)
    }

    private func play<Row: MailRow>(_: Row.Type, seed: Int) throws {
        try play(Row.self, seed: seed) { history, random, number in
            try history.configuration(&random, isPlain: number.isMultiple(of: 2))
        }
    }

    private func play<Row: ListRow>(
        _: Row.Type, seed: Int,
        configuration: (StoreHistory, inout SeededRandom, Int) throws -> ListConfiguration<Row>
    ) throws {
        var random = SeededRandom(seed: seed)
        let store = try Store()
        let history = try StoreHistory(store: store)
        for _ in 0..<3 { try history.commit(&random) }
        let sources = try (0..<6).map { number in
            var source = ListSource<Row>(store: store, configuration: try configuration(history, &random, number))
            try source.load()
            _ = try source.count()
            return source
        }
        var all = sources + [sources[0]]
        let heard = HeardCommits()
        let listening = store.listen(needsWords: all.contains(where: \.needsWords)) { heard.note($0) }
        for step in 0..<12 {
            let story = try history.commit(&random)
            // Sometimes several commits wait, so that the store is ahead of the first ones when they are applied.
            if random.chance(30) { continue }
            let commits = heard.take()
            for index in all.indices {
                let before = all[index].snapshot
                var composed: ChangeSet?
                for commit in commits {
                    guard let changes = try all[index].apply(commit) else { continue }
                    composed = composed?.composed(with: changes, countBefore: before.rows.count) ?? changes
                }
                try check(all[index], store, "seed \(seed), step \(step), \(story)")
                if random.chance(25), index > 0, index < all.count - 1 {
                    let lower = random.int(0..<12)
                    let moved = try all[index].move(to: lower..<(lower + random.int(1..<9)))
                    let count = before.rows.count
                    composed = composed?.composed(with: moved, countBefore: count) ?? moved
                    try check(all[index], store, "seed \(seed), step \(step), moved to \(lower), \(story)")
                }
                if random.chance(25), index > 0, index < all.count - 1 {
                    let ids = all[index].snapshot.rows.map(\.id).filter { _ in random.chance(50) }
                    let lingered = try all[index].linger(Set(ids))
                    composed = composed?.composed(with: lingered, countBefore: before.rows.count) ?? lingered
                    try check(all[index], store, "seed \(seed), step \(step), \(ids.count) linger, \(story)")
                }
                let rows = all[index].snapshot.rows
                if let composed {
                    #expect(
                        composed.applied(to: before.rows.map(\.id)) { rows[$0].id } == rows.map(\.id),
                        "step \(step), \(story)")
                    Self.checkUpdates(composed, from: before.rows, to: rows)
                } else {
                    #expect(rows == before.rows, "step \(step), \(story)")
                }
            }
            #expect(all[all.count - 1].snapshot.rows == all[0].snapshot.rows)
        }
        withExtendedLifetime(listening) {}
    }

    private static func checkUpdates<Row: ProviderRow>(_ changes: ChangeSet, from before: [Row], to after: [Row]) {
        let old = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        let inserted = Set(changes.inserts)
        for (position, row) in after.enumerated() where !inserted.contains(position) && old[row.id] != row {
            #expect(changes.updates.contains(position), "row \(position) changed and is not told")
        }
    }

    private func check<Row: ListRow>(_ source: ListSource<Row>, _ store: Store, _ story: String) throws {
        let shown = source.snapshot
        let configuration = source.configuration
        try store.read { reader in
            let query = try Row.query(configuration, reader, now: Date())
            var whole = try Row.read(reader, query, offset: 0, limit: 10_000, after: nil, isBackwards: false)
            let known = Set(whole.map(\.id))
            if let blind = Row.blindToReading(query) {
                let all = try Row.read(reader, blind, offset: 0, limit: 10_000, after: nil, isBackwards: false)
                whole += all.filter { configuration.lingering.contains($0.id) && !known.contains($0.id) }
                whole.sort { Row.precedes($0, $1, in: query) }
            }
            try #require(shown.total == whole.count, "\(configuration.filter): \(story)")
            let unread = try Row.count(reader, query).unread
            try #require(shown.unread == unread, "\(configuration.filter): \(story)")
            let slice = Array(whole.dropFirst(shown.above).prefix(configuration.window.count))
            try #require(shown.rows == slice, "\(configuration.filter): \(story)")
            try #require(shown.rows.count == min(whole.count, configuration.window.count))
        }
    }

    @Test("a lingering thread stays when read and goes when archived or when it stops lingering")
    func lingers() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for id in ["a", "b"] { try store.receive(.remote(id: id, unread: true, at: 1), account: account) }
        var source = ListSource<MailThread>(
            store: store,
            configuration: ListConfiguration(filter: .mailbox(.role(.inbox)) && .unread, sort: .newestFirst))
        try source.load()
        let heard = HeardCommits()
        let listening = store.listen { heard.note($0) }
        func follow() throws { for commit in heard.take() { _ = try source.apply(commit) } }
        let ids = source.snapshot.rows.map(\.id)
        #expect(try source.linger(Set(ids)).isEmpty)
        for id in ["a", "b"] { try store.receive(.remote(id: id, at: 1), account: account) }
        try follow()
        #expect(source.snapshot.rows.map(\.id) == ids && source.snapshot.rows.allSatisfy { !$0.isUnread })
        #expect(source.snapshot.total == 2 && source.snapshot.unread == 0)
        // Loaded again, as after a write by another process.
        try source.load()
        #expect(source.snapshot.rows.map(\.id) == ids && source.snapshot.total == 2)
        try store.receive(.remote(id: "a", in: ["archive"], at: 1), account: account)
        try follow()
        #expect(source.snapshot.rows.map(\.remoteID) == [RemoteID("t-b")])
        #expect(try source.linger([]).deletes == [0])
        #expect(source.snapshot.rows.isEmpty && source.snapshot.total == 0)
        withExtendedLifetime(listening) {}
    }

    @Test("a lingering thread is in its place again when the window comes back to it", arguments: [6, 3, 2, 1])
    func lingersElsewhere(lower: Int) throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<9 { try store.receive(.remote(id: "m\(number)", unread: true, at: number), account: account) }
        var source = ListSource<MailThread>(
            store: store,
            configuration: ListConfiguration(
                filter: .mailbox(.role(.inbox)) && .unread, sort: .newestFirst, window: 0..<3))
        try source.load()
        _ = try source.count()
        let heard = HeardCommits()
        let listening = store.listen { heard.note($0) }
        let ids = source.snapshot.rows.map(\.id)
        _ = try source.linger(Set(ids))
        try store.receive(.remote(id: "m7", at: 7), account: account)
        for commit in heard.take() { _ = try source.apply(commit) }
        for window in [lower..<lower + 3, 1..<4, 0..<3] {
            _ = try source.move(to: window)
            try check(source, store, "\(lower), now \(window)")
        }
        #expect(source.snapshot.rows.map(\.id) == ids)
        withExtendedLifetime(listening) {}
    }

    @Test("a lingering thread moves up into a window that a thread leaves")
    func lingersBelow() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        for number in 0..<9 { try store.receive(.remote(id: "m\(number)", unread: true, at: number), account: account) }
        var source = ListSource<MailThread>(
            store: store,
            configuration: ListConfiguration(
                filter: .mailbox(.role(.inbox)) && .unread, sort: .newestFirst, window: 3..<6))
        try source.load()
        let heard = HeardCommits()
        let listening = store.listen { heard.note($0) }
        func receive(_ message: RemoteMessage) throws {
            try store.receive(message, account: account)
            for commit in heard.take() { _ = try source.apply(commit) }
        }
        _ = try source.linger(Set(source.snapshot.rows.map(\.id)))
        try receive(.remote(id: "m5", at: 5))
        _ = try source.move(to: 0..<3)
        try check(source, store, "before")
        try receive(.remote(id: "m8", unread: true, in: ["archive"], at: 8))
        try check(source, store, "after")
        #expect(source.snapshot.rows.map(\.remoteID) == ["t-m7", "t-m6", "t-m5"].map { RemoteID($0) })
        withExtendedLifetime(listening) {}
    }

    @Test("a commit with too many threads reloads the list")
    func many() throws {
        let store = try Store()
        let account = try store.addTestAccount()
        var source = ListSource<MailThread>(
            store: store,
            configuration: ListConfiguration(filter: .mailbox(.role(.inbox)), sort: .newestFirst, window: 0..<10))
        try source.load()
        let heard = HeardCommits()
        let listening = store.listen { heard.note($0) }
        try store.writeNow { transaction in
            for number in 0..<450 {
                try transaction.receive(
                    .remote(id: "m\(number)", unread: true, at: number), account: account, bodyText: nil)
            }
        }
        let commit = try #require(heard.take().first)
        let changes = try #require(try source.apply(commit))
        #expect(changes.inserts == Array(0..<10))
        try check(source, store, "450 threads")
        #expect(source.snapshot.total == 450 && source.snapshot.unread == 450)
        withExtendedLifetime(listening) {}
    }

    @Test("another process's commit in between is not missed")
    func gap() throws {
        let folder = try TemporaryFolder()
        let ours = try Store(path: folder.file("store.sqlite"))
        let account = try ours.addTestAccount()
        let theirs = try Store(path: folder.file("store.sqlite"))
        var source = ListSource<MailThread>(
            store: ours, configuration: ListConfiguration(filter: .mailbox(.role(.inbox)), sort: .newestFirst))
        try source.load()
        let heard = HeardCommits()
        let listening = ours.listen { heard.note($0) }
        try theirs.receive(.remote(id: "theirs", at: 1), account: account)
        try ours.receive(.remote(id: "ours", at: 2), account: account)
        for commit in heard.take() { _ = try source.apply(commit) }
        #expect(source.snapshot.rows.map(\.remoteID) == [RemoteID("t-ours"), RemoteID("t-theirs")])
        try theirs.receive(.remote(id: "theirs", unread: true, at: 1), account: account)
        try ours.followOthers()
        let commits = heard.take()
        #expect(commits.count == 1)
        for commit in commits { _ = try source.apply(commit) }
        #expect(source.snapshot.unread == 1)
        try ours.followOthers()
        #expect(heard.take().isEmpty)
        try check(source, ours, "after both")
        withExtendedLifetime(listening) {}
    }
}
