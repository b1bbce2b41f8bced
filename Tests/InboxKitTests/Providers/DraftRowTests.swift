import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

@Suite("The drafts list")
struct DraftRowTests {
    private let store: Store
    private let account: AccountID

    init() throws {
        store = try Store()
        account = try store.addTestAccount()
    }

    private var rows: [MailThread] {
        get throws {
            var source = WholeSource.drafts(
                store: store, configuration: ListConfiguration(filter: .mailbox(.role(.drafts)), sort: .newestFirst),
                now: Date.init)
            try source.load()
            return source.snapshot.rows
        }
    }

    @Test("a reply's draft is listed by its own date, with its recipients and text")
    func answer() throws {
        try store.receive(.remote(id: "old", thread: "t", subject: "Old mail", at: 1), account: account)
        try store.receive(.remote(id: "plan", subject: "Plan", draft: true, in: ["drafts"], at: 50), account: account)
        try store.receive(
            .remote(
                id: "reply", thread: "t", from: "me", to: ["eve"], subject: "Re: Old mail", snippet: "No.", draft: true,
                in: ["drafts"], at: 100),
            account: account)
        let rows = try rows
        #expect(rows.map(\.subject) == ["Re: Old mail", "Plan"])
        let first = try #require(rows.first)
        #expect(first.lastDate == .test(100) && first.snippet == "No." && first.messageCount == 0)
        #expect(first.participants.map(\.email) == ["me@example.test", "eve@example.test"])
    }

    @Test("a draft addressed only to its author lists the author as recipient, not as sender")
    func toOneself() throws {
        try store.receive(
            .remote(id: "note", from: "me", to: ["me"], subject: "Note", draft: true, in: ["drafts"], at: 5),
            account: account)
        try store.receive(
            .remote(id: "begun", from: "me", to: [], subject: "Begun", draft: true, in: ["drafts"], at: 4),
            account: account)
        let rows = try rows
        #expect(rows.map(\.subject) == ["Note", "Begun"])
        #expect(rows[0].senders.isEmpty && rows[0].participants.map(\.email) == ["me@example.test"])
        #expect(rows[1].senders.map(\.email) == ["me@example.test"])
        let note = try #require(try store.read { try $0.message(RemoteID("note"), account: account) })
        #expect(MailThread(alone: note)?.senders.isEmpty == true, "in a list of single messages, too")
    }

    @Test("mail in the drafts mailbox without the draft keyword is listed, too")
    func unmarked() throws {
        try store.receive(.remote(id: "left", subject: "Left here", in: ["drafts"]), account: account)
        #expect(try rows.map(\.subject) == ["Left here"])
        #expect(try rows.map(\.messageCount) == [1])
    }
}
