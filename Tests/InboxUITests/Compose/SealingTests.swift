import Foundation
import InboxKit
import InboxModel
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Signing and encrypting in the composer", .timeLimit(.minutes(10)))
struct SealingTests {
    private let world: FakeSurroundings
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        world = try FakeSurroundings(dialect: .jmap)
        world.sealMemory = SealMemory(gpg: try gpg("[GNUPG:] SIG_CREATED D 22 10 00 1 F"))
    }

    /// A shell line in place of gpg, which makes what it is given of nothing else.
    private func gpg(_ status: String, code: Int = 0) throws -> GnuPG {
        let path = folder.file("gpg")
        let script =
            "#!/bin/sh\necho \"$*\" >> '\(folder.file("asked"))'\ncat > /dev/null\necho SEAL\necho '\(status)' >&2\nexit \(code)\n"
        try Data(script.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return GnuPG(program: path)
    }

    private func composer(_ around: FakeSurroundings? = nil) throws -> ComposeScreen {
        let screen = try #require(ComposeScreen(.new(account: nil), around: around ?? world))
        for key in "bo@example.test," { _ = screen.handle(.key(Key(key))) }
        screen.form.subject = TextField("Hello", limit: 100)
        screen.form.setFocus(.body)
        _ = screen.handle(.paste("Text"))
        return screen
    }

    private func seal(_ screen: ComposeScreen) throws -> DraftSeal? {
        try screen.draft.flatMap { try world.session.draft($0)?.content.seal }
    }

    @Test(
        "a key signs, then encrypts, then leaves it open; what it is stands above the text and is kept with the draft")
    func cycle() async throws {
        let screen = try composer()
        let steps: [(DraftSeal?, String)] = [
            (.signed, "OpenPGP  signed"), (.encrypted, "signed and encrypted; no server has the draft"),
            (nil, "Subject"),
        ]
        for (expected, words) in steps {
            _ = screen.perform(.seal)
            screen.keep()
            await world.settle()
            #expect(try screen.form.seal == expected && seal(screen) == expected)
            #expect(world.text(screen, 80, 24).contains { $0.contains(words) }, "\(words)")
        }
        #expect(!world.text(screen, 80, 24).contains { $0.contains("OpenPGP  ") })
        #expect(!world.said.contains { $0.contains("another window") })
    }

    @Test("what is signed leaves as gpg made it, and the composer ends")
    func sends() async throws {
        let screen = try composer()
        _ = screen.perform(.seal)
        _ = screen.perform(.send)
        await world.settle()
        let draft = try #require(screen.draft)
        let sealed = try #require(try world.store.read { try $0.sealed(draft) })
        #expect(String(decoding: sealed, as: UTF8.self).contains("SEAL") && world.pops == 1)
        let asked = try String(contentsOfFile: folder.file("asked"), encoding: .utf8)
        #expect(asked.contains("--local-user <me@") && asked.contains("--detach-sign"))
    }

    @Test("what can't be sealed is not sent: it is said why, and the composer stays with it")
    func refused() async throws {
        world.sealMemory = SealMemory(gpg: try gpg("[GNUPG:] INV_RECP 10 <bo@example.test>", code: 2))
        let screen = try composer()
        _ = screen.perform(.seal)
        _ = screen.perform(.seal)
        _ = screen.perform(.send)
        await world.settle()
        #expect(world.said.last?.hasPrefix("Not sent: The key for bo@example.test is not trusted") == true)
        #expect(try world.pops == 0 && world.session.actions().isEmpty && screen.form.body.text.contains("Text"))
    }

    @Test(
        "a draft that was saved before goes from its server once it is to be encrypted, which is no other window's doing"
    )
    func leavesServer() async throws {
        let screen = try composer()
        screen.keep()
        await world.settle()
        let before = try #require(screen.draft)
        try world.store.writeNow { transaction in
            for action in try transaction.reader.actions() {
                try transaction.saved(
                    action, as: .remote(id: "d", subject: "Hello", draft: true, in: ["drafts"], at: 1))
            }
        }
        _ = screen.perform(.seal)
        _ = screen.perform(.seal)
        screen.keep()
        await world.settle()
        #expect(try screen.draft != before && seal(screen) == .encrypted)
        #expect(try world.session.actions().filter(\.isQueued).map(\.command) == [.deleteDraft])
        #expect(world.said.isEmpty)
    }

    @Test("an account whose server writes the mail by itself says that it can't, and has no hint of the key")
    func otherServer() throws {
        let other = try FakeSurroundings()
        other.sealMemory = world.sealMemory
        let screen = try composer(other)
        _ = screen.perform(.seal)
        #expect(screen.form.seal == nil && other.said.last?.contains("writes mail by itself") == true)
        #expect(!other.text(screen, 220, 24).contains { $0.contains("OpenPGP") })
        #expect(world.text(try composer(), 220, 24).contains { $0.contains("OpenPGP") })
    }

    @Test("new messages begin signed where that is set")
    func setting() throws {
        world.settings.openpgpSign = true
        #expect(try composer().form.seal == .signed)
        let other = try FakeSurroundings()
        (other.sealMemory, other.settings.openpgpSign) = (world.sealMemory, true)
        #expect(try composer(other).form.seal == nil)
    }
}
