import Foundation
import InboxModel
import TestSupport

@testable import InboxRemote

/// Shared by the tests of drafts and of sending.
protocol JMAPSendingCase {
    var server: ScriptedJMAP { get }
}

extension JMAPSendingCase {
    var service: JMAPService { .scripted(server) }
    var draft: RemoteDraft {
        RemoteDraft(
            messageIDHeader: "<one@mail.example>", from: MailAddress(name: "Ada", email: "ada@mail.example"),
            to: [MailAddress(name: "Bo", email: "bo@mail.example")], subject: "Gears", body: MessageBody(plain: "Hi"))
    }
    var order: RemoteSubmission {
        RemoteSubmission(
            draft: RemoteID("d1"), messageIDHeader: "<one@mail.example>",
            from: MailAddress(name: "Ada", email: "ada@mail.example"),
            recipients: ["bo@mail.example", "cy@mail.example", "BO@mail.example"].map {
                MailAddress(name: "", email: $0)
            },
            state: "u1")
    }

    func saved(
        _ id: String, keywords: [String] = ["$draft", "$seen"], header: String = "one@mail.example", bcc: Bool = false
    )
        -> String
    {
        let bcc = bcc ? #", "bcc": [{"email": "hidden@mail.example"}]"# : ""
        return JMAPFixtures.email(
            id, mailboxes: ["dr"], keywords: keywords, more: #", "messageId": ["\#(header)"]\#(bcc)"#)
    }

    /// Makes the server have these emails, listed in every mailbox.
    func has(_ emails: [String: String]) {
        server.on("Email/get") { call in
            JMAPFixtures.get(call.ids.compactMap { emails[$0] }, notFound: call.ids.filter { emails[$0] == nil })
        }
        server.on("Email/query") { _ in JMAPFixtures.query(emails.keys.sorted()) }
    }

    /// Makes the server have these orders to send, given as email ids and states.
    func hasSubmissions(_ submissions: [(email: String, status: String)], state: String) {
        let list = submissions.enumerated().map {
            #"{"id": "s\#($0.offset)", "emailId": "\#($0.element.email)", "undoStatus": "\#($0.element.status)"}"#
        }
        server.on("EmailSubmission/query") { _ in JMAPFixtures.query(list.indices.map { "s\($0)" }) }
        server.on("EmailSubmission/get") { call in JMAPFixtures.get(call.ids.isEmpty ? [] : list, state: state) }
    }
}
