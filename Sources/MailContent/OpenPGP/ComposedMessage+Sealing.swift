/// A message as it leaves when OpenPGP has sealed its content (RFC 3156). Its headers stay readable, the subject too.
extension ComposedMessage {
    /// - Parameters:
    ///   - content: as `content` gave it, to the byte.
    ///   - signature: over that, armored.
    ///   - hash: the name of its hash, as `sha256` (RFC 3156 §5).
    package func signed(_ content: String, _ signature: [UInt8], hash: String) -> [UInt8] {
        let boundary = "=_signed_\(seed)"
        return Array(
            (headers
                + "Content-Type: multipart/signed; micalg=pgp-\(hash);\r\n"
                + " protocol=\"application/pgp-signature\"; boundary=\"\(boundary)\"\r\n\r\n"
                + "--\(boundary)\r\n" + content
                // The line break in front of a boundary belongs to that; what is signed ends in one of its own.
                + "\r\n--\(boundary)\r\n"
                + "Content-Type: application/pgp-signature; name=\"signature.asc\"\r\n"
                + "Content-Description: OpenPGP signature\r\n\r\n" + Self.withNetworkLineEnds(signature)
                + "--\(boundary)--\r\n").utf8
        )
    }

    /// - Parameter data: `content`, signed and encrypted, armored.
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
