import InboxModel

extension EmailAddress {
    /// Returns an address as a header holds it: with the domain in ASCII (RFC 5890 §2.3.2.1), without controls, and with blanks only inside
    /// the quotes of a local part, where they belong to it (RFC 5321 §4.1.2).
    public static func written(_ email: String) -> String {
        var kept = String.UnicodeScalarView()
        var (isQuoted, isEscaped) = (false, false)
        for scalar in email.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, scalar == "\\" {
                isEscaped = true
            } else if scalar == "\"" {
                isQuoted.toggle()
            }
            if scalar != " " || isQuoted { kept.append(scalar) }
        }
        // An unclosed quote keeps no blanks.
        let text = isQuoted ? String(kept).filter { $0 != " " } : String(kept)
        // By scalar: a mark behind the sign makes it a different `Character`.
        let scalars = text.unicodeScalars
        guard let at = scalars.lastIndex(of: "@"), !text.utf8[at...].allSatisfy({ $0 < 0x80 }) else { return text }
        return String(scalars[...at]) + HostName.inASCII(Substring(scalars[at...].dropFirst()))
    }
}
