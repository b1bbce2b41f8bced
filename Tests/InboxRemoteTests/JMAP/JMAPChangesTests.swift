import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Changes of a JMAP server")
struct JMAPChangesTests {
    let server = ScriptedJMAP()
    var service: JMAPService { .scripted(server) }
    let start = SyncState(email: "1", mailbox: "1").text

    private func ids(_ changes: RemoteChanges) -> [String] {
        changes.changes.map { change in
            switch change {
            case .message(let message): "new \(message.id.rawValue)"
            case .marks(let id, _, _): "marks \(id.rawValue)"
            case .messageGone(let id): "gone \(id.rawValue)"
            case .mailbox(let mailbox): "box \(mailbox.id.rawValue)"
            case .mailboxGone(let id): "no box \(id.rawValue)"
            case .contact, .contactGone: "contact"
            }
        }
    }

    @Test("J-31: each type's next state comes from its changes, not from later reads")
    func states() async throws {
        server.next("Email/changes", JMAPFixtures.changes(to: "5", created: ["m1"]))
        server.next("Mailbox/changes", JMAPFixtures.changes(to: "7", created: ["in"]))
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0) }, state: "99") }
        server.on("Mailbox/get") { _ in JMAPFixtures.get(JMAPFixtures.mailboxes, state: "98") }
        let changes = try await service.changes(since: start, wait: nil)
        #expect(ids(changes).contains("new m1") && ids(changes).contains("box in"))
        #expect(changes.newState == SyncState(email: "5", mailbox: "7").text)
        let asked = server.calls("Email/changes").first
        #expect(asked?["sinceState"]?.text == "1" && asked?["maxChanges"]?.number == 100)
    }

    @Test("J-31: reading the first state fetches no object")
    func firstState() async throws {
        server.next("Email/get", JMAPFixtures.get([], state: "e"))
        server.next("Mailbox/get", JMAPFixtures.get([], state: "m"))
        #expect(try await service.latestState() == SyncState(email: "e", mailbox: "m").text)
        #expect(server.calls.allSatisfy { $0["ids"] == [] })
    }

    @Test(
        "J-34: a server that went back in time, as from a backup, is read anew",
        arguments: [("5", [], true), ("5", ["m1"], false), ("200", [], false), ("q", [], false)]
            as [(String, [String], Bool)])
    func restored(state: String, created: [String], isTooOld: Bool) async throws {
        server.next("Email/changes", JMAPFixtures.changes(to: state, created: created))
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.map { JMAPFixtures.email($0) }, state: "99") }
        let since = SyncState(email: "100", mailbox: "1").text
        do throws(RemoteError) {
            _ = try await service.changes(since: since, wait: nil)
            #expect(!isTooOld)
        } catch {
            #expect(isTooOld && error.reason == .stateTooOld)
        }
    }

    @Test("only what the server says it lacks is gone, not what it leaves out or names as well")
    func gone() async throws {
        server.on("Email/get") { _ in
            JMAPFixtures.get(["here", "both"].map { JMAPFixtures.email($0) }, notFound: ["gone", "both", "another"])
        }
        let gone = try await service.gone(among: ["here", "both", "gone", "left out"].map { RemoteID($0) })
        #expect(gone == [RemoteID("gone")])
    }

    @Test("J-32: changes come in steps, each with its own state, until hasMore is false")
    func steps() async throws {
        for number in 1...3 {
            server.next(
                "Email/changes",
                JMAPFixtures.changes(to: "\(number + 1)", created: ["m\(number)"], hasMore: number < 3))
        }
        let service = service
        var state = start
        var told: [String] = []
        var more = true
        while more {
            let changes = try await service.changes(since: state, wait: nil)
            told += ids(changes)
            (state, more) = (changes.newState, changes.hasMore)
        }
        #expect(told == ["new m1", "new m2", "new m3"])
        #expect(server.calls("Email/changes").map { $0["sinceState"]?.text } == ["1", "2", "3"])
        #expect(server.calls("Email/changes").allSatisfy { $0["maxChanges"]?.number == 100 })
    }

    @Test("J-32: a server that promises more without progress is not queried forever")
    func noProgress() async throws {
        server.on("Email/changes") { _ in JMAPFixtures.changes(to: "1", hasMore: true) }
        let changes = try await service.changes(since: start, wait: nil)
        #expect(!changes.hasMore)
    }

    @Test("J-32: nor is one whose states go back or that always promises more; reread steps still make progress")
    func circles() async throws {
        let service = service
        func asked(atMost most: Int, _ reply: @escaping @Sendable (Int) -> Int) async throws -> Int {
            server.on("Email/changes") { call in
                let since = call["sinceState"]?.text.flatMap { Int($0) } ?? 0
                return JMAPFixtures.changes(to: "\(reply(since))", hasMore: true)
            }
            var (state, count) = (start, 0)
            while count < most {
                let changes = try await service.changes(since: state, wait: nil)
                (state, count) = (changes.newState, count + 1)
                if !changes.hasMore { break }
            }
            return count
        }
        #expect(try await asked(atMost: 100) { $0 == 1 ? 2 : 1 } < 50)
        for _ in 0..<5 { #expect(try await asked(atMost: 20) { $0 + 1 } == 20) }
        let knowledge = JMAPKnowledge()
        let end = (0..<20_000).first { !knowledge.stepped(to: SyncState(email: "\($0)", mailbox: "1")) }
        #expect(end ?? .max < 10_000)
    }

    @Test("J-32: an interrupted step leaves the state unchanged")
    func breaksOff() async {
        server.next("Email/changes", JMAPFixtures.changes(to: "5", created: ["m1"]))
        server.next("Email/get", .error("serverUnavailable"))
        let error = await failure { _ = try await service.changes(since: start, wait: nil) }
        #expect(error?.nextStep == .retry(after: nil))
    }

    @Test("J-33: known emails reread keywords and mailboxes only")
    func marks() async throws {
        server.next("Email/changes", JMAPFixtures.changes(to: "2", updated: ["m1"]))
        server.next(
            "Email/get", JMAPFixtures.get([JMAPFixtures.email("m1", mailboxes: ["tr"], keywords: ["$Seen", "x"])]))
        let changes = try await service.changes(since: start, wait: nil)
        #expect(
            changes.changes == [
                .marks(RemoteID("m1"), keywords: [.seen, Keyword("x")], mailboxes: [RemoteID("tr")])
            ])
        #expect(server.calls("Email/get").first?["properties"]?.strings == ["id", "mailboxIds", "keywords"])
    }

    @Test("J-33: an id may be in several lists; what the server has now decides")
    func severalLists() async throws {
        server.next(
            "Email/changes",
            JMAPFixtures.changes(
                to: "2", created: ["both", "came", "came"], updated: ["both", "went"],
                destroyed: ["came", "went", "old"]))
        server.on("Email/get") { call in
            JMAPFixtures.get(call.ids.filter { $0 != "went" }.map { JMAPFixtures.email($0) })
        }
        let changes = try await service.changes(since: start, wait: nil)
        #expect(Set(ids(changes)) == ["new both", "new came", "gone went", "gone old"])
    }

    @Test(
        "S-1: ids that an answer omits or garbles are fetched once more; only notFound means deleted",
        arguments: [true, false])
    func leftOut(comesLater: Bool) async throws {
        server.next(
            "Email/changes",
            JMAPFixtures.changes(
                to: "2", created: ["new", "odd"], updated: ["kept", "left", "went"], destroyed: ["old"]))
        server.on("Email/get") { call in
            let told = call.ids.filter { ["new", "kept"].contains($0) || call.ids == ["left"] && comesLater }
            let objects = told.map { JMAPFixtures.email($0) } + (call.ids.contains("odd") ? [#"{"id": null}"#] : [])
            return JMAPFixtures.get(objects, notFound: call.ids.filter { $0 == "went" })
        }
        let changes = try await service.changes(since: start, wait: nil)
        let late: Set<String> = comesLater ? ["marks left"] : []
        #expect(Set(ids(changes)) == late.union(["new new", "marks kept", "gone old", "gone went"]))
        let asked = server.calls("Email/get").map(\.ids)
        #expect(asked == [["new", "odd"], ["odd"], ["kept", "left", "went"], ["left"]])
        #expect(changes.newState == SyncState(email: "2", mailbox: "1").text)
    }

    @Test(
        "J-34: a state that the server cannot calculate changes from forces a reload",
        arguments: [
            ScriptedJMAP.Reply.error("cannotCalculateChanges"), .error("tooManyChanges"),
            .error("invalidArguments", #", "arguments": ["sinceState"]"#),
            .error("invalidArguments", #", "description": "sinceState: unparsable""#),
        ])
    func reset(reply: ScriptedJMAP.Reply) async {
        server.on("Email/get") { _ in JMAPFixtures.get([], state: "2") }
        server.next("Email/changes", reply)
        let error = await failure { _ = try await service.changes(since: start, wait: nil) }
        #expect(error?.nextStep == .reload)
    }

    @Test(
        "if only the changes of mailboxes can't be calculated, mailboxes are read again, and no mail",
        arguments: [
            ScriptedJMAP.Reply.error("cannotCalculateChanges"),
            .error("invalidArguments", #", "arguments": ["sinceState"]"#),
        ])
    func mailboxesAnew(reply: ScriptedJMAP.Reply) async throws {
        server.on("Mailbox/changes") { _ in reply }
        server.next("Email/changes", JMAPFixtures.changes(to: "2", created: ["m1"]))
        server.on("Mailbox/get") { call in
            JMAPFixtures.get(call["ids"] == .null ? JMAPFixtures.mailboxes : [], state: "7")
        }
        let service = service
        let changes = try await service.changes(since: start, wait: nil)
        #expect(ids(changes) == ["box dr", "box in", "box se", "box tr", "new m1"] && changes.hasAllMailboxes)
        #expect(changes.newState == SyncState(email: "2", mailbox: "7").text)
        // While their state stays the same, they are not read.
        server.next("Email/changes", JMAPFixtures.changes(to: "2"))
        let again = try await service.changes(since: changes.newState, wait: nil)
        #expect(again.changes.isEmpty && !again.hasAllMailboxes)
    }

    @Test("J-34: a server that never calculates changes forces no reload while the state is current")
    func neverCalculates() async throws {
        for method in ["Email/changes", "Mailbox/changes"] {
            server.on(method) { _ in .error("cannotCalculateChanges") }
        }
        let service = service
        #expect(
            try await service.changes(since: start, wait: nil)
                == RemoteChanges(changes: [], newState: start, hasMore: false))
        server.on("Mailbox/get") { call in
            JMAPFixtures.get(call["ids"] == .null ? JMAPFixtures.mailboxes : [], state: "2")
        }
        let changes = try await service.changes(since: start, wait: nil)
        #expect(changes.changes.count == 4 && changes.hasAllMailboxes)
        #expect(changes.newState == SyncState(email: "1", mailbox: "2").text)
        server.on("Email/get") { _ in JMAPFixtures.get([], state: "2") }
        let error = await failure { _ = try await service.changes(since: start, wait: nil) }
        #expect(error?.nextStep == .reload)
    }

    @Test("J-34: a state in another format forces a reload", arguments: ["", "7", "{}", #"{"email": 1}"#])
    func foreignState(state: String) async {
        let error = await failure { _ = try await service.changes(since: state, wait: nil) }
        #expect(error?.nextStep == .reload)
        #expect(server.requests.isEmpty)
    }

    @Test("J-34: other invalid arguments force no reload")
    func otherArguments() async {
        server.next("Email/changes", .error("invalidArguments", #", "arguments": ["maxChanges"]"#))
        let error = await failure { _ = try await service.changes(since: start, wait: nil) }
        #expect(error?.nextStep == .drop)
    }

    @Test("J-36: mailboxes with only changed counts are not reread")
    func counts() async throws {
        let more = #", "updatedProperties": ["totalEmails", "unreadEmails", "unreadThreads"]"#
        server.next("Mailbox/changes", JMAPFixtures.changes(to: "2", updated: ["in"], more: more))
        #expect(try await service.changes(since: start, wait: nil).changes.isEmpty)
        #expect(server.calls("Mailbox/get").isEmpty)
    }

    @Test(
        "J-36: mailboxes with any other possible change are reread",
        arguments: [
            #", "updatedProperties": null"#, #", "updatedProperties": []"#,
            #", "updatedProperties": ["totalEmails", "name"]"#, "",
        ])
    func names(more: String) async throws {
        server.next(
            "Mailbox/changes", JMAPFixtures.changes(to: "2", updated: ["in"], destroyed: ["old", "in"], more: more))
        let changes = try await service.changes(since: start, wait: nil)
        #expect(ids(changes) == ["box dr", "box in", "box se", "box tr", "no box old"])
    }

    @Test("J-37: repeated changes give equal results")
    func twice() async throws {
        server.on("Email/changes") { _ in
            JMAPFixtures.changes(to: "2", created: ["m1"], updated: ["m2"], destroyed: ["m3"])
        }
        let service = service
        let first = try await service.changes(since: start, wait: nil)
        #expect(try await service.changes(since: start, wait: nil).changes == first.changes)
    }
}
