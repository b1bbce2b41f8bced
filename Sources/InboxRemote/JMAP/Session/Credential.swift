import Foundation

/// The credential of requests. It is sent only to origins that the user approved.
enum Credential: Hashable, Sendable {
    case basic(user: String, password: String)
    case bearer(token: String)

    var authorization: String {
        switch self {
        case .basic(let user, let password): "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
        case .bearer(let token): "Bearer \(token)"
        }
    }
}

/// Descriptions that do not reveal the secret.
extension Credential: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String {
        switch self {
        case .basic: "password"
        case .bearer: "token"
        }
    }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
