public import InboxStore

extension MailSession {
    /// A session that keeps nothing: its store and its secrets are in memory.
    public static func inMemory() throws(StoreError) -> MailSession {
        MailSession(store: try Store(), network: Network())
    }
}
