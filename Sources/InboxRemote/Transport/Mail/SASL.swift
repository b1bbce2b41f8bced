import Foundation

/// A sign-in by SASL (RFC 4422), with the mechanisms that show the secret itself: the connection is encrypted, or stays on this machine.
struct SASL: Sendable {
    enum Mechanism: String, Sendable {
        case plain = "PLAIN"
        case login = "LOGIN"
        case xoauth2 = "XOAUTH2"
        case oauthBearer = "OAUTHBEARER"
    }

    let mechanism: Mechanism
    private var responses: [String]

    /// Returns nil if the server offers nothing that suits the credential.
    /// - Parameter offered: the names of the server's mechanisms, in capitals.
    init?(_ credential: MailCredential, to place: MailPlace, offered: Set<String>) {
        let usable: [Mechanism] = credential.isToken ? [.xoauth2, .oauthBearer] : [.plain, .login]
        guard let mechanism = usable.first(where: { offered.contains($0.rawValue) }) else { return nil }
        self.mechanism = mechanism
        responses = Self.responses(mechanism, credential, place)
    }

    /// Whether the first response may be sent together with the name of the mechanism.
    var speaksFirst: Bool { mechanism != .login }

    /// Returns the next response, in base64.
    mutating func next() -> String {
        if !responses.isEmpty { return responses.removeFirst() }
        // The server asks for more than there is, to say why it refuses (RFC 7628 §3.2.3), or for no reason.
        return switch mechanism {
        case .xoauth2: ""
        case .oauthBearer: "AQ=="
        case .plain, .login: "*"
        }
    }

    static func responses(_ mechanism: Mechanism, _ credential: MailCredential, _ place: MailPlace) -> [String] {
        let (user, secret) = (credential.userName, credential.secret)
        let texts =
            switch mechanism {
            case .plain: ["\0\(user)\0\(secret)"]
            case .login: [user, secret]
            case .xoauth2: ["user=\(user)\u{1}auth=Bearer \(secret)\u{1}\u{1}"]
            case .oauthBearer:
                [
                    "n,a=\(escaped(user)),\u{1}host=\(place.host)\u{1}port=\(place.port)\u{1}"
                        + "auth=Bearer \(secret)\u{1}\u{1}"
                ]
            }
        return texts.map { Data($0.utf8).base64EncodedString() }
    }

    /// A user name in the header of GSS-API mechanisms (RFC 5801 §4).
    private static func escaped(_ name: String) -> String {
        name.replacing("=", with: "=3D").replacing(",", with: "=2C")
    }
}

extension MailCredential {
    /// Whether it contains nothing that would end a field of a sign-in early.
    var isSendable: Bool {
        !userName.utf8.contains(0) && !secret.utf8.contains(0)
            && (!isToken || (userName + secret).utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }
}
