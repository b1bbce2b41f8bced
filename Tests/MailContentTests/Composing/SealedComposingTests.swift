import Foundation
import InboxModel
import Testing

@testable import MailContent

@Suite("Composing sealed messages")
struct SealedComposingTests {
    private func message(_ text: String, files: [OutgoingFile] = [], id: String = "a") -> ComposedMessage {
        var message = ComposedMessage(
            date: Date(timeIntervalSince1970: 1_700_000_000), messageID: "<\(id)@example.test>", seed: id)
        message.from = [MailAddress(name: "Ann", email: "ann@example.test")]
        message.to = [MailAddress(email: "bo@example.test")]
        message.subject = "Grüße"
        (message.body, message.files) = (MessageBody(plain: text), files)
        return message
    }

    @Test(
        "a reader finds the signature over exactly the bytes that were signed, whatever the text",
        arguments: ["Hello", "Grüße \n\n.\nFrom here \n--\n-- \nAnn\n", "", "\n\n", "--=_signed_a\n--=_signed_a--"])
    func signed(text: String) throws {
        let message = message(text)
        let bytes = message.signed(
            message.content, Array("-----BEGIN PGP SIGNATURE-----\n\nabc\n".utf8), hash: "sha256")
        let sealed = try #require(SealedMail(bytes))
        guard case .signed(let content, let signature) = sealed.seal else {
            Issue.record("not signed")
            return
        }
        #expect(sealed.isWhole && String(decoding: content, as: UTF8.self) == message.content)
        #expect(String(decoding: signature, as: UTF8.self).contains("\nabc"))
        let read = ParsedMessage.parse(bytes)
        #expect(read.subject == "Grüße" && read.messageID == "<a@example.test>")
        #expect(String(decoding: bytes, as: UTF8.self).contains("micalg=pgp-sha256"))
    }

    @Test("a signed message attached to a signed one does not end it")
    func nested() throws {
        let inside = message("Inner", id: "b")
        let inner = inside.signed(inside.content, Array("x\n".utf8), hash: "sha256")
        let file = OutgoingFile(id: "", name: "a.eml", contentType: "message/rfc822", content: inner)
        let message = message("Outer", files: [file])
        let sealed = try #require(SealedMail(message.signed(message.content, Array("y\n".utf8), hash: "sha256")))
        guard case .signed(let content, _) = sealed.seal else {
            Issue.record("not signed")
            return
        }
        #expect(sealed.isWhole && String(decoding: content, as: UTF8.self) == message.content)
    }

    @Test("the encrypted data is found whole, and no plain text remains beside it")
    func encrypted() throws {
        let bytes = message("Secret words").encrypted(Array("-----BEGIN PGP MESSAGE-----\n\nabc\n".utf8))
        let sealed = try #require(SealedMail(bytes))
        guard case .encrypted(let data) = sealed.seal else {
            Issue.record("not encrypted")
            return
        }
        #expect(sealed.isWhole && String(decoding: data, as: UTF8.self).contains("\nabc"))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("Secret"))
    }

    @Test(
        "what S/MIME signed is found by a reader over exactly the bytes that were signed, whatever the text",
        arguments: ["Hello", "Grüße \n\n.\nFrom here \n--\n-- \nAnn\n", "", "\n\n"])
    func certified(text: String) throws {
        let message = message(text)
        let proof: [UInt8] = [0x30, 0x80, 0x00, 0xFF]
        let entity = message.certified(message.content, proof, hash: "sha256")
        let bytes = message.bytes(with: entity)
        let sealed = try #require(SealedMail(bytes))
        #expect(sealed.kind == .smime && sealed.isWhole)
        #expect(sealed.seal == .signed(content: Array(message.content.utf8), signature: proof))
        #expect(String(decoding: bytes, as: UTF8.self).contains("micalg=sha-256;"))
        #expect(ParsedMessage.parse(bytes).subject == "Grüße")
        #expect(OpenedMail(part: Array(entity.utf8), kinds: [.smime]).signed?.isWhole == true)
    }

    @Test("what S/MIME encrypted is found whole, under its type")
    func enveloped() throws {
        let data: [UInt8] =
            [0x30, 0x80, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x03]
            + Array(repeating: 7, count: 500)
        let bytes = message("Secret words").bytes(with: ComposedMessage.enveloped(data))
        let sealed = try #require(SealedMail(bytes))
        #expect(sealed.kind == .smime && sealed.isWhole && sealed.seal == .encrypted(data))
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains("smime-type=enveloped-data") && !text.contains("Secret"))
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 78 })
    }
}
