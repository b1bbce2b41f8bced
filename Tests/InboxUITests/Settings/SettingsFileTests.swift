import Foundation
import InboxKit
import InboxModel
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("The settings file", .timeLimit(.minutes(10)))
struct SettingsFileTests {
    /// Each kind of screen, and the keys that lead there from the list.
    nonisolated private static let screens: [(context: KeyContext, keys: String)] = [
        (.list, ""), (.search, "/ is:unread"), (.drawer, "d G"), (.thread, "Enter"), (.compose, "c"), (.deck, "S"),
        (.outbox, "o"), (.contacts, "gc"), (.jobs, "gj"), (.help, "?"), (.picker, "m"), (.picker, "gS"),
    ]
    /// Commands that end the session, or hand over to another program.
    private static let others: Set<Command> = [.quit, .signOut, .demo, .editor, .settings, .pipe, .runCommand]

    @Test("no command writes the user's file: whatever is changed is kept elsewhere", arguments: screens)
    func untouched(context: KeyContext, keys: String) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("config.json")
        // Whoever wrote this again would write it in another way.
        let text = """
            { "theme":"dusk", "downloads": "\(folder.file("downloads"))",

              "keys": { "archive" : "y" } ,"newMailQuery": "is:unread in:inbox","animation":false }
            """
        try Data(text.utf8).write(to: URL(filePath: path))
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        let before = try File(path)

        var client = try client(path)
        let commands = client.shell.keys.allCommands(in: context).filter { !Self.others.contains($0) }
        #expect(!commands.isEmpty)
        for command in commands {
            await go(client, keys)
            if client.shell.flows.screens.last?.keyContext != context {
                // What was done before leads elsewhere now: the mail has gone, or a box stays open.
                await client.shell.end()
                client = try self.client(path)
                await go(client, keys)
            }
            let screen = try #require(client.shell.flows.screens.last)
            #expect(screen.keyContext == context, "\(client.draw())")
            if let sequence = client.shell.keys.sequences(of: command, in: context).first {
                for key in sequence.keys { client.press(key) }
            } else {
                _ = screen.perform(command)
            }
            await client.settle(80, 24)
            // Boxes take a name and are confirmed; questions are answered.
            if client.shell.flows.screens.last?.takesText == true { client.type("inbox") }
            client.press(.enter)
            await client.settle(80, 24)
        }
        await client.shell.end()
        #expect(try File(path) == before)
        withExtendedLifetime(folder) {}
    }

    /// What changes when a file is written, even with what it had before.
    private struct File: Equatable {
        var content: Data
        var facts: [String]

        init(_ path: String) throws {
            content = try Data(contentsOf: URL(filePath: path))
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let keys: [FileAttributeKey] = [.modificationDate, .systemFileNumber, .posixPermissions]
            facts = keys.map { "\(attributes[$0] ?? "none")" }
        }
    }

    private func client(_ path: String) throws -> ShellClient {
        let reading = SettingsReading(path: path)
        let client = try ShellClient(FakeSurroundings.sixThreads, settings: reading.settings, connects: false)
        client.shell.settingsFile = reading.file
        client.shell.readSettings = { SettingsReading(path: path) }
        client.shell.begin()
        _ = client.draw()
        return client
    }

    /// Closes what is above the list, the drawer and the search, and presses keys there.
    private func go(_ client: ShellClient, _ keys: String) async {
        for _ in 0..<10 {
            if client.shell.flows.screens.count == 1, client.shell.flows.screens.last?.keyContext == .list { break }
            client.press(.escape)
            if client.shell.flows.screens.count > 1 { client.press("q") }
            await client.settle(80, 24)
        }
        client.press(.escape)
        client.type(keys)
        await client.settle(80, 24)
    }
}
