import Foundation
import InboxKit
import InboxModel
import InboxStore
import Synchronization

/// Measures how long five live lists take when their mail changes.
struct LiveMeasuring {
    let path: String
    private static let queries = ["in:inbox", "in:inbox is:unread", "", "is:unread", "in:label0"]

    @MainActor
    func run() async throws -> [ReportLine] {
        let store = try Store(path: path)
        let session = Self.session(store)
        let lists = try Self.queries.map { text in
            session.threadProvider(filter: try store.resolved(text), window: 0..<200, loadsAtOnce: true)
        }
        let events = lists.map { $0.events() }
        let commits = CommitClock()
        let listening = store.listen { _ in commits.note() }
        defer { withExtendedLifetime(listening) {} }
        var told = events.map { $0.makeAsyncIterator() }

        // The newest unread message of the inbox, which all five lists show.
        let account = try store.read { try $0.accounts() }[0].id
        var written: [Double] = []
        var heard: [Double] = []
        let clock = ContinuousClock()
        for round in 0..<31 {
            let message = Self.arrival(round)
            let start = clock.now
            try await store.write(waitsForDisk: false) {
                try $0.receive(message, account: account, bodyText: nil)
            }
            for index in told.indices { _ = await told[index].next(isolation: MainActor.shared) }
            let end = clock.now
            written.append(start.duration(to: commits.last).milliseconds)
            heard.append(commits.last.duration(to: end).milliseconds)
        }
        let single = [
            ReportLine("1 row: commit", written.sorted()[15], "ms"),
            ReportLine("1 row: told to 5 lists", heard.sorted()[15], "ms"),
        ]
        let resident = Memory.resident

        let many = (0..<10_000).map { Self.arrival(1_000 + $0) }
        let start = clock.now
        try await store.write(waitsForDisk: false) { transaction in
            for message in many { try transaction.receive(message, account: account, bodyText: nil) }
        }
        for index in told.indices { _ = await told[index].next(isolation: MainActor.shared) }
        let end = clock.now
        var lines =
            single + [
                ReportLine("10,000 rows: commit", start.duration(to: commits.last).milliseconds, "ms"),
                ReportLine("10,000 rows: told to 5 lists", commits.last.duration(to: end).milliseconds, "ms"),
                ReportLine("memory with 5 lists", resident, "MB"),
            ]
        // Everything is read elsewhere and then reported again: the rows exist already, and the second time nothing is new.
        let read = many.map { message in
            var message = message
            message.keywords.insert(.seen)
            return message
        }
        for what in ["read elsewhere", "told again"] {
            let start = clock.now
            try await store.write(waitsForDisk: false) { try $0.receive(read.map { ($0, nil) }, account: account) }
            lines.append(ReportLine("10,000 rows: \(what)", start.duration(to: clock.now).milliseconds, "ms"))
        }
        for index in told.indices { _ = await told[index].next(isolation: MainActor.shared) }
        let unread = clock.now
        try await store.write(waitsForDisk: false) { transaction in
            for message in many {
                try transaction.receiveMarks(
                    of: message.id, keywords: [], mailboxes: message.mailboxes, account: account)
            }
        }
        for index in told.indices { _ = await told[index].next(isolation: MainActor.shared) }
        lines.append(ReportLine("10,000 rows: marks, on the screen", unread.duration(to: clock.now).milliseconds, "ms"))
        lines += try await bodies(store)
        // Restore the previous state for the next run.
        try await store.write { transaction in
            for round in 0..<31 { try transaction.remove(message: Self.arrival(round).id, account: account) }
        }
        let removal = clock.now
        try await store.write(waitsForDisk: false) { transaction in
            for message in many { try transaction.remove(message: message.id, account: account) }
        }
        lines.append(ReportLine("10,000 rows: taken out", removal.duration(to: clock.now).milliseconds, "ms"))
        withExtendedLifetime((lists, session)) {}
        return try await lines + bulk(session, store)
    }

    /// Saves bodies like a sync: newest first, one page per commit.
    private func bodies(_ store: Store) async throws -> [ReportLine] {
        let messages = try store.read {
            try $0.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: 2_000).map(\.id)
        }
        let text = String(repeating: "what a body of some words says in about a thousand letters ", count: 17)
        let clock = ContinuousClock()
        let start = clock.now
        for page in stride(from: 0, to: messages.count, by: 50) {
            let page = messages[page..<min(page + 50, messages.count)]
            try await store.write(waitsForDisk: false) { transaction in
                for id in page { try transaction.save(MessageBody(plain: text), of: id, text: text) }
            }
        }
        return [ReportLine("\(messages.count) bodies kept", start.duration(to: clock.now).milliseconds, "ms")]
    }

    /// Returns a session without the pauses between frames, which are not work. Its accounts are not synced, so no
    /// service is needed.
    private static func session(_ store: Store) -> MailSession {
        MailSession(store: store, pace: Pace(interval: .zero)) { _, _ in fatalError("nothing is sent") }
    }

    @MainActor
    func bulkAlone() async throws -> [ReportLine] {
        let store = try Store(path: path)
        let session = Self.session(store)
        var lines: [ReportLine] = []
        for _ in 0..<5 { lines += try await bulk(session, store) }
        return lines
    }

    /// Only 10,000 new rows, and taking them out, with nobody listening.
    func arrivalsAlone() async throws -> [ReportLine] {
        let store = try Store(path: path)
        let account = try store.read { try $0.accounts() }[0].id
        let many = (0..<10_000).map { Self.arrival(1_000 + $0) }
        let clock = ContinuousClock()
        var lines: [ReportLine] = []
        for _ in 0..<5 {
            let start = clock.now
            try await store.write(waitsForDisk: false) { transaction in
                for message in many { try transaction.receive(message, account: account, bodyText: nil) }
            }
            let middle = clock.now
            try await store.write(waitsForDisk: false) { transaction in
                for message in many { try transaction.remove(message: message.id, account: account) }
            }
            lines += [
                ReportLine("10,000 new rows: commit", start.duration(to: middle).milliseconds, "ms"),
                ReportLine("10,000 rows: taken out", middle.duration(to: clock.now).milliseconds, "ms"),
            ]
        }
        return lines
    }

    /// Measures an action on many threads, and its undo: from the key press until the inbox list receives the change.
    @MainActor
    private func bulk(_ session: MailSession, _ store: Store) async throws -> [ReportLine] {
        let inbox = try store.resolved("in:inbox")
        let threads = try store.read {
            try $0.threads(ThreadQuery(predicate: inbox, sort: .newestFirst), limit: 10_000)
        }
        .map(\.id)
        let list = session.threadProvider(filter: inbox, window: 0..<200, loadsAtOnce: true)
        var told = list.events().makeAsyncIterator()
        let clock = ContinuousClock()
        var lines: [ReportLine] = []
        for (name, work) in [
            ("archive", { try await session.perform(.archive, on: threads) }), ("undo", { try await session.undo() }),
        ] as [(String, () async throws -> Deed?)] {
            let start = clock.now
            let deed = try await work()
            let done = clock.now
            _ = await told.next(isolation: MainActor.shared)
            let end = clock.now
            let count = deed?.threadCount ?? 0
            lines += [
                ReportLine("\(count) threads at once: \(name)", start.duration(to: done).milliseconds, "ms"),
                ReportLine(
                    "\(count) threads at once: \(name), on the screen", start.duration(to: end).milliseconds, "ms"),
            ]
        }
        withExtendedLifetime(list) {}
        return lines
    }

    static func arrival(_ number: Int) -> RemoteMessage {
        RemoteMessage(
            id: RemoteID("arrival-\(number)"), thread: RemoteID("arrival-thread-\(number)"),
            subject: "An arrival of today", from: [MailAddress(name: "Anna", email: "anna@shop.test")],
            to: [MailAddress(name: "Ann Ortiz", email: "ann@example.test")],
            receivedAt: Date(timeIntervalSince1970: TimeInterval(1_768_000_000 + number)),
            snippet: "what a message of some words says in its first line of about ninety characters or more",
            mailboxes: [RemoteID("inbox"), RemoteID("label0")])
    }
}

/// The time of the last commit.
final class CommitClock: Sendable {
    private let instant = Mutex(ContinuousClock().now)

    func note() { instant.withLock { $0 = ContinuousClock().now } }
    var last: ContinuousClock.Instant { instant.withLock { $0 } }
}
