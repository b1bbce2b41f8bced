import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import MailContent
import Testing
import TerminalUI
import TestSupport

@testable import InboxUI

/// Links that are opened, and files that are saved.
extension ThreadScreenTests {
    @Test("W-5: Tab goes to links and then files, and Enter asks with the whole target in sight")
    func links() throws {
        let world = try conversation()
        let screen = try screen(world)
        _ = world.draw(screen)
        _ = screen.perform(.nextLink)
        #expect(screen.pane.focus == .link(0))
        _ = screen.perform(.open)
        #expect(screen.takesText)
        #expect(screenGolden("thread-link", { world.draw(screen, $0, $1) }) == nil)
        _ = screen.handle(.key(.escape))
        #expect(!screen.takesText)
        _ = screen.perform(.nextLink)
        #expect(screen.pane.focus == .file(0))
        _ = screen.perform(.previousLink)
        #expect(screen.pane.focus == .link(0))
    }

    @Test("W-5: a double Enter opens no link before its target is visible, and no suspicious link")
    func doubledEnter() throws {
        let world = try conversation()
        let screen = try screen(world)
        _ = world.draw(screen)
        _ = screen.perform(.nextLink)
        for _ in 0..<2 { _ = screen.perform(.open) }
        #expect(screen.question != nil && world.said.isEmpty)
        _ = screen.handle(.key(.escape))
        screen.question = LinkQuestion(
            StyledText.Link(target: "mailto:bo@example.test", text: "", note: "it leads elsewhere"))
        #expect(world.text(screen).contains { $0.contains("y open") })
        _ = screen.perform(.open)
        _ = screen.handle(.key(.enter))
        #expect(world.text(screen).contains { $0.contains("Say y or n.") })
        _ = screen.handle(.key("y"))
        #expect(screen.question == nil && world.pushed.last is ComposeScreen)
        screen.question = LinkQuestion(StyledText.Link(target: "mailto:bo@example.test", text: ""))
        _ = world.draw(screen)
        _ = screen.perform(.open)
        #expect(screen.question == nil && world.pushed.count == 2)
    }

    @Test("H-2: the question about a look-alike host names it in ASCII; what is opened stays the mail's own target")
    func lookAlikeHost() throws {
        let target = "https://pаypal.test/x"
        let link = StyledText.Link(target: target, text: "", note: LinkCheck.note(text: "here", target: target))
        let question = LinkQuestion(link)
        #expect(question.target == target && !question.takesEnter)
        #expect(question.text.hasPrefix("Careful: ") && question.text.hasSuffix("\n\nhttps://xn--pypal-4ve.test/x"))
        let world = try FakeSurroundings()
        #expect(question.dialog(world).title == "Open a page of xn--pypal-4ve.test?")
    }

    /// Saves all files of a mail. Returns their folder and the notices.
    private func saved(_ files: [String]) async throws -> (TemporaryFolder, said: [String]) {
        let folder = try TemporaryFolder()
        let world = try FakeSurroundings(withAccount: false)
        world.settings.downloads = folder.path
        world.server.put(.remote(id: "m", thread: "t", at: 9, files: files, body: "See files"))
        let account = try await world.session.addAccount(
            address: "me@example.test", url: "http://127.0.0.1:1", userName: nil, dialect: .inbox, secret: "s")
        try await world.store.until { try $0.find(RemoteID("m"), account: account.id).messages.isEmpty == false }
        let screen = try screen(world)
        _ = world.draw(screen)
        _ = screen.perform(.save)
        await world.until { world.said.contains { $0.hasPrefix("Saved \(files.count) files") } }
        world.session.stop()
        return (folder, world.said)
    }

    @Test("F-1: files are saved under safe names, and the folder is named")
    func saves() async throws {
        let (folder, said) = try await saved(["../../evil", "report.txt"])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["_.._evil", "report.txt"])
        #expect(try folder.mode("report.txt") == 0o600)
        #expect(said.last?.contains("Careful") == false)
    }

    @Test("F-4: saving an executable warns of it")
    func savesRisk() async throws {
        let (_, said) = try await saved(["report.txt", "setup.exe"])
        #expect(said.last?.hasSuffix("Careful: setup.exe is a “.exe” file") == true, "\(said)")
    }

    @Test("F-4: all executables are named, and those without room are counted")
    func savesRisks() async throws {
        let (_, said) = try await saved(["a.exe", "report.txt", "b.sh"])
        #expect(said.last?.hasSuffix("Careful: a.exe is a “.exe” file, b.sh is a “.sh” file") == true, "\(said)")
        let many = FileSaving.told((1...40).map { "file-\($0).exe is a “.exe” file" })
        #expect(many.hasPrefix("file-1.exe is a “.exe” file, file-2.exe is") && many.count < 200)
        #expect(many.hasSuffix(" more like it"))
    }
}
