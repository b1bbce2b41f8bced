import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Unanswered requests")
struct OpenQuestionTests {
    /// A message that its server keeps as a draft, with the order to send it.
    private func ordered() async throws -> (client: Client, session: MailSession) {
        let client = try await Client.synced()
        let session = client.session()
        let draft = DraftContent(to: [.person("bo")], subject: "s", body: MessageBody(plain: "a"))
        let id = try await session.save(draft, account: client.account.id)
        _ = try await client.sender.sendAll()
        try await session.send(id)
        return (client, session)
    }

    private func sending(_ whereabouts: RemoteError) async throws -> (client: Client, session: MailSession) {
        let (client, session) = try await ordered()
        client.server.setFault {
            switch $0.name {
            case "send": .after(RemoteError(.unreachable(detail: "cut"), call: "send"))
            case "whereabouts": .before(whereabouts)
            default: nil
            }
        }
        _ = try await client.sender.sendAll()
        client.wait(1_000)
        _ = try await client.sender.sendAll()
        return (client, session)
    }

    @Test("a refused look-up leaves a message possibly sent, and it is not sent again")
    func refused() async throws {
        let made = try await sending(RemoteError(.refused(status: 400, message: "limit"), call: "Email/query"))
        let action = try #require(try made.client.actions().first { $0.command == .sendDraft })
        #expect(action.state == .stopped && action.detail != nil, "the order is kept: \(action)")
        #expect(action.lastError?.contains("limit") == true)
        made.client.server.setFault { _ in nil }
        for _ in 0..<4 {
            made.client.wait(1_000)
            _ = try await made.client.sender.sendAll()
        }
        #expect(made.client.server.orders.sentInAll == 1, "nothing goes out by itself")
    }

    @Test(
        "J-60: a deferred message keeps its count of deferrals across restarts, blocks nothing else and is not in doubt",
        arguments: [false, true])
    func putOff(isSealed: Bool) async throws {
        let client = try await Client.synced(.remote(id: "a"))
        let session = client.session()
        let draft = DraftContent(
            to: [.person("bo")], subject: "s", body: MessageBody(plain: "a"),
            seal: isSealed ? DraftSeal(.openpgp, encrypts: true) : nil)
        let id = try await session.save(draft, account: client.account.id)
        _ = try await client.sender.sendAll()
        try await session.send(id, sealed: isSealed ? session.sealed(Array("sealed".utf8), id) : nil)
        client.server.setFault {
            guard $0.name == "send" || $0.name == "resend" else { return nil }
            let busy = RemoteError.Reason.busy(status: 0, message: "451 later")
            return .before(
                RemoteError(busy, call: "send", retryAfter: .seconds(300), type: RemoteError.forbiddenToSend))
        }
        for count in 1...2 {
            _ = try await client.sender.sendAll()
            let action = try #require(try client.actions().first { $0.command == .sendDraft })
            #expect(action.order?.putOff == count && action.state == .waiting)
            #expect(action.lastError == "451 later")
            try await client.perform(count == 1 ? .star : .unstar, on: "a")
            _ = try await client.sender.sendAll()
            #expect(client.server.calls("update").count == count)
            client.wait(301)
        }
        #expect(client.server.calls("whereabouts").isEmpty)
        client.server.setFault { _ in nil }
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1)
    }

    @Test("J-60: a deferred message is sent later, however often, although others were sent meanwhile")
    func putOffBesideOthers() async throws {
        let client = try await Client.synced()
        let session = client.session()
        client.server.orders.isBound = true
        var ids: [MessageID] = []
        for subject in ["a", "b", "c"] {
            let draft = DraftContent(to: [.person("bo")], subject: subject, body: MessageBody(plain: subject))
            ids.append(try await session.save(draft, account: client.account.id))
        }
        _ = try await client.sender.sendAll()
        let drafts = try ids.compactMap { id in try client.store.read { try $0.message(id) }?.remoteID?.rawValue }
        for id in ids { try await session.send(id) }
        // One more leaves each time, after the others were deferred.
        for count in 1...3 {
            let waiting = drafts.dropLast(count)
            client.server.setFault { call in
                guard call.name == "send", waiting.contains(call.subject) else { return nil }
                return .before(
                    RemoteError(
                        .busy(status: 0, message: "451 later"), call: "send", retryAfter: .seconds(300),
                        type: RemoteError.forbiddenToSend))
            }
            _ = try await client.sender.sendAll()
            #expect(client.server.orders.sentInAll == count)
            #expect(try client.actions().allSatisfy { $0.state != .stopped })
            client.wait(301)
        }
    }

    @Test("a letter at which its server fails each time does not hold up others for long, and leaves in the end, once")
    func failsEachTime() async throws {
        let client = try await Client.synced()
        let session = client.session()
        client.server.orders.isBound = true
        var ids: [MessageID] = []
        for subject in ["a", "b"] {
            let draft = DraftContent(to: [.person("bo")], subject: subject, body: MessageBody(plain: subject))
            ids.append(try await session.save(draft, account: client.account.id))
        }
        _ = try await client.sender.sendAll()
        let bad = try #require(try client.store.read { try $0.message(ids[0]) }?.remoteID?.rawValue)
        let failed = RemoteError(.busy(status: 500, message: "failed"), call: "send")
        client.server.setFault { $0.name == "send" && $0.subject == bad ? .before(failed) : nil }
        for id in ids { try await session.send(id) }
        for _ in 0..<6 {
            _ = try await client.sender.sendAll()
            client.wait(1_000)
        }
        #expect(client.server.orders.sentInAll == 1, "the other one has left")
        let letters = try client.actions().filter { $0.command == .sendDraft }
        #expect(letters.map(\.state) == [.unknown], "the server is known not to have sent it")
        client.server.setFault { _ in nil }
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 2)
        #expect(try !client.actions().contains { $0.command == .sendDraft })
    }

    @Test("J-60: a new connection does not hurry what the recipient's server deferred")
    func putOffStays() async throws {
        let (client, _) = try await ordered()
        let deferred = RemoteError(
            .busy(status: 0, message: "451 later"), call: "send", retryAfter: .seconds(300),
            type: RemoteError.forbiddenToSend)
        client.server.setFault { $0.name == "send" ? .before(deferred) : nil }
        _ = try await client.sender.sendAll()
        try client.store.writeNow { try $0.makeDue(account: client.account.id) }
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").count == 1)
        client.wait(301)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").count == 2)
    }

    @Test("J-25: after a partial failure, the server's current state is read before retrying")
    func partly() async throws {
        let client = try await Client.synced(.remote(id: "m"))
        try await client.perform(.star, on: "m")
        for type in ["serverFail", "serverPartialFail"] {
            let error = RemoteError(.busy(status: 0, message: type), call: "Email/set", type: type)
            client.server.setFault { $0.name == "update" ? .before(error) : nil }
            let looks = client.server.looksAskedFor
            _ = try await client.sender.sendAll()
            #expect(client.server.looksAskedFor == looks + (type == "serverFail" ? 0 : 1))
            #expect(try client.actions().map(\.state) == [.waiting])
            client.wait(1_000)
        }
        client.server.setFault { _ in nil }
        _ = try await client.sender.sendAll()
        #expect(client.server.messages[RemoteID("m")]?.keywords.contains(.flagged) == true)
    }

    @Test("J-27: a state mismatch retries a first order, but keeps an order in doubt that may be under way")
    func stateMismatch() async throws {
        let mismatch = RemoteError(.limited(message: "stateMismatch"), call: "send", type: "stateMismatch")
        for wasLost in [false, true] {
            let (client, _) = try await ordered()
            func state() throws -> Action.State? { try client.actions().first { $0.command == .sendDraft }?.state }
            if wasLost {
                client.server.setFault { $0.name == "send" ? .before(.unreachable) : nil }
                _ = try await client.sender.sendAll()
                #expect(try state() == .unknown)
                client.wait(1_000)
            }
            client.server.setFault { $0.name == "send" ? .before(mismatch) : nil }
            _ = try await client.sender.sendAll()
            #expect(try state() == (wasLost ? .unknown : .waiting))
            client.server.setFault { _ in nil }
            client.wait(1_000)
            _ = try await client.sender.sendAll()
            #expect(client.server.orders.sentInAll == 1)
        }
    }

    @Test(
        "J-59, S-2: an order that arrives late, between the look-up and its replacement, is the only one carried out",
        arguments: ["draft", "sealed", "passed on"])
    func lateOrder(kind: String) async throws {
        let client = try await Client.synced()
        let session = client.session()
        client.server.orders.isBound = true
        switch kind {
        case "passed on":
            let upload = RemoteUpload(fileName: "m", contentType: "message/rfc822", bytes: Array("m".utf8))
            let order = RemoteSubmission(draft: RemoteID(""), recipients: [.person("bo")])
            let (account, now) = (client.account.id, client.now)
            _ = try await client.store.write {
                try $0.bounce(upload, order: order.detail ?? "", account: account, due: nil, now: now)
            }
        default:
            let seal = kind == "sealed" ? DraftSeal(.openpgp, encrypts: true) : nil
            let draft = DraftContent(
                to: [.person("bo")], subject: "s", body: MessageBody(plain: "a"), seal: seal)
            let id = try await session.save(draft, account: client.account.id)
            _ = try await client.sender.sendAll()
            try await session.send(id, sealed: seal.map { _ in try session.sealed(Array("sealed".utf8), id) })
        }
        client.server.orders.delayNext()
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 0)
        for _ in 0..<3 {
            client.wait(1_000)
            _ = try await client.sender.sendAll()
        }
        #expect(client.server.orders.sentInAll == 1, "\(client.server.calls.map(\.name))")
        #expect(try !client.actions().contains { $0.isQueued || $0.state == .stopped }, "it is known to be sent")
    }

    @Test(
        "J-60, S-2: a sent message that stays a draft on the server is removed from the drafts later and not sent again",
        arguments: [true, false])
    func leftover(isRefused: Bool) async throws {
        let (client, session) = try await ordered()
        client.server.orders.leavesDrafts = isRefused ? .refused : .unreachable
        func action() throws -> Action? { try client.actions().first { $0.command == .sendDraft } }
        for _ in 0..<3 {
            _ = try await client.sender.sendAll()
            let open = try #require(try action())
            #expect(open.state == (isRefused ? .stopped : .unknown))
            #expect(open.order?.left != nil && client.server.orders.sentInAll == 1)
            if isRefused { #expect(open.lastError?.hasPrefix("it was sent;") == true) }
            try await session.retry(open.id)
            client.wait(1_000)
        }
        client.server.setFault { $0.name == "whereabouts" ? .before(.refused) : nil }
        _ = try await client.sender.sendAll()
        let asked = try #require(try action())
        #expect(asked.order?.left != nil, "a refused question leaves it sent")
        client.server.setFault { _ in nil }
        client.server.orders.leavesDrafts = nil
        try await session.retry(asked.id)
        client.wait(1_000)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1 && client.server.calls("send").count == 1)
        #expect(try action() == nil)
        try await client.sync.catchUp()
        #expect(try client.differences() == [])
    }

    @Test("S-2: an order whose answer was lost is not repeated once somebody else has saved its draft")
    func savedElsewhere() async throws {
        let (client, _) = try await ordered()
        client.server.setFault { $0.name == "send" ? .before(.unreachable) : nil }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        let draft = try #require(client.server.drafts.first)
        client.server.edit(draft.id.rawValue) { $0.version = (draft.version ?? 0) + 1 }
        client.wait(1_000)
        _ = try await client.sender.sendAll()
        let action = try #require(try client.actions().first { $0.command == .sendDraft })
        #expect(action.state == .stopped && action.lastError?.contains("another version of its draft") == true)
        #expect(client.server.calls("send").count == 1)
    }

    @Test("after a gateway timeout, minutes pass before the message is sent again")
    func gateway() async throws {
        let (client, session) = try await ordered()
        client.server.setFault {
            $0.name == "send" ? .before(RemoteError(.busy(status: 504, message: "late"), call: "send")) : nil
        }
        _ = try await client.sender.sendAll()
        let action = try #require(try client.actions().first { $0.command == .sendDraft })
        #expect(action.state == .unknown && action.lastError == "late")

        client.server.setFault { _ in nil }
        let before = client.server.calls.count
        func asked(_ name: String) -> Int { client.server.calls.dropFirst(before).count { $0.name == name } }
        // Whatever makes it due: another message, a new connection, the user.
        _ = try await session.send(
            DraftContent(to: [.person("cy")], subject: "next", body: MessageBody(plain: "b")),
            account: client.account.id)
        try await client.store.write { try $0.makeDue(account: client.account.id) }
        _ = try await client.sender.sendAll()
        #expect(asked("whereabouts") == 1 && client.server.orders.sentInAll == 1, "the next one went, this one did not")
        try await session.retry(action.id)
        _ = try await client.sender.sendAll()
        #expect(asked("whereabouts") == 2 && client.server.orders.sentInAll == 1)
        #expect(try #require(try client.actions().first { $0.id == action.id }?.notBefore) >= client.now)

        client.wait(300)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 2)
    }

    @Test("a message in doubt is looked up before another one is sent")
    func askedBefore() async throws {
        let made = try await sending(.unreachable)
        let (client, session) = (made.client, made.session)
        let open = try #require(try client.actions().first { $0.command == .sendDraft })
        #expect(open.state == .unknown)
        let content = DraftContent(to: [.person("cy")], subject: "next", body: MessageBody(plain: "Text"))
        _ = try await session.send(content, account: client.account.id)
        client.server.setFault { _ in nil }
        let before = client.server.calls.count
        _ = try await client.sender.sendAll()
        let calls = client.server.calls.dropFirst(before).map(\.name).filter { ["whereabouts", "send"].contains($0) }
        #expect(calls == ["whereabouts", "send"])
        #expect(client.server.orders.sentInAll == 2)
    }

    @Test("editing a draft during an unanswered save keeps it one draft")
    func oneDraft() async throws {
        let client = try Client(ModelServer(), dialect: .jmap)
        client.server.setGivesNewDraftIDs()
        try await client.sync.once(bodies: false)
        let session = client.session()
        func content(_ text: String) -> DraftContent {
            DraftContent(to: [.person("bo")], subject: "s", body: MessageBody(plain: text))
        }
        let id = try await session.save(content("one two three"), account: client.account.id)
        try await client.settle()
        try await session.save(content("one two three four"), as: id, account: client.account.id)
        client.server.setFault { $0.name == "save" ? .after(.unreachable) : nil }
        _ = try await client.sender.sendAll()
        client.server.setFault { _ in nil }
        try await session.save(content("one two three four five"), as: id, account: client.account.id)
        try await client.settle()
        let drafts = client.server.drafts
        #expect(drafts.map { $0.body?.plain } == ["one two three four five"])
    }

    @Test("S-3: an unanswered save is looked up until that succeeds; a refused look-up refuses no save")
    func refusedLook() async throws {
        let client = try await Client.synced()
        let session = client.session()
        let draft = DraftContent(to: [.person("bo")], subject: "s", body: MessageBody(plain: "a"))
        _ = try await session.save(draft, account: client.account.id)
        client.server.setFault { $0.name == "save" ? .after(.unreachable) : .before(.refused) }
        for _ in 0..<3 {
            _ = try await client.sender.sendAll()
            let action = try #require(try client.actions().first { $0.command == .saveDraft })
            #expect(action.state == .unknown, "\(action)")
            // Like a user who finds it in the outbox.
            try await session.retry(action.id)
            client.wait(1_000)
        }
        client.server.setFault { _ in nil }
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("save").count == 1)
        #expect(client.server.drafts.count == 1)
        #expect(try !client.actions().contains { $0.isQueued })
    }

    @Test("retrying a long chain of nested mailboxes is fast and retries each once")
    func mailboxes() async throws {
        let client = try await Client.synced()
        let session = client.session()
        // Each mailbox is a child of the previous one, and so waits for all of them.
        for depth in 0..<40 {
            let name = (0...depth).map { "\($0)" }.joined(separator: "/")
            try await session.createMailbox(named: name, account: client.account.id)
        }
        let last = try #require(try client.actions().last)
        for action in try client.actions() { try await session.hold(action.id) }
        try await session.retry(last.id)
        #expect(try client.actions().allSatisfy { $0.state == .waiting })
    }
}
