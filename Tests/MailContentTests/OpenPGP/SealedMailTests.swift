import Foundation
import InboxModel
import MailContent
import TestSupport
import Testing

@Suite("Signed and encrypted messages")
struct SealedMailTests {
    static let head = "From: Ann <ann@example.test>\r\nMIME-Version: 1.0\r\n"
    static let part = "Content-Type: text/plain; charset=utf-8\r\n\r\nHello \r\n\r\nBye\r\n"
    static let proof = "Content-Type: application/pgp-signature; name=\"signature.asc\"\r\n\r\nPROOF\r\n"

    static func signed(_ part: String = part, _ proof: String = proof, boundary: String = "b") -> String {
        "Content-Type: multipart/signed; micalg=pgp-sha512; protocol=\"application/pgp-signature\"; boundary=\(boundary)\r\n\r\n"
            + "This is signed.\r\n--\(boundary)\r\n\(part)\r\n--\(boundary)\r\n\(proof)\r\n--\(boundary)--\r\n"
    }

    static func encrypted(
        _ type: String = "multipart/encrypted; protocol=\"application/pgp-encrypted\"", before: String = ""
    )
        -> String
    {
        "Content-Type: \(type); boundary=e\r\n\r\n" + before
            + "--e\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n"
            + "--e\r\nContent-Type: application/octet-stream\r\n\r\nDATA\r\n--e--\r\n"
    }

    private func read(_ text: String) -> SealedMail? { SealedMail(Array(text.utf8)) }

    private func content(_ sealed: SealedMail?) -> String? {
        guard case .signed(let content, _) = sealed?.seal else { return nil }
        return String(decoding: content, as: UTF8.self)
    }

    @Test("the signed part is exact to the byte, with headers and spaces, without the delimiter's line break")
    func exact() throws {
        let sealed = try #require(read(Self.head + Self.signed()))
        #expect(content(sealed) == Self.part && sealed.isWhole)
        guard case .signed(_, let signature) = sealed.seal else { Issue.record("not signed"); return }
        #expect(String(decoding: signature, as: UTF8.self) == "PROOF\r\n")
    }

    @Test("line ends changed in transit become CRLF again (RFC 3156 §5)")
    func lineEnds() {
        let mail = (Self.head + Self.signed()).replacing("\r\n", with: "\n")
        #expect(content(read(mail)) == Self.part)
    }

    @Test(
        "signed content may have several parts or be almost empty",
        arguments: [
            "Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\none\r\n--i\r\n\r\ntwo\r\n--i--\r\n",
            "Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\none\r\n--i--\r\n\r\n",
            "Content-Type: multipart/mixed; boundary=i\r\n\r\n--i\r\n\r\nwithout an end\r\n",
            "Content-Type: text/plain\r\n\r\n", "Content-Type: text/plain\r\n", "\r\nno headers",
        ])
    func shapes(part: String) {
        #expect(content(read(Self.head + Self.signed(part))) == part)
    }

    @Test("a mailing list footer is not signed, and the message is not whole")
    func footer() {
        let mail =
            Self.head + "Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n" + Self.signed()
            + "\r\n--m\r\nContent-Type: text/plain\r\n\r\nPay here: https://evil.test\r\n--m--\r\n"
        #expect(content(read(mail)) == Self.part && read(mail)?.isWhole == false)
    }

    @Test(
        "mail that only looks signed is not",
        arguments: [
            // A third part would be shown without being signed.
            head + signed(part, proof + "\r\n--b\r\nContent-Type: text/plain\r\n\r\nPay here"),
            head + signed(part, "Content-Type: application/pgp-signature\r\n"),
            head + signed(part, "Content-Type: text/plain\r\n\r\nPROOF\r\n"),
            head
                + signed(
                    part, "Content-Type: application/pgp-signature\r\n\r\n" + String(repeating: "x", count: 300_000)),
            head + signed().replacing("multipart/signed", with: "multipart/mixed"),
            head + "Content-Type: message/rfc822\r\n\r\n" + signed(), "", "\r\n", "--b\r\n--b--",
        ])
    func notSigned(mail: String) {
        #expect(read(mail) == nil)
    }

    @Test("encrypted data is found, even if a server rebuilt the multipart")
    func encrypted() {
        let empty = "--e\r\nContent-Type: text/plain\r\n\r\n\r\n"
        for mail in [Self.encrypted(), Self.encrypted("multipart/mixed", before: empty)] {
            #expect(read(Self.head + mail) == SealedMail(Array((Self.head + Self.encrypted()).utf8)))
        }
        #expect(read(Self.head + Self.encrypted())?.isWhole == true)
        let open = "--e\r\nContent-Type: text/html\r\n\r\n<img src='https://evil.test/\r\n"
        #expect(read(Self.head + Self.encrypted("multipart/mixed", before: open))?.isWhole == false)
    }

    @Test("encrypted data inside a text is extracted, and other text around it is noticed")
    func inline() {
        let block = "-----BEGIN PGP MESSAGE-----\r\n\r\nhF4D\r\n-----END PGP MESSAGE-----\r\n"
        #expect(read(Self.head + "\r\n" + block)?.seal == .inline(Array(block.utf8)))
        #expect(read(Self.head + "\r\n" + block)?.isWhole == true)
        #expect(read(Self.head + "\r\nSee:\r\n" + block)?.isWhole == false)
        #expect(read(Self.head + "\r\n> " + block) == nil)
        #expect(read(Self.head + "\r\n-----BEGIN PGP MESSAGE-----\r\nwithout an end") == nil)
        let text = StyledText(plain: "See:\n-----BEGIN PGP MESSAGE-----\n")
        #expect(SealedMail.mayBeEncrypted(files: [], text: text))
        #expect(!SealedMail.mayBeEncrypted(files: ["text/plain"], text: StyledText(plain: "Hello")))
    }

    private func clear(_ text: String, _ head: String = Self.head) -> ClearSigned? {
        guard case .clear(let signed) = read(head + "\r\n" + text)?.seal else { return nil }
        return signed
    }

    static let block =
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\nHello \t\n- -- \nAnn\n\n"
        + "-----BEGIN PGP SIGNATURE-----\n\niHUE\n-----END PGP SIGNATURE-----\n"

    @Test("a clear-signed text is read exactly as signed, without dash escapes (RFC 9580 §7)")
    func cleartext() throws {
        let signed = try #require(clear(Self.block))
        #expect(String(decoding: signed.content, as: UTF8.self) == "Hello\r\n--\r\nAnn\r\n")
        #expect(String(decoding: signed.signature, as: UTF8.self).hasPrefix("-----BEGIN PGP SIGNATURE-----\n\niHUE"))
        #expect(signed.body?.plain == "Hello\n--\nAnn\n" && read(Self.head + "\r\n" + Self.block)?.isWhole == true)
        #expect(SealedMail.mayBeSigned(files: [], text: StyledText(plain: Self.block)))
        #expect(!SealedMail.mayBeSigned(files: [], text: StyledText(plain: "Hello")))
    }

    @Test("text around a clear-signed text is moved below it, marked as not signed")
    func around() {
        let mail = "[Signed:]\nPay here\n\n\(Self.block)\nA list\n"
        #expect(read(Self.head + "\r\n" + mail)?.isWhole == false)
        #expect(
            clear(mail)?.body?.plain
                == "Hello\n--\nAnn\n\n\n[Nothing below this line is signed]\n\n[Signed:]\nPay here\n\n\nA list")
    }

    @Test("a clear-signed part does not replace the other texts beside it")
    func others() {
        let parts = ["\r\n" + Self.block, "\r\nA list\r\n"].map { "--m\r\n\($0)\r\n" }.joined() + "--m--\r\n"
        let mail = Self.head + "Content-Type: multipart/mixed; boundary=m\r\n\r\n" + parts
        guard let sealed = read(mail), case .clear(let signed) = sealed.seal else {
            Issue.record("not found")
            return
        }
        #expect(!sealed.isWhole && signed.body == nil)
    }

    @Test("an unsigned charset does not change the signed words")
    func unsignedCharset() {
        let text = Self.block.replacing("Ann", with: "+AFA-ay")
        #expect(clear(text, "Content-Type: text/plain; charset=utf-7\r\n")?.body?.plain == "Hello\n--\n+AFA-ay\n")
    }

    @Test(
        "malformed clear-signed text is not accepted",
        arguments: [
            block.replacing("Hash: SHA512", with: "NotDashEscaped: yes"), block.replacing("- -- ", with: "-- "),
            block.replacing("-----END", with: "END"), block.replacing("-----BEGIN PGP SIGNATURE-----", with: ""),
            "> " + block,
        ])
    func notClear(text: String) {
        #expect(read(Self.head + "\r\n" + text) == nil)
    }

    @Test(
        "P-2: however a sealed message is broken, its signed content is a contiguous part of it",
        arguments: 0..<200)
    func mutations(seed: Int) {
        var random = SeededRandom(seed: seed)
        let mails = [Self.head + Self.signed(), Self.head + Self.encrypted(), Self.head + Self.signed(Self.signed())]
        var bytes = Array((mails.randomElement(using: &random) ?? "").utf8)
        let spices = ["\r\n--b\r\n", "--b--\r\n", "\r\n--e\r\n", "\n", "\r", ":", "boundary=", "\r\n\r\n"]
        for _ in 0..<Int.random(in: 1...12, using: &random) {
            let place = Int.random(in: 0..<max(1, bytes.count), using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...30, using: &random)))
            default: bytes.insert(contentsOf: (spices.randomElement(using: &random) ?? "").utf8, at: place)
            }
        }
        guard let sealed = SealedMail(bytes) else { return }
        if case .signed(let content, _) = sealed.seal {
            func plain(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 != 13 } }
            #expect(!content.isEmpty && plain(bytes).firstRange(of: plain(content)) != nil)
            _ = OpenedMail(part: content)
        }
    }

    @Test("decrypted text loads nothing from other servers, and its inner subject is found")
    func opened() {
        let html = "<p>Secret</p><img src=\"https://evil.test/a.png\" alt=\"x\"><a href=\"https://example.test/\">a</a>"
        let mail = OpenedMail(part: Array("Subject: The plan\r\nContent-Type: text/html\r\n\r\n\(html)\r\n".utf8))
        let text = BodyChoice.preferred(mail.body)
        #expect(mail.subject == "The plan" && !text.pictures.isEmpty)
        #expect(
            text.withoutRemotePictures.pictures.isEmpty && text.withoutRemotePictures.links.count == text.links.count)
    }

    @Test("the text of an encrypted and signed message is the signed part")
    func nested() {
        let mail = OpenedMail(part: Array(Self.signed("Content-Type: text/plain\r\n\r\nInner").utf8))
        #expect(mail.body.plain == "Inner" && mail.signed?.isWhole == true)
    }
}
