/// What a file of S/MIME is, by the object identifier at its beginning (RFC 5652, RFC 5083). The headers of a mail may say
/// something else, and are not asked.
package enum CMSType {
    case signed, encrypted

    /// - Returns: nil for anything else. The rest of the file may be broken.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count > 2, bytes[0] == 0x30 else { return nil }
        let lengthBytes = bytes[1] < 0x80 ? 0 : Int(bytes[1] & 0x7F)
        guard lengthBytes <= 8 else { return nil }
        let rest = bytes.dropFirst(2 + lengthBytes)
        if rest.starts(with: Self.signedData) {
            self = .signed
        } else if rest.starts(with: Self.envelopedData) || rest.starts(with: Self.authEnvelopedData) {
            self = .encrypted
        } else {
            return nil
        }
    }

    private static let signedData: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02,
    ]
    private static let envelopedData: [UInt8] = [
        0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x03,
    ]
    private static let authEnvelopedData: [UInt8] = [
        0x06, 0x0B, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x01, 0x17,
    ]
}
