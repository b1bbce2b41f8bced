import InboxKit
import InboxModel
import MailContent
import TerminalUI

/// What is known of who wrote the messages of a thread: whom the user knows, and what the own server says of each (H-2, H-6).
@UI
final class SenderProofs {
    private let session: MailSession
    private let changed: () -> Void
    /// The name under which each account's server vouches.
    private let servers: [AccountID: String]
    private var verdicts: [MessageID: AuthenticationResults.Verdict] = [:]
    private var tasks: [MessageID: Task<Void, Never>] = [:]
    private var reading: Task<Void, Never>?
    private(set) var people = KnownPeople()

    /// - Parameter servers: by the addresses of accounts.
    init(session: MailSession, servers: [String: String], changed: @escaping () -> Void) {
        self.session = session
        self.changed = changed
        let accounts = servers.isEmpty ? [] : session.knownAccounts
        self.servers = Dictionary(
            accounts.compactMap { account in
                Settings.server(vouchingFor: account.address, among: servers).map { (account.id, $0) }
            }, uniquingKeysWith: { $1 })
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
    }

    /// Nil when nobody has said anything, or not yet; what comes later is told by `changed`.
    func verdict(on message: Message) -> AuthenticationResults.Verdict? {
        if let known = verdicts[message.id] { return known }
        guard let server = servers[message.account], !message.isDraft, let email = message.from.first?.email,
            tasks[message.id] == nil
        else { return nil }
        let isAlone = message.from.count == 1
        tasks[message.id] = Task { [weak self, session] in
            // Offline nothing is said, and nothing has to be.
            guard let headers = try? await session.authenticationHeaders(of: message), let self else { return }
            let verdict = AuthenticationResults.trusted(headers, server: server)?.verdict(from: email) ?? .notVerified
            self.verdicts[message.id] = isAlone ? verdict : .notVerified
            self.changed()
        }
        return nil
    }
}
