import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxRemote

/// Minimal answers of a JMAP server.
enum JMAPFixtures {
    static let url = "https://mail.example/jmap/session"
    static let sessionPath = "/jmap/session"
    static let api = "/jmap/api"
    static let events = "/jmap/events"

    private static let socket = #""url": "wss://mail.example/jmap/socket", "supportsPush": true"#

    /// - Parameters:
    ///   - core: the contents of the core capability.
    ///   - more: fields that replace or follow the usual ones; of duplicate keys the first counts.
    static func session(
        state: String = "s0", core: String = "", capabilities: [String] = ["core", "mail", "submission"],
        accountCapabilities: [String] = ["mail", "submission"], mail: String = "", submission: String = "",
        apiURL: String = "/jmap/api",
        accounts: String? = nil, primary: String = #""urn:ietf:params:jmap:mail": "A""#, more: String = ""
    ) -> String {
        func list(_ names: [String], _ inside: [String: String]) -> String {
            names.map { #""urn:ietf:params:jmap:\#($0)": {\#(inside[$0] ?? "")}"# }.joined(separator: ", ")
        }
        let account =
            #""A": {"name": "ada@mail.example", "accountCapabilities": {\#(list(accountCapabilities, ["mail": mail, "submission": submission]))}}"#
        return """
            {\(more.isEmpty ? "" : more + ", ")"state": "\(state)", "username": "ada@mail.example", "apiUrl": "\(apiURL)",
             "downloadUrl": "/jmap/download/{accountId}/{blobId}/{name}?type={type}",
             "uploadUrl": "/jmap/upload/{accountId}/",
             "eventSourceUrl": "/jmap/events?types={types}&closeafter={closeafter}&ping={ping}",
             "capabilities": {\(list(capabilities, ["core": core, "websocket": socket]))},
             "accounts": {\(accounts ?? account)},
             "primaryAccounts": {\(primary)}}
            """
    }

    static func email(
        _ id: String, mailboxes: [String] = ["in"], keywords: [String] = [], subject: String = "Mill gears",
        thread: String? = nil, more: String = ""
    ) -> String {
        func flags(_ names: [String]) -> String { names.map { #""\#($0)": true"# }.joined(separator: ", ") }
        return """
            {"id": "\(id)", "threadId": "\(thread ?? "t-" + id)", "blobId": "b-\(id)", "subject": "\(subject)",
             "mailboxIds": {\(flags(mailboxes))}, "keywords": {\(flags(keywords))},
             "receivedAt": "2025-06-01T10:00:00Z"\(more)}
            """
    }

    static func list(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }
    static func texts(_ elements: [String]) -> String { list(elements.map { "\"\($0)\"" }) }

    static func get(_ objects: [String], state: String = "1", notFound: [String] = []) -> ScriptedJMAP.Reply {
        .json(
            #"{"accountId": "A", "state": "\#(state)", "list": \#(list(objects)), "notFound": \#(texts(notFound))}"#)
    }

    static func query(_ ids: [String], total: Int? = nil, position: Int = 0) -> ScriptedJMAP.Reply {
        let total = total.map { #", "total": \#($0)"# } ?? ""
        return .json(
            #"{"accountId": "A", "queryState": "q", "position": \#(position), "ids": \#(texts(ids))\#(total)}"#)
    }

    static func changes(
        to state: String, created: [String] = [], updated: [String] = [], destroyed: [String] = [],
        hasMore: Bool = false, more: String = ""
    ) -> ScriptedJMAP.Reply {
        .json(
            """
            {"accountId": "A", "oldState": "1", "newState": "\(state)", "hasMoreChanges": \(hasMore),
             "created": \(texts(created)), "updated": \(texts(updated)), "destroyed": \(texts(destroyed))\(more)}
            """)
    }

    static func mailbox(_ id: String, _ name: String, role: String? = nil, more: String = "") -> String {
        let role = role.map { "\"\($0)\"" } ?? "null"
        return #"{"id": "\#(id)", "name": "\#(name)", "parentId": null, "role": \#(role), "sortOrder": 0\#(more)}"#
    }

    static let mailboxes = [
        mailbox("in", "Inbox", role: "inbox"), mailbox("dr", "Drafts", role: "drafts"),
        mailbox("se", "Sent", role: "sent"), mailbox("tr", "Trash", role: "trash"),
    ]

    /// The answers of a server with these mailboxes, on which every requested email exists.
    static let usual: [String: ScriptedJMAP.Handler] = [
        "Mailbox/get": { call in get(call.ids.isEmpty && call["ids"] != .null ? [] : mailboxes) },
        "Email/get": { call in get(call.ids.map { email($0) }) },
        "Thread/get": { call in get(call.ids.map { #"{"id": "\#($0)", "emailIds": ["\#($0.dropFirst(2))"]}"# }) },
        "Email/changes": { _ in changes(to: "1") },
        "Mailbox/changes": { _ in changes(to: "1") },
        "EmailSubmission/get": { _ in get([], state: "u1") },
        "Identity/get": { _ in get([#"{"id": "i1", "email": "ada@mail.example", "name": "Ada"}"#]) },
    ]
}

extension JMAPService {
    static func scripted(
        _ server: ScriptedJMAP, url: String = JMAPFixtures.url, clock: any Clock<Duration> = ContinuousClock(),
        account: String? = nil, memory: RemoteMemory = .none
    ) -> JMAPService {
        JMAPService(
            url: url, userName: "ada", secret: "secret", account: account, transport: server, memory: memory,
            now: { JMAPFixtures.now }, clock: clock)
    }
}

extension JMAPFixtures {
    static let now = Date(timeIntervalSince1970: 784_111_777)  // Sun, 06 Nov 1994 08:49:37 GMT
}

/// Returns the error of a call; fails the test if there is none.
func failure(_ call: () async throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) async -> RemoteError? {
    await #expect(throws: RemoteError.self, sourceLocation: sourceLocation) { try await call() }
}
