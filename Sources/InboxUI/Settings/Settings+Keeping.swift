public import InboxKit
public import InboxModel
public import InboxStore

extension Settings {
    /// Nil when the account keeps all its mail.
    public func retention(of account: Account) -> Retention? {
        let address = account.address.lowercased()
        return trimDays.first { $0.key.lowercased() == address }.map { Retention(days: $0.value) }
    }

    /// Lets go what takes up more room on this machine than these settings allow.
    public func keep(_ session: MailSession) async throws(SessionError) {
        try await session.setCacheLimit(cacheMegabytes * 1_000_000)
        for account in session.knownAccounts {
            if let retention = retention(of: account) { _ = try await session.trim(account.id, retention) }
        }
    }
}

extension Wording {
    public static func trimmed(_ report: TrimReport, from account: Account, isDry: Bool) -> String {
        let count = "\(report.threads) threads with \(report.messages) messages"
        return "\(line(account.address)): \(count) \(isDry ? "would go" : "went") from this machine"
    }
}
