import Foundation
public import InboxModel

/// What the receiving server found out about the sender of a mail: one Authentication-Results header (RFC 8601).
public struct AuthenticationResults: Hashable, Sendable {
    /// One check, such as `dkim=pass header.d=example.org`.
    public struct Check: Hashable, Sendable {
        /// In lower case: `dkim`, `spf`, `dmarc`, …
        public var method: String
        /// In lower case: `pass`, `fail`, `none`, …
        public var result: String
        /// The properties by lower-case name, such as `header.d`.
        public var properties: [String: String] = [:]
    }

    /// What the checks say about the sender address of a mail.
    public enum Verdict: String, Hashable, Sendable {
        case verified, notVerified, failed

        /// The verdict in words, for screens.
        public var words: String {
            switch self {
            case .verified: "verified"
            case .notVerified: "not verified"
            case .failed: "failed verification"
            }
        }
    }

    /// The server that performed the checks.
    public var server: String
    public var checks: [Check] = []

    /// Returns the results that can be trusted: the topmost header of the given server. Those below it may be forged (RFC 8601 §5), and so
    /// may those of any other name.
    /// - Parameter headers: the raw values of all Authentication-Results headers, topmost first.
    public static func trusted(_ headers: [String], server: String) -> AuthenticationResults? {
        let server = server.lowercased()
        return headers.lazy.compactMap(AuthenticationResults.init).first { $0.server.lowercased() == server }
    }

    /// Returns what a server's results say about the senders of a message; several senders are never verified.
    /// - Parameter headers: as in `trusted`.
    public static func verdict(_ headers: [String], server: String, from: [MailAddress]) -> Verdict {
        guard let sender = from.first, from.count == 1 else { return .notVerified }
        return trusted(headers, server: server)?.verdict(from: sender.email) ?? .notVerified
    }

    /// - Parameter value: the value of the header, folded or not.
    /// - Returns: `nil` when the header names no server.
    public init?(_ value: String) {
        var pieces = HeaderTokens.split(value, at: ";")[...]
        // A version may follow the name.
        guard let server = pieces.popFirst()?.first, server != "=" else { return nil }
        self.server = server
        checks = pieces.compactMap(Self.check)
    }

    /// Returns whether the checks confirm the sender address. DMARC covers that address itself. SPF and DKIM only cover a domain of their
    /// own, which must be the same (RFC 7489 §3.1).
    public func verdict(from email: String) -> Verdict {
        let domain = EmailAddress.domain(of: email)
        guard !domain.isEmpty else { return .notVerified }
        let dmarc = checks.filter { $0.method == "dmarc" && ($0.domain("header.from") ?? domain) == domain }
        if dmarc.contains(where: { $0.result == "pass" }) { return .verified }
        if dmarc.contains(where: { $0.result == "fail" }) { return .failed }
        let own = checks.filter { check in
            check.signer.map { PublicSuffix.registrable($0) == PublicSuffix.registrable(domain) } ?? false
        }
        if own.contains(where: { $0.result == "pass" }) { return .verified }
        return own.contains { ["fail", "hardfail", "permerror", "policy"].contains($0.result) } ? .failed : .notVerified
    }

    /// Whether the sender's domain has a valid DKIM signature: only then can what the headers ask for be taken for the sender's wish
    /// (RFC 8058 §4).
    public func isSigned(by email: String) -> Bool {
        let domain = PublicSuffix.registrable(EmailAddress.domain(of: email))
        return checks.contains { check in
            check.method == "dkim" && check.result == "pass"
                && check.signer.map { PublicSuffix.registrable($0) == domain } ?? false
        }
    }

    /// Parses `method[/version]=result`, an optional reason, and properties `type.name=value` (RFC 8601 §2.2).
    private static func check(_ tokens: [String]) -> Check? {
        guard tokens.count >= 3, let equals = tokens.firstIndex(of: "="), equals + 1 < tokens.count else { return nil }
        var check = Check(method: tokens[0].lowercased(), result: tokens[equals + 1].lowercased())
        check.method = String(check.method.prefix { $0 != "/" })
        var index = equals + 2
        while index + 2 < tokens.count {
            // A value such as a signature may end in equals signs.
            if tokens[index] != "=", tokens[index + 1] == "=" {
                check.properties[tokens[index].lowercased()] = tokens[index + 2]
                index += 3
            } else {
                index += 1
            }
        }
        return check
    }
}

extension AuthenticationResults.Check {
    /// The domain that an SPF or DKIM check is about.
    fileprivate var signer: String? {
        switch method {
        case "dkim": domain("header.d") ?? domain("header.i")
        case "spf": domain("smtp.mailfrom")
        default: nil
        }
    }

    fileprivate func domain(_ property: String) -> String? {
        guard let value = properties[property]?.lowercased() else { return nil }
        return value.contains("@") ? EmailAddress.domain(of: value) : value.isEmpty ? nil : value
    }

    /// The check in words for a screen: `dkim pass example.org`.
    public var text: String {
        let about =
            switch method {
            case "dmarc": domain("header.from")
            default: signer
            }
        return CleanText.line([method, result, about].compactMap { $0 }.joined(separator: " "))
    }
}

/// Splits a structured header into words (RFC 5322 §3.2): comments left out, quotes removed, `=` as a word of its own.
///
/// By scalar: senders choose what servers quote, and a mark behind a quote or a bracket would make it a different `Character`.
private enum HeaderTokens {
    static func split(_ value: String, at separator: Unicode.Scalar) -> [[String]] {
        var pieces: [[String]] = [[]]
        var word = String.UnicodeScalarView()
        var (depth, isQuoted, isEscaped) = (0, false, false)
        func end() {
            if !word.isEmpty { pieces[pieces.count - 1].append(String(word)) }
            word = String.UnicodeScalarView()
        }
        for scalar in value.prefix(MimeLimits.valueBytes).unicodeScalars {
            if isEscaped {
                isEscaped = false
                if depth == 0 { word.append(scalar) }
            } else if scalar == "\\", isQuoted || depth > 0 {
                isEscaped = true
            } else if isQuoted {
                if scalar == "\"" { isQuoted = false } else { word.append(scalar) }
            } else if scalar == "(" {
                depth += 1
            } else if depth > 0 {
                if scalar == ")" { depth -= 1 }
            } else if scalar == "\"" {
                isQuoted = true
            } else if scalar == separator {
                end()
                pieces.append([])
            } else if scalar == "=" {
                end()
                pieces[pieces.count - 1].append("=")
            } else if scalar.properties.isWhitespace {
                end()
            } else {
                word.append(scalar)
            }
        }
        end()
        return pieces
    }
}
