public import InboxModel
import InboxRemote

/// What some servers can do and none has to. It is done at once or not at all: nothing of it is queued.
extension MailSession {
    /// - Throws: `unsupported` (as a remote error) where the server has no such thing.
    public func vacation(of account: AccountID) async throws(SessionError) -> VacationReply {
        let service = try await service(of: account)
        do throws(RemoteError) { return try await service.vacation() } catch { throw .remote(error) }
    }

    /// - Parameter before: as it was read: what does not differ from that is left as it is.
    public func setVacation(_ reply: VacationReply, before: VacationReply, of account: AccountID)
        async throws(SessionError)
    {
        let service = try await service(of: account)
        do throws(RemoteError) { try await service.setVacation(reply, before: before) } catch { throw .remote(error) }
    }

    /// The names of other accounts that the same sign-in opens, such as those that others share. Each is added by its
    /// name as the address, with this account's user name.
    public func otherAccounts(of account: AccountID) async throws(SessionError) -> [String] {
        let service = try await service(of: account)
        do throws(RemoteError) { return try await service.signIn().others } catch { throw .remote(error) }
    }

    /// Empty where the server tells none.
    public func quotas(of account: AccountID) async -> [MailQuota] {
        guard let service = try? await service(of: account) else { return [] }
        return (try? await service.quotas()) ?? []
    }
}
