/// The two ways to sign and encrypt mail, which know nothing of each other's keys.
public enum SealKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// With keys that people vouch for to each other (RFC 3156).
    case openpgp
    /// With certificates that authorities issue (RFC 8551).
    case smime

    public var name: String {
        switch self {
        case .openpgp: "OpenPGP"
        case .smime: "S/MIME"
        }
    }
}
