package import Foundation
package import InboxModel

/// A server that speaks JMAP (RFC 8620) for mail (RFC 8621).
package struct JMAPService: RemoteService {
    let caller: JMAPCaller
    let keeper: SessionKeeper
    let knowledge = JMAPKnowledge()
    let push: PushListener
    let now: @Sendable () -> Date
    private let userName: String
    /// The account's address, if known.
    let address: String?
    private let approved: ApprovedOrigins
    private let remake: @Sendable (RemoteMemory) -> JMAPService

    /// - Parameters:
    ///   - url: the session's URL, or any other on that server. Secrets go to its origin, and to those approved in `memory`.
    ///   - secret: the password of `userName`, a token, or the grant of an OAuth sign-in.
    ///   - account: the id or name of the account to open, if the sign-in opens several; nil opens the primary one.
    ///   - address: decides between accounts of that name, such as shared ones.
    ///   - memory: stores the session for the next start.
    ///   - now: returns the current time, for answers that say when to ask again.
    ///   - clock: measures pauses.
    package init(
        url: String, userName: String, secret: String, account: String? = nil, address: String? = nil,
        transport: any Transport,
        memory: RemoteMemory = .none, now: @escaping @Sendable () -> Date = { Date() },
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let judge = ProblemJudge(now: now)
        let gate = RequestGate(clock: clock)
        approved = ApprovedOrigins(url: url, others: memory.approved)
        let finder = SessionFinder(
            transport: transport, judge: judge, gate: gate, approved: approved, account: account, address: address,
            login: userName)
        let grant = OAuthGrant(secret: secret)
        let passwords: [Credential] = userName.isEmpty ? [] : [.basic(user: userName, password: secret)]
        keeper = SessionKeeper(
            url: url,
            credentials: grant.map { [.bearer(token: $0.accessToken)] } ?? passwords + [.bearer(token: secret)],
            tokens: grant.map { TokenKeeper($0, transport: transport, memory: memory.secret, now: now) },
            finder: finder, memory: memory, clock: clock)
        caller = JMAPCaller(
            keeper: keeper, transport: transport, judge: judge, gate: gate, approved: approved, clock: clock)
        push = PushListener(caller: caller, clock: clock)
        self.now = now
        self.userName = userName
        self.address = address
        remake = { memory in
            JMAPService(
                url: url, userName: userName, secret: secret, account: account, address: address, transport: transport,
                memory: memory,
                now: now, clock: clock)
        }
    }

    package func remembering(_ memory: RemoteMemory) -> any RemoteService { remake(memory) }

    package var leftOut: Set<UInt64> { knowledge.leftOut }

    /// As many as four concurrent requests read.
    package var pageSize: Int { 4 * knowledge.size(of: .list) }

    package var isPolling: Bool { get async { !push.board.isLive } }

    package func signIn() async throws(RemoteError) -> RemoteAccount {
        let session = try await keeper.renew().session
        let others = session.mailAccounts.filter { $0.key != session.account }.values.sorted()
        let address = [session.accountName, session.userName, userName].first { $0.contains("@") } ?? userName
        return RemoteAccount(
            address: address, name: "", hasLabels: session.hasLabels, url: session.url, others: others,
            unapproved: approved.missing(in: session))
    }

    package func ability(isAnew: Bool) async throws(RemoteError) -> RemoteAbility? {
        let session = try await (isAnew ? keeper.anew() : keeper.current()).session
        return RemoteAbility(isReadOnly: session.isReadOnly, hasLabels: session.hasLabels)
    }

    package func mailboxes() async throws(RemoteError) -> [RemoteMailbox] {
        let mailboxes = try await mailboxTree().remote
        if try await keeper.current().session.offersSharing { return mailboxes }
        // Cyrus reports the right to share even if it shares nothing.
        return mailboxes.map { mailbox in
            var mailbox = mailbox
            mailbox.rights.remove(.share)
            return mailbox
        }
    }

    package func message(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage? {
        do throws(RemoteError) {
            return await legible(try await emails([id.rawValue], .wholeBodies)).first?.remote
        } catch {
            guard error.isTooLarge else { throw error }
            if let message = try await messageReadHere(id) { return message }
            guard let message = try await beginning(of: id) else { throw error }
            return message
        }
    }

    package func messages(_ ids: [RemoteID]) async throws(RemoteError) -> [RemoteMessage] {
        await legible(try await emails(ids.map(\.rawValue), .bodies)).map { $0.told(.bodies) }
    }

    package func gone(among ids: [RemoteID]) async throws(RemoteError) -> Set<RemoteID> {
        let told = try await marks(of: ids.map(\.rawValue))
        let gone = Set(told.flatMap(\.notFound)).subtracting(told.flatMap(\.list).map(\.id))
        return Set(gone.map { RemoteID($0) }).intersection(ids)
    }
}
