import InboxModel

extension EmailAddress {
    /// An address as a person may see it: cleaned, and its domain in its own letters only where they can't be taken for
    /// others (H-2); else as the `xn--` that it is.
    public static func shown(_ email: String) -> String {
        guard let at = email.lastIndex(of: "@") else { return CleanText.line(email) }
        let domain = email[email.index(after: at)...]
        guard !HostName.isPlain(domain) else { return CleanText.line(email) }
        return CleanText.line(email[...at] + shownDomain(domain).text)
    }

    /// What stands behind the last `@`, lower case; empty when there is none.
    static func domain(of email: String) -> String {
        email.lastIndex(of: "@").map { email[email.index(after: $0)...].lowercased() } ?? ""
    }

    /// - Returns: the domain as it may be shown, and whether it has letters that may be taken for others.
    static func shownDomain(_ domain: some StringProtocol) -> (text: String, isOdd: Bool) {
        // Nearly every domain, and every row of a list asks.
        guard !HostName.isPlain(domain) else { return (domain.lowercased(), false) }
        let given = domain.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let labels = given.map(HostName.labelInLetters)
        // Where the end is written in that alphabet too, nobody takes it for a Latin name.
        let isAbroad =
            labels.last.flatMap { $0?.unicodeScalars.first }.flatMap(Alphabet.init).map { $0 != .latin } ?? false
        var isOdd = false
        let shown = zip(labels, given).map { label, given -> String in
            guard let label, isFamiliar(label, isAbroad: isAbroad) else {
                isOdd = true
                return given.utf8.allSatisfy { $0 < 0x80 } ? String(given) : inASCII(given)
            }
            return label
        }
        return (shown.joined(separator: "."), isOdd)
    }

    private static func inASCII(_ label: Substring) -> String {
        let scalars = label.unicodeScalars.prefix(HostName.longestLabel)
        let isWhole = scalars.endIndex == label.unicodeScalars.endIndex
        return "xn--" + Punycode.encoded(Substring(scalars)) + (isWhole ? "" : "…")
    }

    private static func isFamiliar(_ label: String, isAbroad: Bool) -> Bool {
        if label.utf8.allSatisfy({ $0 < 0x80 }) { return true }
        let isWritten = label.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber: true
            default: scalar == "-"
            }
        }
        return isWritten && Alphabet.isOne(label) && (isAbroad || !LookAlike.passesForPlain(label))
    }
}
