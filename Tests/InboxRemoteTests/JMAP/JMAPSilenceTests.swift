import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("What a JMAP server's answer to a change leaves unsaid")
struct JMAPSilenceTests {
    let server = ScriptedJMAP()
    var service: JMAPService { .scripted(server) }

    private func names(_ names: [(id: String, name: String, parent: String?)]) {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get(
                names.map {
                    let parent = $0.parent.map { "\"\($0)\"" } ?? "null"
                    return #"{"id": "\#($0.id)", "name": "\#($0.name)", "parentId": \#(parent), "role": null}"#
                })
        }
    }

    @Test("J-28: an answer that omits a mailbox change or the vacation reply is no success")
    func mailboxes() async throws {
        names([("w", "Work", nil)])
        for answer in [#"{}"#, #"{"updated": null, "destroyed": null}"#] {
            server.on("Mailbox/set") { _ in .json(answer) }
            let renamed = await failure { _ = try await service.renameMailbox(RemoteID("w"), to: "Play") }
            let deleted = await failure { try await service.deleteMailbox(RemoteID("w")) }
            for error in [renamed, deleted] { #expect(error?.nextStep == .retry(after: nil)) }
        }
        server.on("Mailbox/set") { _ in .json(#"{"updated": {"w": null}, "destroyed": ["w"]}"#) }
        #expect(try await service.renameMailbox(RemoteID("w"), to: "Play").name == "Play")
        try await service.deleteMailbox(RemoteID("w"))
        // A missing mailbox counts as deleted.
        server.on("Mailbox/set") { _ in .json(#"{"notDestroyed": {"w": {"type": "notFound"}}}"#) }
        try await service.deleteMailbox(RemoteID("w"))

        server.session = JMAPFixtures.session(
            capabilities: ["core", "mail", "submission", "vacationresponse"],
            accountCapabilities: ["mail", "submission", "vacationresponse"])
        server.on("VacationResponse/set") { _ in .json("{}") }
        let reply = VacationReply(isEnabled: true, text: "Away")
        let silent = await failure { try await service.setVacation(reply, before: VacationReply()) }
        #expect(silent?.nextStep == .retry(after: nil))
    }

    @Test("J-48: a new name alone sets no parent and needs no create right; a new parent does both")
    func renames() async throws {
        server.session = JMAPFixtures.session(mail: #""mayCreateTopLevelMailbox": false"#)
        names([("w", "Work", nil), ("p", "Plans", "w"), ("o", "Orphan", "hidden")])
        server.on("Mailbox/set") { call in
            .json(#"{"updated": {"\#(call["update"]?.keys.first ?? "")": null}}"#)
        }
        _ = try await service.renameMailbox(RemoteID("w"), to: "Office")
        _ = try await service.renameMailbox(RemoteID("p"), to: "Work/Ideas")
        _ = try await service.renameMailbox(RemoteID("o"), to: "Found")
        _ = try await service.renameMailbox(RemoteID("o"), to: "Work/Found")
        #expect(
            server.calls("Mailbox/set").map { $0["update"] } == [
                ["w": ["name": "Office"]], ["p": ["name": "Ideas"]], ["o": ["name": "Found"]],
                ["o": ["name": "Found", "parentId": "w"]],
            ])
        let error = await failure { _ = try await service.renameMailbox(RemoteID("p"), to: "Plans") }
        #expect(error?.nextStep == .drop && server.calls("Mailbox/set").count == 4)
    }

    @Test("J-48: a mailbox whose own name has a slash is renamed in place, and others are put below it")
    func slashes() async throws {
        names([("a", "AC/DC", nil), ("o", "AC", nil), ("w", "Work", nil)])
        server.on("Mailbox/set") { call in
            .json(#"{"updated": {"\#(call["update"]?.keys.first ?? "")": null}, "created": {"new": {"id": "n"}}}"#)
        }
        #expect(try await service.renameMailbox(RemoteID("a"), to: "AC/DC live").name == "AC/DC live")
        _ = try await service.renameMailbox(RemoteID("a"), to: "Rock")
        _ = try await service.renameMailbox(RemoteID("w"), to: "AC/DC/Work")
        #expect(
            server.calls("Mailbox/set").map { $0["update"] } == [
                ["a": ["name": "AC/DC live"]], ["a": ["name": "Rock"]], ["w": ["name": "Work", "parentId": "a"]],
            ])
        _ = try await service.createMailbox(named: "AC/DC/Tours")
        #expect(server.calls("Mailbox/set").last?["create"]?["new"] == ["name": "Tours", "parentId": "a"])
    }

    @Test("J-12: a mailbox does not move if its children would be too deep or the top level is closed")
    func depth() async throws {
        server.session = JMAPFixtures.session(mail: #""maxMailboxDepth": 2, "mayCreateTopLevelMailbox": false"#)
        names([("w", "Work", nil), ("p", "Plans", "w"), ("a", "Archive", nil), ("d", "Deep", "p")])
        server.on("Mailbox/set") { call in
            .json(#"{"updated": {"\#(call["update"]?.keys.first ?? "")": null}}"#)
        }
        let deep = await failure { _ = try await service.renameMailbox(RemoteID("p"), to: "Archive/Plans") }
        #expect(deep?.reason == .refused(status: 0, message: "mailboxes can be nested 2 levels deep here"))
        let top = await failure { _ = try await service.renameMailbox(RemoteID("p"), to: "Plans") }
        #expect(top?.reason == .refused(status: 0, message: "this account allows no mailboxes at the top"))
        #expect(server.calls("Mailbox/set").isEmpty)
        _ = try await service.renameMailbox(RemoteID("d"), to: "Archive/Deep")
        #expect(server.calls("Mailbox/set").count == 1)
    }

    @Test("J-17, J-28: a refused follow-up get does not make a successful change fail")
    func question() async throws {
        server.on("Email/set") { _ in .json(#"{"updated": {"m1": null}, "notUpdated": {"m2": {"type": "forbidden"}}}"#)
        }
        let update = RemoteUpdate(addKeywords: [.seen])
        // Asked for a property that the server lacks, and then once more without it.
        server.next("Email/get", .error("invalidArguments", #", "description": "unknown property preview""#))
        server.next("Email/get", .error("invalidArguments", #", "description": "unknown property preview""#))
        let learned = await service.update([RemoteID("m1"): update, RemoteID("m2"): update])
        #expect((try? learned[RemoteID("m1")]?.get()) != nil)
        guard case .failure(let refused) = learned[RemoteID("m2")] else { Issue.record("done"); return }
        #expect(refused.type == "forbidden")
        // The update also counts as done if the read is refused for good.
        server.on("Email/get") { _ in .error("forbidden") }
        let silent = await service.update([RemoteID("m1"): update])
        #expect((try? silent[RemoteID("m1")]?.get()) != nil)
    }

    @Test(
        "J-43, S-3: a draft that an answer omits is not gone: it is neither saved anew nor reported deleted"
    )
    func leftOutDraft() async throws {
        let draft = RemoteDraft(id: RemoteID("d0"), messageIDHeader: "<one@mail.example>", subject: "Gears")
        server.on("Email/get") { _ in JMAPFixtures.get([]) }
        let saved = await failure { _ = try await service.save(draft) }
        let deleted = await failure { try await service.deleteDraft(RemoteID("d0"), version: nil) }
        for error in [saved, deleted] { #expect(error?.nextStep == .retry(after: nil) && error?.isBeforeWork == true) }
        #expect(server.calls("Email/set").isEmpty)
        // An older save that the answer leaves out is looked up later.
        server.next("Email/get", JMAPFixtures.get([JMAPFixtures.email("d0", keywords: ["$draft"])]))
        server.next("Email/set", .json(#"{"created": {"draft": {"id": "d1"}}}"#))
        let open = await failure { _ = try await service.save(draft) }
        #expect(open?.nextStep == .retry(after: nil) && open?.isBeforeWork == false)
    }

    @Test("J-28: a refusal in one request does not affect messages in other requests")
    func refusedPiece() async throws {
        server.session = JMAPFixtures.session(core: #""maxObjectsInSet": 2"#)
        server.on("Email/set") { call in
            let ids = (call["update"]?.keys ?? []).sorted()
            if ids.contains("m3") { return .error("forbidden") }
            return .json("{\"updated\": {\(ids.map { "\"\($0)\": null" }.joined(separator: ", "))}}")
        }
        let ids = (1...5).map { RemoteID("m\($0)") }
        let update = RemoteUpdate(addKeywords: [.seen])
        let answers = await service.update(Dictionary(uniqueKeysWithValues: ids.map { ($0, update) }))
        let refused = ids.filter { id in
            if case .failure(let error) = answers[id] { error.type == "forbidden" } else { false }
        }
        #expect(answers.count == 5 && refused == [RemoteID("m3")])
        #expect((try? answers[RemoteID("m1")]?.get()) != nil)
    }

    @Test("J-43: an id that a walk's answer omits is requested once more, then skipped")
    func leftOutOfWalk() async throws {
        server.on("Email/query") { call in JMAPFixtures.query(call["anchor"] == nil ? ["m1", "m2"] : [], total: 2) }
        server.next("Email/get", JMAPFixtures.get([JMAPFixtures.email("m1")]))
        let page = try await service.threads(in: nil, from: nil, limit: 10)
        #expect(page.messages.map(\.id.rawValue) == ["m1", "m2"])
        #expect(server.calls("Email/get").map(\.ids) == [["m1", "m2"], ["m2"]])
        for _ in 0..<2 { server.next("Email/get", JMAPFixtures.get([])) }
        #expect(try await service.threads(in: nil, from: nil, limit: 10).messages.isEmpty)
    }

    @Test("J-28, J-43: an omitted object is not gone; one in notFound is")
    func leftOut() async throws {
        server.on("Email/set") { _ in .json(#"{"updated": {"m1": null}}"#) }
        server.next("Email/get", JMAPFixtures.get([]))
        let update = RemoteUpdate(addKeywords: [.seen])
        let done = await service.update([RemoteID("m1"): update])
        #expect((try? done[RemoteID("m1")]?.get()) != nil)
        server.next("Email/get", JMAPFixtures.get([], notFound: ["m1"]))
        guard case .failure(let gone) = await service.update([RemoteID("m1"): update])[RemoteID("m1")] else {
            Issue.record("done")
            return
        }
        #expect(gone.isNotFound)
    }
}
