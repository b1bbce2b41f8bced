import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// The accounts' servers, each reached through one shared service.
extension MailSession {
    /// What a dialect wants to know again after a restart.
    static let sessionKey = "session"

    func service(of account: AccountID) async throws(SessionError) -> any RemoteService {
        guard let account = try accounts().first(where: { $0.id == account }) else { throw .notFound }
        switch await service(for: account) {
        case .success(let service): return service
        case .failure(let error): throw .secret(error)
        }
    }

    /// The server of an account, once its secret is known.
    func service(for account: Account) async -> Result<any RemoteService, SecretError> {
        await connection(for: account).map(\.service)
    }

    func connection(for account: Account) async -> Result<Connection, SecretError> {
        if let known = running.withLock({ $0.connection(to: account.id) }) { return .success(known) }
        guard let home else { return .failure(.missing) }
        let command = (try? store.read { try $0.syncState(Self.passwordCommand, account: account.id) }) ?? nil
        do throws(SecretError) {
            let secret = try await SecretStore(folder: home.secretsPath)
                .secret(for: account.id, from: command.map { .command($0) } ?? .file)
            // Several ask for it at once. What one of them changes, the one that listens has to hear of: they share it.
            return .success(connect(account, by: service(of: account, secret), isShared: true))
        } catch {
            return .failure(error)
        }
    }

    /// - Parameter isShared: whether one that is there already is as good.
    @discardableResult
    func connect(_ account: Account, by new: any RemoteService, isShared: Bool = false) -> Connection {
        let (connection, runner) = running.withLock { running in
            let known = isShared ? running.connection(to: account.id) : nil
            return (known ?? running.connect(account.id, by: new), running.runners[account.id]?.runner)
        }
        runner?.held.replace(by: connection.number)
        return connection
    }

    /// The service of another account than the one that asks.
    func reach(_ id: AccountID) async -> Result<any RemoteService, ActionSender.OutOfReach> {
        guard let account = accountsOrNotice().first(where: { $0.id == id }) else { return .failure(.missing) }
        guard status(of: id).phase != .paused else { return .failure(.paused) }
        return await service(for: account).mapError { _ in .missing }
    }

    /// The service of an account that is kept; what it learns of its server is kept with the account.
    func service(of account: Account, _ secret: String) -> any RemoteService {
        let (store, board, id) = (store, board, account.id)
        return makeService(account, secret).remembering(
            RemoteMemory(
                read: { (try? store.read { try $0.syncState(Self.sessionKey, account: id) }) ?? nil },
                write: { text in
                    _ = try? await store.write { try $0.setSyncState(text, key: Self.sessionKey, account: id) }
                },
                secret: home.map {
                    SecretStore(folder: $0.secretsPath).memory(of: id) { board.tell(.secretNotKept($0, id)) }
                } ?? .none,
                approved: { (try? store.read { try Self.approved(id, $0) }) ?? [] }))
    }
}
