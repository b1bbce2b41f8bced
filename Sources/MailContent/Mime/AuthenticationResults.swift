import Foundation
public import InboxModel

/// What the server that took a mail in found out about its sender: one Authentication-Results header (RFC 8601).
public struct AuthenticationResults: Hashable, Sendable {
    /// One check, such as `dkim=pass header.d=example.org`.
    public struct Check: Hashable, Sendable {
        /// Lower case: `dkim`, `spf`, `dmarc`, …
        public var method: String
        /// Lower case: `pass`, `fail`, `none`, …
        public var result: String
        /// By lower-case names such as `header.d`.
        public var properties: [String: String] = [:]
    }

    /// What the checks say about the address that a mail is from.
    public enum Verdict: String, Hashable, Sendable {
        case verified, notVerified, failed

        /// As screens say it.
        public var words: String {
            switch self {
            case .verified: "verified"
            case .notVerified: "not verified"
            case .failed: "failed verification"
            }
        }
    }

    /// Who says so.
    public var server: String
    public var checks: [Check] = []

    /// The results that may be believed: the topmost header of that server. Those below it may be forged (RFC 8601 §5), as
    /// may those of any other name.
    /// - Parameter headers: the values of all Authentication-Results headers, the topmost first, as they came.
    public static func trusted(_ headers: [String], server: String) -> AuthenticationResults? {
        let server = server.lowercased()
        return headers.lazy.compactMap(AuthenticationResults.init).first { $0.server.lowercased() == server }
    }

    /// What the results of a server say about a message's senders: for more than one nobody vouches.
    /// - Parameter headers: as in `trusted`.
    public static func verdict(_ headers: [String], server: String, from: [MailAddress]) -> Verdict {
        guard let sender = from.first, from.count == 1 else { return .notVerified }
        return trusted(headers, server: server)?.verdict(from: sender.email) ?? .notVerified
    }

    /// - Parameter value: the header's value, folded or not.
    /// - Returns: nil when it names no server.
    public init?(_ value: String) {
        var pieces = HeaderTokens.split(value, at: ";")[...]
        // A version may stand behind the name.
        guard let server = pieces.popFirst()?.first, server != "=" else { return nil }
        self.server = server
        checks = pieces.compactMap(Self.check)
    }

    /// Whether the address that the mail is from is the one that was checked: DMARC says so itself, SPF and DKIM only speak
    /// of their own domain, which has to be the same (RFC 7489 §3.1).
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

    /// Whether a signature of the domain that the mail is from was found valid: only then may what the mail asks for in its headers
    /// be taken for its sender's wish (RFC 8058 §4).
    public func isSigned(by email: String) -> Bool {
        let domain = PublicSuffix.registrable(EmailAddress.domain(of: email))
        return checks.contains { check in
            check.method == "dkim" && check.result == "pass"
                && check.signer.map { PublicSuffix.registrable($0) == domain } ?? false
        }
    }

    /// `method[/version]=result`, an optional reason, and properties `type.name=value` (RFC 8601 §2.2).
    private static func check(_ tokens: [String]) -> Check? {
        guard tokens.count >= 3, let equals = tokens.firstIndex(of: "="), equals + 1 < tokens.count else { return nil }
        var check = Check(method: tokens[0].lowercased(), result: tokens[equals + 1].lowercased())
        check.method = String(check.method.prefix { $0 != "/" })
        var index = equals + 2
        while index + 2 < tokens.count {
            // A value such as a signature may end in some of them.
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

    /// In words for a screen: `dkim pass example.org`.
    public var text: String {
        let about =
            switch method {
            case "dmarc": domain("header.from")
            default: signer
            }
        return CleanText.line([method, result, about].compactMap { $0 }.joined(separator: " "))
    }
}

/// A structured header's words (RFC 5322 §3.2): comments left out, quotes taken off, `=` a word of its own.
private enum HeaderTokens {
    static func split(_ value: String, at separator: Character) -> [[String]] {
        var pieces: [[String]] = [[]]
        var word = ""
        var (depth, isQuoted, isEscaped) = (0, false, false)
        func end() {
            if !word.isEmpty { pieces[pieces.count - 1].append(word) }
            word = ""
        }
        for character in value.prefix(MimeLimits.valueBytes) {
            if isEscaped {
                isEscaped = false
                if depth == 0 { word.append(character) }
            } else if character == "\\", isQuoted || depth > 0 {
                isEscaped = true
            } else if isQuoted {
                if character == "\"" { isQuoted = false } else { word.append(character) }
            } else if character == "(" {
                depth += 1
            } else if depth > 0 {
                if character == ")" { depth -= 1 }
            } else if character == "\"" {
                isQuoted = true
            } else if character == separator {
                end()
                pieces.append([])
            } else if character == "=" {
                end()
                pieces[pieces.count - 1].append("=")
            } else if character.isWhitespace {
                end()
            } else {
                word.append(character)
            }
        }
        end()
        return pieces
    }
}
