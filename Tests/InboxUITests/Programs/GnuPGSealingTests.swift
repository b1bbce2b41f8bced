import Foundation
import InboxModel
import Testing

@testable import InboxUI
@testable import MailContent

@Suite(
    "Signing and encrypting with real gpg",
    .enabled(if: TestKeys.isThere, "gpg is not installed here, by which this is proven"), .timeLimit(.minutes(10)))
struct GnuPGSealingTests {
    private let keys: TestKeys
    private let ann = MailAddress(name: "Ann", email: "ann@example.test")
    private let bo = MailAddress(name: "Bo", email: "bo@example.test")

    init() throws { keys = try TestKeys() }

    private func message(to people: [MailAddress]) -> ComposedMessage {
        var message = ComposedMessage(date: Date(), messageID: "<a@example.test>", seed: "a")
        (message.from, message.to, message.subject) = ([ann], people, "Hello")
        message.body = MessageBody(plain: "Grüße \n.\nFrom here\n-- \nAnn\n")
        message.files = [
            OutgoingFile(id: "", name: "ä.bin", contentType: "application/octet-stream", content: Array(0...255))
        ]
        return message
    }

    @Test("H-6: a message signed here verifies as good, text and files")
    func signed() async throws {
        try await keys.addKey("Ann <ann@example.test>")
        let bytes = try await keys.gpg.seal(message(to: [bo]), encrypts: false, hidden: [])
        guard let sealed = SealedMail(bytes), case .signed(let content, let signature) = sealed.seal else {
            Issue.record("not signed")
            return
        }
        let verdict = await keys.gpg.verdict(on: content, signature, from: [ann])
        #expect(sealed.isWhole && verdict.isGood)
        let opened = OpenedMail(part: content)
        #expect(opened.body.plain?.contains("Grüße \n.\nFrom here\n-- \nAnn") == true)
        #expect(opened.files.map(\.fileName) == ["ä.bin"])
    }

    @Test(
        "an encrypted message is signed and opens for sender, recipients and blind copies, whose names appear nowhere")
    func encrypted() async throws {
        for name in ["Ann", "Bo", "Cy"] { try await keys.addKey("\(name) <\(name.lowercased())@example.test>") }
        let hidden = MailAddress(email: "cy@example.test")
        let bytes = try await keys.gpg.seal(message(to: [bo]), encrypts: true, hidden: [hidden])
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("cy@") && !text.contains("From here"))
        let sealed = try #require(SealedMail(bytes))
        guard case .encrypted(let data) = sealed.seal else {
            Issue.record("not encrypted")
            return
        }
        for name in ["ann", "bo", "cy"] {
            let one = try TestKeys()
            let secret = try await keys.run("--armor", "--export-secret-keys", "\(name)@example.test")
            let all = try await keys.run("--armor", "--export", "ann@example.test")
            _ = try await one.run("--import", input: String(decoding: secret + all, as: UTF8.self))
            let opened = try await one.gpg.open(sealed, from: [ann])
            #expect(opened.mail.body.plain?.contains("From here") == true && opened.verdict?.key != nil, "\(name)")
            withExtendedLifetime(one) {}
        }
        let packets = String(
            decoding: try await keys.run("--list-packets", input: String(decoding: data, as: UTF8.self)), as: UTF8.self)
        #expect(packets.contains("keyid 0000000000000000"), "whom it is hidden from others for has no key in it")
    }

    @Test("sealing fails with its reason without an own key, a recipient's key, or a trusted key")
    func refused() async throws {
        let gpg = keys.gpg
        await #expect(throws: GnuPG.SealFailure.refused(.noOwnKey)) {
            try await gpg.seal(message(to: [bo]), encrypts: false, hidden: [])
        }
        try await keys.addKey("Ann <ann@example.test>")
        await #expect(throws: GnuPG.SealFailure.refused(.noKey(emails: ["bo@example.test"]))) {
            try await gpg.seal(message(to: [bo]), encrypts: true, hidden: [])
        }
        // A name that gpg could take for something else is treated as an address.
        for odd in ["--help", "0x1234", "=Ann <ann@example.test>", "an@", "@example.test", ""] {
            await #expect(throws: GnuPG.SealFailure.refused(.noKey(emails: [odd]))) {
                try await gpg.seal(message(to: [MailAddress(email: odd)]), encrypts: true, hidden: [])
            }
        }
        let others = try TestKeys()
        try await others.addKey("Bo <bo@example.test>")
        _ = try await keys.run(
            "--import", input: String(decoding: try await others.run("--armor", "--export"), as: UTF8.self))
        await #expect(throws: GnuPG.SealFailure.refused(.untrusted(emails: ["bo@example.test"]))) {
            try await gpg.seal(message(to: [bo]), encrypts: true, hidden: [])
        }
        let eve = MailAddress(email: "eve@example.test")
        await #expect(
            throws: GnuPG.SealFailure.refused(.noKey(emails: ["eve@example.test", "0x12", "kim@example.test"]))
        ) {
            let all = [eve, bo, MailAddress(email: "ann@example.test"), MailAddress(email: "0x12")]
            return try await gpg.seal(
                message(to: all), encrypts: true, hidden: [MailAddress(email: "kim@example.test")])
        }
        withExtendedLifetime(others) {}
        #expect(
            GnuPG.SealFailure.refused(.noKey(emails: ["a@a.test", "b@b.test", "c@c.test"])).words(of: .openpgp)
                == "There is no usable encryption key for a@a.test, b@b.test and c@c.test.")
        #expect(
            GnuPG.SealFailure.refused(.noKey(emails: (1...9).map { "a\($0)@a.test" })).words(of: .openpgp)
                == "There is no usable encryption key for a1@a.test, a2@a.test, a3@a.test, a4@a.test and 5 others.")
        #expect(
            GnuPG.SealFailure.refused(.untrusted(emails: ["bo@example.test"])).words(of: .openpgp).contains(
                "bo@example.test"))
    }

    @Test("sealing reports a needed passphrase if no prompt is possible")
    func passphrase() async throws {
        try await keys.addKey("Ann <ann@example.test>", passphrase: "secret")
        _ = try await PipedProgramRun.killAgent(keys.home)
        let gpg = keys.gpg
        for encrypts in [false, true] {
            await #expect(throws: GnuPG.SealFailure.refused(.needsPassphrase)) {
                try await gpg.seal(message(to: [ann]), encrypts: encrypts, hidden: [])
            }
        }
        let none = GnuPG(program: "/nowhere/gpg")
        await #expect(throws: GnuPG.SealFailure.notInstalled) {
            try await none.seal(message(to: [ann]), encrypts: false, hidden: [])
        }
    }
}
