import Foundation
public import InboxModel
import InboxRemote
import InboxStore

/// The result of a complete sync of an account.
public struct SyncReport: Hashable, Sendable {
    /// The account as it was before; the sync may have learned more about it.
    public var account: Account
    /// Why the sync failed; nil if everything is here.
    public var failure: FetchFailure?
    /// Actions that are still queued.
    public var queued: Int
    /// How many of them have stopped: they wait for the user, and no further sync sends them.
    public var stopped = 0
    /// What went wrong meanwhile: actions that were refused, stopped, or not sent to everyone.
    public var trouble: [Notice]
}

extension MailSession {
    /// Reads what is new in every account that is not paused, all at once, for `refresh()`. Returns the failure of the first
    /// account that failed.
    /// - Parameter only: the account whose failure counts; nil for any.
    func refreshAll(failingFor only: AccountID? = nil) async -> Result<Void, FetchFailure> {
        let accounts: [Account]
        do throws(StoreError) {
            accounts = try store.read { try $0.accounts() }.filter { status(of: $0.id).phase != .paused }
        } catch {
            return .failure(.store(error))
        }
        let failures = await withTaskGroup(of: (AccountID, FetchFailure?).self) { group in
            for account in accounts {
                group.addTask { (account.id, await self.refresh(account)) }
            }
            return await group.reduce(into: [AccountID: FetchFailure]()) { $0[$1.0] = $1.1 }
        }
        do throws(StoreError) {
            // Stored times may lie far ahead if the clock was set back since.
            try await store.write { transaction in
                for account in accounts { try transaction.makeDue(account: account.id) }
            }
        } catch { return .failure(.store(error)) }
        retryNow()
        let counting = failures.filter { only == nil || $0.key == only }
        return counting.min { $0.key < $1.key }.map { .failure($0.value) } ?? .success(())
    }

    private func refresh(_ account: Account) async -> FetchFailure? {
        switch await service(for: account) {
        case .failure(let error): return .secret(error)
        case .success(let service):
            do throws(AccountSync.Failure) {
                try await sync(account, service).catchUp()
                return nil
            } catch {
                // The engine must meet this failure now, not at its next look: it sets the account's status.
                service.askForChanges()
                return error.fetchFailure
            }
        }
    }

    func sync(_ account: Account, _ service: any RemoteService) -> AccountSync {
        AccountSync(
            account: account, store: store, service: service, board: board, policy: policy, fence: fence)
    }

    /// Requests a page of older mail from the servers of these accounts, because the user reached the end of what is stored.
    /// Returns at once; the mail arrives like all mail.
    /// - Parameter mailboxes: the mailboxes whose end was reached; an account with none of them is asked for its oldest mail
    ///   overall.
    public func wantOlder(_ wanted: [AccountID], in mailboxes: [Mailbox] = []) {
        for account in accountsOrNotice() where wanted.contains(account.id) && !isPaused(account.id) {
            let places = mailboxes.filter { $0.account == account.id }.compactMap(\.remoteID)
            guard policy.days != nil || hasLetGo(account.id) || !places.isEmpty && isReadingAll(account.id) else {
                continue
            }
            fetchPages(account.id) { [weak self] in
                guard let self, case .success(let service) = await self.service(for: account) else { return }
                let sync = self.sync(account, service)
                for place in places { try? await sync.fetchOlder(in: place) }
                if places.isEmpty { _ = try? await sync.fetchOlder() }
            }
        }
    }

    /// Has the first page of these mailboxes fetched before the rest, because a list shows them while their accounts are read for the
    /// first time. Returns at once; the mail arrives like all mail. The inbox always comes first.
    public func wantFirstPage(of mailboxes: [Mailbox]) {
        let wanted = mailboxes.filter { $0.role != .inbox && isReadingAll($0.account) && !isPaused($0.account) }
        guard !wanted.isEmpty else { return }
        for account in accountsOrNotice() {
            for mailbox in wanted where mailbox.account == account.id {
                guard let place = mailbox.remoteID else { continue }
                fetchPages(account.id, of: mailbox.id) { [weak self] in
                    guard let self, case .success(let service) = await self.service(for: account) else { return }
                    try? await self.sync(account, service).fetchFirstPage(of: place)
                }
            }
        }
    }

    /// Whether an account is read for the first time, so that mail is missing which is on its way.
    private func isReadingAll(_ account: AccountID) -> Bool {
        (try? store.read { try $0.isReadingAll(account: account, until: policy.windowStart(Date(), $0)) }) ?? false
    }

    /// Whether the server of an account may have older mail than the store, as far as is known; `wantOlder` fetches it.
    /// - Parameter mailbox: restricts the question to this mailbox.
    public func mayHaveOlder(_ account: AccountID, in mailbox: Mailbox? = nil) -> Bool {
        guard policy.days != nil || hasLetGo(account) else { return false }
        return
            (try? store.read { reader in
                guard let mailbox else { return try reader.hasOlder(account: account) }
                return try reader.hasOlder(in: mailbox)
            }) ?? false
    }

    private func hasLetGo(_ account: AccountID) -> Bool {
        (try? store.read { try $0.letGo(account: account) != nil }) ?? false
    }

    /// Returns how far any process has fetched the texts of the account's mail, as a text that changes with the progress; nil if
    /// all texts are here, or all of the days that are kept.
    public func textsToCome(of account: AccountID) throws(SessionError) -> String? {
        try reading { reader in
            let position = try reader.syncState(AccountSync.Key.bodies, account: account)
            let start = try policy.windowStart(Date(), reader)
            guard position != AccountSync.Key.done, try !reader.hasReached(start, .bodies, account: account) else {
                return nil
            }
            return position ?? ""
        }
    }

    /// Whether this process may sync; not if another one does. If it may, no other one may until `stop`.
    public func lockForSync() -> Bool { start(runners: false) }

    /// Why this process may not sync, if it is not because another one does: the file of the lock can't be used.
    public var lockFailure: SessionError? {
        let reason = home.map { Self.whyUnlocked($0.lockPath) }
        return reason == .locked ? nil : reason.map { .store($0) }
    }
}

extension AccountSync.Failure {
    var fetchFailure: FetchFailure {
        switch self {
        case .remote(let error): .remote(error)
        case .store(let error): .store(error)
        }
    }
}

extension MailSession {
    /// Asks an account's server whether it accepts the sign-in; nil if it does.
    public func checkConnection(_ account: Account) async -> SessionError? {
        switch await service(for: account) {
        case .failure(let error): return .secret(error)
        case .success(let service):
            do throws(RemoteError) {
                _ = try await service.signIn()
                return nil
            } catch {
                return .remote(error)
            }
        }
    }
}
