import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// The accounts' servers, each reached through one shared service.
extension MailSession {
    /// The key for what a dialect must know again after a restart.
    static let sessionKey = "session"

    func service(of account: AccountID) async throws(SessionError) -> any RemoteService {
        guard let account = try accounts().first(where: { $0.id == account }) else { throw .notFound }
        switch await service(for: account) {
        case .success(let service): return service
        case .failure(let error): throw .secret(error)
        }
    }

    /// Returns the service for an account's server, once its secret is known.
    func service(for account: Account) async -> Result<any RemoteService, SecretError> {
        await connection(for: account).map(\.service)
    }

    func connection(for account: Account) async -> Result<Connection, SecretError> {
        if let known = running.withLock({ $0.connection(to: account.id) }) { return .success(known) }
        guard let home else { return .failure(.missing) }
        let command = try? store.read { try $0.syncState(Self.passwordCommand, account: account.id) }
        do throws(SecretError) {
            let secret = try await SecretStore(folder: home.secretsPath)
                .secret(for: account.id, from: command.map { .command($0) } ?? .file)
            // The caller may still have the account as it was before its server moved.
            let account = (try? accounts())?.first { $0.id == account.id } ?? account
            // Several callers ask at once. They share one service, so that the one that waits for news learns what the others
            // change.
            return .success(connect(account, by: service(of: account, secret), isShared: true))
        } catch {
            return .failure(error)
        }
    }

    /// - Parameter isShared: whether an existing service will do as well.
    @discardableResult
    func connect(_ account: Account, by new: any RemoteService, isShared: Bool = false) -> Connection {
        let (connection, runner) = running.withLock { running in
            let known = isShared ? running.connection(to: account.id) : nil
            return (known ?? running.connect(account, by: new), running.runners[account.id]?.runner)
        }
        runner?.held.replace(by: connection.number)
        return connection
    }

    /// Returns the service of another account than the caller's.
    func reach(_ id: AccountID) async -> Result<any RemoteService, ActionSender.OutOfReach> {
        guard let account = accountsOrNotice().first(where: { $0.id == id }) else { return .failure(.missing) }
        guard status(of: id).phase != .paused else { return .failure(.paused) }
        return await service(for: account).mapError { _ in .missing }
    }

    /// Where a secret that is renewed is stored.
    func secretMemory(of account: Account) -> SecretMemory {
        guard let home else { return .none }
        let (store, id) = (store, account.id)
        var memory = SecretStore(folder: home.secretsPath).memory(of: id) { [board] in
            board.tell(.secretNotKept($0, id))
        }
        // What signs in by OAuth over JMAP renews itself.
        guard account.dialect == .imap else { return memory }
        let file = memory.read
        memory.read = {
            guard let command = try? store.read({ try $0.syncState(Self.passwordCommand, account: id) }) else {
                return await file()
            }
            return try? await SecretCommand(command: command).run()
        }
        return memory
    }

    /// Creates the service of a stored account; what it learns about its server is stored with the account.
    func service(of account: Account, _ secret: String) -> any RemoteService {
        let (store, id) = (store, account.id)
        return makeService(account, secret).remembering(
            RemoteMemory(
                read: { try? store.read { try $0.syncState(Self.sessionKey, account: id) } },
                write: { text in
                    _ = try? await store.write { try $0.setSyncState(text, key: Self.sessionKey, account: id) }
                },
                secret: secretMemory(of: account),
                approved: { (try? store.read { try Self.approved(id, $0) }) ?? [] },
                filePath: indexFiles?.path(for: account)))
    }
}
