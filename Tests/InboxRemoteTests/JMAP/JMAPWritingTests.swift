import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Flags, mailboxes and files on a JMAP server")
struct JMAPWritingTests {
    let server = ScriptedJMAP()
    var service: JMAPService { .scripted(server) }

    @Test("S-1: nothing is moved into a mailbox that another client has deleted, even if the server would take it")
    func deadMailbox() async throws {
        server.on("Mailbox/get") { call in
            JMAPFixtures.get(
                call.ids.filter { $0 != "dead" }.map { JMAPFixtures.mailbox($0, $0) },
                notFound: call.ids.filter { $0 == "dead" })
        }
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, mailboxes: ["j"]) }) }
        server.on("Email/set") { _ in .json(#"{"updated": {"b": null, "c": null}}"#) }
        func move(to mailbox: String) -> RemoteUpdate {
            RemoteUpdate(addMailboxes: [RemoteID(mailbox)], removeMailboxes: [RemoteID("i")])
        }
        let answers = await service.update([
            RemoteID("a"): move(to: "dead"), RemoteID("b"): move(to: "j"),
            RemoteID("c"): RemoteUpdate(addKeywords: [.seen]),
        ])
        guard case .failure(let error) = answers[RemoteID("a")] else {
            Issue.record("moved")
            return
        }
        #expect(error.nextStep == .drop && error.summary.contains("deleted") && error.type != "notFound")
        #expect(throws: Never.self) { try answers[RemoteID("b")]?.get() }
        #expect(throws: Never.self) { try answers[RemoteID("c")]?.get() }
        let set = try #require(server.calls("Email/set").first)
        #expect(set["update"]?["a"] == nil && set["update"]?["b"] != nil)
        // Marks alone need no look at mailboxes.
        let asked = server.calls("Mailbox/get").count
        _ = await service.update([RemoteID("c"): RemoteUpdate(addKeywords: [.seen])])
        #expect(server.calls("Mailbox/get").count == asked)
    }

    @Test("a server that does not say whether a mailbox is there may still take mail into it")
    func unsaidMailbox() async throws {
        server.on("Mailbox/get") { _ in .error("forbidden") }
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, mailboxes: ["j"]) }) }
        server.on("Email/set") { _ in .json(#"{"updated": {"b": null}}"#) }
        let answers = await service.update([RemoteID("b"): RemoteUpdate(addMailboxes: [RemoteID("j")])])
        #expect(throws: Never.self) { try answers[RemoteID("b")]?.get() }
        #expect(server.calls("Email/set").count == 1)
    }

    @Test(
        "a server that was not reached did nothing, unless another request of the same update got through",
        arguments: [(100, true), (101, false)])
    func unconnected(count: Int, didNothing: Bool) async throws {
        let service = service
        _ = try await service.signIn()
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, mailboxes: ["i"]) }) }
        server.on("Email/set") { _ in .json(#"{"updated": {}}"#) }
        server.nextHTTP(JMAPFixtures.api, .failure(.unconnected(detail: "no connection")))
        let star = RemoteUpdate(addKeywords: [.flagged])
        let answers = await service.update(
            Dictionary(uniqueKeysWithValues: (0..<count).map { (RemoteID("m\($0)"), star) }))
        #expect(answers.count == count)
        for answer in answers.values {
            let error = try #require(throws: RemoteError.self) { try answer.get() }
            #expect(error.didNothing == didNothing && error.nextStep == .retry(after: nil))
        }
    }

    @Test("a move still succeeds if the server rejects its junk keywords")
    func junkWords() async throws {
        server.on("Email/get") { call in
            JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, mailboxes: ["j"], keywords: []) })
        }
        server.next(
            "Email/set",
            .json(
                #"{"updated": {"b": null}, "notUpdated": {"a": {"type": "tooManyKeywords"}, "c": {"type": "forbidden"}}}"#
            ))
        server.next("Email/set", .json(#"{"updated": {"a": null}}"#))
        let move = RemoteUpdate(
            addKeywords: [.junk], removeKeywords: [.notJunk], addMailboxes: [RemoteID("j")],
            removeMailboxes: [RemoteID("i")])
        let answers = await service.update([RemoteID("a"): move, RemoteID("b"): move, RemoteID("c"): move])
        #expect(answers.filter { (try? $0.value.get()) != nil }.keys.map(\.rawValue).sorted() == ["a", "b"])
        let again = server.calls("Email/set").last?["update"]
        #expect(again == ["a": ["mailboxIds/i": nil, "mailboxIds/j": true]])
    }

    @Test("a message is found by exactly its Message-ID")
    func messageIDs() async throws {
        let headers = (0..<30).map { "<\($0)@mail.example>" }
        server.on("Email/query") { call in
            let asked = call["filter"]?["conditions"]?.elements ?? []
            return JMAPFixtures.query(
                asked.contains { $0["header"] == ["Message-ID", "7@mail.example"] } ? ["e7", "e17"] : [])
        }
        server.on("Email/get") { call in
            JMAPFixtures.get(
                call.ids.map { JMAPFixtures.email($0, more: #", "messageId": ["\#($0.dropFirst())@mail.example"]"#) })
        }
        let found = try await service.messages(withMessageIDs: headers.filter { $0 != "<17@mail.example>" })
        #expect(found.map(\.id) == [RemoteID("e7")])
        #expect(server.calls("Email/query").count == 2)
        server.on("Email/query") { _ in .error("unsupportedFilter") }
        #expect(try await service.messages(withMessageIDs: ["<7@mail.example>"]).isEmpty)
    }

    private static func box(_ id: String, _ parent: String?, _ order: Int) -> String {
        let parent = parent.map { "\"\($0)\"" } ?? "null"
        return
            #"{"id": "\#(id)", "name": "\#(id.uppercased())", "parentId": \#(parent), "role": null, "sortOrder": \#(order)}"#
    }

    @Test("J-48: siblings sort by order, then name; cycles and orphans go to the top")
    func tree() async throws {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([
                Self.box("z", nil, 1), Self.box("b", nil, 5), Self.box("a", nil, 5), Self.box("c", "z", 0),
                Self.box("orphan", "gone", 9),
                Self.box("x", "y", 9), Self.box("y", "x", 9), Self.box("self", "self", 9),
            ])
        }
        let names = try await service.mailboxes().map(\.name)
        #expect(names == ["Z", "Z/C", "A", "B", "ORPHAN", "SELF", "X", "Y"])
    }

    @Test("J-9: mailboxes beyond the get limit come in pieces", arguments: ["requestTooLarge", "limit"])
    func manyMailboxes(error: String) async throws {
        server.session = JMAPFixtures.session(core: #""maxObjectsInGet": 3"#)
        let all = (0..<8).map { "m\($0)" }
        server.on("Mailbox/get") { call in
            guard !call.ids.isEmpty, call.ids.count <= 3 else { return .error(error) }
            return JMAPFixtures.get(call.ids.map { JMAPFixtures.mailbox($0, $0.uppercased()) })
        }
        server.on("Mailbox/query") { call in
            let start = call["position"]?.number ?? 0
            return JMAPFixtures.query(Array(all.dropFirst(start).prefix(5)), position: start)
        }
        let found = try await JMAPService.scripted(server).mailboxes()
        #expect(found.map(\.id.rawValue).sorted() == all)
    }

    @Test("J-48: deleting a mailbox keeps its mail")
    func deletes() async throws {
        server.next("Mailbox/set", .json(#"{"destroyed": ["x"]}"#))
        try await service.deleteMailbox(RemoteID("x"))
        #expect(server.calls("Mailbox/set").first?["onDestroyRemoveEmails"] == false)
        server.next("Mailbox/set", .json(#"{"notDestroyed": {"x": {"type": "mailboxHasEmail"}}}"#))
        let error = await failure { try await service.deleteMailbox(RemoteID("x")) }
        #expect(error?.type == "mailboxHasEmail" && error?.nextStep == .drop)
    }

    @Test("J-48: missing rights count as granted")
    func rights() async throws {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([
                JMAPFixtures.mailbox("a", "A"),
                JMAPFixtures.mailbox(
                    "b", "B", more: #", "myRights": {"mayAddItems": false, "mayDelete": false, "maySetSeen": true}"#),
                JMAPFixtures.mailbox("c", "C", more: #", "myRights": null"#),
            ])
        }
        let rights = try await service.mailboxes().map(\.rights)
        #expect(rights == [.all, MailboxRights.all.subtracting([.addItems, .delete]), .all])
    }

    @Test(
        "J-48: a right that the server denies is denied alone",
        arguments: [
            ("mayAddItems", MailboxRights.addItems), ("mayRemoveItems", .removeItems), ("maySetSeen", .setSeen),
            ("maySetKeywords", .setKeywords), ("mayCreateChild", .createChild), ("mayRename", .rename),
            ("mayDelete", .delete), ("maySubmit", .submit),
        ])
    func right(name: String, right: MailboxRights) async throws {
        server.on("Mailbox/get") { _ in
            JMAPFixtures.get([JMAPFixtures.mailbox("a", "A", more: #", "myRights": {"\#(name)": false}"#)])
        }
        #expect(try await service.mailboxes().map(\.rights) == [MailboxRights.all.subtracting(right)])
    }

    @Test("J-49: only mail that is in the trash alone is destroyed, and only if nothing changed since")
    func destroys() async throws {
        server.next(
            "Email/get",
            JMAPFixtures.get(
                [
                    JMAPFixtures.email("a", mailboxes: ["tr"]), JMAPFixtures.email("b", mailboxes: ["tr", "in"]),
                    JMAPFixtures.email("c", mailboxes: ["in"]),
                ], state: "s7"))
        server.next("Email/set", .json(#"{"destroyed": ["a"]}"#))
        let gone = try await service.destroy(["a", "b", "c"].map { RemoteID($0) }, trash: RemoteID("tr"))
        #expect(gone == RemoteDestroyed(asked: 3, gone: [RemoteID("a")]))
        let set = try #require(server.calls("Email/set").first)
        #expect(set["destroy"]?.strings == ["a"] && set["ifInState"] == "s7")
        server.next("Email/get", JMAPFixtures.get([JMAPFixtures.email("a", mailboxes: ["tr"])], state: "s7"))
        server.next("Email/set", .error("stateMismatch"))
        let error = await failure { _ = try await service.destroy([RemoteID("a")], trash: RemoteID("tr")) }
        #expect(error?.type == "stateMismatch" && error?.isBeforeWork == true)
    }

    @Test("J-49: destroying respects the limits; a lost answer leaves doubt, a lost lookup none")
    func destroysFirst() async throws {
        server.session = JMAPFixtures.session(core: #""maxObjectsInGet": 500, "maxObjectsInSet": 2"#)
        server.on("Email/get") { call in
            JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, mailboxes: ["tr"]) }, state: "s7")
        }
        server.on("Email/set") { call in
            let ids = call["destroy"]?.strings ?? []
            return .json(#"{"destroyed": ["\#(ids.joined(separator: #"", ""#))"]}"#)
        }
        let (ids, trash, service) = (["a", "b", "c"].map { RemoteID($0) }, RemoteID("tr"), service)
        let answer = try await service.destroy(ids, trash: trash)
        #expect(answer == RemoteDestroyed(asked: 2, gone: Set(ids.prefix(2))))
        server.next("Email/set", .nothing)
        let lost = await failure { _ = try await service.destroy(ids, trash: trash) }
        #expect(lost?.isBeforeWork == false)
        server.next("Email/get", .nothing)
        let unseen = await failure { _ = try await service.destroy(ids, trash: trash) }
        #expect(unseen?.isBeforeWork == true)
    }

    @Test("J-28, J-49: mail that the server keeps or omits is reported apart from destroyed mail")
    func destroysSome() async throws {
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, mailboxes: ["tr"]) }) }
        let service = service
        func destroy(_ answer: String) async throws -> RemoteDestroyed {
            server.next("Email/set", .json(answer))
            return try await service.destroy(["a", "b", "c"].map { RemoteID($0) }, trash: RemoteID("tr"))
        }
        let kept = try await destroy(
            #"{"destroyed": ["a"], "notDestroyed": {"b": {"type": "forbidden"}, "c": {"type": "notFound"}}}"#)
        #expect(kept.gone == [RemoteID("a"), RemoteID("c")])
        #expect(kept.refusal?.type == "forbidden" && kept.refusal?.isAboutObject == true)
        let limited = try await destroy(
            #"{"notDestroyed": {"a": {"type": "forbidden"}, "b": {"type": "forbidden"}, "c": {"type": "rateLimit"}}}"#)
        #expect(limited.gone.isEmpty && limited.refusal?.type == "rateLimit")
        let silent = try await destroy(#"{"destroyed": ["a", "b"]}"#)
        guard case .unreadableAnswer = silent.refusal?.reason else { Issue.record("\(silent)"); return }
        #expect(silent.gone == [RemoteID("a"), RemoteID("b")])
    }

    @Test("J-50: keywords are lowercased, unknown ones kept and invalid ones dropped")
    func keywords() async throws {
        let odd =
            #"{"id": "m1", "threadId": "t", "mailboxIds": {}, "keywords": {"$Seen": true, "Todo": true, "a b": true, "ö": true, "off": false}}"#
        server.next("Email/get", JMAPFixtures.get([odd]))
        #expect(try await service.messages([RemoteID("m1")]).first?.keywords == [.seen, Keyword("todo")])
    }

    @Test("J-54: our own change comes back in the changes with the same result")
    func ownWrites() async throws {
        server.next("Email/set", .json(#"{"oldState": "1", "newState": "2", "updated": {"m1": null}}"#))
        server.on("Email/get") { call in
            JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0, keywords: ["$seen"]) }, state: "2")
        }
        server.on("Email/changes") { call in
            JMAPFixtures.changes(to: "2", updated: call["sinceState"] == "1" ? ["m1"] : [])
        }
        let service = service
        let answer = try await service.update(RemoteID("m1"), RemoteUpdate(addKeywords: [.seen]))
        let changes = try await service.changes(since: SyncState(email: "1", mailbox: "1").text, wait: nil)
        #expect(changes.changes == [.marks(RemoteID("m1"), keywords: answer.keywords, mailboxes: answer.mailboxes)])
        #expect(SyncState(changes.newState)?.email == "2")
    }

    @Test("J-49: mailboxes and keywords are patched, never replaced")
    func patches() async throws {
        server.next("Email/set", .json(#"{"updated": {"m1": null}}"#))
        let update = RemoteUpdate(
            addKeywords: [.seen, Keyword("a/b~c")], removeKeywords: [.flagged], addMailboxes: [RemoteID("tr")],
            removeMailboxes: [RemoteID("in")], resultingMailboxes: [RemoteID("tr")])
        _ = try await service.update(RemoteID("m1"), update)
        let set = try #require(server.calls("Email/set").first)
        #expect(
            set["update"]?["m1"] == [
                "keywords/$seen": true, "keywords/a~1b~0c": true, "keywords/$flagged": nil, "mailboxIds/tr": true,
                "mailboxIds/in": nil,
            ])
        #expect(set["ifInState"] == nil, "J-53: it may be sent twice")
        #expect(set.arguments.keys == ["accountId", "update"])
    }

    @Test("where a message can be in one mailbox only, a move names it, wherever others have moved the message")
    func moves() async throws {
        server.session = JMAPFixtures.session(mail: #""maxMailboxesPerEmail": 1"#)
        server.next("Email/set", .json(#"{"updated": {"m1": null, "m2": null}}"#))
        let move = RemoteUpdate(
            addKeywords: [.junk], addMailboxes: [RemoteID("ju")], removeMailboxes: [RemoteID("in")],
            resultingMailboxes: [RemoteID("ju"), RemoteID("work")])
        let mark = RemoteUpdate(addKeywords: [.seen], resultingMailboxes: [RemoteID("work")])
        let answers = await service.update([RemoteID("m1"): move, RemoteID("m2"): mark])
        #expect(answers.count == 2 && answers.values.allSatisfy { (try? $0.get()) != nil })
        let set = try #require(server.calls("Email/set").first?["update"])
        #expect(set["m1"] == ["keywords/$junk": true, "mailboxIds": ["ju": true]])
        #expect(set["m2"] == ["keywords/$seen": true])
    }

    @Test("J-53: creating a mailbox is never repeated")
    func creates() async throws {
        server.nextHTTP(status: 200, text: #"{"methodResponses": [["Mailbox/get", {"list": []}, "c0"]]}"#)
        server.next("Mailbox/set", .json(#"{"created": {"new": {"id": "n"}}}"#))
        let mailbox = try await service.createMailbox(named: "Garden")
        #expect(mailbox == RemoteMailbox(id: RemoteID("n"), name: "Garden", role: nil))
        #expect(server.requests.map(\.isRepeatable) == [true, true, false])
    }

    @Test("J-29: creating an existing mailbox is refused")
    func exists() async {
        let error = await failure { _ = try await service.createMailbox(named: "Sent") }
        #expect(error?.nextStep == .drop)
        #expect(server.calls("Mailbox/set").isEmpty)
    }

    @Test("J-28: a failed create undoes the parent levels it made and does not affect others")
    func fails() async {
        server.next("Mailbox/set", .json(#"{"created": {"new": {"id": "n"}}}"#))
        server.next(
            "Mailbox/set",
            .json(#"{"notCreated": {"new": {"type": "serverFail", "description": "Invalid mailbox name"}}}"#))
        server.next("Mailbox/set", .json(#"{"destroyed": ["n"]}"#))
        let error = await failure { _ = try await service.createMailbox(named: "New/u..x") }
        #expect(error?.summary == "serverFail: Invalid mailbox name")
        #expect(error?.nextStep == .retry(after: nil) && error?.isAboutObject == true && error?.isBeforeWork == true)
        #expect(server.calls("Mailbox/set").last?["destroy"]?.strings == ["n"])
    }

    // MARK: Files

    @Test("Blobs: a download URL has no text from the sender")
    func download() async throws {
        server.nextHTTP("/jmap/download/A/G%2F1%2E%2E/file", status: 200, text: "bytes")
        #expect(try await service.download(RemoteID("G/1..")) == Array("bytes".utf8))
        #expect(
            server.requests.last?.url
                == "https://mail.example/jmap/download/A/G%2F1%2E%2E/file?type=application%2Foctet-stream")
    }

    @Test(
        "Blobs: an invalid content type is not sent",
        arguments: [
            ("text/plain", "text/plain"), ("text/plain\r\nX: y", "application/octet-stream"),
            ("", "application/octet-stream"),
            ("naïve/type", "application/octet-stream"),
        ])
    func uploadType(type: String, sent: String) async throws {
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G1", "size": 2}"#)
        let file = try await service.upload(RemoteUpload(fileName: "ö.txt", contentType: type, bytes: [1, 2]))
        #expect(file.remoteID == RemoteID("G1") && file.size == 2 && file.fileName == "ö.txt")
        #expect(server.requests.last?.headers["Content-Type"] == sent)
    }

    @Test("Blobs: the meter counts only the file's bytes")
    func metered() async throws {
        let (upload, download) = (TransferMeter(.upload), TransferMeter(.download))
        server.nextHTTP("/jmap/upload/A/", status: 201, text: #"{"blobId": "G1", "size": 300}"#)
        let file = RemoteUpload(fileName: "a", contentType: "text/plain", bytes: Array(repeating: 7, count: 300))
        _ = try await service.upload(file, meter: upload)
        #expect(upload.bytes == 300)
        server.nextHTTP("/jmap/download/A/G1/file", status: 200, text: "bytes")
        _ = try await service.download(RemoteID("G1"), meter: download)
        #expect(download.bytes == 5)
    }

    @Test("J-19: an upload without a result may be retried")
    func uploadLost() async {
        server.nextHTTP("/jmap/upload/A/", status: 200, text: "{}")
        let upload = RemoteUpload(fileName: "a", contentType: "text/plain", bytes: [])
        #expect(await failure { _ = try await service.upload(upload) }?.nextStep == .retry(after: nil))
        #expect(await failure { _ = try await service.upload(upload) }?.nextStep == .retry(after: nil))
    }
}
