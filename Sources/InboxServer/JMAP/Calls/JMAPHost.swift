/// The objects shared by all of JMAP while the server runs.
struct JMAPHost: Sendable {
    let database: MailDatabase
    let directory: AccountDirectory
    let sender: MailSender
    let waiting: WaitingRoom
    let oddities: OddityBox
    let submissions: SubmissionQueue
    /// Times pings and slow answers.
    let clock: any Clock<Duration>
    let queries = QueryCache()

    var limits: JMAPLimits { oddities.shows(.tinyLimits) ? .tiny : .usual }

    /// Returns the accounts that a user signed in to this account may open.
    func accounts(for account: ServedAccount) -> [ServedAccount] {
        guard oddities.shows(.sharedAccounts) else { return [account] }
        return [account] + directory.accounts.filter { $0 != account }
    }
}

/// The limits that the session announces to clients (RFC 8620 §2).
struct JMAPLimits: Sendable {
    var sizeUpload = Limits.bodyBytes
    var concurrentUpload = 4
    var sizeRequest = 10_000_000
    var concurrentRequests = 8
    var callsInRequest = 32
    var objectsInGet = 1000
    var objectsInSet = 1000

    static let usual = JMAPLimits()
    static let tiny = JMAPLimits(
        sizeUpload: 100_000, concurrentUpload: 1, sizeRequest: 20_000, concurrentRequests: 1, callsInRequest: 2,
        objectsInGet: 3, objectsInSet: 3)
}
