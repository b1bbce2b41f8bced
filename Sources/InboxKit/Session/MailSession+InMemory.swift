import InboxStore

extension MailSession {
    /// A session that keeps nothing: its store and its secrets are in memory. An account is synced as soon as it is added.
    public static func inMemory() throws(SessionError) -> MailSession {
        do throws(StoreError) { return MailSession(store: try Store(), network: Network()) } catch {
            throw .store(error)
        }
    }
}
