public import InboxModel
import InboxRemote
import Synchronization

extension ModelServer {
    /// Turns on sharing. Mailboxes that are not listed are shared with nobody.
    /// - Parameter principals: those that the server knows.
    public func setSharing(_ sharing: [RemoteID: MailboxSharing], principals: [Principal] = []) {
        state.withLock { ($0.sharing, $0.principals) = (sharing, principals) }
    }

    public func shares(of mailbox: RemoteID) -> [MailboxShare] {
        state.withLock { $0.sharing?[mailbox]?.shares ?? [] }
    }
}

extension ScriptedService {
    public func sharing(of mailbox: RemoteID) async throws(RemoteError) -> MailboxSharing {
        try server.call("sharing", mailbox.rawValue) { _ throws(RemoteError) in
            let all = server.state.withLock(\.sharing)
            guard let all else { throw RemoteError(.unsupported, call: "sharing") }
            return all[mailbox] ?? MailboxSharing(shares: [], mayShare: true)
        }
    }

    public func share(_ mailbox: RemoteID, with principal: String, level: ShareLevel?) async throws(RemoteError) {
        try server.call("share", "\(mailbox.rawValue) \(principal) \(level?.rawValue ?? "none")") { _ in
            server.state.withLock { state in
                var sharing = state.sharing?[mailbox] ?? MailboxSharing(shares: [], mayShare: true)
                // Some servers silently accept the name of an unknown principal.
                let isKnown = state.principals.isEmpty || state.principals.contains { $0.id == principal }
                guard isKnown || level == nil else { return }
                sharing.shares.removeAll { $0.principal.id == principal }
                let known = state.principals.first { $0.id == principal } ?? Principal(id: principal)
                if let level { sharing.shares.append(MailboxShare(known, level)) }
                state.sharing?[mailbox] = sharing
            }
        }
    }

    public func principals() async throws(RemoteError) -> [Principal] {
        try server.call("principals", "") { _ in server.state.withLock(\.principals) }
    }

    public func principal(called text: String) async throws(RemoteError) -> Principal? {
        try server.call("principal", text) { _ in server.state.withLock(\.principals).called(text) }
    }
}
