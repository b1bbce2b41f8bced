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
@Suite("Changing a draft's account", .timeLimit(.minutes(10)))
struct ComposeAccountTests {
    private let world: FakeSurroundings
    private let other: Account

    init() async throws {
        world = try FakeSurroundings()
        other = try await world.addPausedAccount("you@example.test")
        // The first account's service is known, as after a sign-in.
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

    @Test("why no composer opens is said as it is: the draft is being sent, or no account can send")
    func notWritten() async throws {
        let draft = try await world.session.save(DraftContent(subject: "Rent"), account: world.account)
        world.sayNotWritten(.draft(draft))
        world.sayNotWritten(.new(account: nil))
        #expect(world.said == ["Too late: it is being sent", "No account here can send mail"])
    }

    @Test("who can only read is told how to name a server that sends")
    func onlyReads() async throws {
        let reader = Account(
            id: AccountID(0), address: "ann@mill.test", name: "", dialect: .imap,
            url: "imaps://imap.mill.test?smtp=none", userName: "", hasLabels: false)
        try await world.store.write { _ = try $0.add(reader) }
        world.sayNotWritten(.new(account: nil))
        let said = try #require(world.said.last)
        #expect(said.hasSuffix("'imaps://imap.mill.test?smtp=smtps://HOST'") && said.contains("account move"))
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

    @Test("a key switches to the next sender, another removes the selection")
    func ownKeys() throws {
        let screen = try compose(.reply, "m")
        let first = screen.form.sender.address.email
        _ = screen.perform(.nextSender)
        #expect(screen.form.sender.address.email != first)
        _ = screen.perform(.nextSender)
        #expect(screen.form.sender.address.email == first)
        screen.form.setFocus(.to)
        _ = screen.perform(.takeOff)
        #expect(screen.form.recipients[.to]?.tokens.count == 1)
        _ = screen.handle(.key(.backspace))
        _ = screen.perform(.takeOff)
        #expect(screen.form.recipients[.to]?.tokens.isEmpty == true)
    }

    @Test("in all inboxes, a new message uses the account of the selected row")
    func selectedRow() async throws {
        let third = try world.store.addTestAccount(.test("work@example.test"))
        try world.store.receive(.remote(id: "o", from: "zoe", at: FakeSurroundings.noon), account: third)
        let list = world.list()
        list.goStraight(to: .allInboxes)
        await world.until { Set(list.shownThreads.map(\.account)) == [world.account, third] }
        for thread in list.shownThreads {
            list.rows.select(.thread(thread.id))
            #expect(list.perform(.compose))
            let composer = try #require(world.pushed.last as? ComposeScreen)
            #expect(composer.form.account.id == thread.account)
        }
    }

    @Test("S-3: a file moves to the other account and back, and the saved draft matches the composer")
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

    @Test("a forward from another account fetches its files from the original account before it can be sent")
    func forward() async throws {
        world.server.setFault {
            $0.name == "download" ? .before(RemoteError(.unreachable(detail: "no route"), call: "download")) : nil
        }
        let screen = try compose(.forward, "f")
        #expect(screen.form.account == other)
        await world.settle()
        screen.type("carl@example.org,")
        screen.keep()
        await world.settle()
        let first = try #require(screen.draft)
        #expect(try world.session.draft(first)?.account == world.account, "kept where the file is")
        _ = screen.perform(.send)
        await world.settle()
        #expect(world.acted.isEmpty && !screen.isOver && world.said.last?.contains("no route") == true)

        world.server.setFault { _ in nil }
        _ = screen.perform(.send)
        await world.settle()
        #expect(try bytes(screen) == [Array("f-plan.pdf".utf8)])
        screen.keep()
        await world.settle()
        let draft = try #require(screen.draft)
        #expect(try world.session.draft(draft)?.account == other.id)
        _ = screen.perform(.send)
        await world.settle()
        #expect(world.acted == ["sent after 10"])
        #expect(Set(try world.session.actions().map(\.account)) == [other.id])
    }

    @Test("a forwarded message without a file name is named after its subject, made safe")
    func namesForwardedMail() async throws {
        var remote = RemoteMessage.remote(id: "n", from: "anna", to: ["me"], at: 7, files: ["mail"], body: "Here.")
        remote.files[0].fileName = ""
        remote.files[0].contentType = "message/rfc822"
        try world.fill(remote)
        let (id, account) = (remote.files[0].remoteID, world.account)
        try world.store.writeNow {
            try $0.save(file: id, account: account, Data("Subject: Lunch/../menu\r\n\r\nSoup".utf8), now: Date())
        }
        let screen = try compose(.forward, "n")
        await world.until { screen.form.files.map(\.fileName) == ["Lunch_.._menu.eml"] }
        #expect(!screen.isUnkept && screen.draft == nil)
    }

    @Test("a forward that changes its account before the first save still fetches its files")
    func forwardMoves() async throws {
        let screen = try compose(.forward, "m")
        #expect(screen.form.account.id == world.account)
        changeSender(screen)
        screen.keep()
        await world.settle()
        screen.keep()
        await world.settle()
        #expect(try bytes(screen) == [Array("f-plan.pdf".utf8)])
        let draft = try #require(screen.draft)
        #expect(try world.session.draft(draft)?.account == other.id)
    }
}
