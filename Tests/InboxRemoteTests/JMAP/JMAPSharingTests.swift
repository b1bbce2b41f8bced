import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Mailboxes shared over JMAP")
struct JMAPSharingTests {
    let server = ScriptedJMAP()

    /// A service as in the standard: another account lists the principals.
    private func standard() -> JMAPService {
        let own = #""urn:ietf:params:jmap:principals": {"currentUserPrincipalId": "p-ada"}"#
        server.session = JMAPFixtures.session(
            capabilities: ["core", "mail", "principals"],
            accounts: """
                "A": {"name": "ada@mail.example", "accountCapabilities": {"urn:ietf:params:jmap:mail": {}}},
                "P": {"name": "people", "accountCapabilities": {\(own)}}
                """,
            primary: #""urn:ietf:params:jmap:mail": "A", "urn:ietf:params:jmap:principals": "P""#)
        server.on("Principal/get") { call in
            let all = [
                #"{"id": "p-ada", "type": "individual", "name": "Ada", "email": "ada@mail.example"}"#,
                #"{"id": "p/bo", "type": "individual", "name": "Bo\nx", "email": "bo@mail.example"}"#,
                #"{"id": "team", "type": "group", "name": "Team", "email": null}"#,
                #"{"id": "attic", "type": "location", "name": "Attic"}"#,
            ]
            return JMAPFixtures.get(all.filter { each in call.ids.contains { each.contains("\"\($0)\"") } })
        }
        server.on("Principal/query") { _ in JMAPFixtures.query(["p-ada", "p/bo", "team", "attic"]) }
        return .scripted(server)
    }

    /// A service like Cyrus, which lists no principals.
    private func cyrus(user: String = "ada") -> JMAPService {
        let cyrus = #""https://cyrusimap.org/ns/jmap/mail": {}"#
        let mail = #""urn:ietf:params:jmap:mail": {}"#
        server.session = JMAPFixtures.session(
            accounts: #""A": {"name": "ada", "accountCapabilities": {\#(mail), \#(cyrus)}}"#,
            more: #""username": "\#(user)", "capabilities": {"urn:ietf:params:jmap:core": {}, \#(mail), \#(cyrus)}"#)
        return JMAPService(
            url: JMAPFixtures.url, userName: "ada", secret: "secret", address: "ada@mail.example", transport: server)
    }

    private func tell(_ shareWith: String, myRights: String = "", state: String = "s1") {
        server.next(
            "Mailbox/get",
            JMAPFixtures.get(
                [#"{"id": "work", "shareWith": \#(shareWith), "myRights": {\#(myRights)}}"#], state: state))
    }

    private let work = RemoteID("work")

    // MARK: Reading

    @Test("each share has its highest complete level, and a name if there is one")
    func reads() async throws {
        let service = standard()
        let write =
            #""mayReadItems": true, "mayAddItems": true, "mayRemoveItems": true, "maySetSeen": true, "maySetKeywords": true"#
        let manage = #""mayCreateChild": true, "mayRename": true, "mayDelete": true, "mayShare": true"#
        tell(
            """
            {"p/bo": {\(write), \(manage), "maySubmit": true}, "team": {\(write), "mayDelete": true},
             "x": {"mayReadItems": true, "mayAddItems": false}, "y": {"maySetSeen": true}, "z": null}
            """)
        let sharing = try await service.sharing(of: work)
        #expect(
            sharing.shares == [
                MailboxShare(Principal(id: "p/bo", name: "Bo x", email: "bo@mail.example"), .manage),
                MailboxShare(Principal(id: "team", name: "Team"), .write, hasMore: true),
                MailboxShare(Principal(id: "x"), .read), MailboxShare(Principal(id: "y"), nil, hasMore: true),
                MailboxShare(Principal(id: "z"), nil),
            ])
        #expect(sharing.mayShare, "what is not told is not withheld")
        #expect(server.calls("Principal/get").map { $0["accountId"] } == ["P"])
        #expect(server.calls("Mailbox/get").map { $0["accountId"] } == ["A"])
    }

    @Test("Cyrus's own names for rights and for sharing are read")
    func readsCyrus() async throws {
        let service = cyrus()
        tell(
            """
            {"bo": {"mayRead": true, "mayWrite": false, "mayAdmin": false},
             "cy": {"mayRead": true, "mayWrite": true, "mayAdmin": true}}
            """, myRights: #""mayAdmin": false"#)
        let sharing = try await service.sharing(of: work)
        #expect(
            sharing.shares == [MailboxShare(Principal(id: "bo"), .read), MailboxShare(Principal(id: "cy"), .manage)])
        #expect(!sharing.mayShare)
        #expect(server.calls.map(\.method) == ["Mailbox/get"], "who they are is not asked where nobody knows")
    }

    @Test("an unshared mailbox differs from an unshareable one")
    func sharesNothing() async throws {
        let service = cyrus()
        tell("null")
        #expect(try await service.sharing(of: work) == MailboxSharing(shares: [], mayShare: true))
        server.next("Mailbox/get", JMAPFixtures.get([#"{"id": "work", "myRights": {}}"#]))
        #expect(await failure { _ = try await service.sharing(of: work) }?.reason == .unsupported)
        server.next("Mailbox/get", .error("invalidArguments", #", "arguments": ["properties"]"#))
        #expect(await failure { _ = try await service.sharing(of: work) }?.reason == .unsupported)
        server.next("Mailbox/get", JMAPFixtures.get([], notFound: ["work"]))
        #expect(await failure { _ = try await service.sharing(of: work) }?.isNotFound == true)
    }

    @Test("missing names are no failure")
    func nameless() async throws {
        let service = standard()
        server.on("Principal/get") { _ in .error("forbidden") }
        tell(#"{"p/bo": {"mayReadItems": true}}"#)
        #expect(try await service.sharing(of: work).shares == [MailboxShare(Principal(id: "p/bo"), .read)])
    }

    @Test("J-8: sharing names its capabilities if the server lists them; otherwise it is unsupported")
    func using() async throws {
        let service = standard()
        tell("null")
        _ = try await service.sharing(of: work)
        #expect(
            try usings() == [
                ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail", "urn:ietf:params:jmap:principals"]
            ])
        server.session = JMAPFixtures.session()
        let plain = JMAPService.scripted(server)
        #expect(await failure { _ = try await plain.sharing(of: work) }?.reason == .unsupported)
        #expect(await failure { try await plain.share(work, with: "bo", level: .read) }?.reason == .unsupported)
        #expect(await failure { _ = try await plain.principals() }?.reason == .unsupported)
        #expect(try usings().count == 1)
    }

    private func usings() throws -> [[String]?] {
        try server.requests(to: JMAPFixtures.api).map { request in
            try JSONDecoder().decode(JSON.self, from: Data(request.body ?? []))["using"]?.strings
        }
    }

    @Test("J-48: the share right needs the mailbox's right and the server's capability")
    func right() async throws {
        func rights(_ service: JMAPService, _ told: String) async throws -> MailboxRights? {
            server.next("Mailbox/get", JMAPFixtures.get([JMAPFixtures.mailbox("a", "A", more: told)]))
            return try await service.mailboxes().first?.rights
        }
        let service = cyrus()
        let all = MailboxRights.all.union(.share)
        #expect(try await rights(service, #", "myRights": {"mayAdmin": true}"#) == all)
        #expect(try await rights(service, #", "myRights": {"mayShare": true}"#) == all)
        #expect(try await rights(service, #", "myRights": {"mayAdmin": false}"#) == .all)
        #expect(try await rights(service, "") == .all)
        server.session = JMAPFixtures.session()
        #expect(try await rights(.scripted(server), #", "myRights": {"mayAdmin": true}"#) == .all)
    }

    // MARK: Changing

    @Test("a share patches only that principal, with every right by name")
    func sets() async throws {
        let service = standard()
        server.on("Mailbox/set") { _ in .json(#"{"updated": {"work": null}}"#) }
        try await service.share(work, with: "p/bo", level: .write)
        try await service.share(work, with: "p/bo", level: nil)
        let write: JSON = [
            "mayReadItems": true, "mayAddItems": true, "mayRemoveItems": true, "maySetSeen": true,
            "maySetKeywords": true, "mayCreateChild": false, "mayRename": false, "mayDelete": false, "mayShare": false,
        ]
        let told: [JSON] = server.calls("Mailbox/set").compactMap { $0["update"]?["work"] }
        #expect(told == [["shareWith/p~1bo": write], ["shareWith/p~1bo": nil]])
    }

    @Test(
        "each level includes those before it, as in Cyrus",
        arguments: [(ShareLevel.read, false, false), (.write, true, false), (.manage, true, true)])
    func levels(level: ShareLevel, writes: Bool, manages: Bool) async throws {
        let service = cyrus()
        server.on("Mailbox/set") { _ in .json(#"{"updated": {"work": null}}"#) }
        try await service.share(work, with: "bo", level: level)
        let rights = server.calls("Mailbox/set").first?["update"]?["work"]?["shareWith/bo"]
        #expect(rights == ["mayRead": true, "mayWrite": .bool(writes), "mayAdmin": .bool(manages)])
    }

    @Test("a refusal is reported and not retried")
    func refused() async throws {
        let service = standard()
        server.on("Mailbox/set") { _ in .json(#"{"notUpdated": {"work": {"type": "forbidden"}}}"#) }
        #expect(await failure { try await service.share(work, with: "team", level: .read) }?.type == "forbidden")
        #expect(server.calls.map(\.method) == ["Mailbox/set"])
    }

    @Test("if a patch has no parent, the whole map is set with ifInState to guard others' shares")
    func first() async throws {
        let service = standard()
        server.next("Mailbox/set", .json(#"{"notUpdated": {"work": {"type": "invalidPatch"}}}"#))
        server.next("Mailbox/set", .json(#"{"updated": {"work": null}}"#))
        tell("null", state: "s7")
        try await service.share(work, with: "team", level: .read)
        let last = try #require(server.calls("Mailbox/set").last)
        #expect(last["ifInState"] == "s7")
        #expect(last["update"]?["work"]?["shareWith"]?["team"]?["mayReadItems"] == true)
        server.next("Mailbox/set", .json(#"{"notUpdated": {"work": {"type": "invalidPatch"}}}"#))
        tell(#"{"p/bo": {"mayReadItems": true}}"#)
        #expect(await failure { try await service.share(work, with: "x", level: .read) }?.type == "invalidPatch")
        #expect(server.calls("Mailbox/set").count == 3)
    }

    // MARK: Whom the server knows

    @Test("people and groups are listed, without rooms and the user")
    func lists() async throws {
        let service = standard()
        #expect(try await service.principals().map(\.id) == ["p/bo", "team"])
        #expect(server.calls.allSatisfy { $0["accountId"] == "P" })
        #expect(try await cyrus().principals().isEmpty)
    }

    @Test(
        "principals are found by address, name or id; if the server lists them, unlisted text finds nobody",
        arguments: [
            ("BO@mail.example", "p/bo"), ("bo x", "p/bo"), ("team", "team"), ("bo", nil), ("", nil), ("attic", nil),
        ] as [(String, String?)])
    func finds(text: String, id: String?) async throws {
        #expect(try await standard().principal(called: text)?.id == id)
    }

    @Test("if a server lists nobody, the typed text is the id")
    func unlisted() async throws {
        let service = standard()
        server.next("Principal/query", .error("unsupportedFilter"))
        #expect(try await service.principal(called: "Team")?.id == "team", "it lists them, and can't look for one")
        server.on("Principal/query") { _ in .error("forbidden") }
        #expect(try await service.principal(called: "u7")?.id == "u7")
        server.on("Principal/query") { _ in .error("serverUnavailable") }
        #expect(
            await failure { _ = try await service.principal(called: "u7") } != nil, "who is away is to be asked again")
    }

    @Test(
        "Cyrus ids are user names, without the server's own domain",
        arguments: [
            ("bo@mail.example", "ada", "bo"), ("BO@MAIL.example", "ada", "BO"), ("bo", "ada", "bo"),
            ("bo@else.example", "ada", "bo@else.example"), ("bo@mail.example", "ada@mail.example", "bo@mail.example"),
        ])
    func cyrusNames(text: String, user: String, id: String) async throws {
        #expect(try await cyrus(user: user).principal(called: text)?.id == id)
    }

    @Test("J-16: sharing has requests of its own")
    func apart() async throws {
        let service = standard()
        tell(#"{"p/bo": {"mayReadItems": true}}"#)
        server.on("Mailbox/set") { _ in .json(#"{"updated": {"work": null}}"#) }
        _ = try await service.sharing(of: work)
        try await service.share(work, with: "team", level: .read)
        _ = try await service.principals()
        for request in server.requests(to: JMAPFixtures.api) {
            let body = try JSONDecoder().decode(JSON.self, from: Data(request.body ?? []))
            let methods = (body["methodCalls"]?.elements ?? []).compactMap { $0.elements.first?.text }
            #expect(
                [["Mailbox/get"], ["Mailbox/set"], ["Principal/get"], ["Principal/query", "Principal/get"]].contains(
                    methods))
        }
    }
}
