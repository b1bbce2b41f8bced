/// Checks whether a text may be an e-mail address, as a login form does.
public enum EmailAddress {
    /// Whether the whole text has this form: at least one character other than a line break; `@`; labels of letters, digits and hyphens,
    /// each with a dot behind it; and finally at least two letters, or an IDNA name such as `xn--p1ai`. The domain must be ASCII.
    public static func isValid(_ text: String) -> Bool {
        let scalars = Array(text.unicodeScalars)
        guard let at = scalars.lastIndex(of: "@"), at > 0, !scalars[..<at].contains(where: isLineBreak) else {
            return false
        }
        let labels = scalars[(at + 1)...].split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let last = labels.last, last.count >= 2, isTopLevel(last) else {
            return false
        }
        return labels.dropLast().allSatisfy { !$0.isEmpty && $0.allSatisfy(isLabelScalar) }
    }

    /// Whether mail can be sent to an address (RFC 5321 §4.1.2). Besides valid addresses, accepts a host by its IP address or with a single
    /// name, as in `root@localhost`, and underscores in a host. A name of a single letter is not accepted.
    public static func isWritable(_ text: String) -> Bool {
        if isValid(text) { return true }
        let scalars = Array(text.unicodeScalars)
        guard let at = scalars.lastIndex(of: "@"), at > 0,
            scalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace })
        else { return false }
        let host = scalars[(at + 1)...]
        if host.first == "[" { return isAddressLiteral(host) }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard let last = labels.last, last.count >= 2, last.contains(where: isLetter) else { return false }
        return labels.allSatisfy { label in
            !label.isEmpty && label.first != "-" && label.last != "-"
                && label.allSatisfy { isLabelScalar($0) || $0 == "_" }
        }
    }

    /// Whether the host is a single name other than localhost: correct in some networks, and a forgotten dot elsewhere.
    public static func hasShortHost(_ text: String) -> Bool {
        guard let at = text.lastIndex(of: "@") else { return false }
        let host = text[text.index(after: at)...].lowercased()
        return !host.hasPrefix("[") && !host.contains(".") && host != "localhost"
    }

    /// Whether a host has the form `[127.0.0.1]` or `[IPv6:::1]`.
    private static func isAddressLiteral(_ host: ArraySlice<Unicode.Scalar>) -> Bool {
        guard host.count > 3, host.last == "]" else { return false }
        let inner = String(String.UnicodeScalarView(host.dropFirst().dropLast())).lowercased()
        if inner.hasPrefix("ipv6:") {
            let digits = inner.dropFirst(5)
            let colons = digits.unicodeScalars.count(where: { $0 == ":" })
            return (digits.contains("::") || colons >= 5) && digits.allSatisfy { "0123456789abcdef:.".contains($0) }
        }
        let parts = inner.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func isTopLevel(_ label: ArraySlice<Unicode.Scalar>) -> Bool {
        label.allSatisfy(isLetter)
            || label.count > 4 && label.prefix(4).elementsEqual("xn--".unicodeScalars)
                && label.allSatisfy(isLabelScalar)
    }

    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x80 && scalar.properties.isAlphabetic
    }

    private static func isLabelScalar(_ scalar: Unicode.Scalar) -> Bool {
        isLetter(scalar) || scalar == "-" || scalar.value >= 0x30 && scalar.value <= 0x39
    }
}
