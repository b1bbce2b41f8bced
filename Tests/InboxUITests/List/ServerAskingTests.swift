import Foundation
import InboxKit
import InboxModel
import InboxRemote
import InboxStore
import TerminalUI
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Searching on servers", .timeLimit(.minutes(10)))
struct ServerAskingTests {
    /// An account that has one of its server's three messages, and receives no further ones.
    private func world() async throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings(withAccount: false)
        world.server.put(.remote(id: "here", subject: "The mill", at: 100, body: "x"))
        let account = try await world.session.addAccount(
            address: "me@example.test", url: "https://mail.example", userName: nil, dialect: .jmap, secret: "x")
        let list = world.list(serverPause: .zero)
        list.show(.role(account.id, .inbox))
        await world.until { list.shown.count == 1 && list.loadingSince == nil }
        // At rest: a call that is under way would still see what is put on the server now.
        await world.server.untilListenedTo()
        world.server.setFault { call in
            ["search", "threadsOf"].contains(call.name)
                ? nil : .before(RemoteError(.busy(status: 503, message: "later"), call: call.name))
        }
        let calls = world.server.calls.count
        world.server.put(
            .remote(id: "far", subject: "The mill far away", snippet: "old grain", at: 50, body: "x"),
            .remote(id: "pdf", subject: "A file", snippet: "see below", at: 70, body: "x"))
        await world.server.until { $0.count > calls }
        return (world, list)
    }

    @Test("server hits slide into the list in order, without duplicates, and the search line counts them")
    func slides() async throws {
        let (world, list) = try await world()
        world.server.setFinds { message, _ in message.id.rawValue != "none" }
        _ = list.perform(.search)
        _ = world.draw(list)
        _ = list.type(.paste("mill"))
        await world.until { list.shown.count == 3 && list.loadingSince == nil && list.servers.waiting.isEmpty }
        // Rows may be there before they are counted.
        await world.until { list.provider.isCounted && list.provider.count == 3 }
        let wanted = try ["t-here", "t-pdf", "t-far"].map { try world.thread($0) }
        #expect(list.shown == wanted)
        #expect(Set(list.shownThreads.map(\.id)).count == 3)
        let lines = world.text(list)
        #expect(lines[0].contains("3 found") && lines[0].contains("2 from the server"))
        #expect(lines.contains { $0.contains("A file") && $0.contains("see below!") })
        // The search is over: the list is as before, and the next search starts afresh.
        _ = list.perform(.back)
        #expect(list.servers.filter == nil && list.servers.answers.isEmpty)
    }

    @Test("a search in other words with the same meaning, or under a name, keeps what only the server found")
    func staysWidened() async throws {
        let (world, list) = try await world()
        world.server.setFinds { message, _ in message.id.rawValue != "none" }
        _ = list.perform(.search)
        _ = world.draw(list)
        _ = list.type(.paste("mill "))
        await world.until { list.shown.count == 3 && list.loadingSince == nil && list.servers.waiting.isEmpty }
        let (typed, shown) = (list.view, list.shown)
        _ = list.type(.key(Key(" ")))
        #expect(list.view != typed && list.loadingSince == nil && list.shown == shown)
        let named = MailView.saved(name: "Mills", query: "mill ")
        list.show(named)
        #expect(list.view == named && list.loadingSince == nil && list.shown == shown)
        #expect(list.servers.widened != nil && list.provider.filter == list.servers.widened)
    }

    @Test("during a search, new mail that only the server matches slides in, and leaves when deleted")
    func follows() async throws {
        let clock = ManualClock()
        let world = try FakeSurroundings(withAccount: false, sessionClock: clock)
        world.server.put(.remote(id: "here", subject: "The mill", at: 100, body: "x"))
        world.server.setFinds { _, _ in true }
        let account = try await world.session.addAccount(
            address: "me@example.test", url: "https://mail.example", userName: nil, dialect: .jmap, secret: "x")
        let list = world.list(serverPause: .zero)
        list.show(.role(account.id, .inbox))
        await world.until { list.shown.count == 1 && list.loadingSince == nil }
        _ = list.perform(.search)
        _ = world.draw(list)
        _ = list.type(.paste("mill"))
        await world.until { !list.servers.isAsking && list.servers.answers.count == 1 }
        // The pause before the next request.
        await clock.untilSomeoneSleeps(for: .milliseconds(2_999)..<(.milliseconds(3_001)))
        world.server.put(.remote(id: "pdf", subject: "A file", at: 120, body: "x"))
        try await world.store.until { try $0.message(RemoteID("pdf"), account: account.id) != nil }
        clock.advance(by: .seconds(3))
        await world.until { list.shown.count == 2 }
        #expect(list.servers.answers.count == 1)
        world.server.remove("pdf")
        await world.until { list.shown.count == 1 }
    }

    @Test("if the server has more hits than requested, a note says so as long as mail is missing here")
    func more() async throws {
        let world = try FakeSurroundings(withAccount: false)
        world.server.put((0..<101).map { .remote(id: "m\($0)", subject: "The mill", at: $0, body: "x") })
        let account = try await world.session.addAccount(
            address: "me@example.test", url: "https://mail.example", userName: nil, dialect: .jmap, secret: "x")
        let list = world.list(serverPause: .zero)
        list.show(.role(account.id, .inbox))
        await world.until { list.shown.count == 101 && list.loadingSince == nil }
        try world.store.writeNow { try $0.setLetGo(LetGo(until: .test(-1)), account: account.id) }
        world.server.setFinds { _, _ in true }
        _ = list.perform(.search)
        _ = list.type(.paste("mill"))
        await world.until { !list.servers.answers.isEmpty && list.loadingSince == nil }
        #expect(world.text(list)[0].contains("only the server's newest"))
        try world.store.writeNow { transaction in
            try transaction.setSyncState("done", key: "threads", account: account.id)
            try transaction.setLetGo(nil, account: account.id)
        }
        list.statusesChanged()
        #expect(!world.text(list)[0].contains("newest"))
    }

    @Test("while a server may still find something, the list doesn't say “Nothing found”")
    func honest() async throws {
        let world = try FakeSurroundings(now: FakeSurroundings.noon)
        try world.fill(FakeSurroundings.sixThreads)
        for (pause, words) in [(Duration.seconds(3600), "asking the server."), (nil, "Nothing found.")] {
            let list = world.list(serverPause: pause)
            _ = list.perform(.search)
            _ = list.type(.paste("zebra"))
            await world.until { list.shown.isEmpty && list.loadingSince == nil }
            #expect(list.servers.isAsking == (pause != nil))
            let lines = world.text(list, 40, 12).joined(separator: "\n")
            #expect(lines.contains(words) && lines.contains("Nothing found.") == (pause == nil), "\(lines)")
        }
    }

    @Test("for an incomplete word, a note says that the server may match whole words only")
    func wholeWords() async throws {
        let (world, list) = try await world()
        world.server.setFinds { _, _ in false }
        for (typed, isSaid) in [("zebr", true), ("zebra ", false)] {
            _ = list.perform(.search)
            _ = list.type(.paste(typed))
            await world.until { list.shown.isEmpty && list.loadingSince == nil && !list.servers.isAsking }
            let said = world.text(list).joined(separator: "\n")
            #expect(said.contains("Nothing found.") && said.contains("whole words only") == isSaid, "\(said)")
            _ = list.perform(.back)
        }
    }

    @Test("an unreachable server is noted, and local hits stay")
    func away() async throws {
        let (world, list) = try await world()
        world.server.setFault { .before(RemoteError(.unreachable(detail: "cable"), call: $0.name)) }
        _ = list.perform(.search)
        _ = list.type(.paste("mill"))
        await world.until { !list.servers.answers.isEmpty && list.loadingSince == nil }
        #expect(list.shown == [try world.thread("t-here")])
        #expect(world.text(list)[0].contains("1 found"))
        #expect(world.text(list)[0].contains("server not reached: stored mail only"))
        // It is back, and the user refreshes.
        world.server.setFault { _ in nil }
        world.server.setFinds { _, _ in true }
        _ = list.perform(.open)
        #expect(list.perform(.refresh))
        await world.until { !list.servers.isAsking && list.servers.answers.first?.outcome == .found }
    }
}
