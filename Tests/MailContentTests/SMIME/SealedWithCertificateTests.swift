import Foundation
import InboxModel
import TestSupport
import Testing

@testable import MailContent

@Suite("Mail signed and encrypted with S/MIME")
struct SealedWithCertificateTests {
    private static let head = "From: Ann <ann@example.test>\r\nMIME-Version: 1.0\r\n"
    private static let part = "Content-Type: text/plain; charset=utf-8\r\n\r\nHello \r\n\r\nBye\r\n"
    /// The beginning of signed, enveloped and authenticated data, with definite and indefinite lengths.
    static let signedData: [UInt8] = [
        0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02, 0xA0,
    ]
    static let enveloped: [UInt8] = [
        0x30, 0x82, 0x02, 0x10, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x03, 0xA0,
    ]
    static let authenticated: [UInt8] = [
        0x30, 0x81, 0x90, 0x06, 0x0B, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x09, 0x10, 0x01, 0x17, 0xA0,
    ]

    private func read(_ text: String, _ kinds: Set<SealKind> = [.openpgp, .smime]) -> SealedMail? {
        SealedMail(Array((Self.head + text).utf8), kinds: kinds)
    }

    static func file(_ bytes: [UInt8], _ type: String = "application/pkcs7-mime; name=smime.p7m") -> String {
        "Content-Type: \(type)\r\nContent-Transfer-Encoding: base64\r\n\r\n\(Data(bytes).base64EncodedString())\r\n"
    }

    private static func signed(_ type: String) -> String {
        "Content-Type: multipart/signed; micalg=sha-256; protocol=\"\(type)\"; boundary=b\r\n\r\n--b\r\n\(part)\r\n--b\r\n"
            + "Content-Type: \(type); name=smime.p7s\r\nContent-Transfer-Encoding: base64\r\n\r\nUFJPT0Y=\r\n--b--\r\n"
    }

    @Test(
        "the signed part is exact to the byte, and its signature without its encoding",
        arguments: ["application/pkcs7-signature", "application/x-pkcs7-signature"])
    func detached(type: String) throws {
        let sealed = try #require(read(Self.signed(type)))
        #expect(sealed.seal == .signed(content: Array(Self.part.utf8), signature: Array("PROOF".utf8)))
        #expect(sealed.kind == .smime && sealed.isWhole)
        #expect(SealedMail.mayBeSigned(files: [type]) && !SealedMail.mayBeSigned(files: [type], kinds: [.openpgp]))
        #expect(read(Self.signed(type), [.openpgp]) == nil && read(Self.signed(type), []) == nil)
    }

    @Test(
        "what a file of S/MIME is, it says itself, whatever the headers call it",
        arguments: [
            "application/pkcs7-mime", "application/x-pkcs7-mime; name=\"smime.p7m\"",
            "application/pkcs7-mime; smime-type=signed-data; name=x.p7m", "application/pkcs7-mime; smime-type=other",
            "application/octet-stream; name=SMIME.p7m",
        ])
    func types(type: String) {
        #expect(read(Self.file(Self.signedData, type))?.seal == .opaque(Self.signedData))
        #expect(read(Self.file(Self.enveloped, type))?.seal == .encrypted(Self.enveloped))
        #expect(read(Self.file(Self.authenticated, type))?.seal == .encrypted(Self.authenticated))
        #expect(read(Self.file(Self.enveloped, type))?.isWhole == true)
        #expect(read(Self.file(Self.enveloped, type), [.openpgp]) == nil)
        #expect(read(Self.file([0x30, 0x80, 0x06, 0x09], type)) == nil && read(Self.file([], type)) == nil)
    }

    @Test("a mailing list footer is not sealed, and a signed document is a file like others")
    func besides() {
        func mixed(_ part: String) -> String {
            "Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n\(part)\r\n--m\r\n\r\nA list\r\n--m--\r\n"
        }
        #expect(read(mixed(Self.file(Self.enveloped)))?.isWhole == false)
        let invoice = "application/pkcs7-mime; name=invoice.pdf.p7m"
        #expect(read(mixed(Self.file(Self.signedData, invoice))) == nil)
        func file(_ name: String, _ type: String = "application/pkcs7-mime") -> MessageFile {
            MessageFile(remoteID: RemoteID(""), fileName: name, contentType: type, size: 1)
        }
        #expect(
            SealedMail.mayBeCMS([file("odd.p7m")])
                && SealedMail.mayBeCMS([file("smime.p7m"), file("a.png", "image/png")]))
        #expect(SealedMail.mayBeCMS([file("smime.p7m", "application/octet-stream")]))
        #expect(!SealedMail.mayBeCMS([file("invoice.pdf.p7m"), file("a.png", "image/png")]))
        #expect(!SealedMail.mayBeCMS([file("smime.p7s", "application/pkcs7-signature")]) && !SealedMail.mayBeCMS([]))
    }

    @Test("however the beginning of a file is broken, it is a seal or none", arguments: 0..<100)
    func broken(seed: Int) {
        var random = SeededRandom(seed: seed)
        var bytes = [Self.signedData, Self.enveloped, Self.authenticated].randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        _ = CMSType(bytes)
        _ = OpenedMail(part: Array(Self.file(bytes).utf8))
    }
}
