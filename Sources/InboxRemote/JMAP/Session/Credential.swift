import Foundation

/// How requests say who we are. It goes to origins that the user approved, and nowhere else.
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

/// Says nothing of what it holds.
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
