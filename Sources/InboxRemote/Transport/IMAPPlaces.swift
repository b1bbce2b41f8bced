import Foundation

/// The servers of an account that speaks IMAP, as its URL names them:
/// `imaps://imap.example.org`, `imap://127.0.0.1:1143?smtp=smtp://127.0.0.1:1025`,
/// `imaps://imap.example.org?smtp=smtps://smtp.example.org&auth=token`, `imaps://imap.example.org?smtp=none`.
///
/// `imaps` and `smtps` mean TLS from the first byte, `imap` and `smtp` TLS after the greeting, on this machine none. The usual ports (993
/// and 143, 465 and 587) may be left out.
package struct IMAPPlaces: Hashable, Sendable {
    package var imap: MailPlace
    /// Nil if mail can only be read.
    package var smtp: MailPlace?
    /// Whether the user wants to read only, so that no server that sends is looked for (`smtp=none`).
    package private(set) var onlyReads = false
    /// Whether the secret is an access token, as from a program that renews it (`auth=token`).
    package var usesToken: Bool

    package init(imap: MailPlace, smtp: MailPlace?, usesToken: Bool = false) {
        (self.imap, self.smtp, self.usesToken) = (imap, smtp, usesToken)
    }

    /// Whether a URL is one of an IMAP server.
    package static func isPlace(_ url: String) -> Bool {
        url.lowercased().hasPrefix("imaps://") || url.lowercased().hasPrefix("imap://")
    }

    /// - Returns: nil for anything that is no such URL.
    package init?(url: String) {
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard Self.isPlace(url), let imap = MailPlace(url: String(parts[0])) else { return nil }
        self.init(imap: imap, smtp: nil)
        guard parts.count == 2 else { return }
        for pair in parts[1].split(separator: "&") {
            let name = pair.prefix { $0 != "=" }
            let value = String(pair.dropFirst(name.count + 1))
            switch name {
            case "smtp" where value == "none": onlyReads = true
            case "smtp":
                guard let place = MailPlace(url: value) else { return nil }
                smtp = place
            case "auth":
                guard ["token", "password"].contains(value) else { return nil }
                usesToken = value == "token"
            default: return nil
            }
        }
    }

    package var url: String {
        var options = smtp.map { ["smtp=\($0.url(isSMTP: true))"] } ?? (onlyReads ? ["smtp=none"] : [])
        if usesToken { options.append("auth=token") }
        return imap.url(isSMTP: false) + (options.isEmpty ? "" : "?" + options.joined(separator: "&"))
    }
}

extension MailPlace {
    private static let ports = ["imaps": 993, "imap": 143, "smtps": 465, "smtp": 587]

    /// - Parameter url: `imaps://host`, with a port if it is not the usual one; likewise `imap`, `smtps` and `smtp`.
    init?(url: String) {
        guard let split = url.range(of: "://") else { return nil }
        let scheme = url[..<split.lowerBound].lowercased()
        var rest = url[split.upperBound...]
        while rest.last == "/" { rest.removeLast() }
        guard let usual = Self.ports[scheme], !rest.isEmpty,
            rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/@?#&\\\"".utf8.contains($0) })
        else { return nil }
        var (host, port) = (String(rest), usual)
        // A colon within brackets belongs to an IPv6 address.
        if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            guard let number = Int(rest[rest.index(after: colon)...]), (1...65_535).contains(number) else { return nil }
            (host, port) = (String(rest[..<colon]), number)
        }
        guard !host.isEmpty else { return nil }
        let security: Security = scheme.hasSuffix("s") ? .tls : Self.isHere(host) ? .plain : .startTLS
        self.init(host: host.lowercased(), port: port, security: security)
    }

    private static func isHere(_ host: String) -> Bool {
        if ["localhost", "[::1]"].contains(host.lowercased()) { return true }
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers.first == 127 && !numbers.contains(nil)
    }

    fileprivate func url(isSMTP: Bool) -> String {
        let scheme = (isSMTP ? "smtp" : "imap") + (security == .tls ? "s" : "")
        return "\(scheme)://\(host)" + (port == Self.ports[scheme] ? "" : ":\(port)")
    }
}
