import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Looking up outcomes after a lost answer")
struct JMAPWhereaboutsTests: JMAPSendingCase {
    let server = ScriptedJMAP()

    private func look(_ order: RemoteSubmission) async throws -> String {
        switch try await service.whereabouts(of: order.draft, messageIDHeader: order.messageIDHeader, sending: order) {
        case .draft(let message): "draft \(message.id.rawValue)"
        case .sent(let sent): "sent \(sent.message?.id.rawValue ?? "-")"
        case .held(let message, _): "held \(message?.id.rawValue ?? "-")"
        case .nowhere: "nowhere"
        case .leftover(let leftover): "leftover \(leftover.message.rawValue)"
        case .uncertain: "uncertain"
        }
    }

    @Test(
        "J-59: an existing order means sent, and its unfinished steps are completed",
        arguments: ["pending", "final"])
    func submitted(status: String) async throws {
        has(["d1": saved("d1")])
        hasSubmissions([("d1", status)], state: "u2")
        server.on("Email/set") { _ in .json(#"{"updated": {"d1": null}}"#) }
        #expect(try await look(order) == "sent d1")
        #expect(server.calls("Email/set").first?["update"]?["d1"]?["keywords/$draft"] == .null)
        #expect(server.calls("EmailSubmission/query").first?["filter"] == ["emailIds": ["d1"]])
    }

    @Test(
        "S-1: an order that is looked up says whom it did not reach, also where its message is still a draft",
        arguments: [false, true])
    func notToAll(isLeft: Bool) async throws {
        has(["d1": saved("d1", keywords: isLeft ? ["$draft"] : ["$seen"])])
        server.on("EmailSubmission/query") { _ in JMAPFixtures.query(["s1"]) }
        server.on("EmailSubmission/get") { _ in
            JMAPFixtures.get(
                [
                    #"""
                    {"id": "s1", "emailId": "d1", "undoStatus": "final", "deliveryStatus": {
                      "bo@mail.example": {"delivered": "yes", "smtpReply": "250 ok"},
                      "cy@mail.example": {"delivered": "unknown", "smtpReply": "451 perhaps"}}}
                    """#
                ], state: "u2")
        }
        if isLeft { server.next("Email/set", .error("serverFail")) }
        let found = try await service.whereabouts(
            of: order.draft, messageIDHeader: order.messageIDHeader, sending: order)
        switch found {
        case .sent(let sent) where !isLeft: #expect(sent.refusals == ["cy@mail.example": "451 perhaps"])
        case .leftover(let leftover) where isLeft: #expect(leftover.refusals == ["cy@mail.example": "451 perhaps"])
        default: Issue.record("\(found)")
        }
    }

    @Test("J-59: a cancelled order, or one for other mail, is ignored")
    func otherSubmissions() async throws {
        has(["d1": saved("d1")])
        hasSubmissions([("d1", "canceled"), ("d8", "final")], state: "u1")
        #expect(try await look(order) == "draft d1")
    }

    @Test("J-60: what the server refused to send is not in doubt, whatever was sent since", arguments: [true, false])
    func refusedBefore(isRefused: Bool) async throws {
        has(["d1": saved("d1")])
        hasSubmissions([], state: "u9")
        var order = order
        order.isRefused = isRefused
        #expect(try await look(order) == (isRefused ? "draft d1" : "uncertain"))
    }

    @Test("J-59: a message that lost $draft was sent, even if its order is forgotten")
    func noDraftAnyMore() async throws {
        has(["d1": saved("d1", keywords: ["$seen"])])
        hasSubmissions([], state: "u9")
        #expect(try await look(order) == "sent d1")
    }

    @Test("J-59: a copy in Sent with the same Message-ID means sent, and its draft is destroyed")
    func copyIsSent() async throws {
        has([
            "d1": saved("d1", bcc: true), "d2": saved("d2", keywords: ["$seen"]),
            "x": saved("x", header: "two@mail.example"),
        ])
        hasSubmissions([], state: "u9")
        server.on("Email/set") { _ in .json(#"{"destroyed": ["d1"]}"#) }
        #expect(try await look(order) == "sent d2")
        #expect(server.calls("Email/set").map { $0["destroy"] } == [["d1"]])
    }

    @Test("J-59: mail with the same Message-ID that is older than the draft is ignored")
    func olderMail() async throws {
        func at(_ hour: Int, _ email: String) -> String {
            email.replacing("2025-06-01T10:00:00Z", with: "2025-06-01T\(hour):00:00Z")
        }
        let old = at(11, saved("d0", keywords: ["$seen"]))
        has(["d0": old, "d1": at(12, saved("d1"))])
        hasSubmissions([("d0", "final")], state: "u1")
        #expect(try await look(order) == "draft d1")
        has(["d0": old, "d1": at(12, saved("d1")), "d2": at(12, saved("d2", keywords: ["$seen"]))])
        server.on("Email/set") { _ in .json(#"{"destroyed": ["d1"]}"#) }
        #expect(try await look(order) == "sent d2")
    }

    @Test("J-6: without submission the outcome of an order is unknown, but sent mail is still seen")
    func noSubmission() async throws {
        server.session = JMAPFixtures.session(accountCapabilities: ["mail"])
        has(["d1": saved("d1")])
        let error = await failure { _ = try await look(order) }
        #expect(error?.nextStep == .retry(after: nil))
        has(["d1": saved("d1", keywords: ["$seen"])])
        #expect(try await look(order) == "sent d1")
        #expect(server.calls.allSatisfy { !$0.method.hasPrefix("EmailSubmission") })
    }

    @Test("J-59: if the server cannot list orders the mail decides, or else the user")
    func untold() async throws {
        for method in ["query", "get"] { server.on("EmailSubmission/\(method)") { _ in .error("unknownMethod") } }
        #expect(try await service.stateBeforeSending() == nil)
        has(["d1": saved("d1")])
        #expect(try await look(order) == "uncertain")
        has(["d1": saved("d1", keywords: ["$seen"])])
        #expect(try await look(order) == "sent d1")
    }

    @Test("J-59: a draft stays a draft if the server took no order since")
    func stillDraft() async throws {
        has(["d1": saved("d1")])
        hasSubmissions([], state: "u1")
        #expect(try await look(order) == "draft d1")
        #expect(server.calls("Email/set").isEmpty)
    }

    @Test("J-59: if the server took an unknown order since, the user must decide")
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

    @Test("J-60: sent mail that stayed a draft is only cleared of $draft, whatever its orders")
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

    @Test("J-53: a save with an open outcome is found by its Message-ID")
    func lookForSave() async throws {
        has(["d1": saved("d1"), "x": saved("x", header: "two@mail.example")])
        let service = service
        let found = try await service.whereabouts(of: nil, messageIDHeader: "<one@mail.example>", sending: nil)
        guard case .draft(let message) = found else { Issue.record("\(found)"); return }
        #expect(message.id == RemoteID("d1"))
        has([:])
        #expect(try await service.whereabouts(of: nil, messageIDHeader: "<one@mail.example>", sending: nil) == .nowhere)
    }

    @Test("J-53, J-56: a later save whose answer was lost is found beside the one it replaces")
    func lookForLaterSave() async throws {
        has(["d1": saved("d1"), "d2": saved("d2")])
        let found = try await service.whereabouts(
            of: RemoteID("d1"), messageIDHeader: "<one@mail.example>", sending: nil)
        guard case .draft(let message) = found else { Issue.record("\(found)"); return }
        #expect(message.id == RemoteID("d2"))
    }

    @Test("J-53, J-56: every save of a draft is found by id and Message-ID, and no sent mail")
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
