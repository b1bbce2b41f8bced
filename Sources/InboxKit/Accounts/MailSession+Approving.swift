public import InboxModel
import InboxRemote
import InboxStore
import Synchronization

/// Origins at which servers want to be reached besides the one that the user named. The secret is sent to none of them before the
/// user has agreed (RFC 8620 §8.2).
extension MailSession {
    /// The key for a list in JSON.
    static let approvedOrigins = "approvedOrigins"

    /// The origins, as `https://api.example`, that an account's server names and its user has not approved. Asks the server.
    public func unapprovedOrigins(of account: AccountID) async throws(SessionError) -> [String] {
        let service = try await service(of: account)
        do throws(RemoteError) {
            return try await service.signIn().unapproved
        } catch {
            guard let origins = error.unapprovedOrigins else { throw .remote(error) }
            return origins
        }
    }

    /// Allows the account's secret to be sent to these origins too, from now on. Queued actions stay queued, and are sent when the
    /// server answers there; the process that syncs the account tries at once.
    /// - Throws: `SessionError.remote` for anything that is not an origin, or not encrypted.
    public func approve(_ origins: [String], of account: AccountID) async throws(SessionError) {
        let new = try Self.approvable(origins)
        try await act { transaction in
            let all = try Self.approved(account, transaction.reader).union(new)
            try transaction.setSyncState(Self.text(all), key: Self.approvedOrigins, account: account)
            try transaction.makeDue(account: account)
        }
        running.withLock { $0.runners[account]?.runner }?.retryNow()
        _ = try await wantSync(of: account)
    }

    /// Normalizes origins for storing.
    static func approvable(_ origins: some Sequence<String>) throws(SessionError) -> Set<String> {
        var all: Set<String> = []
        for origin in origins {
            guard let known = approvableOrigin(of: origin) else {
                let message = "“\(origin)” can't receive a secret: its address must begin with https://"
                throw .remote(RemoteError(.refused(status: 0, message: message), call: "approve"))
            }
            all.insert(known)
        }
        return all
    }

    static func approved(_ account: AccountID, _ reader: StoreReader) throws -> Set<String> {
        Set(jsonText: try reader.syncState(approvedOrigins, account: account)) ?? []
    }

    static func text(_ origins: Set<String>) -> String { (try? origins.sorted().jsonText()) ?? "[]" }
}

extension SessionError {
    /// The unapproved origins at which a server wants to be reached; nil if that is not the problem.
    public var unapprovedOrigins: [String]? {
        if case .remote(let error) = self { error.unapprovedOrigins } else { nil }
    }
}
