import Foundation
import InboxModel
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("Sending later: held by the server if it can", .timeLimit(.minutes(10)))
struct HoldingTests {
    static let hour: TimeInterval = 3600

    func client(longest: Duration = .seconds(86_400)) async throws -> Client {
        let client = try await Client.synced()
        client.server.setGivesNewDraftIDs()
        client.server.orders.longest = longest
        return client
    }

    /// Writes a message to be sent in an hour.
    func write(
        _ client: Client, after delay: TimeInterval = hour, bcc: [MailAddress] = [], inReplyTo: MessageID? = nil
    ) async throws -> (MessageID, ActionID) {
        let content = DraftContent(
            to: [.person("bo")], bcc: bcc, subject: "Later", body: MessageBody(plain: "Text"), inReplyTo: inReplyTo)
        let draft = try await client.session().save(content, account: client.account.id)
        let (now, due) = (client.now, client.now.addingTimeInterval(delay))
        return (draft, try await client.store.write { try $0.sendDraft(draft, due: due, now: now) })
    }

    func state(_ client: Client) throws -> Action.State? { try client.actions().last?.state }

    func told(_ stream: AsyncStream<Notice>) async -> Notice? {
        for await notice in stream { return notice }
        return nil
    }

    @Test("J-61: the server holds the message at once; it is not sent, and the outbox shows it as held")
    func holds() async throws {
        let client = try await client()
        let notices = client.board.notices()
        let (_, id) = try await write(client)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.keptInAll == 1 && client.server.orders.sentInAll == 0)
        let action = try #require(try client.actions().first)
        #expect(action.id == id && action.state == .held && action.due == client.now.addingTimeInterval(Self.hour))
        guard case .held(_, let until) = await told(notices) else { Issue.record("not told"); return }
        #expect(until == action.due)
        await #expect(throws: SessionError.action(.heldByServer)) { try await client.session().retry(id) }
    }

    @Test("S-10: a message scheduled far ahead waits for the server's clock")
    func clockAhead() async throws {
        let client = try await client(longest: .zero)
        let day: TimeInterval = 86_400
        client.server.orders.clock = client.now
        let (_, id) = try await write(client, after: 200 * day)
        for _ in 0..<2 { _ = try await client.sender.sendAll() }
        // The local clock jumps ahead by a year.
        client.wait(365 * day)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 0 && client.server.calls("send").isEmpty)
        let action = try #require(try client.actions().first { $0.id == id })
        #expect(action.state == .waiting && action.lastError?.contains("clock") == true)
        client.server.orders.clock = client.now.addingTimeInterval(-160 * day)
        client.wait(3_600)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").count == 1)
    }

    @Test("S-10: an unanswered query for the server's time orders nothing, and a message on hold stays on hold")
    func unansweredQuestion() async throws {
        let client = try await client(longest: .zero)
        let day: TimeInterval = 86_400
        client.server.orders.clock = client.now
        let (_, id) = try await write(client, after: day)
        for _ in 0..<2 { _ = try await client.sender.sendAll() }
        client.wait(day)
        let (store, lost) = (client.store, RemoteError(.unreachable(detail: "no answer"), call: "serverTime"))
        client.server.setFault { $0.name == "serverTime" ? .before(lost) : nil }
        _ = try await client.sender.sendAll()
        #expect(try state(client) == .waiting)

        client.wait(day)
        client.server.setFault { call in
            guard call.name == "serverTime" else { return nil }
            _ = try? store.writeNow { try $0.hold(id) }
            return .before(lost)
        }
        _ = try await client.sender.sendAll()
        #expect(try state(client) == .stopped)
        client.server.setFault { _ in nil }
        client.wait(day)
        client.server.orders.clock = client.now
        _ = try await client.sender.sendAll()
        #expect(try state(client) == .stopped && client.server.orders.sentInAll == 0)
    }

    @Test("S-10: a message due within moments waits those moments, not a day, after the clock is set back")
    func clockSetBack() async throws {
        let client = try await client()
        let (_, id) = try await write(client, after: 10)
        let (_, later) = try await write(client, after: 7_200)
        // The clock was a day ahead.
        client.wait(-86_400)
        guard case .until(let next) = try await client.sender.sendAll() else { Issue.record("signed out"); return }
        #expect(client.server.orders.sentInAll == 0 && next == client.now.addingTimeInterval(10))
        client.wait(10)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1)
        #expect(try client.actions().contains { $0.id == id && $0.state != .sent } == false)
        #expect(try client.actions().first { $0.id == later }?.due != nil)
    }

    @Test("J-61: when it is due the server is asked, and a sent message leaves the outbox")
    func leaves() async throws {
        let client = try await client()
        _ = try await write(client)
        guard case .until(let date) = try await client.sender.sendAll() else { Issue.record("signed out"); return }
        #expect(date == client.now.addingTimeInterval(Self.hour), "nothing is asked before")
        client.wait(Self.hour)
        guard case .until(let again) = try await client.sender.sendAll() else { Issue.record("signed out"); return }
        #expect(try state(client) == .held && again == client.now.addingTimeInterval(30), "servers are late")
        client.server.orders.release(now: client.now)
        client.wait(30)
        _ = try await client.sender.sendAll()
        try await client.sync.catchUp()
        #expect(client.server.orders.sentInAll == 1)
        #expect(try client.differences() == [])
    }

    @Test("a message is marked answered when its held reply is sent, not before")
    func marks() async throws {
        let client = try await client()
        client.server.put(.remote(id: "m"))
        try await client.sync.catchUp()
        let message = try #require(try client.message("m")?.id)
        _ = try await write(client, inReplyTo: message)
        _ = try await client.sender.sendAll()
        #expect(try state(client) == .held && client.message("m")?.keywords.contains(.answered) == false)
        client.wait(Self.hour)
        client.server.orders.release(now: client.now)
        _ = try await client.sender.sendAll()
        #expect(try client.message("m")?.keywords.contains(.answered) == true)
    }

    @Test("J-61: a held message is reported as sent, with its recipient count, only once it is sent")
    func toldAsSent() async throws {
        let client = try await client()
        let notices = client.board.notices()
        _ = try await write(client, bcc: [.person("hidden")])
        _ = try await client.sender.sendAll()
        client.wait(Self.hour + 1)
        _ = try await client.sender.sendAll()
        #expect(try state(client) == .held)
        client.server.orders.release(now: client.now)
        client.wait(60)
        _ = try await client.sender.sendAll()
        let seen = await notices.prefix(2).reduce(into: []) { $0.append($1) }
        guard case .held = seen[0], case .sent(_, recipients: 2) = seen[1] else { Issue.record("\(seen)"); return }
    }

    @Test("S-1: whom a held message did not reach is reported once it is sent")
    func toldAsRefused() async throws {
        let client = try await client()
        let notices = client.board.notices()
        _ = try await write(client)
        _ = try await client.sender.sendAll()
        client.server.orders.refusals = ["bo@mail.example": "550 no such person"]
        client.wait(Self.hour)
        client.server.orders.release(now: client.now)
        client.wait(60)
        _ = try await client.sender.sendAll()
        let seen = await notices.prefix(2).reduce(into: []) { $0.append($1) }
        guard case .partlySent(_, message: "bo@mail.example: 550 no such person") = seen[1] else {
            Issue.record("\(seen)")
            return
        }
    }

    @Test(
        "J-61: a message the server can't hold, or not that long, waits here until its time",
        arguments: [Duration.zero, .seconds(600)])
    func waitsHere(longest: Duration) async throws {
        let client = try await client(longest: longest)
        _ = try await write(client)
        guard case .until(let date) = try await client.sender.sendAll() else { Issue.record("signed out"); return }
        #expect(try state(client) == .waiting && date == client.now.addingTimeInterval(Self.hour))
        client.wait(Self.hour)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1)
    }

    @Test("J-61: a message the server refuses to hold is not sent and waits here")
    func refused() async throws {
        let client = try await client()
        client.server.orders.refusesHolds = true
        client.server.later { $0.orders.longest = .zero }
        client.server.setFault { [orders = client.server.orders] call in
            if call.name == "send" { orders.longest = .zero }
            return nil
        }
        _ = try await write(client)
        _ = try await client.sender.sendAll()
        #expect(try state(client) == .waiting && client.server.orders.sentInAll == 0)
        client.wait(Self.hour)
        _ = try await client.sender.sendAll()
        #expect(client.server.orders.sentInAll == 1)
    }

    @Test("a message that the server refused to hold is not in doubt when the user puts it on hold")
    func refusedAndHeld() async throws {
        let client = try await client()
        client.server.orders.refusesHolds = true
        client.server.setFault { [orders = client.server.orders] call in
            if call.name == "send" { orders.longest = .zero }
            return nil
        }
        let (_, id) = try await write(client)
        _ = try await client.sender.sendAll()
        try await client.session().hold(id)
        let action = try #require(try client.actions().first { $0.id == id })
        #expect(action.state == .stopped && !action.mayHaveBeenSent)
    }

    @Test("a message with a short undo delay stays here, so undo needs no network")
    func shortTimes() async throws {
        let client = try await client()
        let (_, id) = try await write(client, after: 120)
        _ = try await client.sender.sendAll()
        #expect(client.server.calls("send").isEmpty)
        try await client.session().discard(id)
        #expect(try !client.actions().contains { $0.command == .sendDraft })
    }

    @Test("J-61: whatever is lost, the message is sent once or a draft again", arguments: 0..<200)
    func once(seed: Int) async throws {
        var random = SeededRandom(seed: seed)
        let client = try await client()
        let (draft, id) = try await write(client)
        let takesBack = Bool.random(using: &random)
        let moment = Int.random(in: 0..<10, using: &random)
        let faults = (0..<400).map { _ in Int.random(in: 0..<10, using: &random) }
        client.server.setFault { call in
            switch faults[call.number % faults.count] {
            case 0, 1: .before(.unreachable)
            case 2, 3: .after(.unreachable)
            default: nil
            }
        }
        var wasAsked = false
        for step in 0..<14 {
            if step == moment, takesBack {
                do throws(SessionError) {
                    try await client.session().discard(id)
                    wasAsked = true
                } catch {
                    #expect(error == .action(.beingSent) || error == .action(.beingHandedOver))
                }
            }
            _ = try await client.sender.sendAll()
            if Bool.random(using: &random) { try? await client.sync.catchUp() }
            if Int.random(in: 0..<4, using: &random) == 0 {
                try client.store.writeNow { try $0.recoverInterrupted(account: client.account.id) }
            }
            client.wait(Double(Int.random(in: 30..<500, using: &random)))
            client.server.orders.release(now: client.now)
        }
        client.server.setFault { _ in nil }
        for _ in 0..<4 {
            client.wait(Self.hour)
            client.server.orders.release(now: client.now)
            _ = try await client.sender.sendAll()
            try await client.sync.catchUp()
        }
        let sent = client.server.orders.sentInAll
        #expect(client.server.orders.keptInAll == 0)
        #expect(sent == 1 || (wasAsked && sent == 0), "sent \(sent) times")
        #expect(try (client.session().draft(draft) != nil) == (sent == 0))
        #expect(try client.differences() == [])
    }
}
