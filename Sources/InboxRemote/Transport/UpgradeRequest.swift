/// A request for another protocol, as sent over the connection (RFC 9112 §3).
struct UpgradeRequest {
    let bytes: [UInt8]

    init(_ request: HTTPRequest, _ target: RequestTarget) {
        var lines = ["\(request.method.rawValue) \(Self.path(request.url)) HTTP/1.1"]
        lines.append("Host: \(target.host)\(target.port.map { ":\($0)" } ?? "")")
        lines += request.headers.fields.map { "\($0.name): \($0.value)" }
        if request.headers["User-Agent"] == nil { lines.append("User-Agent: Maraca") }
        bytes = Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }

    /// Returns the path and query of a URL, at least a slash.
    private static func path(_ url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? ""
        let path = rest.drop { $0 != "/" && $0 != "?" && $0 != "#" }.prefix { $0 != "#" }
        return path.hasPrefix("/") ? String(path) : "/" + path
    }
}
