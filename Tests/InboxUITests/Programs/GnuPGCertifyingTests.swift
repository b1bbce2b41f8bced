import Foundation
import InboxModel
import Testing

@testable import InboxUI
@testable import MailContent

@Suite(
    "Signing and encrypting with S/MIME, with real gpgsm",
    .enabled(if: TestCertificates.areThere, "gpgsm or openssl is not installed here, by which this is proven"),
    .timeLimit(.minutes(10)))
struct GnuPGCertifyingTests {
    private let made: TestCertificates
    private let ann = MailAddress(name: "Ann", email: "ann@example.test")
    private let bo = MailAddress(name: "Bo", email: "bo@example.test")

    init() throws { made = try TestCertificates() }

    private func message(to people: [MailAddress], from: MailAddress? = nil) -> ComposedMessage {
        var message = ComposedMessage(date: Date(), messageID: "<a@example.test>", seed: "a")
        (message.from, message.to, message.subject) = ([from ?? ann], people, "Hello")
        message.body = MessageBody(plain: "Grüße \n.\nFrom here\n-- \nAnn\n")
        message.files = [
            OutgoingFile(id: "", name: "ä.bin", contentType: "application/octet-stream", content: Array(0...255))
        ]
        return message
    }

    private func addPeople() async throws {
        try await made.addAuthority()
        try await made.add("Ann", "ann@example.test")
        try await made.own("Ann")
        // An address is the same in any case.
        try await made.add("Bo", "Bo@Example.test")
        try await made.know("Bo")
    }

    private func refusal(
        to people: [MailAddress], from: MailAddress? = nil, encrypts: Bool = true, hidden: [MailAddress] = [],
        by gpgsm: GnuPG? = nil
    ) async -> GnuPG.SealFailure? {
        do throws(GnuPG.SealFailure) {
            let program = gpgsm ?? made.gpgsm
            _ = try await program.seal(message(to: people, from: from), encrypts: encrypts, hidden: hidden)
            return nil
        } catch {
            return error
        }
    }

    @Test("H-6: a message signed here is good for gpgsm and for OpenSSL, text and files")
    func signed() async throws {
        try await addPeople()
        let hidden = MailAddress(email: "cy@example.test")
        let bytes = try await made.gpgsm.seal(message(to: [bo]), encrypts: false, hidden: [hidden])
        let sealed = try #require(SealedMail(bytes))
        guard case .signed(let content, let signature) = sealed.seal else {
            Issue.record("not signed")
            return
        }
        #expect(sealed.kind == .smime && sealed.isWhole)
        #expect(await made.gpgsm.verdict(on: content, signature, from: [ann]).isGood)
        let checked = OpenedMail(part: try await made.checked(bytes))
        #expect(checked.body.plain?.contains("Grüße \n.\nFrom here\n-- \nAnn") == true)
        #expect(checked.files.map(\.fileName) == ["ä.bin"])
        #expect(!String(decoding: bytes, as: UTF8.self).contains("cy@"))
    }

    @Test("an encrypted message is signed inside, and opens for its sender and its recipients only")
    func encrypted() async throws {
        try await addPeople()
        try await made.add("Eve", "eve@example.test")
        let bytes = try await made.gpgsm.seal(message(to: [bo, ann]), encrypts: true, hidden: [])
        #expect(!String(decoding: bytes, as: UTF8.self).contains("From here"))
        let sealed = try #require(SealedMail(bytes))
        let opened = try await made.gpgsm.open(sealed, from: [ann])
        #expect(opened.mail.body.plain?.contains("From here") == true && opened.isWhole)
        #expect(opened.verdict?.isGood == true && opened.isAllSigned && !opened.mayBeChanged)
        for name in ["Ann", "Bo"] {
            let inner = try await made.opened(bytes, by: name)
            let text = OpenedMail(part: try await made.checked(inner)).body.plain
            #expect(text?.contains("Grüße \n.\nFrom here") == true, "\(name)")
        }
        await #expect(throws: (any Error).self) { try await made.opened(bytes, by: "Eve") }
    }

    @Test("who has no certificate that can be used is named with the reason, and nothing is sealed")
    func recipients() async throws {
        try await addPeople()
        try await made.add("Old", "old@example.test")
        try await made.expire("Old")
        try await made.add("Sig", "sig@example.test", usage: "digitalSignature")
        try await made.addAuthority("evil", isTrusted: false)
        try await made.add("Eve", "eve@example.test", by: "evil")
        for name in ["Old", "Sig", "evil", "Eve"] { try await made.know(name) }
        let people = ["bo", "old", "sig", "eve", "kim"].map { MailAddress(email: "\($0)@example.test") }
        let found = await refusal(to: people)
        #expect(
            found
                == .refused(
                    .certificates([
                        .missing: ["kim@example.test"], .misused: ["sig@example.test"], .expired: ["old@example.test"],
                        .untrustedRoot: ["eve@example.test"],
                    ])))
        let words = found?.words(of: .smime) ?? ""
        #expect(words.hasPrefix("There is no certificate for kim@example.test: opening a signed message"))
        #expect(words.contains("The certificate for old@example.test can't be used: it has expired."))
        // A name that gpgsm could take for something else is treated as an address.
        for odd in ["--help", "0x1234", "/CN=Ann", "an@", "@example.test", ""] {
            #expect(
                await refusal(to: [MailAddress(email: odd)]) == .refused(.certificates([.missing: [odd]])), "\(odd)")
        }
    }

    @Test("S/MIME names all for whom it encrypts, so that it does not for blind copies")
    func hidden() async throws {
        try await addPeople()
        #expect(await refusal(to: [ann], hidden: [bo]) == .refused(.blindCopies))
        #expect(await refusal(to: [ann], encrypts: false, hidden: [bo]) == nil)
        #expect(GnuPG.SealFailure.refused(.blindCopies).words(of: .smime).contains("Bcc"))
    }

    @Test("one's own certificate must be valid, and for what is done with it; of several the fitting one is used")
    func own() async throws {
        try await addPeople()
        #expect(await refusal(to: [ann], from: bo, encrypts: false) == .refused(.ownCertificate(.missing)))
        try await made.add("Old", "old@example.test")
        try await made.expire("Old")
        try await made.own("Old")
        let old = MailAddress(email: "old@example.test")
        #expect(await refusal(to: [ann], from: old, encrypts: false) == .refused(.ownCertificate(.expired)))
        try await made.add("Sig", "two@example.test", usage: "digitalSignature")
        try await made.own("Sig")
        let two = MailAddress(email: "two@example.test")
        #expect(await refusal(to: [ann], from: two, encrypts: false) == nil)
        #expect(await refusal(to: [ann], from: two) == .refused(.ownCertificate(.misused)))
        try await made.add("Enc", "two@example.test", usage: "keyEncipherment")
        try await made.own("Enc")
        #expect(await refusal(to: [ann], from: two) == nil)
    }

    @Test("signing reports that a passphrase may be needed if no prompt is possible")
    func passphrase() async throws {
        try await made.addAuthority()
        try await made.add("Ann", "ann@example.test")
        try await made.own("Ann", passphrase: "secret")
        _ = try await PipedProgramRun.killAgent(made.home)
        for encrypts in [false, true] {
            #expect(await refusal(to: [ann], encrypts: encrypts) == .refused(.needsPassphrase))
        }
        #expect(await refusal(to: [ann], by: GnuPG(.smime, program: "/nowhere/gpgsm")) == .notInstalled)
    }

    @Test("the keys that are here tell which kind suits a message")
    func keys() async throws {
        try await addPeople()
        let gpgsm = made.gpgsm
        #expect(await gpgsm.keys(from: "ann@example.test", to: []) == .everyones)
        #expect(await gpgsm.keys(from: "ANN@example.test", to: ["bo@example.test"]) == .everyones)
        #expect(await gpgsm.keys(from: "ann@example.test", to: ["bo@example.test", "kim@example.test"]) == .own)
        #expect(await gpgsm.keys(from: "bo@example.test", to: []) == .nothing)
        #expect(await GnuPG(.smime, program: "/nowhere").keys(from: "ann@example.test", to: []) == .nothing)
        guard TestKeys.isThere else { return }
        let keys = try TestKeys()
        for name in ["Ann", "Bo"] { try await keys.addKey("\(name) <\(name.lowercased())@example.test>") }
        #expect(await keys.gpg.keys(from: "ann@example.test", to: ["bo@example.test"]) == .everyones)
        #expect(await keys.gpg.keys(from: "ann@example.test", to: ["bo@example.test", "kim@example.test"]) == .own)
        #expect(await keys.gpg.keys(from: "kim@example.test", to: []) == .nothing)
    }
}
