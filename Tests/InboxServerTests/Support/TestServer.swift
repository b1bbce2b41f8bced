import Foundation

@testable import InboxServer

/// A server in this process with invented mail, and clients for its two accounts.
struct TestServer: Sendable {
    static let annToken = "token-of-ann-0123456789abcdef"
    static let bobToken = "token-of-bob-0123456789abcdef"

    let server: InboxServer
    let ann: LoopbackClient
    let bob: LoopbackClient
    let stranger: LoopbackClient

    /// Runs `body` with a server that is stopped afterwards, whatever happens.
    static func with(
        mail: [MailText] = [], clock: any Clock<Duration> = ContinuousClock(),
        _ configure: (inout ServerConfiguration) -> Void = { _ in },
        body: (TestServer) async throws -> Void
    ) async throws {
        try await TestFolder.with { folder in
            var configuration = ServerConfiguration()
            configuration.account.token = annToken
            configuration.otherAccounts = [
                AccountConfiguration(address: "bob@example.test", name: "Bob", token: bobToken)
            ]
            if !mail.isEmpty { configuration.mboxFiles = [try folder.write(mbox: mail)] }
            configure(&configuration)
            let server = InboxServer(
                configuration: configuration, clock: clock, now: CountedClock.date(of: clock))
            let address = try await server.start()
            let port = Int(address.url.split(separator: ":").last ?? "") ?? 0
            let test = TestServer(
                server: server, ann: LoopbackClient(port: port, token: annToken),
                bob: LoopbackClient(port: port, token: bobToken),
                stranger: LoopbackClient(port: port))
            do {
                try await body(test)
            } catch {
                await server.stop()
                throw error
            }
            await server.stop()
        }
    }

    /// Returns the id of ann's mailbox with a role.
    func mailbox(_ role: String, of client: LoopbackClient? = nil, kind: String = "folders") async throws -> String {
        let list = try await (client ?? ann).get("/\(kind)").json.arrayValue ?? []
        return list.first { $0["name"]?.textValue == role }?["id"]?.textValue ?? "missing"
    }

    /// Sends a message through the API.
    func send(
        from client: LoopbackClient? = nil, to: [String], subject: String, body: String = "<p>Hello</p>",
        more: [JSONMember] = []
    ) async throws -> LoopbackClient.Answer {
        try await (client ?? ann).call(
            "POST", "/send",
            .object(
                [
                    JSONMember("to", .array(to.map { .object([JSONMember("email", .text($0))]) })),
                    JSONMember("subject", .text(subject)), JSONMember("body", .text(body)),
                ] + more))
    }

    /// Returns the newest cursor of ann's changes.
    func cursor() async throws -> String {
        try await ann.call("POST", "/delta/latest_cursor").json["cursor"]?.textValue ?? ""
    }

    /// Returns the changes since a cursor, as "object event" and the ids.
    func changes(since cursor: String, more: String = "") async throws -> [(what: String, id: String)] {
        let deltas = try await ann.get("/delta?cursor=\(cursor)\(more)").json["deltas"]?.arrayValue ?? []
        return deltas.map { delta in
            let words = [delta["object"], delta["event"]].compactMap { $0?.textValue }
            return (words.joined(separator: " "), delta["id"]?.textValue ?? "")
        }
    }
}

extension JSONValue {
    /// Returns the values of a member in the objects of this array.
    func values(_ name: String) -> [JSONValue] { (arrayValue ?? []).compactMap { $0[name] } }

    /// Returns the texts of a member in the objects of this array.
    func texts(_ name: String) -> [String] { values(name).compactMap(\.textValue) }

    /// The ids in this array, of objects or from `view=ids`.
    var ids: [String] { (arrayValue ?? []).compactMap { $0.textValue ?? $0["id"]?.textValue } }

    subscript(index: Int) -> JSONValue {
        guard let values = arrayValue, values.indices.contains(index) else { return .null }
        return values[index]
    }

    static func of(_ members: (String, JSONValue)...) -> JSONValue { .object(members.map { JSONMember($0.0, $0.1) }) }
}
