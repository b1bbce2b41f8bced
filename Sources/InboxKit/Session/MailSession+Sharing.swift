public import InboxModel
import InboxRemote

/// Mailboxes that are shared with others, where the server has that. It is done at once or not at all: nothing of it is queued.
extension MailSession {
    /// - Throws: `unsupported` (as a remote error) where the server shares none, `notFound` where it does not have the mailbox.
    public func sharing(of mailbox: Mailbox) async throws(SessionError) -> MailboxSharing {
        let (service, id) = try await shared(mailbox)
        do throws(RemoteError) { return try await service.sharing(of: id) } catch { throw .remote(error) }
    }

    /// Lets somebody into a mailbox, or out of it.
    /// - Parameter level: what they may do there; nil: nothing any more.
    /// - Returns: with whom it is shared now, as the server tells it.
    /// - Throws: also where it is not known whether it was done, so that one has to look.
    @discardableResult
    public func share(_ mailbox: Mailbox, with principal: Principal, level: ShareLevel?)
        async throws(SessionError) -> MailboxSharing
    {
        let (service, id) = try await shared(mailbox)
        do throws(RemoteError) {
            try await service.share(id, with: principal.id, level: level)
            let sharing = try await service.sharing(of: id)
            let isIn = sharing.shares.contains { $0.principal.id.lowercased() == principal.id.lowercased() }
            // Some servers take names that mean nobody.
            guard isIn == (level != nil) else {
                let words = isIn ? "the server still lists them" : "the server does not list them afterwards"
                throw RemoteError(.refused(status: 0, message: words), call: "share")
            }
            return sharing
        } catch {
            throw .remote(error)
        }
    }

    /// With whom mailboxes of an account can be shared, as far as its server lists them.
    public func principals(of account: AccountID) async throws(SessionError) -> [Principal] {
        let service = try await service(of: account)
        do throws(RemoteError) { return try await service.principals() } catch { throw .remote(error) }
    }

    /// Whom somebody means by a name, an address or an id; nil where the server knows nobody by that.
    public func principal(called text: String, of account: AccountID) async throws(SessionError) -> Principal? {
        let service = try await service(of: account)
        do throws(RemoteError) { return try await service.principal(called: text) } catch { throw .remote(error) }
    }

    private func shared(_ mailbox: Mailbox) async throws(SessionError) -> (any RemoteService, RemoteID) {
        let service = try await service(of: mailbox.account)
        guard let id = mailbox.remoteID else {
            throw .remote(RemoteError(.notFound(message: "it is not created there yet"), call: "sharing"))
        }
        return (service, id)
    }
}
