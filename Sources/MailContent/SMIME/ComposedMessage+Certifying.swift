/// Composes a message whose content S/MIME has sealed (RFC 8551). Its headers, including the subject, stay readable.
extension ComposedMessage {
    /// Returns the content with its signature (RFC 8551 §3.5.3), as one MIME entity: what is encrypted, or sent below the headers.
    /// - Parameters:
    ///   - content: the exact bytes of the property `content`.
    ///   - signature: over `content`, in a binary encoding.
    ///   - hash: the name of the signature's hash, such as `sha256`.
    package func certified(_ content: String, _ signature: [UInt8], hash: String) -> String {
        let boundary = "=_certified_\(seed)"
        return "Content-Type: multipart/signed; micalg=sha-\(hash.trimmingPrefix("sha"));\r\n"
            + " protocol=\"application/pkcs7-signature\"; boundary=\"\(boundary)\"\r\n\r\n"
            + "--\(boundary)\r\n" + content
            // The line break before a boundary belongs to the boundary; the signed content ends in a line break of its own.
            + "\r\n--\(boundary)\r\n"
            + "Content-Type: application/pkcs7-signature; name=\"smime.p7s\"\r\n"
            + "Content-Disposition: attachment; filename=\"smime.p7s\"\r\n" + Self.encoded(signature)
            + "--\(boundary)--\r\n"
    }

    /// Returns what was encrypted as a MIME entity (RFC 8551 §3.3).
    package static func enveloped(_ data: [UInt8]) -> String {
        "Content-Type: application/pkcs7-mime; smime-type=enveloped-data;\r\n name=\"smime.p7m\"\r\n"
            + "Content-Disposition: attachment; filename=\"smime.p7m\"\r\n" + encoded(data)
    }

    /// Returns the message with a MIME entity in place of its content.
    package func bytes(with entity: String) -> [UInt8] { Array((headers + entity).utf8) }
}
