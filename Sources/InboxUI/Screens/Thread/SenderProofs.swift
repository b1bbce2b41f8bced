import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// What is known of the senders of a thread: whom the user knows, and what the user's own server says of each (H-2, H-6).
@UI
final class SenderProofs {
    private let session: MailSession
    private let changed: () -> Void
    /// The name under which each account's server vouches for senders.
    private var servers: [AccountID: String] = [:]
    private var verdicts: [MessageID: AuthenticationResults.Verdict] = [:]
    private var tasks: [MessageID: Task<Void, Never>] = [:]
    private var ways: [MessageID: Bool] = [:]
    private var lookings: [MessageID: Task<Void, Never>] = [:]
    /// In bytes. A server that only gives whole messages is not asked for larger ones just to see whether the user can unsubscribe.
    private static let largest = 1 << 20
    private var reading: Task<Void, Never>?
    private(set) var people = KnownPeople()

    /// - Parameter servers: the servers' names by the addresses of accounts.
    init(session: MailSession, servers: [String: String], changed: @escaping () -> Void) {
        self.session = session
        self.changed = changed
        trust(servers)
        reading = Task { [weak self] in
            let people = await Task.detached { await session.knownPeople() }.value
            guard let self, people != self.people else { return }
            self.people = people
            self.changed()
        }
    }

    isolated deinit {
        reading?.cancel()
        for task in tasks.values { task.cancel() }
        for looking in lookings.values { looking.cancel() }
    }

    /// Takes the servers that vouch for senders; if they are other ones than before, the verdicts so far count no more.
    func trust(_ named: [String: String]) {
        let accounts = named.isEmpty ? [] : session.knownAccounts
        let trusted = Dictionary(
            accounts.compactMap { account in
                Settings.server(vouchingFor: account.address, among: named).map { (account.id, $0) }
            }, uniquingKeysWith: { $1 })
        guard trusted != servers else { return }
        servers = trusted
        for task in tasks.values { task.cancel() }
        (tasks, verdicts) = ([:], [:])
    }

    /// Whether the message's headers offer a way to unsubscribe; nil while that is not known. `changed` is called when it is.
    /// - Parameter asking: false asks no server.
    func canUnsubscribe(from message: Message, asking: Bool) -> Bool? {
        if let known = ways[message.id] { return known }
        guard asking else { return nil }
        let size = message.files.reduce(message.size) { $0 + $1.size }
        guard !message.isDraft, size <= Self.largest, lookings[message.id] == nil else { return nil }
        lookings[message.id] = Task { [weak self, session] in
            let way = await Self.answer(on: message, session) { try await session.unsubscription(of: message) }
            guard let way, !Task.isCancelled, let self else { return }
            self.ways[message.id] = way != nil
            self.changed()
        }
        return nil
    }

    /// Returns the verdict on a sender; nil when there is none yet. `changed` is called when there is.
    /// - Parameter asking: false asks no server.
    func verdict(on message: Message, asking: Bool) -> AuthenticationResults.Verdict? {
        if let known = verdicts[message.id] { return known }
        guard asking else { return nil }
        guard let server = servers[message.account], !message.isDraft, !message.from.isEmpty, tasks[message.id] == nil
        else { return nil }
        tasks[message.id] = Task { [weak self, session] in
            let headers = await Self.answer(on: message, session) {
                try await session.authenticationHeaders(of: message)
            }
            guard let headers, !Task.isCancelled, let self else { return }
            self.verdicts[message.id] = AuthenticationResults.verdict(headers, server: server, from: message.from)
            self.changed()
        }
        return nil
    }

    /// Asks now for what is not known yet.
    func retry() {
        for task in Array(tasks.values) + Array(lookings.values) { task.cancel() }
        (tasks, lookings) = ([:], [:])
    }

    /// Asks, and after a failure again each time the account's server is connected anew. Returns nil once cancelled.
    static func answer<Answer>(
        on message: Message, _ session: MailSession, _ ask: () async throws -> Answer
    ) async -> Answer? {
        let changes = session.statusChanges()
        var isConnected = session.status(of: message.account).isConnected
        if let answer = try? await ask() { return answer }
        for await _ in changes {
            let wasConnected = isConnected
            isConnected = session.status(of: message.account).isConnected
            if isConnected, !wasConnected, let answer = try? await ask() { return answer }
        }
        return nil
    }
}
