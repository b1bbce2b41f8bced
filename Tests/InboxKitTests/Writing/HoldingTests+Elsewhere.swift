import Foundation
import InboxModel
import InboxStore
import TestSupport
import Testing

@testable import InboxKit

extension HoldingTests {
    /// A client whose server holds a message until in an hour.
    private func holding() async throws -> (client: Client, draft: MessageID) {
        let client = try await client()
        let (draft, _) = try await write(client)
        _ = try await client.sender.sendAll()
        return (client, draft)
    }

    @Test("J-61: a message that another program took back or sent before its time is told of, once it is looked at")
    func settledElsewhere() async throws {
        for isSent in [true, false] {
            let (client, draft) = try await holding()
            let notices = client.board.notices()
            if isSent { client.server.orders.release(now: .distantFuture) } else { client.server.orders.cancelAll() }
            try await client.sender.lookAtHeld()
            try await client.sync.catchUp()
            #expect(try client.actions().isEmpty)
            #expect(try (client.session().draft(draft) == nil) == isSent)
            switch await told(notices) {
            case .sent where isSent, .takenBack where !isSent: break
            case let notice: Issue.record("\(String(describing: notice))")
            }
            #expect(try client.differences() == [])
        }
    }

    @Test("J-61: looking before its time leaves a held message as it was, also if the server cannot answer")
    func stillHeld() async throws {
        let (client, _) = try await holding()
        let before = try client.actions()
        try await client.sender.lookAtHeld()
        client.server.setFault { $0.name == "state" ? .before(.unreachable) : nil }
        try await client.sender.lookAtHeld()
        client.server.setFault { $0.name == "state" ? .before(.refused) : nil }
        try await client.sender.lookAtHeld()
        #expect(client.server.calls("state").count == 3)
        #expect(try client.actions() == before)
        client.server.setFault { _ in nil }
        guard case .until(let date) = try await client.sender.sendAll() else { Issue.record("signed out"); return }
        #expect(date == before.first?.due, "nothing is asked before")
    }
}
