import InboxModel
import TestSupport
import Testing

@testable import InboxKit

@Suite("Replies to a mailing list")
struct MailingListTests {
    /// Returns the message as its own headers complete it.
    private func found(_ headers: String, isReachable: Bool = true, listID: String? = nil) async throws -> Message {
        let client = try await Client.synced(.remote(id: "m", to: ["dev", "me"]))
        client.server.setHeaders(headers, of: "m")
        if !isReachable { client.server.setFault { $0.name == "rawMessage" ? .before(.busy) : nil } }
        var message = try #require(try client.message("m"))
        message.listID = listID
        let session = client.session()
        _ = session.connect(client.account, by: ScriptedService(client.server))
        return try await session.withList(message)
    }

    @Test("a reply goes to the address that the list states, or else to the recipient that its id names")
    func address() async throws {
        let id = "List-Id: Dev <dev.example.test>\r\n"
        let post = "List-Post: <mailto:post@example.test>\r\n"
        #expect(try await found(id + post).listAddress?.email == "post@example.test")
        #expect(try await found(id).listAddress?.email == "dev@example.test")
        #expect(try await found("").listAddress == nil)
    }

    @Test("a list that takes no posts gets no reply, whatever its id names")
    func noPosts() async throws {
        for listID in [nil, "dev.example.test"] {
            let message = try await found(
                "List-Id: <dev.example.test>\r\nList-Post: NO (archive only)\r\n", listID: listID)
            #expect(message.takesNoPosts && message.listAddress == nil)
        }
    }

    @Test("without a connection the list's id has to do")
    func offline() async throws {
        let message = try await found("List-Post: NO\r\n", isReachable: false, listID: "dev.example.test")
        #expect(message.listAddress?.email == "dev@example.test" && !message.takesNoPosts)
        await #expect(throws: SessionError.self) { try await found("", isReachable: false) }
    }

    @Test("the recipients that the author of list mail asks for are proposed for replies to all and to the list")
    func followUpTo() async throws {
        let headers =
            "List-Id: <dev.example.test>\r\n"
            + "Mail-Followup-To: =?utf-8?q?D=C3=A9v?= <dev@example.test>,\r\n \"Lee, Bo\" <bo@other.test>, me@example.test\r\n"
        let message = try await found(headers)
        for kind in [Answer.Kind.replyAll, .replyList] {
            let content = Answer(kind, to: message, own: ["me@example.test"]).content
            #expect(content.to.map(\.email) == ["dev@example.test", "bo@other.test"] && content.cc.isEmpty)
            #expect(content.to.map(\.name) == ["Dév", "Lee, Bo"])
        }
        #expect(Answer(.reply, to: message, own: []).content.to.map(\.email) == ["anna@example.test"])
        // H-5: the list got the mail, the other address did not.
        #expect(Answer.elsewhere(message).map(\.email) == ["bo@other.test"])
        var direct = message
        (direct.listID, direct.listPost) = (nil, nil)
        #expect(Answer(.replyAll, to: direct, own: []).content.to.map(\.email).contains("anna@example.test"))
    }
}
