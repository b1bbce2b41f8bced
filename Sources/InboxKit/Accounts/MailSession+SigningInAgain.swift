public import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// Signing in to an account that is here already.
extension MailSession {
    /// Gives a signed-out account a new secret, if the server accepts it.
    public func signInAgain(_ account: Account, secret: String) async throws(SessionError) {
        try await signIn(account, secret, movedFrom: nil)
    }

    /// Goes on with an account at another place, because its server has moved: with its mail, its drafts and its queue.
    /// - Parameters:
    ///   - url: where the server is now.
    ///   - secret: a new secret; nil uses the one that there is.
    /// - Throws: if the server is not there, refuses the secret, or has another account.
    public func move(_ account: Account, to url: String, secret: String? = nil) async throws(SessionError) {
        var moved = account
        do throws(RemoteError) { moved.url = try await SignIn.completed(url, network.signIn) } catch {
            throw .remote(error)
        }
        try await signIn(moved, secret, movedFrom: account)
    }

    /// - Parameters:
    ///   - secret: nil uses the stored one.
    ///   - before: the account at the place where its server was.
    private func signIn(_ account: Account, _ new: String?, movedFrom before: Account?) async throws(SessionError) {
        let (command, owner, session, approved) = try reading { reader in
            (
                try reader.syncState(Self.passwordCommand, account: account.id),
                try reader.syncState(Self.toldAddress, account: account.id),
                try reader.syncState(Self.sessionKey, account: account.id),
                try Self.approved(account.id, reader)
            )
        }
        if let command, new != nil { throw .secret(.isFromCommand(command)) }
        let secret = if let new { new } else { try await storedSecret(of: account.id, command) }
        let learnt = LearntSession(
            before == nil ? session : MovedServer.session(session, at: account.url), approved: approved)
        var memory = learnt.memory
        // A stored sign-in with a browser may be renewed here, after which the old one is worth nothing.
        if new == nil { memory.secret = secretMemory(of: account) }
        let told: RemoteAccount
        do throws(RemoteError) {
            told = try await makeService(account, secret).remembering(memory).signIn()
        } catch {
            guard error.otherAccounts == nil else {
                throw Self.otherAccount("that opens another account, not \(account.address)")
            }
            guard error.isAboutSending, before == nil else { throw .remote(error) }
            // The mail can be read: what is to be sent says itself why it stays.
            told = RemoteAccount(address: owner ?? account.address, name: "", hasLabels: account.hasLabels)
        }
        // A key may open another account than the intended one: its mail would replace what is here, and queued messages would
        // leave from there.
        let wanted = owner ?? (before == nil ? told.address : account.address)
        let isSame =
            if before == nil {
                told.address.lowercased() == wanted.lowercased() || told.address.isEmpty
            } else if account.dialect.listsOtherAccounts {
                // An account that others share has another name than whoever signs in.
                MovedServer.isSameAccount(session, learnt.text)
            } else {
                told.address.lowercased() == wanted.lowercased()
            }
        guard isSame else {
            let other = told.address.isEmpty || told.address == wanted ? "another account" : told.address
            throw Self.otherAccount(
                "that opens \(other), not \(account.dialect.listsOtherAccounts ? account.address : wanted)")
        }
        var account = account
        if before != nil { account.url = told.url ?? account.url }
        // The place comes first: whatever ends this early, the new secret must never be sent to the old place.
        try await keep(account, learnt.text, told.address, hasMoved: before != nil)
        if new != nil, let home {
            do throws(SecretError) {
                try SecretStore(folder: home.secretsPath).save(secret, for: account.id)
            } catch { throw .secret(error) }
        }
        if before != nil { matchAccounts() }
        connect(account, by: service(of: account, secret))
        if let runner = running.withLock({ $0.runners[account.id]?.runner }) { return await runner.connectNow() }
        // The process that syncs this home still has the old secret.
        _ = try? await wantSync(of: account.id)
    }

    private func storedSecret(of account: AccountID, _ command: String?) async throws(SessionError) -> String {
        guard let home else { throw .secret(.missing) }
        do throws(SecretError) {
            return try await SecretStore(folder: home.secretsPath)
                .secret(for: account, from: command.map { .command($0) } ?? .file)
        } catch { throw .secret(error) }
    }

    /// Stores what a repeated sign-in told.
    private func keep(_ account: Account, _ session: String?, _ address: String, hasMoved: Bool)
        async throws(SessionError)
    {
        do throws(StoreError) {
            try await store.write { transaction in
                if hasMoved { try transaction.setURL(account.url, of: account.id) }
                // How to sign in depends on the secret: the way that was stored before would fail with this one.
                if let session { try transaction.setSyncState(session, key: Self.sessionKey, account: account.id) }
                // Accounts from older versions lack this.
                if !account.dialect.listsOtherAccounts, !address.isEmpty {
                    try transaction.setSyncState(address, key: Self.toldAddress, account: account.id)
                }
            }
        } catch {
            // Without all that, the server is only asked once more.
            if hasMoved { throw .store(error) }
        }
    }

    private static func otherAccount(_ message: String) -> SessionError {
        .remote(RemoteError(.refused(status: 0, message: message), call: "sign in", finding: .otherAccount()))
    }
}
