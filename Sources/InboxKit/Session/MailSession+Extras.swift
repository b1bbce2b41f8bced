public import InboxModel
import InboxRemote

/// Optional features of servers. They work right away or not at all: nothing is queued.
extension MailSession {
    /// - Throws: `unsupported` (as a remote error) if the server has no vacation reply.
    public func vacation(of account: AccountID) async throws(SessionError) -> VacationReply {
        let service = try await service(of: account)
        do throws(RemoteError) { return try await service.vacation() } catch { throw .remote(error) }
    }

    /// - Parameter before: the reply as it was read; only what differs from it is changed.
    public func setVacation(_ reply: VacationReply, before: VacationReply, of account: AccountID)
        async throws(SessionError)
    {
        let service = try await service(of: account)
        do throws(RemoteError) { try await service.setVacation(reply, before: before) } catch { throw .remote(error) }
    }

    /// The names of other accounts that the same sign-in opens, such as shared ones. To add one, use its name as the address, and
    /// this account's user name.
    public func otherAccounts(of account: AccountID) async throws(SessionError) -> [String] {
        let service = try await service(of: account)
        do throws(RemoteError) { return try await service.signIn().others } catch { throw .remote(error) }
    }

    /// Returns the quotas of an account; empty if the server reports none.
    public func quotas(of account: AccountID) async -> [MailQuota] {
        guard let service = try? await service(of: account) else { return [] }
        return (try? await service.quotas()) ?? []
    }
}
