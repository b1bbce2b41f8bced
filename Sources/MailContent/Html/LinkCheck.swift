private import Foundation

/// Checks which links of a mail may be opened, and which are suspicious.
public enum LinkCheck {
    /// The longest target that is kept, in bytes.
    public static let maximumLength = 8_192

    /// Returns the target of a link as it would be opened; `nil` unless it is a non-empty `http`, `https` or `mailto` URL.
    /// Removes blanks and controls that browsers ignore first, so that no scheme hides behind them.
    public static func target(of raw: String) -> String? {
        var cleaned = String.UnicodeScalarView()
        for scalar in raw.prefix(maximumLength + 1).unicodeScalars
        where scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value) {
            cleaned.append(scalar)
        }
        var text = String(cleaned).trimmingBlanks()
        if text.hasPrefix("//") { text = "https:" + text }
        guard let colon = text.firstIndex(of: ":"), text.utf8.count <= maximumLength else { return nil }
        let scheme = text[..<colon].lowercased()
        let rest = text[text.index(after: colon)...]
        switch scheme {
        case "http", "https":
            // Browsers treat a backslash as a slash.
            let path = rest.drop { $0 == "/" || $0 == "\\" }
            guard rest.first == "/" || rest.first == "\\", let first = path.first, first != "?", first != "#" else {
                return nil
            }
            return scheme + "://" + escaped(path)
        case "mailto":
            return rest.isEmpty ? nil : "mailto:" + escaped(rest)
        default:
            return nil
        }
    }

    /// Returns the host of a target in lower case and without its port; `nil` for `mailto:`.
    public static func host(of target: String) -> String? {
        authority(of: target).map { parts($0).host }
    }

    /// The host as it may be shown: in ASCII if its letters can be mistaken for others (H-2).
    public static func shownHost(of target: String) -> String? {
        host(of: target).map { EmailAddress.shownDomain($0).text }
    }

    /// A target as it may be shown, with its host like that.
    public static func shown(_ target: String) -> String {
        guard let authority = authority(of: target), let host = host(of: target), let shown = shownHost(of: target),
            // Behind the name in front of the @, which may be the same.
            shown != host,
            let place = target.range(
                of: host, options: [.caseInsensitive, .backwards], range: authority.startIndex..<authority.endIndex)
        else { return target }
        return target.replacingCharacters(in: place, with: shown)
    }

    /// Returns why a link deserves a second look, in words; `nil` when it doesn't.
    /// - Parameter text: what the mail shows for the link.
    public static func note(text: String, target: String) -> String? {
        guard let authority = authority(of: target) else { return noteOfMail(text, target) }
        let (user, host, port) = parts(authority)
        let (familiar, isOdd) = EmailAddress.shownDomain(host)
        if let user {
            return
                "The name “\(CleanText.line(String(user.prefix(40))))” in front of the @ is not where it leads: that is \(familiar)"
        }
        if let shown = shownHosts(text).first(where: { !isSameSite($0, host) }) {
            return "The text says \(EmailAddress.shownDomain(shown).text), but it leads to \(familiar)"
        }
        if isAddressLiteral(host) { return "It leads to a bare address: \(host)" }
        if let port, port != "80", port != "443" { return "It leads to an unusual port: \(port)" }
        if isOdd { return "The host has letters that may only look familiar: \(familiar)" }
        if host.utf8.count > 80 { return "The host is unusually long" }
        return nil
    }
}

extension StyledText.Link {
    /// Adds a note where the link opens or writes to a domain that can be mistaken for that of someone whom the user knows (H-2).
    public func compared(with people: KnownPeople) -> Self {
        guard note == nil else { return self }
        let hosts = LinkCheck.host(of: target).map { [$0] } ?? LinkCheck.recipientHosts(of: target)
        for host in hosts {
            guard let known = people.domain(like: host) else { continue }
            let shown = EmailAddress.shownDomain(PublicSuffix.registrable(host)).text
            return Self(
                target: target, text: text,
                note: "\(CleanText.line(shown)) is not \(known), which you know, though they look alike")
        }
        return self
    }
}

private extension LinkCheck {
    /// Percent-encodes everything that could break out of the place where a target is shown.
    static func escaped(_ text: Substring) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isPlain = scalar.value > 0x20 && scalar.value < 0x7F && !"\"<>`{}|^\\".unicodeScalars.contains(scalar)
            let kind = ScalarKind(scalar)
            if isPlain || scalar.value >= 0xA0 && kind == .other && !scalar.properties.isWhitespace {
                result.append(scalar)
            } else {
                for byte in String(scalar).utf8 {
                    let hex = String(byte, radix: 16, uppercase: true)
                    result.append(contentsOf: ("%" + (hex.count < 2 ? "0" : "") + hex).unicodeScalars)
                }
            }
        }
        return String(result)
    }

    static func authority(of target: String) -> Substring? {
        guard target.hasPrefix("http://") || target.hasPrefix("https://") else { return nil }
        return target.drop { $0 != "/" }.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
    }

    static func parts(_ authority: Substring) -> (user: Substring?, host: String, port: String?) {
        var rest = authority
        var user: Substring?
        if let at = rest.lastIndex(of: "@") {
            user = rest[..<at]
            rest = rest[rest.index(after: at)...]
        }
        var port: String?
        if let colon = rest.lastIndex(of: ":"), !rest[colon...].contains("]") {
            port = String(rest[rest.index(after: colon)...])
            rest = rest[..<colon]
        }
        while rest.last == "." { rest = rest.dropLast() }
        return (user, rest.lowercased(), port?.isEmpty == true ? nil : port)
    }

    /// Returns a note for a link that writes to someone other than its text says.
    static func noteOfMail(_ text: String, _ target: String) -> String? {
        let hosts = recipientHosts(of: target)
        func familiar(_ host: String) -> String {
            CleanText.line(String(EmailAddress.shownDomain(host).text.prefix(80)))
        }
        if !hosts.isEmpty,
            let shown = shownHosts(text).first(where: { shown in !hosts.contains { isSameSite(shown, $0) } })
        {
            return "The text says \(familiar(shown)), but it writes to \(familiar(hosts[0]))"
        }
        let odd = hosts.first { EmailAddress.shownDomain($0).isOdd }
        return odd.map { "The address has letters that may only look familiar: \(familiar($0))" }
    }

    /// Returns the mail domains of a `mailto:` link's recipients, in order.
    static func recipientHosts(of target: String) -> [String] {
        guard target.hasPrefix("mailto:") else { return [] }
        let recipients = target.dropFirst("mailto:".count).prefix { $0 != "?" }
        return (String(recipients).removingPercentEncoding ?? "").lowercased().split(separator: ",").compactMap {
            $0.split(separator: "@").last.map(String.init)
        }
    }

    /// Returns the hosts that a text names: those of each word that looks like a web or mail address. Invisible characters don't split a
    /// word, the full stops of other scripts count as dots (UTS #46 §4), and what is drawn over or under a plain letter, such as a line,
    /// leaves it the same to a reader.
    static func shownHosts(_ text: String) -> [String] {
        var letters = String.UnicodeScalarView()
        let given = String(text.prefix(2_000))
        let isPlain = given.utf8.allSatisfy { $0 < 0x80 }
        for scalar in (isPlain ? given : given.precomposedStringWithCanonicalMapping).unicodeScalars
        where scalar.properties.generalCategory != .format {
            if ScalarKind(scalar) == .mark, letters.last?.isASCII == true { continue }
            letters.append(["\u{3002}", "\u{FF0E}", "\u{FF61}"].contains(scalar) ? "." : scalar)
        }
        return String(letters).lowercased().split(whereSeparator: \.isWhitespace).prefix(200).compactMap {
            host(namedBy: $0)
        }
    }

    private static func host(namedBy part: Substring) -> String? {
        // Signs around an address, such as quotes, an arrow or a lock, are not part of it.
        func isSign(_ letter: Character) -> Bool { !letter.isLetter && !letter.isNumber && letter != "-" }
        var word = part.drop { isSign($0) && $0 != "@" && $0 != "#" }
        while let last = word.last, isSign(last) { word.removeLast() }
        // Whatever stands in place of https, such as hxxps.
        if let mark = word.firstRange(of: "://"), !word[..<mark.lowerBound].contains(where: isSign) {
            return authority(of: "https://" + word[mark.upperBound...]).map { parts($0).host }
                .flatMap { $0.contains(".") ? $0 : nil }
        }
        if let at = word.firstIndex(of: "@") {
            guard at > word.startIndex else { return nil }
            word = word[word.index(after: at)...]
        }
        let host = word.prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != ":" && $0 != "@" }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, labels.allSatisfy(isLabel), let last = labels.last else { return nil }
        // File names such as report.pdf are not hosts, nor are two words joined by a dot.
        let isDomain =
            reserved.contains(String(last))
            || PublicSuffix.isTopDomain(String(last)) && !fileEndings.contains(String(last))
        return host.hasPrefix("www.") || isDomain ? String(host) : nil
    }

    static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    }

    /// The top-level domains reserved for tests and manuals (RFC 2606 §2).
    static let reserved: Set<String> = ["test", "example"]
    static let fileEndings: Set<String> = [
        "js", "py", "sh", "md", "rs", "go", "pl", "rb", "gz", "xz", "ps", "cc", "ts", "so", "mk",
        "zip", "mov", "app", "doc", "pub",
    ]

    /// Whether two hosts have the same registrable domain.
    static func isSameSite(_ one: String, _ other: String) -> Bool {
        one == other || registrable(one) == registrable(other)
    }

    static func registrable(_ host: String) -> String {
        isAddressLiteral(host) ? host : PublicSuffix.registrable(host)
    }

    /// Whether a host is an IP address in any form that browsers accept: dotted, one number, hexadecimal, in brackets.
    static func isAddressLiteral(_ host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        guard let last = host.split(separator: ".").last else { return false }
        return last.allSatisfy(\.isNumber) || last.hasPrefix("0x")
    }
}
