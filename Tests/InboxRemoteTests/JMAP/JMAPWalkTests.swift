import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Walking a JMAP server's mail")
struct JMAPWalkTests {
    let server = ScriptedJMAP()
    var service: JMAPService { .scripted(server) }

    /// Returns all pages of a walk over all mail.
    func walk(_ service: JMAPService, limit: Int, from start: RemotePosition? = nil) async throws -> [String] {
        var ids: [String] = []
        var position = start
        for _ in 0..<1000 {
            let page = try await service.threads(in: nil, from: position, limit: limit)
            ids += page.messages.map(\.id.rawValue)
            guard let next = page.next else { return ids }
            position = next
        }
        Issue.record("the walk does not end")
        return ids
    }

    /// Answers queries from a list, like a server with these properties.
    func serve(
        _ list: [String], total: Int? = -1, most: Int = .max, anchors: Bool = true, positions: Bool = true
    ) {
        server.on("Email/query") { call in
            var start = positions ? call["position"]?.number ?? 0 : 0
            if anchors, let anchor = call["anchor"]?.text {
                guard let place = list.firstIndex(of: anchor) else { return .error("anchorNotFound") }
                start = place + (call["anchorOffset"]?.number ?? 0)
            }
            let found = list.dropFirst(start).prefix(min(call["limit"]?.number ?? .max, most))
            return JMAPFixtures.query(Array(found), total: total == -1 ? list.count : total, position: start)
        }
    }

    private static let list = (0..<237).map { "m\($0)" }

    @Test(
        "J-39: pages continue after the last email, across restarts, even if the server gives less than asked",
        arguments: [1, 7, 50, 1000])
    func pages(most: Int) async throws {
        serve(Self.list, most: most)
        let service = service
        let first = try await service.threads(in: nil, from: nil, limit: 20)
        #expect(first.total == 237)
        let rest = try await walk(.scripted(server), limit: 20, from: first.next)
        #expect(first.messages.map(\.id.rawValue) + rest == Self.list)
    }

    @Test(
        "J-39: a page's end is known before it is read, and the list is requested once",
        arguments: [7, 1000])
    func ahead(most: Int) async throws {
        serve(Self.list, most: most)
        let service = service
        var page = try await service.threads(in: nil, from: nil, limit: 20)
        while let next = page.next {
            let told = try await service.position(behind: next, limit: 20)
            let asked = server.calls("Email/query").count
            page = try await service.threads(in: nil, from: next, limit: 20)
            #expect(told == page.next)
            // Nothing is remembered for a position at the end.
            if page.next != nil { #expect(server.calls("Email/query").count == asked) }
        }
    }

    @Test("a walk that ends early gives whole threads, and goes on after the last email that it listed")
    func wholeThreads() async throws {
        serve(["m1", "m2", "m3"])
        server.on("Thread/get") { call in
            JMAPFixtures.get(call.ids.map { #"{"id": "\#($0)", "emailIds": ["\#($0.dropFirst(2))", "early"]}"# })
        }
        let service = service
        let first = try await service.wholeThreads(from: nil, limit: 2)
        #expect(Set(first.messages.map(\.id.rawValue)) == ["m1", "m2", "early"] && first.count == 2)
        let second = try await service.wholeThreads(from: first.next, limit: 2)
        #expect(Set(second.messages.map(\.id.rawValue)) == ["m3", "early"] && second.count == 1)
    }

    @Test("a walk from a given time filters by it on each page and after restarts")
    func fromATime() async throws {
        serve(Self.list, most: 100)
        let start = service.position(notAfter: Date(timeIntervalSince1970: 1_767_225_600))
        let first = try await service.threads(in: nil, from: start, limit: 20)
        let rest = try await walk(.scripted(server), limit: 20, from: first.next)
        #expect(first.messages.map(\.id.rawValue) + rest == Self.list)
        let filters = server.calls("Email/query").map { $0["filter"]?["before"]?.text }
        #expect(filters.count > 2 && Set(filters) == ["2026-01-01T00:00:01Z"])
        serve([])
        _ = try await service.threads(in: RemoteID("box"), from: start, limit: 20)
        let filter = server.calls("Email/query").last?["filter"]
        #expect(filter?["inMailbox"]?.text == "box" && filter?["before"]?.text == "2026-01-01T00:00:01Z")
    }

    @Test("J-39: a server that rejects anchors is walked by position from then on")
    func refusesAnchors() async throws {
        let list = Self.list
        server.on("Email/query") { call in
            if call["anchor"] != nil { return .error("invalidArguments", #", "description": "anchor""#) }
            let start = call["position"]?.number ?? 0
            return JMAPFixtures.query(Array(list.dropFirst(start).prefix(50)), total: list.count, position: start)
        }
        // By position some are returned twice, and none is left out.
        #expect(IDWindow(try await walk(service, limit: 20)).ids == Self.list)
        #expect(server.calls("Email/query").count { $0["anchor"] != nil } == 1)
    }

    @Test("J-39: a walk by position skips nothing, even if many above are gone")
    func goneFromAbove() async throws {
        let list = (0..<900).map { "m\($0)" }
        func serve(_ list: [String]) {
            server.on("Email/query") { call in
                if call["anchor"] != nil { return .error("invalidArguments", #", "description": "anchor""#) }
                let start = call["position"]?.number ?? 0
                return JMAPFixtures.query(Array(list.dropFirst(start).prefix(50)), total: list.count, position: start)
            }
        }
        serve(list)
        let service = service
        var next: RemotePosition?
        for _ in 0..<12 { next = try await service.threads(in: nil, from: next, limit: 50).next }
        serve(Array(list.dropFirst(400)))
        #expect(Set(try await walk(service, limit: 50, from: next)).isSuperset(of: list.dropFirst(600)))
    }

    @Test(
        "what a server without anchors can't list by count is listed by time, in whole and once, across restarts",
        arguments: [false, true])
    func beyondTheCount(restarts: Bool) async throws {
        let list = (0..<400).map { "m\($0)" }
        // Three in each second.
        @Sendable func date(_ id: String) -> Date {
            Date(timeIntervalSince1970: 1_700_000_000 - Double((Int(id.dropFirst()) ?? 0) / 3))
        }
        server.on("Email/query") { call in
            if call["anchor"] != nil { return .error("invalidArguments", #", "description": "anchor""#) }
            let start = call["position"]?.number ?? 0
            guard start <= 150 else { return .error("serverFail", #", "description": "the window is too large""#) }
            let before = call["filter"]?["before"]?.text.flatMap(UTCDate.parse)
            let all = list.filter { id in before.map { date(id) < $0 } ?? true }
            return JMAPFixtures.query(Array(all.dropFirst(start).prefix(50)), position: start)
        }
        server.on("Email/get") { call in
            // One in ten has no date.
            JMAPFixtures.get(
                call.ids.map { id in
                    let at = id.hasSuffix("7") ? "null" : #""\#(UTCDate.text(date(id)))""#
                    return #"{"id": "\#(id)", "receivedAt": \#(at)}"#
                })
        }
        let service = service
        var ids: [String] = []
        var position: RemotePosition?
        repeat {
            let page = try await (restarts ? self.service : service).threads(in: nil, from: position, limit: 20)
            ids += page.messages.map(\.id.rawValue)
            position = page.next
        } while position != nil && ids.count < 1000
        #expect(IDWindow(ids).ids == list && ids.count < 440)
    }

    @Test("a server that fails for another reason is asked for the same list again")
    func failsOtherwise() async throws {
        serve(Self.list, most: 10)
        let service = service
        let first = try await service.threads(in: nil, from: nil, limit: 10)
        server.next("Email/query", .error("serverFail"))
        let error = await failure { _ = try await service.threads(in: nil, from: first.next, limit: 10) }
        #expect(error?.nextStep == .retry(after: nil))
        #expect(try await walk(service, limit: 10, from: first.next) == Array(Self.list.dropFirst(10)))
        #expect(server.calls("Email/query").allSatisfy { $0["filter"] == nil })
    }

    @Test("a server that can't look for keywords gives the drafts of its drafts mailbox")
    func draftsByMailbox() async throws {
        server.on("Email/query") { call in
            if call["filter"]?["hasKeyword"] != nil { return .error("unsupportedFilter") }
            return JMAPFixtures.query(call["position"] == nil && call["anchor"] == nil ? ["d1", "m1"] : [])
        }
        server.on("Email/get") { call in
            JMAPFixtures.get(
                call.ids.map { JMAPFixtures.email($0, mailboxes: ["dr"], keywords: $0 == "d1" ? ["$draft"] : []) })
        }
        #expect(try await service.drafts().map(\.id.rawValue) == ["d1"])
        #expect(server.calls("Email/query").last?["filter"] == ["inMailbox": "dr"])
    }

    @Test("of a server that lists no threads, each thread comes whole and once all the same")
    func listsNoThreads() async throws {
        server.on("Email/query") { call in
            if call["collapseThreads"] != nil {
                return .error("invalidArguments", #", "description": "collapseThreads is not supported""#)
            }
            return JMAPFixtures.query(["m1", "m2"], total: 2)
        }
        server.on("Thread/get") { _ in JMAPFixtures.get([#"{"id": "t", "emailIds": ["m0", "m1", "m2"]}"#]) }
        let service = service
        for asked in [2, 3] {
            let page = try await service.threads(in: RemoteID("in"), from: nil, limit: 50)
            #expect(page.messages.map(\.id.rawValue) == ["m0", "m1", "m2"] && page.total == 2)
            #expect(server.calls("Email/query").count == asked)
        }
        // An error that is not about threads is passed on.
        server.next("Email/query", .error("unsupportedFilter"))
        #expect(await failure { _ = try await self.service.threads(in: RemoteID("in"), from: nil, limit: 5) } != nil)
    }

    @Test("a query that is refused otherwise does not disable anchors")
    func refusesOtherwise() async throws {
        serve(Self.list, most: 10)
        let service = service
        let first = try await service.threads(in: nil, from: nil, limit: 10)
        for _ in 0..<2 { server.next("Email/query", .error("invalidArguments")) }
        _ = await failure { _ = try await service.threads(in: nil, from: first.next, limit: 10) }
        #expect(!service.knowledge.refusesAnchors)
    }

    @Test("J-39: new mail on top causes no gap or repeat")
    func newOnTop() async throws {
        serve(Self.list, most: 10)
        let first = try await service.threads(in: nil, from: nil, limit: 10)
        serve(["new1", "new2"] + Self.list, most: 10)
        #expect(try await walk(service, limit: 10, from: first.next) == Array(Self.list.dropFirst(10)))
    }

    @Test(
        "J-39: if the last emails are gone, the nearest existing email or the position is used",
        arguments: [1, 3, 8, 40])
    func anchorsGone(gone: Int) async throws {
        serve(Self.list, most: 50)
        let first = try await service.threads(in: nil, from: nil, limit: 50)
        serve(Self.list.enumerated().filter { !(50 - gone..<50).contains($0.offset) }.map(\.element), most: 50)
        let rest = try await walk(service, limit: 50, from: first.next)
        #expect(Set(rest).isSuperset(of: Self.list.dropFirst(50)))
    }

    @Test(
        "an empty list is not the end while mailboxes have mail, until the server repeats it often enough"
    )
    func emptyList() async throws {
        serve([])
        server.on("Mailbox/get") { _ in .json(#"{"list": [{"id": "a"}, {"id": "b", "totalEmails": 6}]}"#) }
        let service = service
        for _ in 0..<10 {
            let error = await failure { _ = try await service.threads(in: nil, from: nil, limit: 20) }
            #expect(error?.nextStep == .retry(after: nil) && error?.summary.contains("has 6 messages") == true)
        }
        #expect(try await service.threads(in: nil, from: nil, limit: 20).next == nil)
        // If the mailboxes are empty, so is the list.
        server.on("Mailbox/get") { _ in .json(#"{"list": [{"id": "a", "totalEmails": 0}]}"#) }
        #expect(try await self.service.threads(in: nil, from: nil, limit: 20).next == nil)
    }

    @Test("J-40: the total is requested once, and an empty list ends the walk")
    func ends() async throws {
        serve([])
        let page = try await service.threads(in: nil, from: nil, limit: 20)
        #expect(page.next == nil && page.messages.isEmpty && page.total == 0)
        serve(Self.list, most: 30)
        #expect(try await walk(service, limit: 30) == Self.list)
        #expect(server.calls("Email/query").dropFirst().map { $0["calculateTotal"] == true }.filter { $0 }.count == 1)
    }

    @Test(
        "J-42: a server that ignores anchors or positions loses no mail that it lists and is not queried forever"
    )
    func ignores() async throws {
        serve(Self.list, most: 60, anchors: false)
        #expect(Set(try await walk(service, limit: 20)) == Set(Self.list))
        serve(Self.list, most: 60, anchors: false, positions: false)
        #expect(try await walk(service, limit: 20) == Array(Self.list.prefix(60)))
    }

    @Test("a list with many missing emails is read to its end")
    func muchIsGone() async throws {
        serve(Self.list, most: 10)
        server.on("Email/get") { call in
            JMAPFixtures.get(call.ids.filter { $0.hasSuffix("7") }.map { JMAPFixtures.email($0) })
        }
        #expect(try await walk(service, limit: 10) == Self.list.filter { $0.hasSuffix("7") })
    }

    @Test("J-42: a list with duplicate ids causes no loop")
    func doubles() async throws {
        serve(["a", "b", "a", "c", "b", "d"])
        #expect(try await walk(service, limit: 2) == ["a", "b", "c", "d"])
    }

    @Test("J-43: a listed email that is gone is left out")
    func listedButGone() async throws {
        serve(["a", "b", "c"])
        server.on("Email/get") { call in JMAPFixtures.get(call.ids.filter { $0 != "b" }.map { JMAPFixtures.email($0) })
        }
        #expect(try await walk(service, limit: 10) == ["a", "c"])
    }

    @Test("J-44: a mailbox yields whole threads, each email once")
    func threads() async throws {
        server.next("Email/query", JMAPFixtures.query(["m1", "m3"]))
        server.next(
            "Thread/get",
            JMAPFixtures.get([
                #"{"id": "t-m1", "emailIds": ["m0", "m1"]}"#, #"{"id": "t-m3", "emailIds": ["m3", "m4"]}"#,
                #"{"id": "t-m1", "emailIds": ["m0", "m1"]}"#,
            ]))
        let page = try await service.threads(in: RemoteID("in"), from: nil, limit: 50)
        #expect(page.messages.map(\.id.rawValue) == ["m0", "m1", "m3", "m4"])
        let query = server.calls("Email/query").first
        #expect(query?["collapseThreads"] == true && query?["filter"] == ["inMailbox": "in"])
        #expect(query?["sort"] == [["property": "receivedAt", "isAscending": false]])
    }

    @Test("J-44: new mail beyond a mailbox's page makes no second page")
    func mailboxPages() async throws {
        server.on("Email/query") { call in
            call["anchor"] == nil ? JMAPFixtures.query(["m1"], total: 1) : JMAPFixtures.query([])
        }
        let service = service
        let first = try await service.threads(in: RemoteID("in"), from: nil, limit: 50)
        let second = try await service.threads(in: RemoteID("in"), from: first.next, limit: 50)
        #expect(first.next != nil && second.next == nil && second.messages.isEmpty)
    }
}
