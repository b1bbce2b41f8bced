/// The session resource (RFC 8620 §2) as a server sends it. Everything but the account and the API's URL may be missing.
struct WireSession: Decodable, Sendable {
    struct Core: Decodable, Sendable {
        var maxCallsInRequest: Int?
        var maxObjectsInGet: Int?
        var maxObjectsInSet: Int?
        var maxSizeRequest: Int?
        var maxConcurrentRequests: Int?
        var maxSizeUpload: Int?
        var maxConcurrentUpload: Int?

        private enum CodingKeys: String, CodingKey {
            case maxCallsInRequest, maxObjectsInGet, maxObjectsInSet, maxSizeRequest, maxConcurrentRequests
            case maxSizeUpload, maxConcurrentUpload
        }

        init() {}

        init(from decoder: any Decoder) throws {
            let fields = try decoder.members(CodingKeys.self)
            maxCallsInRequest = fields.whole(.maxCallsInRequest)
            maxObjectsInGet = fields.whole(.maxObjectsInGet)
            maxObjectsInSet = fields.whole(.maxObjectsInSet)
            maxSizeRequest = fields.whole(.maxSizeRequest)
            maxConcurrentRequests = fields.whole(.maxConcurrentRequests)
            maxSizeUpload = fields.whole(.maxSizeUpload)
            maxConcurrentUpload = fields.whole(.maxConcurrentUpload)
        }
    }

    struct Account: Decodable, Sendable {
        var name: String
        /// Whether it is the user's own, not one that others share. One of which nothing is said is.
        var isPersonal: Bool
        var isReadOnly: Bool
        /// The names only; the contents are in the properties below.
        var capabilities: Set<String>
        var mail: Mail
        var submission: Submission
        /// The id of the user's own principal in this account.
        var ownPrincipal: String?

        private enum CodingKeys: String, CodingKey {
            case name, isPersonal, isReadOnly, accountCapabilities
        }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.members(CodingKeys.self)
            name = fields.text(.name) ?? ""
            isPersonal = fields.flag(.isPersonal) ?? true
            isReadOnly = fields.flag(.isReadOnly) ?? false
            let inside = try? fields.members(AnyKey.self, of: .accountCapabilities)
            capabilities = Set(inside?.allKeys.map(\.stringValue) ?? [])
            mail = inside?.value(AnyKey(Capability.mail.rawValue), as: Mail.self) ?? Mail()
            submission = inside?.value(AnyKey(Capability.submission.rawValue), as: Submission.self) ?? Submission()
            ownPrincipal =
                inside?.value(AnyKey(Capability.principals.rawValue), as: Principals.self)?.currentUserPrincipalId
        }
    }

    /// RFC 8621 §1.3.1
    struct Mail: Decodable, Sendable {
        var maxMailboxesPerEmail: Int?
        var maxMailboxDepth: Int?
        var maxSizeMailboxName: Int?
        var maxSizeAttachmentsPerEmail: Int?
        var mayCreateTopLevelMailbox: Bool?
    }

    /// RFC 8621 §1.3.2
    struct Submission: Decodable, Sendable {
        /// In seconds; 0 if the server only sends at once.
        var maxDelayedSend: Int?
    }

    /// RFC 9670 §1.5.1
    private struct Principals: Decodable {
        var currentUserPrincipalId: String?
    }

    /// RFC 8887 §3
    struct Socket: Decodable, Sendable {
        var url: String?
        var supportsPush: Bool?
    }

    var userName: String
    var apiURL: String
    var downloadURL: String?
    var uploadURL: String?
    var eventSourceURL: String?
    var state: String?
    var core: Core
    var socket: Socket?
    var capabilities: Set<String>
    var accounts: [String: Account]
    var primaryAccounts: [String: String]

    private enum CodingKeys: String, CodingKey {
        case username, apiUrl, downloadUrl, uploadUrl, eventSourceUrl, state, capabilities, accounts, primaryAccounts
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.members(CodingKeys.self)
        apiURL = try fields.required(.apiUrl)
        userName = fields.text(.username) ?? ""
        downloadURL = fields.text(.downloadUrl)
        uploadURL = fields.text(.uploadUrl)
        eventSourceURL = fields.text(.eventSourceUrl)
        state = fields.text(.state)
        let inside = try? fields.members(AnyKey.self, of: .capabilities)
        capabilities = Set(inside?.allKeys.map(\.stringValue) ?? [])
        socket = inside?.value(AnyKey("urn:ietf:params:jmap:websocket"), as: Socket.self)
        core = inside?.value(AnyKey(Capability.core.rawValue), as: Core.self) ?? Core()
        let people = try? fields.members(AnyKey.self, of: .accounts)
        accounts = [:]
        for key in people?.allKeys ?? [] { accounts[key.stringValue] = people?.value(key, as: Account.self) }
        let primary = try? fields.members(AnyKey.self, of: .primaryAccounts)
        primaryAccounts = [:]
        for key in primary?.allKeys ?? [] { primaryAccounts[key.stringValue] = primary?.text(key) }
    }
}
