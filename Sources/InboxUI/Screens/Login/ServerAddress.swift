import InboxKit
package import InboxModel

/// A server's address as typed: a URL, a host, or the file of a feed.
package enum ServerAddress {
    /// Returns the meant URL; a bare host gets `https`, or `http` if it is this machine, and `imaps` or `imap` if it is called so or has
    /// such a port.
    /// - Parameter dialect: What the server speaks, if that is known.
    package static func url(_ typed: String, speaking dialect: Account.Dialect? = nil) -> String {
        let url = webURL(typed)
        guard !typed.contains("://"), !isFile(url), let rest = url.firstRange(of: "://").map({ url[$0.upperBound...] }),
            dialect == .imap || dialect == nil && isIMAP(rest)
        else { return url }
        let isSecure = rest.hasSuffix(":993") || !url.hasPrefix("http:") && !rest.hasSuffix(":143")
        return "imap\(isSecure ? "s" : "")://\(rest)"
    }

    private static func isIMAP(_ place: Substring) -> Bool {
        // 1143 is the port of bridges on this machine.
        place.lowercased().hasPrefix("imap.") || [":143", ":993", ":1143"].contains { place.hasSuffix($0) }
    }

    private static func webURL(_ typed: String) -> String {
        var text = typed
        while text.last == " " { text.removeLast() }
        while text.first == " " { text.removeFirst() }
        if text.contains("://") || isFile(text) {
            return text.last == "/" && text.count > 1 ? String(text.dropLast()) : text
        }
        let host = host(text)
        let isHere = host == "localhost" || host == "[::1]" || host.hasPrefix("127.")
        return (isHere ? "http://" : "https://") + (text.last == "/" ? String(text.dropLast()) : text)
    }

    /// Returns why a text cannot be a server's address; nil when it can.
    package static func flaw(_ typed: String) -> String? {
        let url = url(typed)
        if namesFile(url) { return nil }
        guard let separator = url.firstRange(of: "://") else { return "an address such as https://mail.example.org" }
        let scheme = url[..<separator.lowerBound].lowercased()
        if scheme == "imaps" || scheme == "imap" {
            return SignIn.isIMAP(url)
                ? nil : "that is not a URL such as imaps://imap.example.org?smtp=smtps://smtp.example.org"
        }
        guard scheme == "https" || scheme == "http" else {
            return "it begins with https:// or imaps:// (or http:// on this machine)"
        }
        let authority = url[separator.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if authority.isEmpty { return "the name of the server is missing" }
        if authority.contains("@") { return "no name or password in the address; they have fields of their own" }
        if !isHostAndPort(authority) { return "that is not a URL such as https://mail.example.org" }
        if url.contains(where: { $0.isWhitespace || !$0.isASCII }) { return "no spaces, and plain letters only" }
        return nil
    }

    /// Whether the text is like `mail.example.org` or `[::1]:8080`: a colon after the host must be followed by a number.
    private static func isHostAndPort(_ authority: Substring) -> Bool {
        let rest = authority.hasPrefix("[") ? authority.drop { $0 != "]" }.dropFirst() : authority.drop { $0 != ":" }
        return rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isNumber) && rest.count > 1
    }

    /// Whether a URL that `url` returned is that of a file, which needs no password.
    package static func namesFile(_ url: String) -> Bool { isFile(url) || url.lowercased().hasPrefix("file://") }

    private static func isFile(_ text: String) -> Bool { text.hasPrefix("/") || text.hasPrefix("~/") }

    private static func host(_ text: String) -> String {
        let authority = text.prefix { $0 != "/" }
        if authority.hasPrefix("[") { return String(authority.prefix { $0 != "]" }) + "]" }
        return String(authority.prefix { $0 != ":" }).lowercased()
    }
}
