import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Updating a search on a JMAP server")
struct JMAPSearchChangesTests {
    let server = ScriptedJMAP()
    var service: JMAPService { .scripted(server) }

    private func question(_ text: String = "mill") throws -> RemoteQuestion {
        try #require(RemoteQuestion(MailQuery(text).predicate, account: AccountID(1), mailboxes: []))
    }

    private func find(_ ids: [String], calculates: Bool = true) {
        server.on("Email/query") { call in
            let ids = JMAPFixtures.texts(Array(ids.prefix(call["limit"]?.number ?? .max)))
            return .json(
                #"{"accountId": "A", "queryState": "q1", "canCalculateChanges": \#(calculates), "position": 0, "ids": \#(ids)}"#
            )
        }
        server.on("SearchSnippet/get") { _ in .json(#"{"accountId": "A", "list": [], "notFound": null}"#) }
    }

    private static func changes(_ removed: [String], _ added: [(String, Int)], old: String = "q1", new: String = "q2")
        -> ScriptedJMAP.Reply
    {
        let places = added.map { #"{"id": "\#($0.0)", "index": \#($0.1)}"# }
        return .json(
            """
            {"accountId": "A", "oldQueryState": "\(old)", "newQueryState": "\(new)",
             "removed": \(JMAPFixtures.texts(removed)), "added": \(JMAPFixtures.list(places))}
            """)
    }

    @Test(
        "J-38, J-41: queryChanges updates a result, and only new hits request snippets"
    )
    func applies() async throws {
        find(["m1", "m2", "m3"])
        let service = service
        let first = try await service.search(try question(), limit: 10)
        server.next("Email/queryChanges", Self.changes(["m2", "elsewhere", "m3"], [("m3", 2), ("m4", 0)]))
        let second = try await service.searchAgain(try question(), limit: 10, after: first)
        #expect(second.hits.map(\.rawValue) == ["m4", "m1", "m3"] && !second.hasMore)
        let asked = try #require(server.calls("Email/queryChanges").first)
        #expect(asked["sinceQueryState"] == "q1" && asked["upToId"] == nil && asked["maxChanges"] != nil)
        let query = try #require(server.calls("Email/query").first)
        #expect(asked["filter"] == query["filter"] && asked["sort"] == query["sort"])
        #expect(server.calls("SearchSnippet/get").last?["emailIds"] == ["m4"])

        server.next("Email/queryChanges", Self.changes([], [], old: "q2", new: "q3"))
        let third = try await service.searchAgain(try question(), limit: 10, after: second)
        #expect(third.hits == second.hits)
        #expect(server.calls("Email/queryChanges").last?["sinceQueryState"] == "q2")
        #expect(server.calls("Email/query").count == 1 && server.calls("SearchSnippet/get").count == 2)
        // The state of one query is not used for another.
        _ = try await service.searchAgain(try question("gears"), limit: 10, after: third)
        #expect(server.calls("Email/query").count == 2 && server.calls("Email/queryChanges").count == 2)
    }

    @Test(
        "J-41: a cut result updates only its known part; a hit from beyond it causes a new query")
    func cut() async throws {
        find(["m1", "m2", "m3"])
        let service = service
        let first = try await service.search(try question(), limit: 2)
        #expect(first.hasMore)
        server.next("Email/queryChanges", Self.changes([], [("m4", 1), ("old", 3)]))
        let second = try await service.searchAgain(try question(), limit: 2, after: first)
        #expect(second.hits.map(\.rawValue) == ["m1", "m4"] && second.hasMore)
        #expect(server.calls("Email/queryChanges").first?["upToId"] == "m2")
        server.next("Email/queryChanges", Self.changes(["m1"], [], old: "q2"))
        _ = try await service.searchAgain(try question(), limit: 2, after: second)
        #expect(server.calls("Email/query").count == 2)
    }

    @Test(
        "J-41: a removed id that is not among the known hits was behind them: they stay, and what is behind is not guessed"
    )
    func unknownRemoved() async throws {
        find(["m1", "m2", "m3", "m4"])
        let service = service
        let first = try await service.search(try question(), limit: 3)
        #expect(first.hits.map(\.rawValue) == ["m1", "m2", "m3"] && first.hasMore)
        server.next("Email/queryChanges", Self.changes(["far"], [("m0", 0)]))
        let second = try await service.searchAgain(try question(), limit: 3, after: first)
        #expect(second.hits.map(\.rawValue) == ["m0", "m1", "m2"] && second.hasMore)
        // One known and one unknown: what moves up from behind the known ones is requested.
        find(["m0", "m2", "m5"])
        server.next("Email/queryChanges", Self.changes(["m1", "far"], [], old: "q2"))
        let third = try await service.searchAgain(try question(), limit: 3, after: second)
        #expect(third.hits.map(\.rawValue) == ["m0", "m2", "m5"] && server.calls("Email/query").count == 2)
    }

    private static let contradictions: [ScriptedJMAP.Reply] = [
        .error("cannotCalculateChanges"), .error("tooManyChanges"), .error("unknownMethod"),
        .error("invalidArguments", #", "arguments": ["sinceQueryState"]"#), .nothing,
        changes([], [], old: "q0"), changes([], [("m3", 7)]), changes([], [("m3", -1)]), changes([], [("m1", 0)]),
        changes(["m1"], [("m3", 0), ("m3", 1)]), changes([], [("m3", 0), ("m4", 0)]),
        .json(#"{"accountId": "A", "newQueryState": "q2", "removed": []}"#),
        .json(#"{"newQueryState": "q2", "removed": [], "added": [{"id": "m3"}]}"#),
        .json(#"{"oldQueryState": "q1", "removed": [], "added": []}"#),
    ]

    @Test(
        "J-41, J-42: if the server can't tell changes, or contradicts itself, the query runs again",
        arguments: contradictions.indices)
    func fallsBack(index: Int) async throws {
        find(["m1", "m2"])
        let service = service
        let first = try await service.search(try question(), limit: 10)
        find(["m3", "m1"])
        server.next("Email/queryChanges", Self.contradictions[index])
        let second = try await service.searchAgain(try question(), limit: 10, after: first)
        #expect(second.hits.map(\.rawValue) == ["m3", "m1"])
        #expect(server.calls("Email/queryChanges").count == 1 && server.calls("Email/query").count == 2)
    }

    @Test("J-42: a server that announces it can't is not asked for changes")
    func incapable() async throws {
        find(["m1"], calculates: false)
        let service = service
        let first = try await service.search(try question(), limit: 10)
        #expect(try await service.searchAgain(try question(), limit: 10, after: first) == first)
        #expect(server.calls("Email/queryChanges").isEmpty && server.calls("Email/query").count == 2)
    }

    @Test("J-42: a busy or unreachable server is not sent the full query instead")
    func busy() async throws {
        find(["m1"])
        let service = service
        let first = try await service.search(try question(), limit: 10)
        server.next("Email/queryChanges", .error("serverUnavailable"))
        let busy = await failure { _ = try await service.searchAgain(question(), limit: 10, after: first) }
        #expect(busy?.nextStep == .retry(after: nil))
        server.nextHTTP(JMAPFixtures.api, .failure(.unreachable(detail: "cable")))
        let lost = await failure { _ = try await service.searchAgain(question(), limit: 10, after: first) }
        #expect(lost?.reason == .unreachable(detail: "cable"))
        #expect(server.calls("Email/query").count == 1)
    }
}
