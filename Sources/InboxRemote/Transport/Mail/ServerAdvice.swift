/// What to do about a refusal, where its code says it (RFC 5530 §3) and the server's words may not.
package enum ServerAdvice {
    /// - Parameter code: in capitals.
    package static func words(forCode code: String) -> String? {
        switch code {
        case "EXPIRED": "the password has expired: set a new one at the provider"
        case "CONTACTADMIN": "only the provider can help: ask its support"
        case "PRIVACYREQUIRED": "the server wants an encrypted connection: use imaps"
        case "OVERQUOTA": "the mailbox is full: delete mail there"
        case "CORRUPTION": "the mailbox is damaged on the server: ask the provider"
        default: nil
        }
    }
}
