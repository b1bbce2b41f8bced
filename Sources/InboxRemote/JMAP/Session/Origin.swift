import Foundation

/// The part of a URL that a secret belongs to (RFC 6454).
struct Origin: Hashable, Sendable, CustomStringConvertible {
    let scheme: String
    let host: String
    let port: Int

    /// Whether a secret may be sent there: encrypted, or within this machine.
    let isSafe: Bool
    /// Whether it names this machine.
    private let isHere: Bool

    /// Returns nil if the text is not an http or https URL, or has a fragment, which servers never receive.
    init?(_ url: String) {
        guard !url.contains("#"), let target = RequestTarget(url: url) else { return nil }
        scheme = target.isPlain ? "http" : "https"
        host = target.host
        port = target.port ?? (target.isPlain ? 80 : 443)
        isHere = target.isLoopback
        isSafe = !target.isPlain || isHere
    }

    /// Whether a server elsewhere sends a request to this machine, whose programs may do what anybody asks them.
    func isLocal(for server: Origin?) -> Bool { isHere && server?.isHere != true }

    var description: String {
        let usual = scheme == "http" ? 80 : 443
        return "\(scheme)://\(host)" + (port == usual ? "" : ":\(port)")
    }
}

extension String {
    /// Resolves a URL that may be relative against a base URL (RFC 3986 §5.2). Templates (RFC 6570) are kept.
    func resolved(against base: String) -> String {
        if isAbsolute { return self }
        guard let schemeEnd = base.range(of: "://") else { return self }
        if hasPrefix("//") { return base[..<schemeEnd.lowerBound] + ":" + self }
        let pathStart = base[schemeEnd.upperBound...].firstIndex { "/?#".contains($0) } ?? base.endIndex
        if hasPrefix("/") { return base[..<pathStart] + self }
        let path = base[pathStart...].prefix { $0 != "?" && $0 != "#" }
        guard let lastSlash = path.lastIndex(of: "/") else { return base[..<pathStart] + "/" + self }
        return base[...lastSlash] + self
    }

    /// Whether it begins with a scheme (RFC 3986 §3.1). A later colon belongs to a path or a query.
    private var isAbsolute: Bool {
        guard let colon = firstIndex(of: ":"), let first = first, first.isLetter else { return false }
        return self[..<colon].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    }
}
