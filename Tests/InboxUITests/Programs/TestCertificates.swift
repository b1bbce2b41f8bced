import Foundation
import InboxModel
import Programs

@testable import InboxUI

/// A certificate authority, what it issues, and a GnuPG home that trusts it.
final class TestCertificates: Sendable {
    private let folder: TestHome
    var home: String { folder.path }
    var gpgsm: GnuPG { GnuPG(.smime, environment: ["GNUPGHOME": home]) }

    static let areThere = TestHome.has("gpgsm") && TestHome.has("openssl")

    init() throws {
        folder = try TestHome()
        try FileManager.default.createDirectory(atPath: home + "/made", withIntermediateDirectories: true)
    }

    private func openssl(_ arguments: String..., input: [UInt8] = []) async throws -> [UInt8] {
        try await folder.run(["openssl"] + arguments, input: input)
    }

    private func file(_ name: String) -> String { "\(home)/made/\(name)" }

    /// Makes an authority.
    /// - Parameter isTrusted: whether gpgsm takes its word.
    func addAuthority(_ name: String = "ca", isTrusted: Bool = true) async throws {
        _ = try await openssl(
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", file(name + ".key"), "-out",
            file(name + ".crt"),
            "-days", "3650", "-subj", "/CN=Root \(name)", "-addext", "basicConstraints=critical,CA:TRUE", "-addext",
            "keyUsage=critical,keyCertSign,cRLSign")
        guard isTrusted else { return }
        let print = String(
            decoding: try await openssl("x509", "-in", file(name + ".crt"), "-noout", "-fingerprint", "-sha1"),
            as: UTF8.self)
        let hex = print.split(separator: "=").last ?? ""
        try Data("\(hex.filter { !$0.isNewline }) S\n".utf8).write(
            to: URL(fileURLWithPath: home + "/trustlist.txt"))
        _ = try await folder.run(["gpgsm", "--batch", "--disable-dirmngr", "--import", file(name + ".crt")])
    }

    /// Issues a certificate for an address.
    func add(
        _ name: String, _ email: String, by authority: String = "ca", usage: String = "digitalSignature,keyEncipherment"
    )
        async throws
    {
        _ = try await openssl(
            "req", "-newkey", "rsa:2048", "-nodes", "-keyout", file(name + ".key"), "-out", file(name + ".csr"),
            "-subj", "/CN=\(name)")
        let extensions = "basicConstraints=CA:FALSE\nkeyUsage=critical,\(usage)\nsubjectAltName=email:\(email)\n"
        try Data(extensions.utf8).write(to: URL(fileURLWithPath: file(name + ".ext")))
        _ = try await openssl(
            "x509", "-req", "-in", file(name + ".csr"), "-CA", file(authority + ".crt"), "-CAkey",
            file(authority + ".key"), "-CAcreateserial", "-out", file(name + ".crt"), "-extfile", file(name + ".ext"),
            "-days", "3000")
    }

    /// Lets the validity of a certificate be over.
    func expire(_ name: String, by authority: String = "ca") async throws {
        try Data().write(to: URL(fileURLWithPath: file("index.txt")))
        let settings = """
            [ca]
            default_ca=d
            [d]
            database=\(file("index.txt"))
            rand_serial=yes
            new_certs_dir=\(home)/made
            default_md=sha256
            policy=p
            [p]
            commonName=supplied
            """
        try Data((settings + "\n").utf8).write(to: URL(fileURLWithPath: file("ca.cnf")))
        _ = try await openssl(
            "ca", "-batch", "-notext", "-config", file("ca.cnf"), "-in", file(name + ".csr"), "-cert",
            file(authority + ".crt"), "-keyfile", file(authority + ".key"), "-startdate", "20200101000000Z", "-enddate",
            "20210101000000Z", "-extfile", file(name + ".ext"), "-out", file(name + ".crt"))
    }

    /// Gives gpgsm the certificate of somebody else.
    func know(_ name: String) async throws {
        _ = try await folder.run(["gpgsm", "--batch", "--disable-dirmngr", "--import", file(name + ".crt")])
    }

    /// Gives gpgsm the certificate, and with it the private key.
    func own(_ name: String, passphrase: String = "") async throws {
        // GnuPG 2.2 can't read one file in some dozens that openssl writes, whose salt is another each time.
        for _ in 0..<5 {
            do { return try await giveKey(of: name, passphrase) } catch {}
        }
        try await giveKey(of: name, passphrase)
    }

    private func giveKey(of name: String, _ passphrase: String) async throws {
        _ = try await openssl(
            "pkcs12", "-export", "-in", file(name + ".crt"), "-inkey", file(name + ".key"), "-out", file("own.p12"),
            "-passout", "pass:" + passphrase, "-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1"
        )
        _ = try await folder.run(
            [
                "gpgsm", "--batch", "--disable-dirmngr", "--pinentry-mode", "loopback", "--passphrase-fd", "0",
                "--import", file("own.p12"),
            ], input: Array((passphrase + "\n").utf8))
    }

    /// Returns a signature in a file of its own.
    func signature(_ text: String, by name: String) async throws -> [UInt8] {
        try await openssl(
            "cms", "-sign", "-binary", "-signer", file(name + ".crt"), "-inkey", file(name + ".key"), "-outform", "DER",
            input: Array(text.utf8))
    }

    /// Returns the text within its signature.
    func enclosed(_ text: String, by name: String) async throws -> [UInt8] {
        try await openssl(
            "cms", "-sign", "-binary", "-nodetach", "-signer", file(name + ".crt"), "-inkey", file(name + ".key"),
            "-outform", "DER", input: Array(text.utf8))
    }

    func encrypted(_ text: String, to name: String) async throws -> [UInt8] {
        try await openssl(
            "cms", "-encrypt", "-binary", "-aes256", "-outform", "DER", file(name + ".crt"), input: Array(text.utf8))
    }

    // MARK: What others make of a message

    /// Returns what a message signs, once its signature is found valid.
    func checked(_ message: [UInt8]) async throws -> [UInt8] {
        try await openssl("cms", "-verify", "-CAfile", file("ca.crt"), input: message)
    }

    /// Returns what a message holds, for one of its recipients.
    func opened(_ message: [UInt8], by name: String) async throws -> [UInt8] {
        try await openssl(
            "cms", "-decrypt", "-recip", file(name + ".crt"), "-inkey", file(name + ".key"), input: message)
    }
}
