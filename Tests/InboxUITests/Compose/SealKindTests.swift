import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("OpenPGP or S/MIME in the composer", .timeLimit(.minutes(10)))
struct SealKindTests {
    private let world: FakeSurroundings
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        world = try FakeSurroundings(dialect: .jmap)
    }

    /// Whose keys of a kind are here.
    enum Held { case nobodys, own, everyones }

    private func write(_ text: String, to name: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    }

    private func program(_ name: String, _ cases: [(String, String)]) throws -> String {
        let branches = cases.map { "*\($0.0)*) \($0.1);;" }.joined(separator: " ")
        try write(
            "#!/bin/sh\necho \"$*\" >> '\(folder.file(name + ".asked"))'\ncat > /dev/null\ncase \"$*\" in \(branches) esac\n",
            to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.file(name))
        return folder.file(name)
    }

    /// Shell scripts in place of gpg and gpgsm, which do nothing with their input.
    private func keys(openpgp: Held, smime: Held, kinds: Set<SealKind> = Set(SealKind.allCases)) throws {
        func certificate(_ type: String, _ print: String, _ email: String) -> String {
            "\(type):f:2048:1:AA:20260101T000000:20360101T000000:01::CN=Root::esES::::::23:\nfpr:::::::::\(print):\n"
                + "uid:f::::::::CN=X::\nuid:f::::::::<\(email)>::\n"
        }
        try write(smime == .nobodys ? "" : certificate("crs", "A1A1", "me@example.test"), to: "own")
        try write(smime == .everyones ? certificate("crt", "B0B0", "bo@example.test") : "", to: "all")
        let made = "echo '[GNUPG:] SIG_CREATED D 1 8 00 20261130T153631 F' >&2"
        let gpg = try program(
            "gpg",
            [
                ("--list-secret-keys", openpgp == .nobodys ? "exit 2" : "echo sec:u:255:"),
                ("--list-keys", openpgp == .everyones ? "echo pub:u:255:" : "exit 2"),
                ("--encrypt", "echo SEAL; \(made); echo '[GNUPG:] END_ENCRYPTION' >&2"),
                ("--detach-sign", "echo SEAL; \(made)"),
            ])
        let beginning = "printf '\\060\\200\\006\\011\\052\\206\\110\\206\\367\\015\\001\\007"
        let gpgsm = try program(
            "gpgsm",
            [
                ("--list-secret-keys", "cat '\(folder.file("own"))'"), ("--list-keys", "cat '\(folder.file("all"))'"),
                ("--encrypt", beginning + "\\003'"), ("--detach-sign", beginning + "\\002'; \(made)"),
            ])
        world.sealMemory = SealMemory(
            gpg: GnuPG(program: gpg), gpgsm: GnuPG(.smime, program: gpgsm), kinds: kinds)
    }

    private func composer() throws -> ComposeScreen {
        let screen = try #require(ComposeScreen(.new(account: nil), around: world))
        screen.type("bo@example.test,")
        screen.form.subject = TextField("Hello", limit: 100)
        screen.form.setFocus(.body)
        _ = screen.handle(.paste("Text"))
        return screen
    }

    private func press(_ screen: ComposeScreen) async -> DraftSeal? {
        _ = screen.perform(.seal)
        await world.settle()
        return screen.form.seal
    }

    private func sealed(_ screen: ComposeScreen) throws -> String? {
        let draft = try #require(screen.draft)
        return try world.store.read { try $0.sealed(draft) }.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "the key offers the kinds that there are keys for, first the one that all recipients have, and then nothing",
        arguments: [
            (Held.own, Held.nobodys, [SealKind.openpgp]), (.nobodys, .own, [.smime]), (.own, .own, [.openpgp, .smime]),
            (.everyones, .everyones, [.openpgp, .smime]), (.own, .everyones, [.smime, .openpgp]),
            (.everyones, .own, [.openpgp, .smime]),
        ])
    func order(openpgp: Held, smime: Held, kinds: [SealKind]) async throws {
        try keys(openpgp: openpgp, smime: smime)
        let screen = try composer()
        for kind in kinds {
            for encrypts in [false, true] {
                #expect(await press(screen) == DraftSeal(kind, encrypts: encrypts))
                let row = world.text(screen).first { $0.contains("signed") } ?? ""
                #expect(row.contains(kind.name) && row.contains("and encrypted") == encrypts)
                let isNamed = row.contains("Ctrl-p: ")
                #expect(isNamed == (encrypts && kind != kinds.last), "\(row)")
            }
        }
        #expect(await press(screen) == nil)
        #expect(world.said.isEmpty)
        // The next composer knows it from the start.
        let next = try composer()
        _ = next.perform(.seal)
        #expect(next.form.seal == DraftSeal(kinds[0]))
        await world.settle()
    }

    @Test("a draft keeps its kind, after which the other comes")
    func draft() async throws {
        try keys(openpgp: .everyones, smime: .own)
        let seal = DraftSeal(.smime, encrypts: true)
        let content = DraftContent(to: [MailAddress(email: "bo@example.test")], subject: "Plan", seal: seal)
        let draft = try await world.session.save(content, account: world.account)
        let screen = try #require(ComposeScreen(.draft(draft), around: world))
        #expect(screen.form.seal == seal)
        _ = screen.perform(.seal)
        await world.settle()
        let after = screen.form.seal
        #expect(after == DraftSeal(.openpgp) && screen.sealKinds == [.smime, .openpgp])
        #expect(await press(screen) == DraftSeal(.openpgp, encrypts: true))
        #expect(await press(screen) == nil)
        try keys(openpgp: .nobodys, smime: .own)
        let other = try #require(ComposeScreen(.draft(draft), around: world))
        other.form.seal = seal
        #expect(await press(other) == nil)
    }

    @Test("a message that is sent before the keys are known is sealed all the same")
    func atOnce() async throws {
        try keys(openpgp: .own, smime: .everyones)
        let screen = try composer()
        _ = screen.perform(.seal)
        _ = screen.perform(.send)
        await world.settle()
        #expect(try sealed(screen)?.contains("SEAL") == true)
    }

    @Test("without any key this is said, and the message stays to be signed")
    func noKeys() async throws {
        try keys(openpgp: .nobodys, smime: .nobodys)
        let screen = try composer()
        #expect(await press(screen) == DraftSeal(.openpgp))
        #expect(world.said == ["No OpenPGP key and no valid certificate for me@example.test is here"])
    }

    @Test("an S/MIME message is signed and encrypted by fingerprint, in two runs, for its sender, too")
    func sends() async throws {
        try keys(openpgp: .nobodys, smime: .everyones)
        let screen = try composer()
        #expect(await press(screen) == DraftSeal(.smime))
        #expect(await press(screen) == DraftSeal(.smime, encrypts: true))
        _ = screen.perform(.send)
        await world.settle()
        #expect(try sealed(screen)?.contains("smime-type=enveloped-data") == true && world.pops == 1)
        let asked = try String(contentsOfFile: folder.file("gpgsm.asked"), encoding: .utf8)
            .split(separator: "\n").suffix(2)
        #expect(asked.first?.contains("--local-user A1A1 --detach-sign") == true)
        #expect(asked.last?.contains("--recipient B0B0 --recipient A1A1 --encrypt") == true)
        #expect(asked.allSatisfy { $0.contains("--disable-dirmngr") && $0.contains("--disable-crl-checks") })
    }

    @Test("a blind copy of what S/MIME encrypts is refused in words, as is a recipient without a certificate")
    func refused() async throws {
        try keys(openpgp: .nobodys, smime: .own)
        let screen = try composer()
        for _ in 0..<2 { _ = await press(screen) }
        _ = screen.perform(.send)
        await world.settle()
        #expect(world.said.last?.hasPrefix("Not sent: There is no certificate for bo@example.test") == true)
        screen.form.setFocus(.bcc)
        screen.type("cy@example.test,")
        _ = screen.perform(.send)
        await world.settle()
        #expect(world.said.last?.hasPrefix("Not sent: S/MIME tells everyone") == true)
        #expect(try world.pops == 0 && !world.session.actions().contains { $0.command == .sendDraft })
    }

    @Test("a message to be sealed with what is off in the settings is not sent; the key turns that off")
    func off() async throws {
        try keys(openpgp: .own, smime: .own, kinds: [.openpgp])
        let screen = try composer()
        screen.form.seal = DraftSeal(.smime)
        _ = screen.perform(.send)
        await world.settle()
        #expect(world.said.last?.hasPrefix("Not sent: “smime” is off in the settings") == true)
        #expect(try world.session.actions().allSatisfy { $0.command != .sendDraft })
        #expect(await press(screen) == nil)
    }
}
