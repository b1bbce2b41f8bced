import InboxModel

extension EmailAddress {
    /// Returns an address as shown to people: cleaned, with its domain in Unicode only where its letters can't be mistaken for others
    /// (H-2), and as `xn--` otherwise.
    public static func shown(_ email: String) -> String {
        guard let at = email.unicodeScalars.lastIndex(of: "@") else { return CleanText.line(email) }
        let domain = Substring(email.unicodeScalars[at...].dropFirst())
        guard !HostName.isPlain(domain) else { return CleanText.line(email) }
        return CleanText.line(String(email.unicodeScalars[...at]) + shownDomain(domain).text)
    }

    /// Returns the text behind the last `@` in lower case; empty when there is none. By scalar: a mark behind the sign makes it a different
    /// `Character`, and no domain would be found.
    static func domain(of email: String) -> String {
        let scalars = email.unicodeScalars
        return scalars.lastIndex(of: "@").map { Substring(scalars[$0...].dropFirst()).lowercased() } ?? ""
    }

    /// - Returns: the domain as it may be shown, and whether it has letters that can be mistaken for others.
    static func shownDomain(_ domain: some StringProtocol) -> (text: String, isOdd: Bool) {
        // A fast path for nearly every domain: every row of a list calls this.
        guard !HostName.isPlain(domain) else { return (domain.lowercased(), false) }
        let given = domain.lowercased().split(separator: ".", omittingEmptySubsequences: false)
        let labels = given.map(HostName.labelInLetters)
        // Where the last label is also in that alphabet, nobody takes the domain for a Latin name.
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
        // A mark without a letter would be drawn over the sign in front (RFC 5891 §4.2.3.2). Plain letters with the marks of languages are
        // letters of their own, and a line under others would pass for one under a link.
        var before: Unicode.Scalar?
        for scalar in label.unicodeScalars {
            if ScalarKind(scalar) == .mark, before?.isASCII ?? true { return false }
            before = scalar
        }
        let isWritten = label.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .lowercaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber: true
            default: scalar == "-"
            }
        }
        return isWritten && Alphabet.isOne(label) && (isAbroad || !LookAlike.passesForPlain(label))
    }
}
