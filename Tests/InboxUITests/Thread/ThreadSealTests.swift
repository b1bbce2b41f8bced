import Foundation
import InboxModel
import InboxRemote
import InboxStore
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

@UI
@Suite("Signed and encrypted mail in its thread", .timeLimit(.minutes(10)))
struct ThreadSealTests {
    private nonisolated static let print = "5F38DFD949F7CDA809EFF069E3A233090AF34679"
    private nonisolated static let good = [
        "NEWSIG", "GOODSIG E3A233090AF34679 Lars <lars@example.test>",
        "VALIDSIG \(print) 2026-11-25 1795572688 0 4 0 22 8 00 \(print)",
    ]
    private static let decrypted = [
        "BEGIN_DECRYPTION", "DECRYPTION_INFO 2 9 0", "PLAINTEXT 62 1 ", "DECRYPTION_OKAY", "GOODMDC", "END_DECRYPTION",
    ]
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A gpg that always gives the same answer: the lines of its status, the owner of the key, and the decrypted text.
    private func gpg(_ status: [String], owner: String = "u:Lars <lars@example.test>", text: String = "") throws
        -> GnuPG
    {
        let owner = owner.split(separator: ":", maxSplits: 1).map(String.init)
        let keys = "pub:u:::::::::\nfpr:::::::::\(Self.print):\nuid:\(owner[0])::::::::\(owner[1]):\n"
        try Data(keys.utf8).write(to: URL(fileURLWithPath: folder.file("keys")))
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file("text")))
        let lines = status.map { "[GNUPG:] \($0)\n" }.joined()
        try Data(lines.utf8).write(to: URL(fileURLWithPath: folder.file("status")))
        let script =
            "#!/bin/sh\ncat > /dev/null\ncase \"$*\" in *--list-keys*) cat '\(folder.file("keys"))';;"
            + " *--decrypt*) cat '\(folder.file("text"))'; cat '\(folder.file("status"))' >&2;;"
            + " *) cat '\(folder.file("status"))' >&2;; esac\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: folder.file("gpg")))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.file("gpg"))
        return GnuPG(program: folder.file("gpg"))
    }

    private func world(
        _ gpg: GnuPG, source: String, type: String, text: String = "What the server says", beside: String? = nil,
        dialect: Account.Dialect = .inbox
    ) throws -> FakeSurroundings {
        try .sealed(
            SealMemory(gpg: gpg), source: source, file: ("x.asc", type), text: text, beside: beside, dialect: dialect)
    }

    private static let part = "Content-Type: text/plain\r\n\r\nWhat was signed\r\n"
    private static let signed =
        "Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; boundary=b\r\n\r\n--b\r\n\(part)\r\n"
        + "--b\r\nContent-Type: application/pgp-signature\r\n\r\nPROOF\r\n--b--\r\n"
    private static let encrypted =
        "Content-Type: multipart/encrypted; boundary=e\r\n\r\n--e\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n"
        + "--e\r\nContent-Type: application/octet-stream\r\n\r\nDATA\r\n--e--\r\n"

    private func text(_ world: FakeSurroundings, _ screen: ThreadScreen) -> String {
        world.text(screen, 100, 40).joined(separator: "\n")
    }

    private func shown(_ gpg: GnuPG, _ source: String = Self.signed) async throws -> (FakeSurroundings, ThreadScreen) {
        let world = try world(gpg, source: source, type: "application/pgp-signature")
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(text(world, screen).contains("checking the signature"))
        await world.until { !text(world, screen).contains("checking the signature") }
        return (world, screen)
    }

    @Test("H-6: a good signature is shown in a column no mail can write to, above the signed text")
    func good() async throws {
        let (world, screen) = try await shown(try gpg(Self.good))
        let lines = world.text(screen, 100, 40)
        #expect(lines.contains { $0.hasPrefix(" ✓ signed by Lars <lars@example.test>, key E3A233090AF34679") })
        await world.until { text(world, screen).contains("What was signed") }
        #expect(!text(world, screen).contains("What the server says"))
        let mismatch = screenGolden("thread-signed", { world.draw(screen, $0, $1) })
        #expect(mismatch == nil, "\(mismatch.map(String.init(describing:)) ?? "")")
    }

    @Test(
        "no bad signature looks good",
        arguments: [
            (
                ["NEWSIG", "BADSIG E3A233090AF34679 Lars <lars@example.test>"], "u:Lars <lars@example.test>",
                " ⚠ BAD signature: the text was changed"
            ),
            (good, "-:Lars <lars@example.test>", "good signature of a key that is not trusted"),
            (good, "u:Mallory <mallory@evil.test>", " ⚠ good signature, but of another address: mallory@evil.test"),
            (
                ["NEWSIG", "ERRSIG E3A233090AF34679 22 8 00 1 9 \(print)"], "u:x",
                "signed, but the key is not here: E3A233090AF34679"
            ),
            ([], "u:x", "signed in a way that can't be read"),
        ])
    func others(status: [String], owner: String, words: String) async throws {
        let (world, screen) = try await shown(try gpg(status, owner: owner))
        #expect(text(world, screen).contains(words) && !text(world, screen).contains("✓"))
    }

    @Test("a signature over a part is shown as such and vouches for nothing")
    func part() async throws {
        let footer = "--m\r\nContent-Type: text/plain\r\n\r\nPay here\r\n--m--\r\n"
        let source = "Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n\(Self.signed)\r\n\(footer)"
        let (world, screen) = try await shown(try gpg(Self.good), source)
        #expect(text(world, screen).contains("only a part of this is signed: signed by Lars"))
        #expect(!text(world, screen).contains("✓") && text(world, screen).contains("What the server says"))
    }

    @Test("an inline-signed text is shown without its armour even if gpg can't check it")
    func unchecked() async throws {
        let armored =
            "-----BEGIN PGP SIGNED MESSAGE-----\r\nHash: SHA512\r\n\r\nSee you\r\n- -- at noon\r\n"
            + "-----BEGIN PGP SIGNATURE-----\r\n\r\nPROOF\r\n-----END PGP SIGNATURE-----\r\n"
        let world = try world(
            GnuPG(program: folder.file("none")), source: "Content-Type: text/plain\r\n\r\n" + armored,
            type: "text/plain", text: armored.replacing("\r\n", with: "\n"))
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        await world.until { text(world, screen).contains("gpg is not installed") }
        for _ in 0..<2 {
            #expect(text(world, screen).contains("-- at noon") && !text(world, screen).contains("BEGIN PGP"))
            // A retry checks the message again, although its text no longer contains the marks.
            _ = screen.perform(.refresh)
            await world.until { text(world, screen).contains("gpg is not installed") }
        }
    }

    @Test("a verdict is remembered when the thread reopens, without asking the server")
    func kept() async throws {
        let (world, _) = try await shown(try gpg(Self.good))
        let calls = world.server.calls("rawMessage").count
        let again = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(text(world, again).contains("✓ signed by Lars"))
        #expect(world.server.calls("rawMessage").count == calls && calls > 0)
    }

    @Test("an unsigned file makes the signature partial, and refresh asks again if no key vouched")
    func besides() async throws {
        let (bare, screen) = try await shown(try gpg(Self.good, owner: "-:Lars <lars@example.test>"))
        let calls = bare.server.calls("rawMessage").count
        _ = screen.perform(.refresh)
        await bare.until {
            _ = text(bare, screen)
            return bare.server.calls("rawMessage").count > calls
        }

        let world = try world(
            try gpg(Self.good), source: Self.signed, type: "application/pgp-signature", beside: "image/png")
        let other = ThreadScreen(thread: try world.thread("t"), around: world)
        await world.until { text(world, other).contains("only a part of this is signed") }
        #expect(!text(world, other).contains("✓"))
    }

    @Test("with openpgp off nothing is checked and nothing shown")
    func off() async throws {
        let world = try world(try gpg(Self.good), source: Self.signed, type: "application/pgp-signature")
        world.sealMemory = nil
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(!text(world, screen).contains("sign") && world.server.calls("rawMessage").isEmpty)
        _ = screen.perform(.decrypt)
        #expect(world.said == ["“openpgp” and “smime” are off in the settings"])
    }

    // MARK: Encrypted mail

    private static let secret =
        "Subject: The plan\r\nContent-Type: text/html\r\n\r\n<p>Meet at nine</p><img src=\"https://evil.test/a.png\" alt=\"map\">\r\n"

    private func opened(
        _ secret: String = Self.secret, dialect: Account.Dialect = .inbox
    ) async throws -> (FakeSurroundings, ThreadScreen) {
        let gpg = try gpg(Self.decrypted, text: secret)
        let world = try world(
            gpg, source: Self.encrypted, type: "application/pgp-encrypted", text: "", dialect: dialect)
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(text(world, screen).contains("encrypted · gx decrypt"))
        #expect(world.server.calls("rawMessage").isEmpty)
        _ = screen.perform(.decrypt)
        await world.settle()
        return (world, screen)
    }

    @Test("W-2: decrypting shows the text, its subject and whether it is signed, and no remote picture")
    func decrypts() async throws {
        let (world, screen) = try await opened()
        for words in ["decrypted", "not signed: anybody may have written it", "subject: The plan", "Meet at nine"] {
            #expect(text(world, screen).contains(words), "\(words)")
        }
        _ = screen.perform(.pictures)
        #expect(world.said.last == "Decrypted mail loads no pictures from other servers")
        let mismatch = screenGolden("thread-decrypted", { world.draw(screen, $0, $1) })
        #expect(mismatch == nil, "\(mismatch.map(String.init(describing:)) ?? "")")
    }

    @Test("decrypted text is gone when the thread closes and is in no store")
    func forgotten() async throws {
        let (world, _) = try await opened()
        let again = ThreadScreen(thread: try world.thread("t"), around: world)
        #expect(text(world, again).contains("encrypted · gx decrypt") && !text(world, again).contains("Meet at nine"))
        let body = try #require(try world.session.messages(of: world.thread("t")).first).id
        #expect(world.session.bodyInStore(of: body)?.plain?.contains("Meet") != true)
        #expect(try world.session.threads(MailQuery("nine").predicate, limit: 9).isEmpty)
    }

    @Test("a reply quotes decrypted text only if the user agrees to send it unencrypted", arguments: [false, true])
    func answers(quotes: Bool) async throws {
        let (world, screen) = try await opened()
        _ = screen.perform(.reply)
        let choice = try #require(world.pushed.last as? ChoiceScreen)
        #expect(world.text(choice, 80, 24).joined().contains("The reply goes unencrypted"))
        choice.chosen(quotes ? "Quote what was encrypted" : "Quote nothing")
        let composer = try #require(world.pushed.last as? ComposeScreen)
        #expect(world.text(composer, 80, 24).joined().contains("Meet at nine") == quotes)
    }

    @Test(
        "a forward of decrypted mail asks how it goes, and has its text and files in place of what came",
        arguments: [
            (Account.Dialect.inbox, "Forward nothing"), (.inbox, "Forward what was encrypted"),
            (.jmap, "Forward it, unencrypted"), (.jmap, "Encrypt it, and forward"),
        ])
    func forwards(dialect: Account.Dialect, answer: String) async throws {
        let (world, screen) = try await opened(
            "Subject: The plan\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nMeet at nine\r\n--b\r\n"
                + "Content-Type: text/x-patch\r\nContent-Disposition: attachment; filename=way.diff\r\n\r\n+north\r\n--b--\r\n",
            dialect: dialect)
        _ = screen.perform(.forward)
        let choice = try #require(world.pushed.last as? ChoiceScreen)
        #expect(world.text(choice, 80, 24).joined().contains(answer))
        choice.chosen(answer)
        await world.settle()
        guard let composer = world.pushed.last as? ComposeScreen else {
            #expect(answer == "Forward nothing")
            return
        }
        let isSealed = answer == "Encrypt it, and forward"
        #expect(composer.form.seal == (isSealed ? DraftSeal(.openpgp, encrypts: true) : nil))
        let text = composer.form.body.text
        #expect(text.contains("Meet at nine") && text.contains("Subject: The plan"))
        #expect(composer.form.subject.text == (isSealed ? "Fwd: ..." : "Fwd: The plan"))
        #expect(composer.form.files.map(\.fileName) == ["way.diff"])
        let file = try #require(composer.form.files.first?.localID)
        #expect(try world.store.read { try $0.upload(file) }?.bytes == Array("+north".utf8))
        // No server gets a file of a message that is encrypted.
        let uploads = try world.session.actions().filter { $0.command == .uploadFile }
        #expect(uploads.isEmpty == isSealed)
    }

    @Test(
        "a reply or forward of mail inside encrypted mail asks too; nothing is uploaded before",
        arguments: [Command.reply, .forward], [false, true])
    func answersInner(command: Command, agrees: Bool) async throws {
        let inner = "From: Zoe <zoe@else.test>\r\nSubject: Inner\r\n\r\nThe vault is open\r\n"
        let (world, screen) = try await opened(
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nMeet at nine\r\n--b\r\n"
                + "Content-Type: message/rfc822\r\nContent-Disposition: attachment; filename=in.eml\r\n\r\n\(inner)\r\n--b--\r\n"
        )
        _ = screen.perform(.parts)
        let parts = try #require(world.pushed.last as? PartsScreen)
        await world.until { world.text(parts, 80, 24).contains { $0.contains("in.eml") } }
        _ = parts.perform(.down)
        _ = parts.perform(.fetch)
        let reader = try #require(world.pushed.last as? ReaderScreen)
        await world.until { world.text(reader, 80, 24).joined().contains("The vault is open") }
        _ = reader.perform(command)
        await world.until { world.pushed.last is ChoiceScreen }
        #expect(world.server.calls("upload").isEmpty)
        let choice = try #require(world.pushed.last as? ChoiceScreen)
        let verb = command == .reply ? "Quote" : "Forward"
        choice.chosen(agrees ? "\(verb) what was encrypted" : "\(verb) nothing")
        await world.settle()
        guard let composer = world.pushed.last as? ComposeScreen else {
            #expect(command == .forward && !agrees)
            return
        }
        #expect(command == .reply || agrees)
        let isThere =
            command == .reply ? composer.form.body.text.contains("vault") : !composer.form.content.files.isEmpty
        #expect(isThere == agrees)
    }

    @Test("a failed decryption is reported and changes nothing")
    func refused() async throws {
        let gpg = try gpg(["NO_SECKEY 1", "DECRYPTION_FAILED"], text: "leaked")
        let world = try world(gpg, source: Self.encrypted, type: "application/pgp-encrypted", text: "")
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        _ = screen.perform(.decrypt)
        await world.settle()
        #expect(world.said == ["It is encrypted for keys that you don't have."])
        #expect(!text(world, screen).contains("leaked"))
    }

    @Test("gpg asks for a passphrase on the cleared terminal, and only if needed")
    func passphrase() async throws {
        let gpg = try gpg(Self.decrypted, text: Self.secret)
        let path = folder.file("gpg")
        let script = try String(contentsOfFile: path, encoding: .utf8)
        let guarded = script.replacing(
            "case ",
            with: "case \"$*$GPG_TTY\" in *error*) echo '[GNUPG:] ERROR pkdecrypt_failed 67108949' >&2; exit 2;;"
                + " *ask*/dev/pts/9) ;; *) exit 2;; esac\ncase ")
        try Data(guarded.utf8).write(to: URL(fileURLWithPath: path))
        let world = try world(gpg, source: Self.encrypted, type: "application/pgp-encrypted", text: "")
        let screen = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(screen)
        _ = screen.perform(.decrypt)
        await world.settle()
        #expect(world.said == ["The key needs its passphrase, which can't be asked for here."])
        world.terminal = "/dev/pts/9"
        _ = screen.perform(.decrypt)
        await world.settle()
        #expect(text(world, screen).contains("Meet at nine") && world.lends == 2)
    }
}
