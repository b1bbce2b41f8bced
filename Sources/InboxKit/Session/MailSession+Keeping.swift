public import Foundation
public import InboxModel
public import InboxStore

/// How much mail stays on this machine.
extension MailSession {
    /// The number of threads per transaction, small enough that nobody waits for it.
    private static let trimmedAtOnce = 200

    /// Removes old mail of an account from the store; the server keeps it.
    public func trim(_ account: AccountID, _ retention: Retention, now: Date = Date()) async throws(SessionError)
        -> TrimReport
    {
        var all = TrimReport()
        var last: TrimmableThread?
        do throws(StoreError) {
            while true {
                // Others can write during this search.
                let page = try store.read {
                    try $0.trimmable(
                        retention, account: account, now: now, after: last, limit: Self.trimmedAtOnce)
                }
                guard !page.isEmpty else { return all }
                let part = try await store.write { try $0.trim(page, retention, account: account, now: now) }
                all.threads += part.threads
                all.messages += part.messages
                last = page.last
            }
        } catch { throw .store(error) }
    }

    /// What `trim` would remove; nothing changes.
    public func countTrimmable(_ account: AccountID, _ retention: Retention) throws(SessionError) -> TrimReport {
        try reading { try $0.countTrimmable(retention, account: account, now: Date()) }
    }

    /// How long an unused file, attached to a message that was never saved, stays in the store, in seconds.
    private static let unusedFiles: TimeInterval = 7 * 86_400
    /// The same for a file whose draft should have been saved right away: a composer may be open for days, a command is not.
    private static let unsavedFiles: TimeInterval = 86_400

    /// The time at which a file counts as attached, from which it is counted how long it may stay unused.
    static func attachedAt(isAtOnce: Bool) -> Date {
        isAtOnce ? Date(timeIntervalSinceNow: unsavedFiles - unusedFiles) : Date()
    }

    /// Removes what earlier runs left behind. What fails is tried again at the next start.
    static func tidy(_ store: Store, _ home: Home?, now: Date = Date()) async {
        await removeSecrets(store, home)
        home.flatMap { IndexFiles($0, of: store) }?.removeUseless { try? store.read { try $0.accounts() } }
        // Finish removing accounts whose removal was interrupted.
        try? await removeHidden(store)
        try? await store.write { try $0.trimRefusals(now: now) }
        try? await store.write { try $0.letGoFiles(attachedBefore: now.addingTimeInterval(-unusedFiles)) }
    }

    /// Removes the secrets of accounts that were removed, by whatever was interrupted or came too late.
    private static func removeSecrets(_ store: Store, _ home: Home?) async {
        // A store that is elsewhere does not know the accounts of the home.
        guard let home, home.storePath == store.path else { return }
        let secrets = SecretStore(folder: home.secretsPath)
        // Usually there are none, and a start that has nothing to write asks nobody to wait.
        guard let known = try? store.read({ Set(try $0.accounts().map(\.id)) }), secrets.hasAny(except: known) else {
            return
        }
        // In a transaction, because any process that adds an account stores its secret in the same one.
        try? await store.write { transaction in
            try secrets.removeAll(except: Set(transaction.reader.accounts().map(\.id)))
        }
    }

    /// Limits the bytes of bodies and files that are stored.
    public func setCacheLimit(_ bytes: Int) async throws(SessionError) {
        try await act { try $0.setCacheLimit(bytes) }
    }
}
