import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Reply references")
struct RepliesTests {
    private let store: Store
    private let account: AccountID

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
    }

    private func message(_ id: String) throws -> Message {
        try #require(try store.read { try $0.message(RemoteID(id), account: account) })
    }

    @Test("is stored, and kept when an update lacks the headers")
    func kept() throws {
        try store.receive(.remote(id: "b", thread: "t", answering: "a"), account: account)
        #expect(try message("b").inReplyToHeader == "<a@example.test>")
        var again = RemoteMessage.remote(id: "b", thread: "t", subject: "Other", unread: true)
        (again.messageIDHeader, again.inReplyToHeader) = (nil, nil)
        try store.receive(again, account: account)
        #expect(try message("b").subject == "Other" && message("b").inReplyToHeader == "<a@example.test>")
        #expect(try message("b").messageIDHeader == "<b@example.test>")
    }

    @Test("the thread stays answered when one's own reply is its newest message, and when the other replies again")
    func answeredThread() throws {
        func isAnswered() throws -> Bool? {
            let all = ThreadQuery(predicate: .everything, sort: .newestFirst)
            return try store.read { try $0.threads(all, limit: -1) }.first?.isAnswered
        }
        let asked = RemoteMessage.remote(id: "a", thread: "t")
        try store.receive(asked, account: account)
        #expect(try isAnswered() == false)
        var answered = asked
        answered.keywords.insert(.answered)
        try store.receive(answered, account: account)
        #expect(try isAnswered() == true)
        let own = RemoteMessage.remote(id: "own", thread: "t", from: "me", in: ["sent"], at: 1, answering: "a")
        try store.receive(own, account: account)
        #expect(try isAnswered() == true)
        try store.receive(.remote(id: "b", thread: "t", unread: true, at: 2, answering: "own"), account: account)
        #expect(try isAnswered() == true)
    }

    @Test("is unknown until a server reports it, in a commit")
    func toldLater() throws {
        try store.receive(.remote(id: "b", thread: "t"), account: account)
        #expect(try message("b").inReplyToHeader == nil)
        let heard = CommitCounter()
        let listening = store.listen { _ in heard.count() }
        let id = try message("b").id
        try store.writeNow { try $0.saveHeaders(of: id, .remote(id: "b", answering: "a")) }
        #expect(try message("b").inReplyToHeader == "<a@example.test>" && heard.value == 1)
        try store.writeNow { try $0.saveHeaders(of: id, .remote(id: "b", answering: "other")) }
        #expect(try message("b").inReplyToHeader == "<a@example.test>" && heard.value == 1)
        withExtendedLifetime(listening) {}
    }

    @Test("is known for an own draft at once and after sending")
    func drafts() throws {
        try store.receive(.remote(id: "a", thread: "t"), account: account)
        let answered = try message("a").id
        func save(_ content: DraftContent, over id: MessageID? = nil) throws -> Message {
            let text = DraftText(content: content, snippet: "", bodyText: "")
            let saved = try store.writeNow {
                try $0.saveDraft(
                    id, text, account: account, messageIDHeader: "<own@example.test>", now: .test(5))
            }
            return try #require(try store.read { try $0.message(saved) })
        }
        let to = [MailAddress.person("anna")]
        let draft = try save(DraftContent(to: to, subject: "Re", inReplyTo: answered))
        #expect(draft.inReplyToHeader == "<a@example.test>")
        try store.writeNow { try $0.becomesMessage(draft.id, nil, left: nil, account: account) }
        #expect(try store.read { try $0.message(draft.id) }?.inReplyToHeader == "<a@example.test>")
        let elsewhere = try save(DraftContent(to: to, references: ["<x@else.test>", "<y@else.test>"]))
        #expect(elsewhere.inReplyToHeader == "<y@else.test>")
        #expect(try save(DraftContent(to: to, subject: "New")).inReplyToHeader == nil)
    }
}
