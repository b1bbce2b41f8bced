/// A capability, by the id that sessions and requests use (RFC 8620 §2, §3.3).
enum Capability: String, Hashable, Sendable, CaseIterable, Codable {
    case core = "urn:ietf:params:jmap:core"
    case mail = "urn:ietf:params:jmap:mail"
    case submission = "urn:ietf:params:jmap:submission"
    case vacation = "urn:ietf:params:jmap:vacationresponse"
    case quota = "urn:ietf:params:jmap:quota"
    case contacts = "urn:ietf:params:jmap:contacts"
    /// RFC 9670 §1.5.1
    case principals = "urn:ietf:params:jmap:principals"
    /// The extensions of Cyrus, such as the users that a mailbox is shared with.
    case cyrusMail = "https://cyrusimap.org/ns/jmap/mail"

    /// The capability that a method such as `Email/get` belongs to.
    init(method: String) {
        self =
            switch method.prefix(while: { $0 != "/" }) {
            case "Core": .core
            case "Identity", "EmailSubmission": .submission
            case "VacationResponse": .vacation
            case "Quota": .quota
            case "ContactCard": .contacts
            case "Principal": .principals
            default: .mail
            }
    }
}
