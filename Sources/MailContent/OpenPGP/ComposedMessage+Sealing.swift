/// Composes a message whose content OpenPGP has sealed (RFC 3156). Its headers, including the subject, stay readable.
extension ComposedMessage {
    /// - Parameters:
    ///   - content: the exact bytes of the property `content`.
    ///   - signature: the armored signature over `content`.
    ///   - hash: the name of the signature's hash, such as `sha256` (RFC 3156 §5).
    package func signed(_ content: String, _ signature: [UInt8], hash: String) -> [UInt8] {
        let boundary = "=_signed_\(seed)"
        return Array(
            (headers
                + "Content-Type: multipart/signed; micalg=pgp-\(hash);\r\n"
                + " protocol=\"application/pgp-signature\"; boundary=\"\(boundary)\"\r\n\r\n"
                + "--\(boundary)\r\n" + content
                // The line break before a boundary belongs to the boundary; the signed content ends in a line break of its own.
                + "\r\n--\(boundary)\r\n"
                + "Content-Type: application/pgp-signature; name=\"signature.asc\"\r\n"
                + "Content-Description: OpenPGP signature\r\n\r\n" + Self.withNetworkLineEnds(signature)
                + "--\(boundary)--\r\n").utf8
        )
    }

    /// - Parameter data: `content`, signed, encrypted and armored.
    package func encrypted(_ data: [UInt8]) -> [UInt8] {
        let boundary = "=_encrypted_\(seed)"
        return Array(
            (headers
                + "Content-Type: multipart/encrypted;\r\n"
                + " protocol=\"application/pgp-encrypted\"; boundary=\"\(boundary)\"\r\n\r\n"
                + "--\(boundary)\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n"
                + "--\(boundary)\r\nContent-Type: application/octet-stream; name=\"encrypted.asc\"\r\n"
                + "Content-Disposition: inline; filename=\"encrypted.asc\"\r\n\r\n" + Self.withNetworkLineEnds(data)
                + "--\(boundary)--\r\n").utf8)
    }
}
