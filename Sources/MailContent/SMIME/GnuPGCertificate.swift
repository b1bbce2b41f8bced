/// A certificate of S/MIME, as gpgsm lists it (`--with-colons --with-validation`; GnuPG's `doc/DETAILS`).
package struct GnuPGCertificate: Hashable, Sendable {
    package var fingerprint: String
    /// Whether gpgsm vouches for it: neither expired nor revoked, and of a root that the user trusts.
    package var isValid: Bool
    /// What its key usage allows.
    package var signs: Bool
    package var encrypts: Bool
    /// When it became valid, in a form whose order is that of time.
    private var begin: String
    private var users: [GnuPGUser]

    package static func all(in listing: [UInt8]) -> [GnuPGCertificate] {
        var found: [GnuPGCertificate] = []
        var head: [String]?
        for line in listing.split(separator: 0x0A) {
            let fields = line.split(separator: 0x3A, omittingEmptySubsequences: false).map {
                String(decoding: $0, as: UTF8.self)
            }
            switch fields[0] {
            case "crt", "crs": head = fields.count > 11 ? fields : nil
            case "fpr":
                guard let about = head, fields.count > 9 else { continue }
                head = nil
                found.append(
                    GnuPGCertificate(
                        fingerprint: fields[9], isValid: about[1] == "f" || about[1] == "u",
                        signs: about[11].contains("s"), encrypts: about[11].contains("e"), begin: about[5],
                        users: GnuPGUser.all(of: fields[9], in: listing)))
            default: break
            }
        }
        return found
    }

    /// Returns the certificate to use for an address: a valid one if there is any, and of those the newest.
    /// - Parameter use: `signs` or `encrypts`.
    /// - Returns: `misused` if there are only certificates for something else, `missing` if there are none.
    package static func best(
        for email: String, _ use: KeyPath<GnuPGCertificate, Bool>, among all: [GnuPGCertificate]
    ) -> Result<GnuPGCertificate, CertificateRefusal> {
        let own = all.filter { certificate in certificate.users.contains { $0.isAt(email) } }
        let best = own.filter { $0[keyPath: use] }.max {
            $0.isValid == $1.isValid ? $0.begin < $1.begin : $1.isValid
        }
        return best.map { .success($0) } ?? .failure(own.isEmpty ? .missing : .misused)
    }
}
