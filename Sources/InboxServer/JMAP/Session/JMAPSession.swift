/// The session object for a signed-in user (RFC 8620 §2).
struct JMAPSession: Sendable {
    enum Capability: String, CaseIterable, Sendable {
        case core = "urn:ietf:params:jmap:core"
        case mail = "urn:ietf:params:jmap:mail"
        case submission = "urn:ietf:params:jmap:submission"
        case socket = "urn:ietf:params:jmap:websocket"
    }

    let account: ServedAccount
    let host: JMAPHost
    /// The base URL that the client used, such as `http://127.0.0.1:8080`.
    let base: String

    /// The longest delay of held mail, in seconds (RFC 8621 §1.3.2).
    static let maxDelayedSend = 30 * 24 * 3600

    /// Changes with the session, which is constant while the server runs.
    static func state(of account: ServedAccount) -> String { "s-" + account.publicID.prefix(8) }

    var json: JSONValue {
        let accounts = host.accounts(for: account)
        let primary = [Capability.core, .mail, .submission].map { JSONMember($0.rawValue, .text(account.publicID)) }
        return .object([
            JSONMember("accounts", .object(accounts.map { JSONMember($0.publicID, json(of: $0)) })),
            JSONMember("apiUrl", .text(url("/jmap/api"))),
            JSONMember("capabilities", .object(capabilities)),
            JSONMember("downloadUrl", .text(url("/jmap/download/{accountId}/{blobId}/{name}?type={type}"))),
            JSONMember(
                "eventSourceUrl", .text(url("/jmap/eventsource?types={types}&closeafter={closeafter}&ping={ping}"))),
            JSONMember("primaryAccounts", .object(primary)),
            JSONMember("state", .text(Self.state(of: account))),
            JSONMember("uploadUrl", .text(url("/jmap/upload/{accountId}"))),
            JSONMember("username", .text(account.email)),
        ])
    }

    private var capabilities: [JSONMember] {
        let usual = [
            JSONMember(Capability.core.rawValue, core), JSONMember(Capability.mail.rawValue, .object([])),
            JSONMember(Capability.submission.rawValue, .object([])),
        ]
        return host.oddities.shows(.noSocket) ? usual : usual + [JSONMember(Capability.socket.rawValue, socket)]
    }

    /// RFC 8887 §3
    private var socket: JSONValue {
        let address = url("/jmap/socket")
        return .object([
            JSONMember("supportsPush", .bool(!host.oddities.shows(.noPush))),
            JSONMember("url", .text(address.hasPrefix("http") ? "ws" + address.dropFirst(4) : address)),
        ])
    }

    private func url(_ path: String) -> String {
        if host.oddities.shows(.relativeURLs) { return path }
        return (host.oddities.shows(.foreignOrigin) ? Self.elsewhere(base) : base) + path
    }

    /// The same server under its other name, which is another origin.
    static func elsewhere(_ base: String) -> String {
        let (here, there) = base.contains("127.0.0.1") ? ("127.0.0.1", "localhost") : ("localhost", "127.0.0.1")
        return base.replacing(here, with: there)
    }

    private var core: JSONValue {
        let limits = host.limits
        return .object([
            JSONMember("collationAlgorithms", .texts([Arguments.collation])),
            JSONMember("maxCallsInRequest", .integer(limits.callsInRequest)),
            JSONMember("maxConcurrentRequests", .integer(limits.concurrentRequests)),
            JSONMember("maxConcurrentUpload", .integer(limits.concurrentUpload)),
            JSONMember("maxObjectsInGet", .integer(limits.objectsInGet)),
            JSONMember("maxObjectsInSet", .integer(limits.objectsInSet)),
            JSONMember("maxSizeRequest", .integer(limits.sizeRequest)),
            JSONMember("maxSizeUpload", .integer(limits.sizeUpload)),
        ])
    }

    private func json(of account: ServedAccount) -> JSONValue {
        .object([
            JSONMember(
                "accountCapabilities",
                .object([
                    JSONMember(Capability.core.rawValue, .object([])),
                    JSONMember(Capability.mail.rawValue, mail(account)),
                    JSONMember(Capability.submission.rawValue, submission),
                ])),
            JSONMember("isPersonal", .bool(account == self.account)),
            JSONMember("isReadOnly", .bool(host.oddities.shows(.readOnly))),
            JSONMember("name", .text(account.email)),
        ])
    }

    /// In an account with folders each message is in exactly one (RFC 8621 §1.3.1).
    private func mail(_ account: ServedAccount) -> JSONValue {
        .object([
            JSONMember("emailQuerySortOptions", .texts(EmailSort.names)),
            JSONMember("maxMailboxDepth", .integer(MailboxMethods.deepest)),
            JSONMember("maxMailboxesPerEmail", account.hasLabels ? .null : .integer(1)),
            JSONMember("maxSizeAttachmentsPerEmail", .integer(Limits.bodyBytes)),
            JSONMember("maxSizeMailboxName", .integer(MailboxMethods.longestName)),
            JSONMember("mayCreateTopLevelMailbox", .bool(true)),
        ])
    }

    private var submission: JSONValue {
        .object([
            JSONMember("maxDelayedSend", .integer(host.oddities.shows(.noHold) ? 0 : Self.maxDelayedSend)),
            JSONMember("submissionExtensions", .object([JSONMember("FUTURERELEASE", .array([]))])),
        ])
    }
}
