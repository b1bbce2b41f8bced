import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

@Suite("Searching on a JMAP server")
struct JMAPSearchTests {
    let server = ScriptedJMAP()
    var service: JMAPService { .scripted(server) }

    private static let mailboxes = ["inbox", "work"].enumerated().map { index, name in
        Mailbox(
            id: MailboxID(Int64(index + 1)), account: AccountID(1), remoteID: RemoteID("r-" + name), name: name,
            role: MailboxRole(rawValue: name))
    }

    private static func question(_ text: String) throws -> RemoteQuestion {
        let query = MailQuery(text, calendar: .gmt)
        #expect(query.problem == nil)
        return try #require(
            RemoteQuestion(
                query.predicate, account: AccountID(1), mailboxes: mailboxes, now: JMAPFixtures.now, calendar: .gmt))
    }

    @Test(
        "J-45: the filter has what it can express, the rest is tested here",
        arguments: [
            ("mill", #"{"text":"mill"}"#, ""),
            ("\"old mill\"", #"{"text":"\"old mill\""}"#, ""),
            ("mil*", #"{"text":"mil"}"#, ""),
            ("subject:mill", #"{"subject":"mill"}"#, ""),
            ("body:mill", #"{"body":"mill"}"#, ""),
            ("from:ann@mill.test", #"{"from":"ann@mill.test"}"#, ""),
            ("is:unread", #"{"conditions":[{"notKeyword":"$seen"},{"notKeyword":"$draft"}],"operator":"AND"}"#, ""),
            ("in:inbox", #"{"inMailbox":"r-inbox"}"#, ""),
            ("has:file", #"{"hasAttachment":true}"#, ""),
            ("-has:file", #"{"hasAttachment":false}"#, ""),
            ("-mill", #"{"conditions":[{"text":"mill"}],"operator":"NOT"}"#, ""),
            ("larger:5M", #"{"minSize":5000001}"#, ""),
            ("larger:9223372036854775807", #"{"minSize":9223372036854775807}"#, ""),
            ("smaller:5M", #"{"maxSize":5000000}"#, ""),
            ("after:1994-11-01", #"{"after":"1994-11-01T00:00:00Z"}"#, ""),
            ("older:1d", #"{"before":"1994-11-05T08:49:37Z"}"#, ""),
            ("mill OR corn", #"{"conditions":[{"text":"corn"},{"text":"mill"}],"operator":"OR"}"#, ""),
            ("id:a@c.test", #"{"header":["Message-ID","a@c.test"]}"#, ""),
            ("mill file:pdf", #"{"text":"mill"}"#, "file:pdf"),
            ("mill list:dev", #"{"text":"mill"}"#, "list:dev"),
            ("mill (corn OR list:dev)", #"{"text":"mill"}"#, "corn OR list:dev"),
            ("cc:mill", #"{"conditions":[{"cc":"mill"},{"bcc":"mill"}],"operator":"OR"}"#, ""),
        ])
    func filters(text: String, json: String, remainder: String) throws {
        let filter = try #require(EmailFilter(try Self.question(text)))
        let asked = try JSONDecoder().decode(JSON.self, from: Data(filter.text.utf8))
        let wanted = try JSONDecoder().decode(JSON.self, from: Data(json.utf8))
        #expect(asked.sorted == wanted.sorted)
        let rest = filter.remainder.queryText(calendar: .gmt)
        #expect(
            filter.remainder == MailQuery(remainder, calendar: .gmt).predicate.normalForm,
            "\(rest)")
    }

    @Test("J-45: from:me asks for the user's addresses; if they are unknown it is tested here")
    func own() throws {
        let predicate = MailQuery("from:me mill").predicate
        let known = try #require(
            RemoteQuestion(predicate, account: AccountID(1), mailboxes: [], own: ["a@x.test", "b@x.test"]))
        let filter = try #require(EmailFilter(known))
        #expect(
            filter.text == #"{"conditions":[{"conditions":[{"from":"a@x.test"},{"from":"b@x.test"}],"operator":"OR"},"#
                + #"{"text":"mill"}],"operator":"AND"}"#)
        #expect(filter.remainder == .everything)
        let unknown = try #require(RemoteQuestion(predicate, account: AccountID(1), mailboxes: []))
        #expect(try #require(EmailFilter(unknown)).remainder == .own(.from))
    }

    @Test("J-45: a query that no filter expresses, or for another account, is not sent")
    func unsaid() throws {
        #expect(EmailFilter(try Self.question("list:dev")) == nil)
        #expect(EmailFilter(try Self.question("list:dev OR mill")) == nil)
        #expect(
            RemoteQuestion(.account(AccountID(2)) && .starred, account: AccountID(1), mailboxes: Self.mailboxes) == nil)
        let own = try #require(
            RemoteQuestion(.account(AccountID(1)) && .starred, account: AccountID(1), mailboxes: Self.mailboxes))
        #expect(own.predicate == .starred)
    }

    @Test("J-45: a filter nests at most six operators")
    func depth() throws {
        var predicate = MailQuery("deep").predicate
        for number in 0..<8 {
            let words = MailQuery("w\(number)").predicate
            predicate = number.isMultiple(of: 2) ? .any([predicate, words]) : .all([predicate, words])
        }
        let question = try #require(
            RemoteQuestion(.all([predicate, .starred]), account: AccountID(1), mailboxes: []))
        let filter = try #require(EmailFilter(question))
        #expect(Self.depth(try JSONDecoder().decode(JSON.self, from: Data(filter.text.utf8))) <= 6)
        #expect(filter.remainder != .everything)
    }

    private static func depth(_ filter: JSON) -> Int {
        guard let parts = filter["conditions"] else { return 0 }
        return 1 + (parts.elements.map(depth).max() ?? 0)
    }

    @Test("J-45: a server that rejects a filter is not asked again; the local results count")
    func unsupportedFilter() async throws {
        for type in ["unsupportedFilter", "unsupportedSort"] {
            server.next("Email/query", .error(type))
            let question = try Self.question("mill")
            let error = await failure { _ = try await service.search(question, limit: 10) }
            #expect(error?.reason == .unsupported && error?.type == type)
        }
        #expect(server.calls("Email/query").count == 2)
    }

    @Test("J-46, J-16: snippets use the search's filter in a request of their own and mark the matches")
    func snippets() async throws {
        server.next("Email/query", JMAPFixtures.query(["m1", "m2", "m1"]))
        server.next(
            "SearchSnippet/get",
            .json(
                #"""
                {"accountId": "A", "notFound": null, "list": [
                 {"emailId": "m1", "subject": "The <mark>mill</mark> &amp; the &lt;b&gt;", "preview": null},
                 {"emailId": "m2", "subject": null, "preview": "a <i>&#109;&#x69;ll</i> &amp;lt; <mark>mills</mark>"}]}
                """#))
        let found = try await service.search(try Self.question("mill"), limit: 10)
        #expect(found.hits == [RemoteID("m1"), RemoteID("m2")])
        let first = try #require(found.snippets[RemoteID("m1")])
        #expect(first.subject == [.init("The "), .init("mill", isMatch: true), .init(" & the <b>")])
        #expect(first.preview == nil && first.matches == ["mill"])
        let second = try #require(found.snippets[RemoteID("m2")])
        #expect(second.preview == [.init("a <i>mill</i> &lt; "), .init("mills", isMatch: true)])
        let filters = server.calls.filter { $0["filter"] != nil }.map { $0["filter"] }
        #expect(filters.count == 2 && filters[0] == filters[1])
        // The search was sent in a separate request.
        let api = server.requests(to: JMAPFixtures.api).compactMap(\.bodyText)
        #expect(api.allSatisfy { !($0.contains("Email/query") && $0.contains("SearchSnippet/get")) })
    }

    @Test(
        "a search requests the wanted number of hits, in parts if need be, and tells if there are more"
    )
    func many() async throws {
        let all = (0..<130).map { "m\($0)" }
        server.on("Email/query") { call in
            let start = call["position"]?.number ?? 0
            let ids = all.dropFirst(start).prefix(min(50, call["limit"]?.number ?? .max))
            let texts = ids.map { "\"\($0)\"" }.joined(separator: ", ")
            return .json(
                #"{"accountId": "A", "queryState": "q", "position": \#(start), "limit": 50, "ids": [\#(texts)]}"#)
        }
        server.on("SearchSnippet/get") { _ in .error("unknownMethod") }
        let some = try await service.search(try Self.question("mill"), limit: 120)
        #expect(some.hits == all.prefix(120).map { RemoteID($0) } && some.hasMore)
        #expect(server.calls("Email/query").map { $0["limit"]?.number } == [121, 71, 21])
        let whole = try await service.search(try Self.question("mill"), limit: 130)
        #expect(whole.hits.count == 130 && !whole.hasMore)
    }

    @Test("J-46: a search without snippets still has hits", arguments: ["unknownMethod", "serverFail"])
    func noSnippets(type: String) async throws {
        server.next("Email/query", JMAPFixtures.query(["m1"]))
        server.next("SearchSnippet/get", .error(type))
        let found = try await service.search(try Self.question("mill"), limit: 10)
        #expect(found.hits == [RemoteID("m1")] && found.snippets.isEmpty)
    }

    @Test("J-46: cut or malformed markup is text")
    func oddMarkup() {
        #expect(SnippetMarkup.pieces("a &amp b &; &#xZZ; &#55555555;") == [.init("a &amp b &; &#xZZ; &#55555555;")])
        #expect(SnippetMarkup.pieces("<mark>a") == [.init("a", isMatch: true)])
        #expect(SnippetMarkup.pieces("</mark><MARK>a<script>") == [.init("<MARK>a<script>")])
        #expect(SnippetMarkup.pieces("") == [])
    }
}

extension Calendar {
    fileprivate static var gmt: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}

extension JSON {
    /// The same filter with its conditions sorted.
    fileprivate var sorted: JSON {
        switch self {
        case .array(let parts): .array(parts.map(\.sorted).sorted { "\($0)" < "\($1)" })
        case .object(let fields): .object(fields.mapValues(\.sorted))
        default: self
        }
    }
}
