public import InboxModel

extension MessageFile {
    /// Whether the file is the signature of the mail that it came with (RFC 1847), which says nothing about another mail. The signature of
    /// a file beside it, such as `list.pdf.asc`, is a file like others.
    public var signsItsMail: Bool {
        let type = contentType.prefix { $0 != ";" }.lowercased()
        if ["application/pkcs7-signature", "application/x-pkcs7-signature"].contains(type) { return true }
        guard type == "application/pgp-signature" else { return false }
        let name = fileName.lowercased()
        return name.isEmpty || name.contains("signature") || name.hasPrefix("pgp.")
    }
}
