import Foundation

@testable import InboxServer

/// Sends JMAP calls to a test server as the client's user. Arguments are JSON text, without the account's id.
struct JMAPTalk: Sendable {
    let client: LoopbackClient
    let account: String

    static let everything = ["core", "mail", "submission"].map { "urn:ietf:params:jmap:" + $0 }

    init(_ client: LoopbackClient) async throws {
        self.client = client
        let session = try await client.get("/jmap/session").json
        account = session["primaryAccounts"]?["urn:ietf:params:jmap:mail"]?.textValue ?? "none"
    }

    struct Response: Sendable {
        let name: String
        let arguments: JSONValue
        let id: String
    }

    /// Sends one request of several calls, whose ids are their numbers.
    func send(_ calls: [(name: String, arguments: String)], using: [String] = Self.everything) async throws
        -> [Response]
    {
        let body = JSONValue.of(
            ("using", .texts(using)),
            (
                "methodCalls",
                .array(
                    calls.enumerated().map { number, call in
                        .array([.text(call.name), withAccount(call.arguments), .text("\(number)")])
                    })
            ))
        let answer = try await client.call("POST", "/jmap/api", body).json
        return (answer["methodResponses"]?.arrayValue ?? []).map { response in
            Response(name: response[0].textValue ?? "", arguments: response[1], id: response[2].textValue ?? "")
        }
    }

    /// Returns the arguments of the answer to a call, or of an error.
    func call(_ name: String, _ arguments: String = "{}") async throws -> JSONValue {
        try await send([(name, arguments)]).first?.arguments ?? .null
    }

    private func withAccount(_ text: String) -> JSONValue {
        let members = JSONValue(reading: Array(text.utf8))?.members ?? []
        guard !members.contains(where: { $0.name == "accountId" }) else { return .object(members) }
        return .object(members + [JSONMember("accountId", .text(account))])
    }

    /// Returns the id of the mailbox with a role.
    func mailbox(_ role: String) async throws -> String {
        let list = try await call("Mailbox/get")["list"]?.arrayValue ?? []
        return list.first { $0["role"]?.textValue == role }?["id"]?.textValue ?? "none"
    }

    func state(_ type: String) async throws -> String {
        try await call("\(type)/get", #"{"ids":[]}"#)["state"]?.textValue ?? "none"
    }

    /// Returns all emails, oldest first.
    func emails(_ filter: String = "{}") async throws -> [String] {
        try await call("Email/query", #"{"filter":\#(filter),"sort":[{"property":"receivedAt"}]}"#)["ids"]?.textList
            ?? []
    }

    func email(_ id: String) async throws -> JSONValue {
        try await call("Email/get", #"{"ids":["\#(id)"]}"#)["list"]?[0] ?? .null
    }

    func keywords(_ id: String) async throws -> Set<String>? {
        try await email(id)["keywords"]?.trueNames
    }

    /// Creates an email with these properties in the mailbox with a role, and returns its id.
    func write(in role: String = "inbox", _ properties: String = #""subject":"Cogs""#) async throws -> String {
        let mailbox = try await mailbox(role)
        let answer = try await call(
            "Email/set", #"{"create":{"n":{"mailboxIds":{"\#(mailbox)":true},\#(properties)}}}"#)
        return answer["created"]?["n"]?["id"]?.textValue ?? "none: \(answer)"
    }

    /// Creates a draft to an address, and returns its id.
    func draft(to address: String, subject: String = "Cogs", more: String = "") async throws -> String {
        try await write(
            in: "drafts",
            #""from":[{"email":"ann@example.test"}],"to":[{"email":"\#(address)"}],"subject":"\#(subject)","#
                + #""keywords":{"$draft":true,"$seen":true},"textBody":[{"partId":"1","type":"text/plain"}],"#
                + #""bodyValues":{"1":{"value":"Here they are."}}\#(more)"#)
    }

    /// Returns the arguments to send a draft and move it to the sent mail.
    func submission(of email: String, more: String = "", envelope: String = "null") async throws -> String {
        let (drafts, sent) = (try await mailbox("drafts"), try await mailbox("sent"))
        return #"{"create":{"s":{"identityId":"I\#(account)","emailId":"\#(email)","envelope":\#(envelope)}},"#
            + ##""onSuccessUpdateEmail":{"#s":{"mailboxIds/\##(drafts)":null,"mailboxIds/\##(sent)":true,"keywords/$draft":null}}\##(more)}"##
    }
}

extension JSONValue {
    /// The texts of a list.
    var textList: [String] { (arrayValue ?? []).compactMap(\.textValue) }

    /// The type of an error, of a call or of an object.
    var error: String? { self["type"]?.textValue }
}
