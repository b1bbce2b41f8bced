import Testing

@testable import InboxServer

@Suite("Dialect 15: search")
struct PostedSearchTests {
    private static let mail = [
        MailText("1") {
            $0.subject = "1 red cogs"; $0.body = "Die Mühle has a cog, and it is red."
        },
        MailText("2") {
            $0.subject = "2"; $0.date += 10; $0.body = "A red cog for the Mühle."; $0.file = "red wheel.txt"
        },
        MailText("3") {
            $0.subject = "3"; $0.date += 20; $0.from = "Red Dan <dan@wheel.example>"; $0.body = "Nothing.";
            $0.status = "RO"
        },
    ]

    @Test(
        "fields match phrases or any of some words, objects are alternatives",
        arguments: [
            ("[{\"body\":\"red cog\"}]", "2"), ("[{\"body\":[\"red\",\"nothing\"]}]", "3 2 1"),
            ("[{\"body\":\"MUHLE\"}]", "2 1"),
            ("[{\"subject\":\"red\"}]", "1"), ("[{\"subject\":\"re\"}]", ""),
            ("[{\"subject\":\"red\",\"body\":\"nothing\"}]", ""),
            ("[{\"subject\":\"red\"},{\"body\":\"nothing\"}]", "3 1"), ("[{\"from\":\"red dan\"}]", "3"),
            ("[{\"from\":\"dan@wheel.example\"}]", "3"), ("[{\"to\":\"dan\"}]", ""),
            ("[{\"to\":\"ann@example.test\"}]", "3 2 1"),
            ("[{\"all\":\"red\"}]", "3 2 1"), ("[{\"filename\":\"wheel\"}]", "2"), ("[{\"snippet\":\"red cog\"}]", "2"),
            ("[{\"all\":\"\\\" OR *\"}]", ""), ("[{\"body\":[]}]", ""), ("[{}]", "3 2 1"), ("[]", "3 2 1"),
            ("null", "3 2 1"),
            ("[{\"id\":\"0\"}]", ""),
        ])
    func queries(query: String, found: String) async throws {
        try await TestServer.withNamespace(mail: Self.mail) { _, ann async throws in
            for list in ["messages", "threads"] {
                let answer = try await ann.call("POST", "/\(list)/search", body: Array("{\"query\":\(query)}".utf8))
                #expect(answer.status == 200, "\(answer.text)")
                let subjects = (answer.json["results"]?.values("object") ?? []).compactMap { $0["subject"]?.textValue }
                #expect(subjects.map { String($0.prefix(1)) }.joined(separator: " ") == found, "\(list)")
                #expect(answer.json["total"] == .integer(subjects.count))
            }
        }
    }

    @Test("threads also match by participants and tags")
    func threads() async throws {
        try await TestServer.withNamespace(mail: Self.mail) { _, ann async throws in
            for (query, found) in [
                ("{\"tags\":\"unread\"}", "2 1"), ("{\"tags\":\"unread\",\"subject\":\"red\"}", "1"),
                ("{\"participants\":\"dan\"}", "3"), ("{\"all\":\"attachment\"}", "2"), ("{\"tags\":\"none\"}", ""),
            ] {
                let body = Array("{\"query\":[\(query)]}".utf8)
                let answer = try await ann.call("POST", "/threads/search", body: body)
                let subjects = (answer.json["results"]?.values("object") ?? []).compactMap { $0["subject"]?.textValue }
                #expect(subjects.map { String($0.prefix(1)) }.joined(separator: " ") == found, "\(query)")
            }
        }
    }

    @Test("sorting by relevance uses weights, and pages keep the total")
    func relevance() async throws {
        try await TestServer.withNamespace(mail: Self.mail) { _, ann async throws in
            func search(_ weights: String, _ page: String = "") async throws -> JSONValue {
                let body = "{\"query\":[{\"subject\":\"red\"},{\"from\":\"red\"\(weights)}],\"sort\":\"relevance\"}"
                return try await ann.call("POST", "/messages/search\(page)", body: Array(body.utf8)).json
            }
            let plain = try await search("")
            #expect(plain["results"]?.values("relevance").compactMap(\.number) == [3, 1])
            #expect(plain["results"]?[0]["object"]?["subject"]?.textValue == "1 red cogs")
            let weighted = try await search(",\"weights\":{\"from\":9}")
            #expect(weighted["results"]?[0]["object"]?["subject"]?.textValue == "3")
            let second = try await search("", "?limit=1&offset=1")
            #expect(second["total"] == .integer(2 as Int64) && second["results"]?.arrayValue?.count == 1)
            #expect(second["results"]?[0] == plain["results"]?[1])
        }
    }

    @Test("hits have plain addresses and ISO dates")
    func hits() async throws {
        try await TestServer.withNamespace(mail: Self.mail) { _, ann async throws in
            let body = JSONValue.of(("query", .array([.of(("from", .text("dan")))])))
            let message = try await ann.call("POST", "/messages/search", body).json["results"]?[0]["object"] ?? .null
            #expect(message["from"] == .array([.text("Red Dan <dan@wheel.example>")]))
            #expect(message["date"]?.textValue == "2014-05-13T16:53:40Z")
            let thread = try await ann.call("POST", "/threads/search", body).json["results"]?[0]["object"] ?? .null
            #expect(thread["last_message_timestamp"]?.textValue == "2014-05-13T16:53:40Z")
        }
    }

    @Test(
        "an invalid query is refused",
        arguments: [
            "{\"query\":\"red\"}", "{\"query\":[\"red\"]}", "{\"query\":[{\"colour\":\"red\"}]}",
            "{\"query\":[{\"subject\":5}]}",
            "{\"sort\":\"size\"}", "{\"query\":[{\"subject\":\"a\",\"weights\":{\"subject\":\"much\"}}]}", "[]",
            "{\"query\":[{}\(String(repeating: ",{}", count: 1000))]}",
            "{\"query\":[{\"subject\":[\"a\"\(String(repeating: ",\"a\"", count: 1000))]}]}",
        ])
    func refused(body: String) async throws {
        try await TestServer.withNamespace { _, ann async throws in
            for list in ["messages", "threads"] {
                #expect(try await ann.call("POST", "/\(list)/search", body: Array(body.utf8)).status == 400, "\(list)")
                #expect(try await ann.call("POST", "/\(list)/search?limit=1001").status == 400)
                #expect(try await ann.call("POST", "/\(list)/search?colour=red").status == 400)
            }
        }
    }
}
