import InboxKit
import InboxModel
import TerminalUI
import InboxRemote
import InboxStore
import TestSupport
import Testing

@testable import InboxUI

@UI
@Suite("Prefetching", .timeLimit(.minutes(10)))
struct BodiesAheadTests {
    @Test("the texts of the selected thread and the next three are fetched before they are opened")
    func ahead() async throws {
        let world = try FakeSurroundings(withAccount: false)
        for number in 0..<8 {
            world.server.put(.remote(id: "m\(number)", at: 100 - number, body: "Text \(number)"))
        }
        // No background fetches now.
        world.server.setFault { call in
            ["message", "messages"].contains(call.name)
                ? .before(RemoteError(.busy(status: 503, message: "later"), call: call.name)) : nil
        }
        let account = try await world.session.addAccount(
            address: "me@example.test", url: "https://mail.example", userName: nil, dialect: .jmap, secret: "x")
        let list = world.list()
        list.show(.role(account.id, .inbox))
        await world.until { list.shown.count == 8 && list.loadingSince == nil }
        _ = world.draw(list)
        let ahead = BodiesAhead(session: world.session, rest: .zero)
        func hasText(_ index: Int) throws -> Bool {
            let messages = try world.session.messages(of: list.shown[index])
            return messages.contains { world.session.bodyInStore(of: $0.id) != nil }
        }
        #expect(try !(0..<8).contains(where: hasText))
        world.server.setFault { call in
            call.name == "messages" ? .before(RemoteError(.busy(status: 503, message: "later"), call: call.name)) : nil
        }
        ahead.want(Array(list.rows.rows[1..<5]))
        let wanted = try (1..<5).flatMap { try world.session.messages(of: list.shown[$0]).map(\.id) }
        try await world.store.until { reader in try wanted.allSatisfy { try reader.body(of: $0) != nil } }
        #expect(try !(5..<8).contains(where: hasText), "nobody is likely to open these next")
    }
}
