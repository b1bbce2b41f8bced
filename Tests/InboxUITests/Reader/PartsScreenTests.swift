import Foundation
import InboxModel
import MailContent
import TerminalUI
import Synchronization
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

@UI
@Suite("Parts of a message", .timeLimit(.minutes(10)))
struct PartsScreenTests {
    /// A text in an old charset, and a file.
    private static let mail = """
        From: Zoe <zoe@else.example>
        Subject: The box
        X-Long: one
        Content-Type: multipart/mixed; boundary=a

        --a
        Content-Type: text/plain; charset=koi8-r
        Content-Transfer-Encoding: base64

        8NLJ18XU
        --a
        Content-Type: text/x-patch
        Content-Disposition: attachment; filename="fix.diff"

        +one line
        --a--

        """

    /// A thread of one message whose source is on the server.
    private func opened(_ world: FakeSurroundings, _ folder: TemporaryFolder) throws -> ThreadScreen {
        world.settings.downloads = folder.path
        let message = RemoteMessage.remote(id: "box", thread: "t", from: "anna", body: "See.")
        try world.fill(message)
        world.server.put(message)
        // The server appends its text after the last part.
        world.server.setHeaders(Self.mail, of: "box")
        let (account, service) = (world.account, ScriptedService(world.server))
        world.session.running.withLock { $0.services[account] = service }
        let thread = ThreadScreen(thread: try world.thread("t"), around: world)
        _ = world.draw(thread)
        return thread
    }

    private func saved(_ folder: TemporaryFolder, _ name: String) -> String? {
        FileManager.default.contents(atPath: folder.file(name)).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("each part is read in the charset it names, and saved and piped by itself")
    func parts() async throws {
        let (world, folder) = (try FakeSurroundings(), try TemporaryFolder())
        let thread = try opened(world, folder)
        _ = thread.perform(.parts)
        let parts = try #require(world.pushed.last as? PartsScreen)
        await world.until { world.text(parts).contains { $0.contains("fix.diff") } }
        #expect(screenGolden("reader-parts", { world.draw(parts, $0, $1) }) == nil)

        // The first row is the text, not its container.
        _ = parts.perform(.fetch)
        let text = try #require(world.pushed.last as? ReaderScreen)
        await world.until { world.text(text).contains { $0.contains("Привет") } }

        _ = parts.perform(.down)
        _ = parts.perform(.save)
        await world.settle()
        #expect(world.said.last?.hasPrefix("Saved fix.diff") == true)
        #expect(saved(folder, "fix.diff") == "+one line")
        _ = parts.perform(.fetch)
        let diff = try #require(world.pushed.last as? ReaderScreen)
        await world.until { world.text(diff).contains { $0.contains("+one line") } }

        _ = parts.perform(.pipe)
        await world.until { world.pushed.last is EntryScreen }
        let entry = try #require(world.pushed.last as? EntryScreen)
        #expect(world.draw(entry, 60, 12).golden.contains("fix.diff"))

        _ = parts.perform(.top)
        _ = parts.perform(.save)
        #expect(world.said.last == "This only contains the parts below it.")
    }

    @Test("headers are saved as shown, the source in full as a mail named after its subject")
    func savesWhatIsShown() async throws {
        let (world, folder) = (try FakeSurroundings(), try TemporaryFolder())
        let thread = try opened(world, folder)
        for (command, name) in [(Command.headers, "Hello.headers.txt"), (.source, "Hello.eml")] {
            _ = thread.perform(command)
            let screen = try #require(world.pushed.last as? ReaderScreen)
            await world.until { world.text(screen).contains { $0.contains("X-Long: one") } }
            #expect(world.text(screen).last?.contains("A save  ") == true)
            _ = screen.perform(.save)
            await world.settle()
            #expect(world.said.last?.hasPrefix("Saved \(name) in ") == true)
            let text = try #require(saved(folder, name))
            #expect(text.contains("X-Long: one"), "\(name)")
            if command == .headers {
                #expect(!text.contains("+one line") && text.hasSuffix("boundary=a\n"))
            } else {
                let subject = RemoteMessage.remote(id: "box").subject
                #expect(text == Self.mail + "Subject: \(subject)\r\n\r\n")
            }
        }
    }

    @Test(
        "the key that opened headers, source or parts closes it; another replaces it",
        arguments: [Command.headers, .source, .parts])
    func closes(command: Command) async throws {
        let (world, folder) = (try FakeSurroundings(), try TemporaryFolder())
        let thread = try opened(world, folder)
        _ = thread.perform(command)
        let screen = try #require(world.pushed.last)
        let (before, pops) = (world.pushed.count, world.pops)
        #expect(screen.perform(command) && world.pops == pops + 1 && world.pushed.count == before)
        for other in [Command.headers, .source, .parts] where other != command {
            let count = world.pushed.count
            #expect(screen.perform(other) && world.pushed.count == count + 1)
        }
        let key = try #require(world.keyName(of: command, in: .thread))
        #expect(world.keyName(of: command, in: .reader) == key)
    }

    @Test(
        "headers, source and parts each have one key that opens and closes it",
        arguments: Settings.KeyPreset.allCases)
    func presets(preset: Settings.KeyPreset) {
        var settings = Settings()
        settings.keyPreset = preset
        let keys = KeyMap(settings: settings)
        for command in [Command.headers, .source, .parts] {
            #expect(keys.name(of: command, in: .reader) == keys.name(of: command, in: .thread), "\(command)")
        }
    }
}
