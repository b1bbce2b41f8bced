import Foundation
import HTTPTypes

/// The credentials of a request: `Bearer` with the token, or `Basic`, where either the user name is the token (as in old
/// clients of the Inbox API), or the user name is the address and the password the token.
struct Credentials {
    /// Nil when the token alone names the account.
    private let address: String?
    private let token: String
    /// The user name of Basic, which may be a token.
    private let userName: String?

    init?(_ headers: HTTPFields) {
        guard let value = headers[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return nil }
        let rest = parts[1].trimmingCharacters(in: .whitespaces)
        switch parts[0].lowercased() {
        case "bearer": (address, token, userName) = (nil, rest, nil)
        case "basic":
            guard let data = Data(base64Encoded: rest) else { return nil }
            let words = String(decoding: data, as: UTF8.self).split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false
            ).map(String.init)
            (address, token, userName) = (words[0], words.count > 1 ? words[1] : "", words[0])
        default: return nil
        }
    }

    /// Whether they open the account. All ways are tried, so that the time does not reveal a near match.
    func open(_ account: ServedAccount, trustsLoopback: Bool) -> Bool {
        var fits = false
        for secret in [account.token] + (trustsLoopback ? [account.publicID] : []) {
            let isToken = Self.isEqual(token, to: secret)
            let isAddressed = address.map { $0.lowercased() == account.email.lowercased() } ?? true
            let isUserName = Self.isEqual(userName ?? "", to: secret)
            if isToken && isAddressed || isUserName { fits = true }
        }
        return fits
    }

    /// Compares in constant time.
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
