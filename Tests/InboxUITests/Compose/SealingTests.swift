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
        world.sealMemory = SealMemory(gpg: try gpg("[GNUPG:] SIG_CREATED D 22 10 00 1 F"), kinds: [.openpgp])
    }

    /// A shell script in place of gpg, which does nothing with its input.
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
        screen.type("bo@example.test,")
        screen.form.subject = TextField("Hello", limit: 100)
        screen.form.setFocus(.body)
        _ = screen.handle(.paste("Text"))
        return screen
    }

    private func seal(_ screen: ComposeScreen) throws -> DraftSeal? {
        try screen.draft.flatMap { try world.session.draft($0)?.content.seal }
    }

    @Test(
        "a key cycles through signed, encrypted and plain; the state is shown above the text and saved with the draft")
    func cycle() async throws {
        let screen = try composer()
        let steps: [(DraftSeal?, String)] = [
            (DraftSeal(.openpgp), "OpenPGP  signed"),
            (DraftSeal(.openpgp, encrypts: true), "signed and encrypted; no server has the draft"), (nil, "Subject"),
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

    @Test("a signed message leaves as gpg made it; the composer closes")
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

    @Test("a hanging gpg blocks no keys and no other work; Esc stops it, and editing continues")
    func hangs() async throws {
        let path = folder.file("gpg")
        try Data("#!/bin/sh\nexec sleep 600\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        world.sealMemory = SealMemory(gpg: GnuPG(program: path), kinds: [.openpgp])
        let screen = try composer()
        _ = screen.perform(.seal)
        _ = screen.perform(.send)
        var isDone = false
        world.run { [world] in
            isDone = true
            world.setNeedsDraw()
        }
        await world.until { isDone && screen.draft != nil }
        #expect(!screen.holdsEvents && world.text(screen).last?.contains("signing…") == true)
        _ = screen.handle(.key("x"))
        #expect(world.said.last == "The message is being signed")
        screen.leaveAtEnd()
        #expect(world.said.last?.hasPrefix("Not sent: it was still being signed") == true)
        world.stopErrands()
        await world.settle()
        _ = screen.handle(.key("y"))
        #expect(screen.ending == nil && screen.form.body.text.hasPrefix("Texty"))
        #expect(try world.pops == 0 && !world.session.actions().contains { $0.command == .sendDraft })
    }

    @Test("a draft that is changed elsewhere while gpg works stays, with both texts, and the user is told")
    func changedMeanwhile() async throws {
        let (begun, goes) = (folder.file("begun"), folder.file("goes"))
        for pipe in [begun, goes] { try #require(mkfifo(pipe, 0o600) == 0) }
        let script = """
            #!/bin/sh
            cat > /dev/null
            echo > '\(begun)'
            cat '\(goes)'
            echo SEAL
            echo '[GNUPG:] SIG_CREATED D 22 10 00 1 F' >&2
            """
        try Data(script.utf8).write(to: URL(fileURLWithPath: folder.file("gpg")))
        let screen = try composer()
        _ = screen.perform(.seal)
        _ = screen.perform(.send)
        await Task.detached { _ = try? FileHandle(forReadingAtPath: begun)?.readToEnd() }.value
        let draft = try #require(screen.draft)
        var content = try #require(try world.session.draft(draft)).content
        content.body = MessageBody(plain: "New")
        try await world.session.save(content, as: draft, account: world.account)
        await Task.detached { FileHandle(forWritingAtPath: goes)?.closeFile() }.value
        await world.settle()
        #expect(world.said.last == Wording.sentence(ActionError.changedWhileSealed))
        #expect(try world.pops == 0 && orders.isEmpty && world.store.read { try $0.sealed(draft) } == nil)
        _ = screen.handle(.key("y"))
        screen.keep()
        await world.settle()
        #expect(try world.session.draft(draft)?.content.body.plain == "New" && screen.draft != draft)
    }

    @Test("a message that is sent again before a stopped gpg has ended leaves all the same")
    func sendsAgain() async throws {
        let path = folder.file("gpg")
        try Data("#!/bin/sh\nexec sleep 600\n".utf8).write(to: URL(fileURLWithPath: path))
        let screen = try composer()
        _ = screen.perform(.seal)
        _ = screen.perform(.send)
        await world.until { screen.draft != nil }
        world.stopErrands()
        #expect(screen.perform(.back) && screen.ending == nil)
        _ = try gpg("[GNUPG:] SIG_CREATED D 22 10 00 1 F")
        _ = screen.perform(.send)
        await world.settle()
        let draft = try #require(screen.draft)
        let sealed = try #require(try world.store.read { try $0.sealed(draft) })
        #expect(String(decoding: sealed, as: UTF8.self).contains("SEAL") && world.pops == 1 && world.said.isEmpty)
    }

    /// A signed message that is scheduled for much later and edited again.
    private func delayed() async throws -> ComposeScreen {
        world.clock = WallClock()
        let content = DraftContent(
            to: [MailAddress(name: "Bo", email: "bo@example.test")], subject: "Rent", seal: DraftSeal(.openpgp))
        let draft = try await world.session.save(content, account: world.account)
        _ = try await world.session.send(
            draft, sealed: SealedDraft([UInt8]("OLD".utf8), of: world.session.mark(ofDraft: draft)),
            after: .seconds(7_200))
        let screen = try #require(ComposeScreen(.draft(draft), around: world) { _ in })
        screen.form.setFocus(.body)
        _ = screen.handle(.key("x"))
        return screen
    }

    private var orders: [Action] {
        get throws { try world.session.actions().filter { $0.command == .sendDraft } }
    }

    @Test("leaving an edited, scheduled message signs it again and keeps its time")
    func signsAnew() async throws {
        let screen = try await delayed()
        _ = screen.perform(.back)
        await world.settle()
        #expect(world.pops == 1 && world.said.last?.contains("as before") == true)
        let draft = try #require(screen.draft)
        let sealed = try #require(try world.store.read { try $0.sealed(draft) })
        #expect(try String(decoding: sealed, as: UTF8.self).contains("SEAL") && orders.map(\.state) == [.waiting])
    }

    @Test("a gpg that hangs on leaving blocks no other work; Esc leaves without it and holds the message")
    func hangsOnLeaving() async throws {
        let path = folder.file("gpg")
        try Data("#!/bin/sh\nexec sleep 600\n".utf8).write(to: URL(fileURLWithPath: path))
        let screen = try await delayed()
        _ = screen.perform(.back)
        await world.until { !screen.isUnkept }
        var isDone = false
        world.run { [world] in
            isDone = true
            world.setNeedsDraw()
        }
        await world.until { isDone }
        #expect(!screen.holdsEvents && !screen.isOver && world.text(screen).last?.contains("signing…") == true)
        world.stopErrands()
        await world.settle()
        #expect(world.pops == 1 && world.said.last?.contains("is not sent by itself") == true)
        #expect(try orders.allSatisfy { $0.state == .stopped })
        let draft = try #require(screen.draft)
        #expect(try world.session.draft(draft)?.content.body.plain?.contains("x") == true)
    }

    @Test("a failed seal sends nothing, reports why and keeps the composer open")
    func refused() async throws {
        world.sealMemory = SealMemory(
            gpg: try gpg("[GNUPG:] INV_RECP 10 <bo@example.test>", code: 2), kinds: [.openpgp])
        let screen = try composer()
        _ = screen.perform(.seal)
        _ = screen.perform(.seal)
        _ = screen.perform(.send)
        await world.settle()
        #expect(world.said.last?.hasPrefix("Not sent: The key for bo@example.test is not trusted") == true)
        #expect(try world.pops == 0 && world.session.actions().isEmpty && screen.form.body.text.contains("Text"))
    }

    @Test(
        "turning on encryption deletes a saved draft from its server, and isn't reported as another window's change"
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
        #expect(try screen.draft != before && seal(screen)?.encrypts == true)
        #expect(try world.session.actions().filter(\.isQueued).map(\.command) == [.deleteDraft])
        #expect(world.said.isEmpty)
    }

    @Test("a message that is to be encrypted waits for its files, and is not signed alone meanwhile")
    func waitsForFiles() async throws {
        let screen = try composer()
        let account = world.account
        try world.store.writeNow {
            try $0.save(file: RemoteID("f"), account: account, Data("plan".utf8), now: Date())
        }
        screen.form.files = [
            MessageFile(remoteID: RemoteID("f"), fileName: "plan.txt", contentType: "text/plain", size: 4)
        ]
        screen.keep()
        await world.settle()
        _ = screen.perform(.seal)
        _ = screen.perform(.seal)
        _ = screen.perform(.send)
        await world.settle()
        #expect(screen.form.seal?.encrypts == true && world.pops == 0)
        #expect(world.said.count == 1 && world.said.last?.hasPrefix("A file is still being fetched") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.file("asked")))
    }

    @Test("an account whose server composes mail says that it can't sign, and hides the key's hint")
    func otherServer() throws {
        let other = try FakeSurroundings()
        other.sealMemory = world.sealMemory
        let screen = try composer(other)
        _ = screen.perform(.seal)
        #expect(screen.form.seal == nil && other.said.last?.contains("composes mail itself") == true)
        #expect(!other.text(screen, 220, 24).contains { $0.contains("Ctrl-p sign") })
        #expect(world.text(try composer(), 220, 24).contains { $0.contains("Ctrl-p sign") })
    }

    @Test("with the setting, new messages start signed")
    func setting() throws {
        world.settings.openpgpSign = true
        #expect(try composer().form.seal == DraftSeal(.openpgp))
        let other = try FakeSurroundings()
        (other.sealMemory, other.settings.openpgpSign) = (world.sealMemory, true)
        #expect(try composer(other).form.seal == nil)
        // OpenPGP goes first, unless it is off.
        (world.settings.smimeSign, world.sealMemory) = (true, SealMemory())
        #expect(try composer().form.seal == DraftSeal(.openpgp))
        world.settings.openpgp = .off
        #expect(try composer().form.seal == DraftSeal(.smime))
    }
}
