@testable import InboxServer

/// The API of 2015 for one account: every path begins with its namespace.
struct Namespace: Sendable {
    let client: LoopbackClient
    let id: String

    init(_ client: LoopbackClient) async throws {
        self.client = client
        id = try await client.get("/account").json.single
    }

    func get(_ path: String, headers: [String: String] = [:]) async throws -> LoopbackClient.Answer {
        try await client.get("/n/\(id)\(path)", headers: headers)
    }

    func call(_ method: String, _ path: String, _ json: JSONValue) async throws -> LoopbackClient.Answer {
        try await client.call(method, "/n/\(id)\(path)", json)
    }

    func call(_ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8]? = nil) async throws
        -> LoopbackClient.Answer
    {
        try await client.call(method, "/n/\(id)\(path)", headers: headers, body: body)
    }

    /// Adds and removes tags of a thread.
    func change(_ thread: String, add: [String] = [], remove: [String] = []) async throws -> LoopbackClient.Answer {
        try await call(
            "PUT", "/threads/\(thread)",
            .of(
                ("add_tags", .array(add.map(JSONValue.text))), ("remove_tags", .array(remove.map(JSONValue.text)))))
    }

    /// Returns the names of a thread's tags.
    func tags(of thread: String) async throws -> Set<String> {
        Set(try await get("/threads/\(thread)").json["tags"]?.texts("name") ?? [])
    }

    func makeTag(_ name: String) async throws -> String {
        try await call("POST", "/tags/", .of(("name", .text(name)), ("id", .null), ("namespace_id", .null))).json.single
    }
}

extension TestServer {
    /// Runs `body` with a server, and with ann's paths below `/n/`.
    static func withNamespace(
        mail: [MailText] = [], _ configure: (inout ServerConfiguration) -> Void = { _ in },
        body: (TestServer, Namespace) async throws -> Void
    ) async throws {
        try await with(mail: mail, configure) { test async throws in try await body(test, try await Namespace(test.ann))
        }
    }
}
