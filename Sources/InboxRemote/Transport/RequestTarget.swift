import Foundation

/// The host and port of a URL or a mail server, parsed strictly: a URL that two parsers could read as different hosts is rejected.
struct RequestTarget: Hashable, Sendable {
    let isPlain: Bool
    /// In lower case; IPv6 addresses keep their brackets.
    let host: String
    /// Nil for the scheme's default.
    let port: Int?

    /// Returns nil unless the URL is http or https, in printable ASCII, with a host, and without user name and password.
    init?(url: String) {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }),
            let schemeEnd = url.range(of: "://")
        else { return nil }
        switch url[..<schemeEnd.lowerBound].lowercased() {
        case "http": isPlain = true
        case "https": isPlain = false
        default: return nil
        }
        let rest = url[schemeEnd.upperBound...]
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.lowercased()
        guard !authority.contains("@"), !authority.contains("%") else { return nil }

        let hostEnd: String.Index
        if authority.hasPrefix("[") {
            guard let bracket = authority.firstIndex(of: "]") else { return nil }
            hostEnd = authority.index(after: bracket)
        } else {
            hostEnd = authority.firstIndex(of: ":") ?? authority.endIndex
        }
        host = String(authority[..<hostEnd])
        guard Self.isHost(host) else { return nil }
        let portText = authority[hostEnd...]
        if portText.isEmpty {
            port = nil
        } else {
            let digits = portText.dropFirst()
            guard portText.first == ":", digits.allSatisfy(\.isNumber), let number = Int(digits),
                (1...65535).contains(number)
            else { return nil }
            port = number
        }
    }

    /// Returns nil if the host is no name or address, or the port no port.
    init?(_ place: MailPlace) {
        let name = place.host.lowercased()
        host = name.contains(":") && !name.hasPrefix("[") ? "[\(name)]" : name
        guard Self.isHost(host), (1...65535).contains(place.port) else { return nil }
        port = place.port
        isPlain = place.security == .plain
    }

    /// Whether a text in lower case has the letters of a name or an address only. Servers and name servers choose hosts that the user is
    /// told to type behind a command, where a shell would run others.
    private static func isHost(_ host: String) -> Bool {
        let isLiteral = host.hasPrefix("[")
        let letters = isLiteral ? host.utf8.dropFirst().dropLast() : host.utf8[...]
        let signs = isLiteral ? ":." : "-._"
        return !letters.isEmpty
            && letters.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || signs.utf8.contains(byte)
            }
    }

    /// The host, and the port if it is not the default, for people.
    var place: String { port.map { "\(host), port \($0)" } ?? host }

    /// Whether the host is this machine by its name: 127.0.0.0/8, ::1 or localhost.
    var isLoopback: Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }
}
