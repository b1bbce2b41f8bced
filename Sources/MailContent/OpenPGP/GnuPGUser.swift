/// A user id of a key, or an address of a certificate (`--with-colons --list-keys`; GnuPG's `doc/DETAILS`).
package struct GnuPGUser: Hashable, Sendable {
    package var name: String
    /// Empty where the user id has none.
    var email: String
    /// Whether the user's own keys certify it.
    var isValid: Bool

    /// - Parameter fingerprint: of the key whose users are returned.
    package static func all(of fingerprint: String, in listing: [UInt8]) -> [GnuPGUser] {
        var users: [GnuPGUser] = []
        // The first fingerprint after a key is its own; any further ones belong to its subkeys.
        var (isNext, isMeant) = (false, false)
        // A certificate's first user id is the name of its subject, which may look like an address of somebody else.
        var subject = String?.none
        var isCertificate = false
        for line in listing.split(separator: 0x0A).prefix(mostLines) {
            let fields = line.split(separator: 0x3A, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            switch fields[0] {
            case "pub", "crt", "crs": (isNext, isMeant, isCertificate, subject) = (true, false, fields[0] != "pub", nil)
            case "fpr" where isNext:
                isNext = false
                isMeant = fields.count > 9 && fields[9] == fingerprint
            case "uid" where isMeant && fields.count > 9:
                let id = plain(fields[9])
                let isValid = fields[1] == "f" || fields[1] == "u"
                if !isCertificate {
                    users.append(GnuPGUser(id, isValid: isValid))
                } else if let name = subject {
                    guard id.hasPrefix("<"), id.hasSuffix(">"), id.utf8.count > 2 else { continue }
                    users.append(GnuPGUser(name: name, email: String(id.dropFirst().dropLast()), isValid: isValid))
                } else {
                    subject = commonName(id)
                }
            default: break
            }
        }
        return users
    }

    private static let mostLines = 20_000

    /// Returns the common name in a distinguished name (RFC 4514), such as `O=Shop,CN=Ann Ortiz`; empty where it has none.
    private static func commonName(_ subject: String) -> String {
        var (parts, isEscaped) = ([""], false)
        for letter in subject.unicodeScalars {
            if letter == "\\", !isEscaped {
                isEscaped = true
            } else if (letter == "," || letter == "+"), !isEscaped {
                parts.append("")
            } else {
                parts[parts.count - 1].unicodeScalars.append(letter)
                isEscaped = false
            }
        }
        return parts.first { $0.hasPrefix("CN=") }.map { String($0.dropFirst(3)) } ?? ""
    }

    /// Parses `Name (comment) <address>`, or an address alone.
    init(_ id: String, isValid: Bool) {
        if id.hasSuffix(">"), let open = id.lastIndex(of: "<") {
            let email = String(id[id.index(after: open)...].dropLast())
            self.init(name: String(id[..<open]).trimmingBlanks(), email: email, isValid: isValid)
        } else {
            let isAddress = id.contains("@") && !id.contains { $0.isWhitespace || $0 == "<" || $0 == ">" }
            self.init(name: isAddress ? "" : id, email: isAddress ? id : "", isValid: isValid)
        }
    }

    private init(name: String, email: String, isValid: Bool) {
        // A text with two addresses could be taken for either.
        let isOdd = email.contains { $0.isWhitespace || $0 == "<" || $0 == ">" || $0 == "," }
        (self.name, self.email, self.isValid) = (name, isOdd ? "" : email, isValid)
    }

    /// Whether the email is exactly this address, except for the case of ASCII letters.
    func isAt(_ address: String) -> Bool {
        !email.isEmpty && email.utf8.elementsEqual(address.utf8) { Self.folded($0) == Self.folded($1) }
    }

    private static func folded(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }

    /// Resolves the escapes for colons and controls, such as `\x3a`.
    private static func plain(_ field: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(field.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let code = UInt8(String(decoding: rest.dropFirst().prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
