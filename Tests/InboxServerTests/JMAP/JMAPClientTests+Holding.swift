import Foundation
import InboxModel
import InboxRemote
import Testing

@testable import InboxServer

extension JMAPClientTests {
    @Test("J-61: scheduled mail that was moved becomes a draft again when it is taken back", arguments: [false, true])
    func takesBackMoved(hasLabels: Bool) async throws {
        try await TestServer.with({ $0.hasLabels = hasLabels }) { test async throws in
            let service = Self.service(test)
            let draft = RemoteDraft(
                messageIDHeader: "<later@ann>", from: MailAddress(name: "Ann", email: "ann@example.test"),
                to: [MailAddress(name: "", email: "bob@example.test")], subject: "Later",
                body: MessageBody(plain: "Hi\n"))
            let saved = try await service.save(draft)
            let order = RemoteSubmission(
                draft: saved.id, messageIDHeader: "<later@ann>", from: draft.from, recipients: draft.to,
                state: try await service.stateBeforeSending(), holdUntil: Date().addingTimeInterval(3600))
            let hold = try #require(try await service.send(order).hold)
            let mailboxes = try await service.mailboxes()
            func mailbox(_ role: MailboxRole) throws -> RemoteID {
                try #require(mailboxes.first { $0.role == role }?.id)
            }
            let (drafts, sent, trash) = (try mailbox(.drafts), try mailbox(.sent), try mailbox(.trash))
            let moved = try await service.update(
                hold.message, RemoteUpdate(addMailboxes: [trash], removeMailboxes: [sent]))
            #expect(moved.mailboxes == [trash])

            guard case .takenBack(let message) = try await service.takeBack(hold) else {
                Issue.record("not taken back")
                return
            }
            let back = try #require(message)
            #expect(back.keywords.contains(.draft) && back.mailboxes.contains(drafts))
            #expect(back.mailboxes.isDisjoint(with: [sent, trash]))
            #expect(try await service.drafts().map(\.id) == [back.id])
        }
    }
}
