import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Looking for what a JMAP server did and nobody heard of")
struct JMAPWhereaboutsTests: JMAPSendingCase {
    let server = ScriptedJMAP()

    private func look(_ order: RemoteSubmission) async throws -> String {
        switch try await service.whereabouts(of: order.draft, messageIDHeader: order.messageIDHeader, sending: order) {
        case .draft(let message): "draft \(message.id.rawValue)"
        case .sent(let message): "sent \(message?.id.rawValue ?? "-")"
        case .held(let message, _): "held \(message?.id.rawValue ?? "-")"
        case .nowhere: "nowhere"
        case .leftover(let leftover): "leftover \(leftover.message.rawValue)"
        case .uncertain: "uncertain"
        }
    }

    @Test(
        "J-59: an order that the server has means sent, and what it left undone is done",
        arguments: ["pending", "final"])
    func submitted(status: String) async throws {
        has(["d1": saved("d1")])
        hasSubmissions([("d1", status)], state: "u2")
        server.on("Email/set") { _ in .json(#"{"updated": {"d1": null}}"#) }
        #expect(try await look(order) == "sent d1")
        #expect(server.calls("Email/set").first?["update"]?["d1"]?["keywords/$draft"] == .null)
        #expect(server.calls("EmailSubmission/query").first?["filter"] == ["emailIds": ["d1"]])
    }

    @Test("J-59: an order that was cancelled, or is about other mail, means nothing")
    func otherSubmissions() async throws {
        has(["d1": saved("d1")])
        hasSubmissions([("d1", "canceled"), ("d8", "final")], state: "u1")
        #expect(try await look(order) == "draft d1")
    }

    @Test("J-59: a message that is no draft any more was sent, though the server forgot its order")
    func noDraftAnyMore() async throws {
        has(["d1": saved("d1", keywords: ["$seen"])])
        hasSubmissions([], state: "u9")
        #expect(try await look(order) == "sent d1")
    }

    @Test("J-59: a copy in the sent mail with its Message-ID was sent, and the draft it was made from goes")
    func copyIsSent() async throws {
        has([
            "d1": saved("d1", bcc: true), "d2": saved("d2", keywords: ["$seen"]),
            "x": saved("x", header: "two@mail.example"),
        ])
        hasSubmissions([], state: "u9")
        server.on("Email/set") { _ in .json("{}") }
        #expect(try await look(order) == "sent d2")
        #expect(server.calls("Email/set").map { $0["destroy"] } == [["d1"]])
    }

    @Test("J-59: mail that was there before the draft, with its Message-ID, is no trace of it")
    func olderMail() async throws {
        func at(_ hour: Int, _ email: String) -> String {
            email.replacing("2025-06-01T10:00:00Z", with: "2025-06-01T\(hour):00:00Z")
        }
        let old = at(11, saved("d0", keywords: ["$seen"]))
        has(["d0": old, "d1": at(12, saved("d1"))])
        hasSubmissions([("d0", "final")], state: "u1")
        #expect(try await look(order) == "draft d1")
        has(["d0": old, "d1": at(12, saved("d1")), "d2": at(12, saved("d2", keywords: ["$seen"]))])
        server.on("Email/set") { _ in .json("{}") }
        #expect(try await look(order) == "sent d2")
    }

    @Test("J-6: while submission is away one does not ask what became of an order, but sees what was sent")
    func noSubmission() async throws {
        server.session = JMAPFixtures.session(accountCapabilities: ["mail"])
        has(["d1": saved("d1")])
        let error = await failure { _ = try await look(order) }
        #expect(error?.nextStep == .retry(after: nil))
        has(["d1": saved("d1", keywords: ["$seen"])])
        #expect(try await look(order) == "sent d1")
        #expect(server.calls.allSatisfy { !$0.method.hasPrefix("EmailSubmission") })
    }

    @Test("J-59: a server that tells nothing of orders leaves it to the mail, and to the user")
    func untold() async throws {
        for method in ["query", "get"] { server.on("EmailSubmission/\(method)") { _ in .error("unknownMethod") } }
        #expect(try await service.stateBeforeSending() == nil)
        has(["d1": saved("d1")])
        #expect(try await look(order) == "uncertain")
        has(["d1": saved("d1", keywords: ["$seen"])])
        #expect(try await look(order) == "sent d1")
    }

    @Test("J-59: a draft is a draft as long as the server has taken no order since")
    func stillDraft() async throws {
        has(["d1": saved("d1")])
        hasSubmissions([], state: "u1")
        #expect(try await look(order) == "draft d1")
        #expect(server.calls("Email/set").isEmpty)
    }

    @Test("J-59: when the server took some order since and nothing tells which, the user has to decide")
    func uncertain() async throws {
        has(["d1": saved("d1")])
        hasSubmissions([], state: "u2")
        #expect(try await look(order) == "uncertain")
        var stateless = order
        stateless.state = nil
        hasSubmissions([], state: "u1")
        #expect(try await look(stateless) == "uncertain")
        has([:])
        #expect(try await look(order) == "uncertain", "the draft is gone")
    }

    @Test("J-60: of what was sent and stayed a draft nothing is asked but that it be none, however its orders stand")
    func leftover() async throws {
        has(["d1": saved("d1"), "d9": saved("d9")])
        hasSubmissions([], state: "u2")
        var order = order
        order.left = RemoteID("d9")
        server.next("Email/set", .error("serverFail"))
        #expect(try await look(order) == "leftover d9")
        server.on("Email/set") { call in
            .json(call["update"] == nil ? #"{"destroyed": ["d1"]}"# : #"{"updated": {"d9": null}}"#)
        }
        #expect(try await look(order) == "sent d9")
        let sets = server.calls("Email/set").map { $0["update"]?.keys ?? Set($0["destroy"]?.strings ?? []) }
        #expect(sets == [["d9"], ["d9"], ["d1"]])
        #expect(server.calls.allSatisfy { !$0.method.hasPrefix("EmailSubmission") })
        has([:])
        #expect(try await look(order) == "sent -")
    }

    @Test("J-53: a save that may have been done is looked for by its Message-ID")
    func lookForSave() async throws {
        has(["d1": saved("d1"), "x": saved("x", header: "two@mail.example")])
        let service = service
        let found = try await service.whereabouts(of: nil, messageIDHeader: "<one@mail.example>", sending: nil)
        guard case .draft(let message) = found else { Issue.record("\(found)"); return }
        #expect(message.id == RemoteID("d1"))
        has([:])
        #expect(try await service.whereabouts(of: nil, messageIDHeader: "<one@mail.example>", sending: nil) == .nowhere)
    }

    @Test("J-53, J-56: a later save that was not heard of is found beside the one that it was to replace")
    func lookForLaterSave() async throws {
        has(["d1": saved("d1"), "d2": saved("d2")])
        let found = try await service.whereabouts(
            of: RemoteID("d1"), messageIDHeader: "<one@mail.example>", sending: nil)
        guard case .draft(let message) = found else { Issue.record("\(found)"); return }
        #expect(message.id == RemoteID("d2"))
    }

    @Test("J-53, J-56: every save of a draft is found, by its id and by its Message-ID, and nothing that was sent")
    func everySave() async throws {
        has([
            "d1": saved("d1"), "d2": saved("d2"), "s": saved("s", keywords: ["$seen"]),
            "x": saved("x", header: "two@mail.example"),
        ])
        let found = try await service.drafts(of: RemoteID("d1"), messageIDHeader: "<one@mail.example>")
        #expect(Set(found.map(\.id)) == [RemoteID("d1"), RemoteID("d2")] && found.count == 2)
        let looked = server.calls("Email/query").contains {
            $0["filter"] == ["header": ["Message-ID", "one@mail.example"]]
        }
        #expect(looked)
    }
}
