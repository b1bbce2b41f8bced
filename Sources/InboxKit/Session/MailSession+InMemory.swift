public import InboxStore

extension MailSession {
    /// A session that keeps nothing: its store is in memory, its secrets are too.
    public static func inMemory() throws(StoreError) -> MailSession {
        MailSession(store: try Store(), network: Network())
    }
}
