import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxServer

/// Our client with a store of its own, on ann's account of a test server. Its parts are run by hand.
final class StoredClient: Sendable {
    let store: Store
    let account: Account
    let session: MailSession
    let service: any RemoteService
    private let transport: WatchedTransport
    private let clock = SkippingClock()
    private let waited = Mutex<TimeInterval>(0)

    /// - Parameters:
    ///   - approved: the origins that the password may be sent to besides the server's own.
    ///   - beforeSending: what happens once, when an order to send is on its way to the server.
    init(
        _ test: TestServer, path: String = "/jmap/session", approved: Set<String> = [],
        beforeSending: (@Sendable () async throws -> Void)? = nil
    ) throws {
        let transport = WatchedTransport(beforeSending)
        let store = try Store()
        var account = Account.test("ann@example.test", hasLabels: false, dialect: .jmap)
        let new = account
        account.id = try store.writeNow { try $0.add(new) }
        let memory = Mutex<String?>(nil)
        let service = JMAPService(
            url: "http://127.0.0.1:\(test.ann.port)\(path)", userName: account.address, secret: TestServer.annToken,
            transport: transport,
            memory: RemoteMemory(
                read: { memory.withLock(\.self) }, write: { text in memory.withLock { $0 = text } },
                approved: { approved }),
            clock: clock)
        session = MailSession(store: store) { _, _ in service }
        session.connect(account, by: service)
        (self.store, self.account, self.service, self.transport) = (store, account, service, transport)
    }

    /// The requests so far.
    func asked() -> [HTTPRequest] { transport.requests.withLock(\.self) }

    // MARK: Syncing

    /// Sends and reads once, long enough after the last time that nothing has to wait.
    /// - Returns: why the server could not be read, in words; nil if it was.
    @discardableResult
    func sync() async throws -> String? {
        clock.advance(by: .seconds(4_000))
        waited.withLock { $0 += 4_000 }
        let sender = ActionSender(
            account: account.id, store: store, service: service, board: session.board,
            now: { [self] in Date().addingTimeInterval(waited.withLock(\.self)) })
        let sync = AccountSync(
            account: account, store: store, service: service, board: session.board, clock: clock)
        _ = try await sender.sendAll()
        do throws(AccountSync.Failure) {
            try await sync.once(bodies: true)
        } catch .remote(let error) {
            return error.summary
        } catch .store(let error) {
            throw error
        }
        _ = try await sender.sendAll()
        do throws(AccountSync.Failure) { try await sync.catchUp() } catch { return "\(error)" }
        return nil
    }

    // MARK: What the user sees

    func message(_ subject: String) throws -> Message? {
        try store.read {
            try $0.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
        }.first { $0.subject == subject }
    }

    /// The names of the mailboxes that the message with a subject is in.
    func places(of subject: String) throws -> Set<String> {
        let names = try store.read { try $0.mailboxes() }.reduce(into: [:]) { $0[$1.id] = $1.name }
        return Set(try message(subject)?.mailboxes.compactMap { names[$0] } ?? [])
    }

    func actions() throws -> [Action] { try store.read { try $0.actions() } }

    /// What the outbox says of what was not done.
    func troubles() throws -> [String] {
        try store.read { reader in
            try (reader.refusals() + reader.actions().filter { $0.state == .stopped }).map {
                "\($0.command): \($0.lastError ?? "")"
            }
        }
    }

    /// Has everything done after all that was refused, or has stopped.
    func retryAll() async throws {
        let all = try store.read { reader in
            try reader.refusals() + reader.actions().filter { $0.state == .stopped }
        }
        for action in all.sorted(by: { $0.id < $1.id }) { try? await session.retry(action.id) }
    }

    /// Performs a command on the message with a subject.
    /// - Returns: why it is not allowed.
    @discardableResult
    func perform(_ command: Action.Command, _ subject: String, to mailbox: MailboxID? = nil) async -> SessionError? {
        guard let id = (try? message(subject))??.id else { return .notFound }
        do throws(SessionError) {
            try await session.perform(command, onMessages: [id], target: mailbox)
            return nil
        } catch { return error }
    }

    /// Writes a mail to bob, and has it sent.
    func write(_ subject: String, file: [UInt8]? = nil, after delay: Duration? = nil) async throws(SessionError) {
        var content = DraftContent(
            to: [MailAddress(name: "Bob", email: "bob@example.test")], subject: subject,
            body: MessageBody(plain: "Hello.\n"))
        if let file {
            let upload = RemoteUpload(fileName: "cog.bin", contentType: "application/x-cog", bytes: file)
            content.files = [try await session.attach(upload, account: account.id)]
        }
        let draft = try await session.save(content, account: account.id)
        try await session.send(draft, after: delay, isScheduled: delay != nil)
    }

    /// Each message that the store shows, with its marks.
    private func shown() throws -> Set<String> {
        try store.read { reader in
            let names = try reader.remoteMailboxIDs(account: account.id)
            return Set(
                try reader.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1).map {
                    Self.line(
                        $0.remoteID?.rawValue ?? "here only", $0.subject,
                        $0.keywords.filter(account.dialect.keeps).map(\.rawValue),
                        $0.mailboxes.map { names[$0]?.rawValue ?? "here only" })
                })
        }
    }

    private static func line(_ id: String, _ subject: String, _ keywords: [String], _ mailboxes: [String]) -> String {
        "\(subject) (\(id)) is \(keywords.sorted()) in \(mailboxes.sorted())"
    }

    /// How the store differs from the server, which must not be odd now.
    func differences(_ talk: JMAPTalk) async throws -> [String] {
        var there: Set<String> = []
        for id in try await talk.emails() {
            let email = try await talk.email(id)
            there.insert(
                Self.line(
                    id, email["subject"]?.textValue ?? "", Array(email["keywords"]?.trueNames ?? []),
                    Array(email["mailboxIds"]?.trueNames ?? [])))
        }
        let here = try shown()
        return here.subtracting(there).sorted().map { "only here: " + $0 }
            + there.subtracting(here).sorted().map { "only there: " + $0 }
            + (try store.read { try StoreTruth($0).problems() })
    }
}

/// Performs all requests and records them; something else may happen at the server just before the first order to send.
final class WatchedTransport: Transport {
    let requests = Mutex<[HTTPRequest]>([])
    private let inner = CurlTransport()
    private let meddling: Mutex<(@Sendable () async throws -> Void)?>

    init(_ beforeSending: (@Sendable () async throws -> Void)?) { meddling = Mutex(beforeSending) }

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        requests.withLock { $0.append(request) }
        if String(decoding: request.body ?? [], as: UTF8.self).contains("\"EmailSubmission/set\"") {
            let meddle = meddling.withLock { meddling in
                defer { meddling = nil }
                return meddling
            }
            try? await meddle?()
        }
        return try await inner.send(request)
    }

    func stream(_ request: HTTPRequest) async throws(TransportError)
        -> (HTTPResponseHead, AsyncThrowingStream<[UInt8], any Error>)
    { try await inner.stream(request) }
}
