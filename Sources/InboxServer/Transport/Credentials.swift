import Foundation
import HTTPTypes

/// The token that a request brings: `Basic` (the user name is the token, any password) or `Bearer`.
enum Credentials {
    static func token(in headers: HTTPFields) -> String? {
        guard let value = headers[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let rest = parts[1].trimmingCharacters(in: .whitespaces)
        switch parts[0].lowercased() {
        case "bearer": return rest
        case "basic":
            guard let data = Data(base64Encoded: rest) else { return nil }
            let text = String(decoding: data, as: UTF8.self)
            return String(text.prefix { $0 != ":" })
        default: return nil
        }
    }

    /// Compares in a time that does not tell how much of it was right.
    static func isEqual(_ token: String, to secret: String) -> Bool {
        let given = Array(token.utf8)
        let wanted = Array(secret.utf8)
        var difference: UInt8 = given.count == wanted.count ? 0 : 1
        for index in wanted.indices {
            difference |= wanted[index] ^ (index < given.count ? given[index] : 0)
        }
        return difference == 0 && !wanted.isEmpty
    }
}
