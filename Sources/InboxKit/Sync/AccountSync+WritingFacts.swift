public import InboxModel
import InboxRemote
import InboxStore

extension AccountSync.Key {
    static let identities = "identities"
    static let attachmentLimit = "attachmentLimit"
    static let sending = "sending"
    static let mailboxDepth = "mailboxDepth"
}

extension AccountSync {
    /// Stores what the server says about writing: whom the owner may write as, and how much a message may carry. What the server
    /// does not say now stays as it was.
    func readWritingFacts() async { try? await readFacts() }

    private func readFacts() async throws(RemoteError) {
        if let ability = try await told({ () async throws(RemoteError) in try await service.ability(isAnew: false) }) {
            _ = try? await store.write {
                try $0.setAbility(isReadOnly: ability.isReadOnly, hasLabels: ability.hasLabels, of: account.id)
            }
        }
        if let all = try await told({ () async throws(RemoteError) in try await service.identities() }),
            let text = try? all.jsonText()
        {
            await keep(text, for: Key.identities, isEmpty: all.isEmpty)
        }
        if let canSend = try await told({ () async throws(RemoteError) in try await service.canSend() }) {
            await keep(canSend ? "" : "no", for: Key.sending, isEmpty: canSend)
        }
        if let depth = try await told({ () async throws(RemoteError) in try await service.mailboxDepth() }) {
            await keep(String(depth), for: Key.mailboxDepth, isEmpty: false)
        }
        if let limit = try await told({ () async throws(RemoteError) in try await service.attachmentLimit() }) {
            await keep(String(limit), for: Key.attachmentLimit, isEmpty: false)
        }
    }

    /// - Returns: nil where the server does not say.
    /// - Throws: if the server is not there: each further question would take a minute to find out the same.
    private func told<Value>(_ ask: () async throws(RemoteError) -> Value?) async throws(RemoteError) -> Value? {
        do throws(RemoteError) { return try await ask() } catch {
            if case .unreachable = error.reason { throw error }
            return nil
        }
    }

    private func keep(_ text: String, for key: String, isEmpty: Bool) async {
        let known = try? state(key)
        guard known != text, !isEmpty || known != nil else { return }
        _ = try? await store.write { try $0.setSyncState(text, key: key, account: account.id) }
    }
}

extension MailSession {
    /// How many bytes of files a message of an account may have; nil if its server has not said.
    public func attachmentLimit(of account: AccountID) -> Int? {
        let text = try? store.read { try $0.syncState(AccountSync.Key.attachmentLimit, account: account) }
        return text.flatMap { Int($0) }.map { min($0, Self.mostKept) }
    }

    /// The most that the store can hold of one file, whatever a server accepts: SQLite's limit is a thousand million bytes.
    private static let mostKept = 900_000_000

    /// How deeply mailboxes of an account may be nested, 1 for not at all; nil if its server has not said.
    public func mailboxDepth(of account: AccountID) -> Int? {
        let text = try? store.read { try $0.syncState(AccountSync.Key.mailboxDepth, account: account) }
        return text.flatMap { Int($0) }
    }

    /// Whether an account's server accepts mail to send, as far as it has said. Of an IMAP account the URL tells, at once.
    public func canSend(_ account: Account) -> Bool {
        if SignIn.isIMAP(account.url) { return !account.isReadOnly && SignIn.namingSender(account.url) == nil }
        let told = try? store.read { try $0.syncState(AccountSync.Key.sending, account: account.id) }
        return !account.isReadOnly && told != "no"
    }

    /// The identities that the accounts' servers let the user write as, each with its account.
    public func serverIdentities() -> [Identity] {
        ((try? accounts()) ?? []).flatMap { account in
            let told = (try? store.read { try $0.serverIdentities(of: account) }) ?? []
            return told.map { identity in
                var identity = identity
                identity.account = account.address
                return identity
            }
        }
    }
}
