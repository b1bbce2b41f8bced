import Foundation

/// The host and port of a URL, parsed strictly: a URL that two parsers could read as different hosts is rejected.
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
        guard !host.isEmpty, host != "[]" else { return nil }
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
