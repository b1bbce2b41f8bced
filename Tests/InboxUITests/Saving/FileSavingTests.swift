import Foundation
import InboxKit
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxUI
@testable import TerminalUI

@UI
@Suite("Saving files from a thread", .timeLimit(.minutes(10)))
struct FileSavingTests {
    @Test("a save that ends early says what was saved and names what was not")
    func namesTheMissing() async throws {
        let world = try FakeSurroundings()
        let names = ["plan.pdf", "a.png", "b.png", "c.png", "d.png"]
        try world.fill(.remote(id: "m", from: "anna", subject: "The plan", at: 5, files: names, body: "Here."))
        let account = world.account
        // The other files are on a server that cannot be reached.
        try world.store.writeNow {
            try $0.save(file: RemoteID("f-plan.pdf"), account: account, Data("the plan".utf8), now: Date())
        }
        let message = try #require(world.session.messages(of: world.thread("t-m")).first)
        let folder = try TemporaryFolder()
        let saving = FileSaving(names.indices.map { (message, $0) }, to: folder.path, session: world.session) {
            world.setNeedsDraw()
        } done: { text, kind in
            world.say(text, kind: kind)
        }
        saving.start()
        await world.until { !world.said.isEmpty }
        let told = try #require(world.said.last)
        #expect(told.hasPrefix("Saved plan.pdf in ") && told.hasSuffix("Not saved: a.png, b.png, c.png and 1 more"))
    }

    @Test("with a file selected, save and open apply to it alone and are named; a file already saved says so")
    func oneFile() async throws {
        let world = try FakeSurroundings()
        try world.fill(.remote(id: "m", subject: "The plan", at: 5, files: ["a.txt", "b.txt"], body: "Here."))
        let account = world.account
        for name in ["a.txt", "b.txt"] {
            try world.store.writeNow {
                try $0.save(file: RemoteID("f-" + name), account: account, Data(name.utf8), now: Date())
            }
        }
        let screen = ThreadScreen(thread: try world.thread("t-m"), around: world)
        _ = world.draw(screen)
        #expect(screen.meaning(of: .outbox) == .outbox)
        _ = screen.perform(.nextLink)
        _ = screen.perform(.nextLink)
        #expect(screen.pane.focus == .file(1) && screen.meaning(of: .outbox) == .openWith)
        let foot = try #require(world.text(screen, 80, 24).last)
        #expect(foot.contains("o with a program") && foot.contains("A save") && !foot.contains("A save files"))
        for (count, told) in [(1, "Saved b.txt in "), (2, "b.txt is in ")] {
            _ = screen.perform(.save)
            await world.until { world.said.count == count }
            #expect(world.said.last?.hasPrefix(told) == true)
        }
        screen.pane.focus = nil
        _ = screen.perform(.save)
        await world.until { world.said.count == 3 }
        #expect(world.said.last?.hasPrefix("Saved 1 file in ") == true)
        #expect(world.said.last?.hasSuffix("; 1 was there already") == true)
    }

    @Test("quitting while a file is being saved asks once, and Esc stays")
    func asksToQuit() throws {
        let mail = RemoteMessage.remote(id: "m", subject: "The plan", at: 5, files: ["plan.pdf"], body: "Here.")
        let client = try ShellClient([mail], clock: .atNoon)
        client.shell.begin()
        client.press(.enter)
        let thread = try #require(client.shell.flows.screens.last as? ThreadScreen)
        thread.saveAll()
        client.type("Ctrl-q")
        #expect(screenGolden("quit-while-saving", { client.grid($0, $1) }) == nil)
        #expect(client.shows("Quit while files are being saved?") && !client.application.isQuitting)
        client.press(.escape)
        #expect(client.shell.flows.screens.last === thread && thread.saving?.isRunning == true)
        client.type("Ctrl-q Ctrl-q")
        #expect(client.application.isQuitting)
    }

    @Test("quitting with no save running asks nothing")
    func quitsAtOnce() throws {
        let client = try ShellClient()
        client.press(.enter)
        client.type("Ctrl-q")
        #expect(client.application.isQuitting)
    }
}
