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
@Suite("A message that another account writes", .timeLimit(.minutes(10)))
struct ComposeAccountTests {
    private let world: FakeSurroundings
    private let other: Account

    init() async throws {
        world = try FakeSurroundings()
        other = try await world.session.addAccount(
            address: "you@example.test", url: "", userName: nil, dialect: .inbox, secret: "s")
        // The account that was here first: its service is known as when it has signed in.
        let (id, service) = (world.account, ScriptedService(world.server))
        world.session.running.withLock { $0.services[id] = service }
        try world.fill(
            .remote(id: "m", from: "anna", to: ["me"], subject: "The plan", at: 5, files: ["plan.pdf"], body: "Here."),
            .remote(id: "f", from: "anna", to: ["you"], subject: "For you", at: 6, files: ["plan.pdf"], body: "Here."))
    }

    private func compose(_ kind: Answer.Kind, _ id: String) throws -> ComposeScreen {
        let message = try #require(try world.session.messages(of: world.thread("t-\(id)")).first)
        return try #require(ComposeScreen(.answer(kind, message), around: world) { _ in await Self.never() })
    }

    private nonisolated static func never() async {
        for await _ in AsyncStream<Void>.makeStream().stream {}
    }

    private func changeSender(_ screen: ComposeScreen) {
        screen.form.setFocus(.from)
        _ = screen.handle(.key(.right))
    }

    private func bytes(_ screen: ComposeScreen) throws -> [[UInt8]?] {
        try world.store.read { reader in
            try screen.form.files.map { try $0.localID.flatMap(reader.upload)?.bytes }
        }
    }

    @Test("S-3: a file goes along to the other account and back, and what the composer shows is what is kept")
    func fileMoves() async throws {
        let screen = try #require(ComposeScreen(.new(account: nil), around: world) { _ in await Self.never() })
        let file = RemoteUpload(fileName: "a.txt", contentType: "text/plain", bytes: [7])
        screen.form.add(try await world.session.attach(file, account: world.account))
        screen.changed()
        screen.keep()
        await world.settle()
        for account in [other.id, world.account] {
            changeSender(screen)
            screen.keep()
            await world.settle()
            let id = try #require(screen.draft)
            let draft = try #require(try world.session.draft(id))
            #expect(draft.account == account && !screen.isUnkept)
            #expect(draft.content.files == screen.form.files)
            #expect(try bytes(screen) == [[7]])
            #expect(try world.session.actions().map(\.account) == [account, account])
        }
    }
}
