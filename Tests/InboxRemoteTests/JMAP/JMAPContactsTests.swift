import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Contacts of a JMAP server")
struct JMAPContactsTests {
    let server = ScriptedJMAP()
    let start = SyncState(email: "1", mailbox: "1").text

    private func service(isOffered: Bool = true) -> JMAPService {
        let all = ["core", "mail", "submission"] + (isOffered ? ["contacts"] : [])
        server.session = JMAPFixtures.session(capabilities: all, accountCapabilities: all)
        return .scripted(server)
    }

    private static func card(_ id: String, _ email: String, name: String = "Ada") -> String {
        #"{"id": "\#(id)", "name": {"full": "\#(name)"}, "emails": {"e": {"address": "\#(email)"}}}"#
    }

    /// Makes the server return these cards, all in one page.
    private func offer(_ cards: [String], ids: [String], state: String = "c1") {
        server.on("ContactCard/query") { call in
            JMAPFixtures.query((call["position"]?.number ?? 0) == 0 ? ids : [])
        }
        server.on("ContactCard/get") { call in
            JMAPFixtures.get(call.ids.isEmpty ? [] : cards, state: state)
        }
    }

    private func told(_ changes: [RemoteChange]) -> [String] {
        changes.compactMap {
            switch $0 {
            case .contact(let contact): "\(contact.id.rawValue): \(contact.address.name) <\(contact.address.email)>"
            case .contactGone(let id): id.rawValue.contains("#") ? nil : "gone \(id.rawValue)"
            default: nil
            }
        }
    }

    @Test(
        "Each address of a card is a contact, preferred first; the name is its full name, parts, nickname or company"
    )
    func cards() async throws {
        offer(
            [
                #"{"id": "a", "name": {"full": "Ada\r\nByron"}, "emails": {"x": {"address": "ada@work.test"}, "y": {"address": "ada@home.test", "pref": 1}}}"#,
                #"{"id": "b", "name": {"components": [{"kind": "surname", "value": "Li"}, {"kind": "given", "value": "Bo"}]}, "emails": {"1": {"address": "bo@a.test"}}}"#,
                #"{"id": "c", "name": {"isOrdered": true, "components": [{"kind": "surname", "value": "Li"}, {"kind": "separator", "value": "-"}, {"kind": "given", "value": "Cy"}]}, "emails": {"1": {"address": "cy@a.test"}}}"#,
                #"{"id": "d", "nicknames": {"n": {"name": "Dodo"}}, "emails": {"1": {"address": "d@a.test"}}}"#,
                #"{"id": "e", "organizations": {"o": {"name": "Mill & Co"}}, "emails": {"1": {"address": "e@a.test"}, "2": 5, "3": {"address": "none"}}}"#,
                #"{"id": "g", "kind": "group", "members": {"u": true}, "name": {"full": "Family"}}"#,
                #"{"name": {"full": "No id"}, "emails": {"1": {"address": "n@a.test"}}}"#,
            ], ids: ["a", "b", "c", "d", "e", "g", "n"])
        #expect(
            told(try await service().contacts().map { .contact($0) }) == [
                "a: Ada  Byron <ada@home.test>", "a#1: Ada  Byron <ada@work.test>", "b: Bo Li <bo@a.test>",
                "c: Li-Cy <cy@a.test>", "d: Dodo <d@a.test>", "e: Mill & Co <e@a.test>",
            ])
        #expect(server.calls("ContactCard/get").first?["properties"]?.strings.contains("emails") == true)
    }

    @Test("Contacts come in pages with the first changes, then as changes only")
    func changes() async throws {
        server.on("ContactCard/query") { call in
            let first = Int(call["position"]?.number ?? 0)
            return JMAPFixtures.query((first..<min(first + 2, 3)).map { "p\($0)" })
        }
        server.on("ContactCard/get") { call in
            JMAPFixtures.get(call.ids.map { Self.card($0, "\($0)@a.test") }, state: "c\(call.ids.first ?? "")")
        }
        let service = service()
        let first = try await service.changes(since: start, wait: nil)
        #expect(told(first.changes) == ["p0: Ada <p0@a.test>", "p1: Ada <p1@a.test>", "p2: Ada <p2@a.test>"])
        #expect(first.newState == SyncState(email: "1", mailbox: "1", contacts: "cp0").text)

        server.next(
            "ContactCard/changes", JMAPFixtures.changes(to: "c9", updated: ["p1"], destroyed: ["p0"], hasMore: true))
        let second = try await service.changes(since: first.newState, wait: nil)
        #expect(told(second.changes) == ["p1: Ada <p1@a.test>", "gone p0"])
        #expect(second.changes.contains(.contactGone(RemoteID("p0#1"))), "its other addresses go with it")
        #expect(second.changes.contains(.contactGone(RemoteID("p1#1"))), "addresses that it has no more go")
        #expect(second.newState == SyncState(email: "1", mailbox: "1", contacts: "c9").text && second.hasMore)
        #expect(server.calls("ContactCard/changes").map { $0["sinceState"]?.text } == ["cp0"])
    }

    @Test("A server that no longer knows the state resends all contacts")
    func tooOld() async throws {
        offer([Self.card("a", "a@a.test")], ids: ["a"], state: "c7")
        server.next("ContactCard/changes", .error("cannotCalculateChanges"))
        let since = SyncState(email: "1", mailbox: "1", contacts: "c2").text
        let changes = try await service().changes(since: since, wait: nil)
        #expect(told(changes.changes) == ["a: Ada <a@a.test>"])
        #expect(SyncState(changes.newState)?.contacts == "c7")
    }

    @Test("A server without contacts, or with an older kind, gets no contact requests")
    func notOffered() async throws {
        let service = service(isOffered: false)
        #expect(try await service.contacts().isEmpty)
        #expect(try await service.changes(since: start, wait: nil).newState == start)
        #expect(server.calls.allSatisfy { !$0.method.hasPrefix("Contact") })
    }

    @Test("J-16: failing contacts do not affect mail, and are not requested after two failures")
    func failing() async throws {
        let service = service()
        for _ in 0..<3 {
            server.next("Email/changes", JMAPFixtures.changes(to: "2", created: ["m1"]))
            let changes = try await service.changes(since: start, wait: nil)
            #expect(changes.changes.count == 1 && SyncState(changes.newState)?.email == "2")
        }
        let calls = server.calls("ContactCard/query").count
        _ = try await service.changes(since: start, wait: nil)
        #expect(server.calls("ContactCard/query").count == calls, "they were asked for once more")
        #expect(server.requests.allSatisfy { !isMixed($0) }, "contacts were asked for in one request with mail")
    }

    @Test("J-16: failures that pass, or that are far apart, do not end the requests for contacts")
    func failingNowAndThen() async throws {
        let service = service()
        func isAsked() async throws -> Bool {
            let before = server.calls("ContactCard/query").count
            _ = try await service.changes(since: start, wait: nil)
            return server.calls("ContactCard/query").count > before
        }
        for _ in 0..<3 {
            server.next("ContactCard/query", .error("serverUnavailable"))
            #expect(try await isAsked())
        }
        for _ in 0..<3 {
            server.next("ContactCard/query", .error("invalidArguments"))
            #expect(try await isAsked())
            offer([Self.card("a", "a@a.test")], ids: ["a"])
            #expect(try await isAsked())
        }
    }

    private func isMixed(_ request: HTTPRequest) -> Bool {
        let text = String(decoding: request.body ?? [], as: UTF8.self)
        return text.contains("ContactCard/") && text.contains("Email/")
    }

    @Test("A server that repeats a page forever is not queried forever")
    func sameAgain() async throws {
        server.on("ContactCard/query") { _ in JMAPFixtures.query(["a"]) }
        server.on("ContactCard/get") { _ in JMAPFixtures.get([Self.card("a", "a@a.test")]) }
        #expect(try await service().contacts().count == 1)
    }
}
