import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Sending actions", .timeLimit(.minutes(10)))
struct ActionSenderTests {
    @Test("J-54: an answered action stays queued until the server's changes contain it")
    func answered() async throws {
        let client = try await Client.synced(.remote(id: "m", unread: true))
        try await client.perform(.shake, on: "m")
        #expect(try client.message("m")?.isUnread == false)
        _ = try await client.sender.sendAll()
        #expect(client.server.messages[RemoteID("m")]?.keywords == [.seen])
        #expect(try client.actions().map(\.state) == [.sent])
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("moving a thread leaves its trashed messages, and archiving it also leaves its filed ones")
    func leftBehind() async throws {
        let client = try await Client.synced(
            .remote(id: "a", thread: "t", in: ["inbox"]), .remote(id: "b", thread: "t", in: ["trash"]),
            .remote(id: "c", thread: "t", in: ["work"]))
        let thread = try #require(try client.message("a")).thread
        let session = client.session()
        func places(_ id: String) throws -> Set<String> {
            Set(try client.shown()[RemoteID(id)]?.mailboxes.map(\.rawValue) ?? [])
        }
        try await session.perform(.archive, on: [thread])
        #expect(try places("a").contains("archive") && places("b") == ["trash"] && places("c") == ["work"])
        let home = try client.store.read { try $0.mailboxes() }.first { $0.remoteID == RemoteID("home") }?.id
        try await session.perform(.move, on: [thread], target: home)
        #expect(try places("b") == ["trash"])
        #expect(try places("c").contains("home"))
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("J-52: a star that is undone before it is sent makes no request")
    func opposites() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.perform(.star, on: "m")
        try await client.perform(.unstar, on: "m")
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("update").isEmpty)
        #expect(try client.differences() == [])
    }

    @Test(
        "an undo asks the server for the opposite if one of several messages may have reached it",
        arguments: [RemoteError.unconnected, .unreachable, .stumbles])
    func partlyTried(error: RemoteError) async throws {
        let client = try await Client.synced(.remote(id: "a"), .remote(id: "b"), .remote(id: "c"))
        client.server.setFault { call in
            guard call.name == "update" else { return nil }
            return call.subject == "a" && error != .unconnected ? .after(error) : .before(.unconnected)
        }
        try await client.perform(.star, on: "a", "b", "c")
        _ = try await client.sender.sendAll()
        try await client.perform(.unstar, on: "a", "b", "c")
        #expect(try client.actions().isEmpty == (error == .unconnected))
        client.server.setFault { _ in nil }
        client.wait(4_000)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.messages.values.allSatisfy { !$0.keywords.contains(.flagged) })
        #expect(try client.differences() == [])
    }

    @Test("S-10: a clock that is set back blocks no retry and sends nothing early")
    func clockSetBack() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        client.wait(400 * 86_400)
        let session = client.session()
        let later = DraftContent(to: [.person("bo")], subject: "Later", body: MessageBody(plain: "Text"))
        let draft = try await session.save(later, account: client.account.id)
        let (now, due) = (client.now, client.now.addingTimeInterval(3_600))
        _ = try await client.store.write { try $0.sendDraft(draft, due: due, now: now) }
        try await client.perform(.star, on: "m")
        client.server.setFault { _ in .before(.unreachable) }
        guard case .until(let next?) = try await client.sender.sendAll() else { Issue.record("no retry"); return }
        #expect(next > client.now && next < client.now.addingTimeInterval(86_460))
        client.server.setFault { _ in nil }
        client.wait(-365 * 86_400)
        guard case .until(let last) = try await client.sender.sendAll() else { Issue.record("signed out"); return }
        #expect(client.server.messages[RemoteID("m")]?.keywords.contains(.flagged) == true)
        #expect(last == due && client.server.calls("send").isEmpty)
    }

    @Test("a server that only sends, and can't be reached, holds up other letters and nothing else")
    func awaySender() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        let session = client.session()
        var drafts: [MessageID] = []
        for subject in ["One", "Two"] {
            let letter = DraftContent(to: [.person("bo")], subject: subject, body: MessageBody(plain: "Text"))
            drafts.append(try await session.save(letter, account: client.account.id))
        }
        try await client.settle()
        let now = client.now
        for draft in drafts { _ = try await client.store.write { try $0.sendDraft(draft, due: now, now: now) } }
        try await client.perform(.star, on: "m")
        var away = RemoteError.unconnected
        away.isAboutSending = true
        client.server.setFault { [away] in $0.name == "send" ? .before(away) : nil }
        guard case .until(_?) = try await client.sender.sendAll() else { Issue.record("no retry"); return }
        #expect(client.server.calls("send").count == 1)
        #expect(client.server.messages[RemoteID("m")]?.keywords.contains(.flagged) == true)
    }

    @Test("J-55: a refused action is rolled back and reports the server's message")
    func refused() async throws {
        let client = try await Client.synced(.remote(id: "m"), .remote(id: "n"))
        let notices = client.board.notices()
        client.server.setFault { $0.subject == "m" ? .before(.refused) : nil }
        try await client.perform(.star, on: "m")
        try await client.perform(.star, on: "n")
        let action = try #require(try client.actions().first)
        _ = try await client.sender.sendAll()
        #expect(try client.message("m")?.isStarred == false)
        #expect(try client.message("n")?.isStarred == true)
        for await notice in notices {
            #expect(notice == .refused(action, message: "not allowed"))
            break
        }
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("a partly refused action rolls back only the refused messages")
    func partlyRefused() async throws {
        let client = try await Client.synced(.remote(id: "a"), .remote(id: "b"), .remote(id: "c"))
        client.server.setFault { $0.name == "update" && $0.subject == "b" ? .before(.refused) : nil }
        try await client.perform(.trash, on: "a", "b", "c")
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(
            client.server.messages.mapValues(\.mailboxes) == [
                RemoteID("a"): [RemoteID("trash")], RemoteID("b"): [RemoteID("inbox")],
                RemoteID("c"): [RemoteID("trash")],
            ])
        #expect(try client.differences() == [])
    }

    @Test(
        "an action that the server can't answer is retried later and stays visible",
        arguments: [
            RemoteError.unreachable, .busy, .limited, RemoteError(.unreadableAnswer(detail: "$.id"), call: "update"),
        ])
    func later(error: RemoteError) async throws {
        let client = try await Client.synced(.remote(id: "m"), .remote(id: "n"))
        client.server.setFault { $0.name == "update" ? .before(error) : nil }
        try await client.perform(.star, on: "m")
        try await client.perform(.star, on: "n")
        guard case .until(let date) = try await client.sender.sendAll() else {
            Issue.record("signed out")
            return
        }
        let action = try #require(try client.actions().first)
        #expect(action.state == .waiting && action.attempts == 1 && action.lastError == error.summary)
        #expect(try client.message("m")?.isStarred == true)
        #expect(client.server.calls("update").count == 1, "one question is enough")
        let next = try #require(date)
        #expect(next > client.now && action.notBefore == next)
        if let wait = error.retryAfter { #expect(next >= client.now.addingTimeInterval(wait.seconds)) }
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("update").count == 1, "not before its time")
        client.server.setFault { _ in nil }
        client.wait(next.timeIntervalSince(client.now))
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.messages.values.allSatisfy { $0.keywords.contains(.flagged) })
        #expect(try client.differences() == [])
    }

    @Test("an action that keeps failing does not block the others")
    func poison() async throws {
        let client = try await Client.synced(.remote(id: "bad"), .remote(id: "good"))
        client.server.setFault { $0.subject == "bad" ? .before(.busy) : nil }
        try await client.perform(.star, on: "bad")
        try await client.perform(.star, on: "good")
        for _ in 0..<3 {
            _ = try await client.sender.sendAll()
            client.wait(120)
        }
        #expect(client.server.messages[RemoteID("good")]?.keywords.contains(.flagged) == true)
        #expect(try client.actions().contains { $0.state == .waiting && $0.attempts == 3 })
    }

    @Test("J-28: an error on one message blocks neither the rest of its action nor later actions on others")
    func stumbles() async throws {
        let client = try await Client.synced(
            .remote(id: "a"), .remote(id: "b"), .remote(id: "c"), .remote(id: "d"), .remote(id: "e"), .remote(id: "f"))
        client.server.setFault { $0.name == "update" && $0.subject == "a" ? .before(.stumbles) : nil }
        try await client.perform(.star, on: "a", "b", "c", "d", "e")
        try await client.perform(.trash, on: "b")
        try await client.perform(.trash, on: "f")
        try await client.perform(.trash, on: "a")
        _ = try await client.sender.sendAll()
        let there = client.server.messages
        #expect(
            there.filter { $0.value.keywords.contains(.flagged) }.keys.map(\.rawValue).sorted() == ["b", "c", "d", "e"])
        #expect(there.filter { $0.value.mailboxes == [RemoteID("trash")] }.keys.map(\.rawValue).sorted() == ["b", "f"])
        let queue = try client.store.read { try $0.queue() }.filter { $0.state == .waiting }
        #expect(queue.map(\.command) == [.star, .trash])
        #expect(queue.first?.attempts == 1 && queue.first?.lastError == "oops")
        #expect(queue.last?.waitsFor == queue.first.map { [$0.id] }, "what is done to one message keeps its order")
        #expect(queue.last?.attempts == 0)

        // Once an action is answered, later changes by the server count.
        client.server.edit("c") { $0.keywords.remove(.flagged) }
        try await client.sync.catchUp()
        #expect(try client.message("c")?.isStarred == false && client.message("d")?.isStarred == true)
        #expect(try client.message("a")?.isStarred == true)
        #expect(try client.actions().map(\.edits.count) == [1, 1])
        client.server.setFault { _ in nil }
        try await client.settle()
        #expect(client.server.messages[RemoteID("a")]?.mailboxes == [RemoteID("trash")])
        #expect(try client.differences() == [])
    }

    @Test("an action is given up for now when every message in it fails")
    func ill() async throws {
        let client = try Client()
        client.server.put((0..<60).map { .remote(id: "m\($0)") })
        try await client.sync.once(bodies: false)
        client.server.setFault { $0.name == "update" ? .before(.stumbles) : nil }
        let session = client.session()
        let all = try client.store.read {
            try $0.messages(MessageQuery(predicate: .everything, sort: .newestFirst), limit: -1)
        }.map(\.id)
        try await session.perform(.star, onMessages: all)
        _ = try await client.sender.sendAll()
        #expect((8..<16).contains(client.server.calls("update").count))
        #expect(try client.actions().map(\.state) == [.waiting])
    }

    @Test("J-62: back-off doubles from 1 s to 5 min with 50% jitter and respects Retry-After")
    func backOff() {
        let delays = (1...10).map { BackOff.delay(after: $0, random: 0.5) }
        #expect(delays == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300].map { .seconds($0) })
        #expect([0, 1].map { BackOff.delay(after: 10, random: $0) } == [.seconds(150), .seconds(450)])
        var backOff = BackOff()
        #expect(backOff.next(serverAsks: .seconds(90), random: 0.5) == .seconds(90))
        #expect(backOff.next(serverAsks: nil, random: 0.5) == .seconds(2))
        backOff.reset()
        #expect(backOff.next(serverAsks: nil, random: 0.5) == .seconds(1))
    }

    @Test("a rejected secret is tried once; the queue stays")
    func signedOut() async throws {
        let client = try await Client.synced(.remote(id: "m"), .remote(id: "n"))
        client.server.setFault { $0.name == "update" ? .before(.signedOut) : nil }
        try await client.perform(.star, on: "m")
        try await client.perform(.star, on: "n")
        guard case .signedOut(let message) = try await client.sender.sendAll() else {
            Issue.record("not signed out")
            return
        }
        #expect(message == "who are you")
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("update").count == 1, "wrong secrets are not tried again and again")
        #expect(try client.actions().count == 2)
    }

    @Test("an update whose answer is lost is sent again with the same result", arguments: [true, false])
    func lostAnswer(isRestarted: Bool) async throws {
        let client = try await Client.synced(.remote(id: "m"))
        client.server.setFault { $0.name == "update" ? .after(.unreachable) : nil }
        try await client.perform(.move, on: "m", to: "work")
        _ = try await client.sender.sendAll()
        if isRestarted { try await client.store.write { try $0.recoverInterrupted(account: client.account.id) } }
        client.server.setFault { _ in nil }
        client.wait(60)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.messages[RemoteID("m")]?.mailboxes == [RemoteID("work")])
        #expect(try client.differences() == [])
    }

    @Test("an action interrupted while sending is sent again after a restart")
    func killed() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.perform(.star, on: "m")
        let action = try #require(try client.actions().first)
        try await client.store.write { try $0.setState(.sending, of: action.id) }
        client.server.edit("m") { $0.keywords.insert(.flagged) }
        try await client.store.write { try $0.recoverInterrupted(account: client.account.id) }
        // The user changes their mind before it is sent again.
        try await client.perform(.unstar, on: "m")
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.messages[RemoteID("m")]?.keywords.contains(.flagged) == false)
        #expect(try client.differences() == [])
    }

    @Test("J-30: reads refused three times are retried rarely; unreachable servers as usual")
    func refusedReads() {
        func delays(_ error: RemoteError) -> [Bool] {
            var backOff = BackOff()
            return (0..<5).map { _ in backOff.next(after: error) == BackOff.afterRefusals }
        }
        #expect(delays(.refused) == [false, false, false, true, true])
        #expect(delays(.unreachable) == [false, false, false, false, false])
    }

    @Test("J-52: actions on one message are sent in the order of their making")
    func order() async throws {
        let client = try await Client.synced(.remote(id: "m"), .remote(id: "n"))
        try await client.perform(.move, on: "m", to: "work")
        try await client.perform(.star, on: "n")
        try await client.perform(.unread, on: "m")
        try await client.perform(.move, on: "m", to: "home")
        _ = try await client.sender.sendAll()
        let updates = client.server.calls("update").filter { $0.subject == "m" }.compactMap(\.update)
        #expect(updates.map(\.addMailboxes) == [[RemoteID("work")], [], [RemoteID("home")]])
        #expect(updates.map(\.removeKeywords) == [[], [.seen], []])
        // The resulting mailboxes of each step, for servers that take the whole.
        #expect(updates.map(\.resultingMailboxes).last?.contains(RemoteID("home")) == true)
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("two accounts in one store are independent")
    func twoAccounts() async throws {
        let first = try Client(ModelServer())
        let second = try Client(ModelServer(), store: first.store, address: "other@example.test")
        for client in [first, second] {
            client.server.put(.remote(id: "m", subject: client.account.address))
            try await client.sync.once(bodies: false)
        }
        first.server.setFault { _ in .before(.unreachable) }
        try await first.perform(.star, on: "m")
        try await second.perform(.trash, on: "m")
        _ = try await first.sender.sendAll()
        _ = try await second.sender.sendAll()
        try await second.sync.catchUp()
        #expect(try second.differences() == [])
        #expect(try second.actions().isEmpty)
        #expect(try first.actions().map(\.attempts) == [1])
        #expect(try first.message("m")?.isStarred == true && second.message("m")?.isStarred == false)
        first.server.setFault { _ in nil }
        first.wait(60)
        _ = try await first.sender.sendAll()
        try await first.sync.catchUp()
        #expect(try first.differences() == [])
    }
}
