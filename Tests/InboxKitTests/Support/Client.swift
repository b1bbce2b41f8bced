import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit

/// A store with one account of a model server, and the parts that sync the two, run by hand.
final class Client: Sendable {
    let store: Store
    let account: Account
    let server: ModelServer
    let board = StatusBoard()
    private let time = Mutex(Date.test(0))

    init(
        _ server: ModelServer = ModelServer(), store: Store? = nil, address: String = "me@example.test",
        hasLabels: Bool = true, dialect: Account.Dialect = .inbox
    ) throws {
        self.server = server
        self.store = try store ?? Store()
        var account = Account.test(address, hasLabels: hasLabels, dialect: dialect)
        let new = account
        account.id = try self.store.writeNow { try $0.add(new) }
        self.account = account
    }

    /// Returns a client that has read everything once.
    static func synced(_ messages: RemoteMessage...) async throws -> Client {
        let server = ModelServer()
        server.put(messages)
        let client = try Client(server)
        try await client.sync.once(bodies: false)
        return client
    }

    var now: Date { time.withLock(\.self) }
    func wait(_ seconds: TimeInterval) { time.withLock { $0 += seconds } }

    var sync: AccountSync {
        AccountSync(account: account, store: store, service: ScriptedService(server), board: board)
    }

    var sender: ActionSender {
        ActionSender(account: account.id, store: store, service: ScriptedService(server), board: board) { [self] in now
        }
    }

    /// Returns a session of a program on the store.
    func session(origin: DeedOrigin = .screen) -> MailSession {
        MailSession(store: store, origin: origin) { [server] _, _ in ScriptedService(server) }
    }

    /// Sends and syncs until nothing is left to do, advancing the time where needed.
    func settle() async throws {
        for _ in 0..<6 {
            wait(4_000)
            _ = try await sender.sendAll()
            try await sync.catchUp()
        }
    }

    /// Sends until the server has performed a call and its answer is under way.
    func hold(_ call: String) async throws -> SteppedLane {
        let lane = SteppedLane()
        let sender = ActionSender(
            account: account.id, store: store, service: SteppedService(server, lane: lane),
            board: board, now: { self.now })
        await lane.start { _ = try? await sender.sendAll() }
        while server.calls(call).isEmpty {
            try #require(!lane.isIdle, "\(call) was never asked")
            await lane.go(.on)
        }
        return lane
    }

    func message(_ id: String) throws -> Message? {
        try store.read { try $0.message(RemoteID(id), account: account.id) }
    }
    func thread(_ id: String) throws -> MailThread {
        try #require(try store.read { try $0.find(RemoteID(id), account: account.id).threads.first.flatMap($0.thread) })
    }
    func actions() throws -> [Action] { try store.read { try $0.actions() }.filter { $0.account == account.id } }

    /// Performs a command like the user, with its own meaning.
    @discardableResult
    func perform(
        _ command: Action.Command, on ids: String..., to mailbox: String? = nil, date: Date? = nil
    ) async throws -> Deed? {
        try await perform(command, on: ids, to: mailbox, date: date)
    }

    @discardableResult
    func perform(
        _ command: Action.Command, on ids: [String], to mailbox: String? = nil, date: Date? = nil
    ) async throws -> Deed? {
        let messages = try ids.compactMap { try message($0)?.id }
        let target = try mailbox.flatMap { name in
            try store.read { try $0.mailboxes() }.first { $0.account == account.id && $0.remoteID == RemoteID(name) }?
                .id
        }
        return try await session().perform(command, onMessages: messages, target: target, date: date)
    }

    /// The keywords and mailboxes that the store shows, with the server's ids.
    func shown() throws -> [RemoteID: RemoteMarks] {
        try store.read { reader in
            let names = try reader.mailboxes().reduce(into: [MailboxID: RemoteID]()) { $0[$1.id] = $1.remoteID }
            let all = try reader.messages(MessageQuery(predicate: .account(account.id), sort: .newestFirst), limit: -1)
            return all.reduce(into: [:]) { shown, message in
                guard let id = message.remoteID else { return }
                shown[id] = RemoteMarks(
                    keywords: message.keywords, mailboxes: Set(message.mailboxes.compactMap { names[$0] }))
            }
        }
    }

    func onServer() -> [RemoteID: RemoteMarks] {
        server.messages.mapValues { RemoteMarks(keywords: $0.keywords, mailboxes: $0.mailboxes) }
    }

    /// The subjects that the store shows.
    private func subjects() throws -> [RemoteID: String] {
        try store.read { reader in
            let all = try reader.messages(MessageQuery(predicate: .account(account.id), sort: .newestFirst), limit: -1)
            return all.reduce(into: [:]) { subjects, message in message.remoteID.map { subjects[$0] = message.subject }
            }
        }
    }

    /// Returns differences from the server and inconsistencies; empty if all is well and nothing is pending.
    func differences() throws -> [String] {
        // Keywords that the dialect does not keep are the client's own.
        func told(_ marks: RemoteMarks) -> RemoteMarks {
            RemoteMarks(keywords: marks.keywords.filter(account.dialect.keeps), mailboxes: marks.mailboxes)
        }
        let (shown, onServer) = (try shown().mapValues(told), onServer().mapValues(told))
        let ids = Set(shown.keys).union(onServer.keys).sorted()
        let marks = ids.filter { shown[$0] != onServer[$0] }
            .map { "\($0): \(String(describing: shown[$0])), on the server \(String(describing: onServer[$0]))" }
        let (here, there) = (try subjects(), server.messages.mapValues(\.subject))
        let texts = ids.filter { here[$0] != there[$0] }.map { "\($0): \(here[$0] ?? ""), there \(there[$0] ?? "")" }
        let pending = try actions().map { "still queued: \($0)" }
        return try marks + texts + pending + store.read { try StoreTruth($0).problems() }
    }
}

extension MailSession {
    /// Returns what leaves in place of a draft as it is now.
    func sealed(_ bytes: [UInt8], _ draft: MessageID) throws -> SealedDraft {
        SealedDraft(bytes, of: try mark(ofDraft: draft))
    }
}

extension ModelServer {
    var drafts: [RemoteMessage] { messages.values.filter { $0.keywords.contains(.draft) } }
}

struct RemoteMarks: Hashable, Sendable {
    var keywords: Set<Keyword>
    var mailboxes: Set<RemoteID>
}

extension RemoteError {
    static let unreachable = RemoteError(.unreachable(detail: "no route"), call: "update")
    static let unconnected = {
        var error = RemoteError(.unreachable(detail: "no connection"), call: "update")
        error.isBeforeWork = true
        return error
    }()
    static let busy = RemoteError(.busy(status: 503, message: "later"), call: "update")
    static let stumbles: RemoteError = {
        var error = RemoteError(.busy(status: 500, message: "oops"), call: "update")
        error.isAboutObject = true
        return error
    }()
    static let limited = RemoteError(.limited(message: "too many"), call: "update", retryAfter: .seconds(30))
    static let signedOut = RemoteError(.signedOut(message: "who are you"), call: "update")
    static let refused = RemoteError(.refused(status: 400, message: "not allowed"), call: "update")
}
