import Foundation
public import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// The accounts, and signing in to them.
extension MailSession {
    /// - Throws: if the store can't be read: not knowing the accounts is different from having none.
    public func accounts() throws(SessionError) -> [Account] { try reading { try $0.accounts() } }

    /// Returns the accounts for the engines; none if the store can't be read, which a notice reports.
    func accountsOrNotice() -> [Account] {
        do throws(StoreError) {
            return try store.read { try $0.accounts() }
        } catch {
            board.tell(.storeFailed(error))
            return []
        }
    }

    /// Returns an account's status; `statusChanges()` says when to look again.
    public func status(of account: AccountID) -> AccountStatus { board.status(of: account) }

    /// Says that some account's status changed; look at `status(of:)`.
    public func statusChanges() -> AsyncStream<Void> { board.changes() }

    /// What the user should learn of from now on. Each caller has a stream of its own.
    public func notices() -> AsyncStream<Notice> { board.notices() }

    /// Whether any process has once read the account's mail to its end, or to the end of the days that are kept.
    public func isFullySynced(_ account: AccountID) throws(SessionError) -> Bool {
        try reading { reader in
            let isDone = try reader.syncState(AccountSync.Key.threads, account: account) == AccountSync.Key.done
            guard !isDone else { return true }
            let isAnew = try reader.syncState(AccountSync.Key.reading, account: account) != nil
            let start = try policy.windowStart(Date(), reader)
            return try !isAnew && reader.hasReached(start, .threads, account: account)
        }
    }

    /// Whether an account's mail was never read to its end, so that an empty list says nothing about the mailbox.
    public func isReadingForTheFirstTime(_ account: AccountID) -> Bool {
        let isSo = try? store.read { reader in
            try reader.syncState(AccountSync.Key.first, account: account) != nil
                && reader.syncState(AccountSync.Key.reading, account: account) == nil
        }
        return isSo ?? false
    }

    /// Why the process that syncs an account does not get through to its server, in words; nil if it does, or does not know yet.
    public func trouble(of account: AccountID) throws(SessionError) -> String? {
        try reading { try $0.syncState(AccountSync.Key.trouble, account: account) }
    }

    /// Signs in to the server, and keeps the account only if the server accepts it.
    /// - Parameters:
    ///   - address: the owner's address; empty takes the one that the server names.
    ///   - url: where the server's API starts. Over JMAP it may be the host alone: the session is then found there (RFC 8620 §2.2).
    ///   - userName: the name to sign in with; nil stands for the address.
    ///   - secret: a password or token.
    ///   - source: where the secret comes from later; with `.file` it is kept in a private file.
    ///   - approved: the origins that the secret may be sent to besides that of the URL.
    ///   - name: the owner's name, if the server does not know it.
    /// - Throws: `accountExists`; `unapprovedOrigins` (as the finding of a remote error) if the server can only be reached at other
    ///   origins.
    public func addAccount(
        address: String, url: String, userName: String? = nil, dialect: Account.Dialect, secret: String,
        source: SecretSource = .file, approved: [String] = [], name: String = ""
    ) async throws(SessionError) -> Account {
        let approved = try Self.approvable(approved)
        if try accounts().contains(where: { $0.isFor(address) }) { throw .accountExists }
        var account = Account(
            id: AccountID(0), address: address, name: "", dialect: dialect, url: url, userName: userName ?? address,
            hasLabels: false)
        var told = ""
        do throws(RemoteError) {
            let remote = try await makeService(account, secret)
                .remembering(RemoteMemory(read: { nil }, write: { _ in }, approved: { approved })).signIn()
            account.name = remote.name.isEmpty ? name : remote.name
            account.hasLabels = remote.hasLabels
            account.url = remote.url ?? account.url
            told = remote.address
            if account.address.isEmpty { account.address = remote.address }
        } catch {
            throw .remote(error)
        }
        account.id = try await keep(account, secret, from: source, approved: approved, told: told)
        connect(account, by: service(of: account, secret))
        startRunner(account)
        return account
    }

    /// Stores a new account with its secret.
    /// - Parameter told: the address of the account, according to the server.
    private func keep(
        _ new: Account, _ secret: String, from source: SecretSource, approved: Set<String>, told: String
    ) async throws(SessionError) -> AccountID {
        let home = home
        let kept: Result<AccountID, SecretError>?
        do throws(StoreError) {
            // With its secret or not at all: another process may start using it at once.
            kept = try await store.write { transaction -> Result<AccountID, SecretError>? in
                // Another process may have added the account while the server was asked.
                if try transaction.reader.accounts().contains(where: { $0.isFor(new.address) }) { return nil }
                let id = try transaction.add(new)
                if !told.isEmpty, !new.dialect.listsOtherAccounts {
                    try transaction.setSyncState(told, key: Self.toldAddress, account: id)
                }
                if !approved.isEmpty {
                    try transaction.setSyncState(Self.text(approved), key: Self.approvedOrigins, account: id)
                }
                switch source {
                case .command(let command):
                    try transaction.setSyncState(command, key: Self.passwordCommand, account: id)
                case .file:
                    guard let home else { break }
                    do throws(SecretError) {
                        try SecretStore(folder: home.secretsPath).save(secret, for: id)
                    } catch {
                        try transaction.remove(id)
                        return .failure(error)
                    }
                }
                return .success(id)
            }
        } catch {
            throw .store(error)
        }
        switch kept {
        case nil: throw .accountExists
        case .success(let id): return id
        case .failure(let error): throw .secret(error)
        }
    }

    /// The key for the account's address according to the server, which is not always the one that the user gave.
    static let toldAddress = "toldAddress"
    /// The key for the command that prints the password, if there is one.
    static let passwordCommand = "passwordCommand"

    /// Removes an account with its mail, its queue and its secret, and then their traces in the store's file. It is hidden at once;
    /// the rest is removed in pieces that delay nobody, or at the next start if the program ends before that.
    public func removeAccount(_ id: AccountID) async throws(SessionError) {
        try await hide(id)
        do throws(StoreError) { try await Self.removeHidden(store) } catch { throw .store(error) }
    }

    /// Does the part of `removeAccount` that takes a moment, and returns: the account is hidden, and its secret is gone. The rest is
    /// removed meanwhile.
    public func signOut(of id: AccountID) async throws(SessionError) {
        try await hide(id)
        running.withLock { running in
            running.removals.append(
                Task { [store, board] in
                    do throws(StoreError) { try await Self.removeHidden(store) } catch {
                        if !Task.isCancelled { board.tell(.storeFailed(error)) }
                    }
                })
        }
    }

    /// Stops what runs for an account, hides it, and removes its secret.
    private func hide(_ id: AccountID) async throws(SessionError) {
        let (runner, tasks) = running.withLock { running in
            running.services[id] = nil
            return running.cancelWork(for: id)
        }
        for task in tasks { await task.value }
        do throws(StoreError) { try await store.write { try $0.hide(id) } } catch {
            // The account stays, and goes on.
            if let account = runner?.account { startRunner(account) }
            throw .store(error)
        }
        if let home { SecretStore(folder: home.secretsPath).remove(id) }
        indexFiles?.remove(id)
        board.remove(id)
    }

    /// Removes what is left of hidden accounts, and then its traces.
    static func removeHidden(_ store: Store) async throws(StoreError) {
        try await store.removeLeaving()
        try await store.wipeTraces()
    }

    /// The number of snoozed threads of an account; only this machine knows until when.
    public func snoozedThreads(of account: AccountID) -> Int {
        let query = ThreadQuery(predicate: .all([.account(account), .keyword(.snoozed)]), sort: .newestFirst)
        return (try? store.read { try $0.count(query) }) ?? 0
    }

    /// The number of removed accounts that still have something here, which is removed now or at the next start.
    public func accountsBeingRemoved() throws(SessionError) -> Int {
        try reading { try $0.leavingAccounts() }.count
    }
}

private extension Account {
    /// Whether the account has this address, in upper or lower case.
    func isFor(_ address: String) -> Bool { self.address.lowercased() == address.lowercased() }
}
