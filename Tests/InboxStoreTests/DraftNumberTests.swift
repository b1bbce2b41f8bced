import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

/// The ids of deleted drafts remain in the queue, in kept versions and on screens.
@Suite("Draft row ids")
struct DraftNumberTests {
    private let store: Store
    private let account: AccountID

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
    }

    private func write(_ words: String, as id: MessageID? = nil) throws -> MessageID {
        let content = DraftContent(to: [.person("bo")], subject: "Plan", body: MessageBody(plain: words))
        let (text, account) = (DraftText(content: content, snippet: words, bodyText: words), account)
        return try store.writeNow {
            try $0.saveDraft(id, text, account: account, messageIDHeader: "<one@example.test>", now: .test(5))
        }
    }

    private func message(_ id: RemoteID) throws -> Message? {
        try store.read { try $0.message($0.find(id, account: account).messages.first ?? MessageID(0)) }
    }

    @Test("a save answered after its draft was discarded changes no other mail of the same second")
    func answeredLate() throws {
        let (draft, account) = (try write("the beginning"), account)
        let save = try #require(try store.read { try $0.actions() }.first)
        try store.writeNow { transaction in
            try transaction.setState(.sending, of: save.id)
            _ = try transaction.discardDraft(draft, now: .test(6))
        }
        try store.receive(.remote(id: "other", subject: "Of somebody else", at: 5), account: account)
        var answer = RemoteMessage.remote(id: "d1", draft: true, in: ["drafts"], at: 5)
        answer.messageIDHeader = "<one@example.test>"
        let told = answer
        try store.writeNow { try $0.saved(save, as: told) }
        #expect(try message(RemoteID("other"))?.subject == "Of somebody else")
        #expect(try message(RemoteID("d1")) == nil)
        #expect(try store.read { try StoreTruth($0).problems() } == [])
    }

    @Test("undo changes no mail of the same second as a deleted message")
    func undoneLate() throws {
        let account = account
        try store.receive(.remote(id: "a", in: ["archive"], at: 5), account: account)
        let inbox = try #require(try store.read { try $0.mailboxes().first { $0.role == .inbox }?.id })
        let archive = try #require(try store.read { try $0.mailboxes().first { $0.role == .archive }?.id })
        let id = try #require(try message(RemoteID("a"))?.id)
        try store.writeNow { transaction in
            let edit = Action.Edit(
                message: id, patch: MessagePatch(addMailboxes: [archive], removeMailboxes: [inbox]))
            try transaction.remember([
                Action(
                    id: ActionID(0), account: account, command: .archive, title: "one", edits: [edit],
                    createdAt: .test(6))
            ])
            try transaction.remove(message: RemoteID("a"), account: account)
        }
        try store.receive(.remote(id: "b", in: ["archive"], at: 5), account: account)
        let done = try store.writeNow { try $0.step(undoing: true, now: .test(7)) }
        #expect(done.flatMap(\.edits).isEmpty)
        #expect(try message(RemoteID("b"))?.mailboxes == [archive])
    }

    @Test("the row id of a server's draft is not reused, either")
    func fromServer() throws {
        try store.receive(.remote(id: "d1", draft: true, in: ["drafts"], at: 5), account: account)
        let draft = try #require(try message(RemoteID("d1")))
        let account = account
        try store.writeNow { try $0.remove(message: RemoteID("d1"), account: account) }
        try store.receive(.remote(id: "other", at: 5), account: account)
        #expect(try message(RemoteID("other"))?.id != draft.id)
    }
}
