import InboxModel
import InboxRemote
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import InboxKit
@testable import InboxUI

@UI
@Suite("Mailboxes shared from the screen", .timeLimit(.minutes(10)))
struct SharesScreenTests {
    private let work = RemoteID("work")
    private let bo = Principal(id: "bo", name: "Bo Berg", email: "bo@example.test")
    private let cy = Principal(id: "cy")

    /// The drawer of an account whose server answers.
    private func drawer() throws -> (FakeSurroundings, ListScreen) {
        let world = try FakeSurroundings()
        let (account, service) = (world.account, ScriptedService(world.server))
        world.session.running.withLock { $0.services[account] = service }
        let list = world.list()
        #expect(list.perform(.drawer))
        try select("Work", list)
        return (world, list)
    }

    private func select(_ title: String, _ list: ListScreen) throws {
        let item = try #require(list.drawer.items.first { $0.title == title })
        list.drawer.rows.select(item.row)
    }

    /// The box over that drawer.
    private func box(
        _ shares: [MailboxShare] = [], mayShare: Bool = true, principals: [Principal] = []
    ) async throws -> (FakeSurroundings, SharesScreen) {
        let (world, list) = try drawer()
        world.server.setSharing([work: MailboxSharing(shares: shares, mayShare: mayShare)], principals: principals)
        #expect(list.perform(.share))
        await world.settle()
        return (world, try #require(world.pushed.last as? SharesScreen))
    }

    private func levels(_ world: FakeSurroundings) -> [String: ShareLevel?] {
        Dictionary(world.server.shares(of: work).map { ($0.principal.id, $0.level) }) { first, _ in first }
    }

    @Test("s asks the server, and the box shows who may do what")
    func shows() async throws {
        #expect(KeyMap().meaning(of: ["s"], in: .drawer) == .command(.share))
        let (world, box) = try await box([
            MailboxShare(bo, .write, hasMore: true), MailboxShare(cy, .read),
            MailboxShare(Principal(id: "anyone"), nil, hasMore: true),
        ])
        #expect(screenGolden("shares", { world.draw(box, $0, $1) }) == nil)
        let text = world.text(box).joined(separator: "\n")
        for words in [
            "Share Work", "Bo Berg", "bo@example.test", "write, and more", "less than read", "Add somebody",
        ] {
            #expect(text.contains(words), "\(words)")
        }
    }

    @Test("Enter sets a person's rights, and the box shows what the server then has")
    func changes() async throws {
        let (world, box) = try await box([MailboxShare(bo, .read)])
        _ = box.handle(.key(.enter))
        let choice = try #require(world.pushed.last as? ChoiceScreen)
        #expect(world.text(choice).joined().contains("What may Bo Berg do?"))
        choice.type("wri\n")
        await world.settle()
        #expect(levels(world) == ["bo": .write])
        #expect(world.text(box).joined().contains("write"))
        #expect(world.said.last == "Shared with Bo Berg: write")
    }

    @Test("d removes a share at once; on the line Add somebody it does nothing")
    func stops() async throws {
        let (world, box) = try await box([MailboxShare(bo, .read), MailboxShare(cy, .read)])
        _ = box.handle(.key("d"))
        await world.settle()
        #expect(levels(world) == ["cy": .read])
        #expect(world.said.last == "No longer shared with Bo Berg")
        _ = box.handle(.key(.end))
        _ = box.handle(.key("d"))
        await world.settle()
        #expect(levels(world) == ["cy": .read])
    }

    @Test("people on the server's list can be added; those already in are not offered")
    func letsIn() async throws {
        let (world, box) = try await box([MailboxShare(cy, .read)], principals: [bo, cy])
        _ = box.handle(.key(.end))
        _ = box.handle(.key(.enter))
        await world.settle()
        let asked = try #require(world.pushed.last as? ShareWithScreen)
        #expect(asked.picker.list.rows == [.known(bo)])
        asked.type("berg\n")
        try #require(world.pushed.last as? ChoiceScreen).type("man\n")
        await world.settle()
        #expect(levels(world) == ["cy": .read, "bo": .manage])
    }

    @Test("a typed name is looked up on the server, which may know nobody by that name")
    func typed() async throws {
        let (world, box) = try await box(principals: [bo])
        #expect(world.text(box).joined().contains("It is not shared."))
        for (name, isKnown) in [("eve", false), ("BO@example.test", true)] {
            _ = box.handle(.key(.enter))
            await world.settle()
            try #require(world.pushed.last as? ShareWithScreen).type(name + "\n")
            await world.settle()
            #expect((world.pushed.last is ChoiceScreen) == isKnown)
        }
        #expect(world.said == ["The server knows nobody called “eve”."])
    }

    @Test("keys do nothing without the right to share")
    func mayNot() async throws {
        let (world, box) = try await box([MailboxShare(bo, .read)], mayShare: false)
        let count = world.pushed.count
        for key in [Key.enter, Key("d")] { _ = box.handle(.key(key)) }
        await world.settle()
        #expect(world.pushed.count == count && levels(world) == ["bo": .read])
        #expect(Set(world.said) == ["The server doesn't let you share “Work”."])
        #expect(!world.text(box).joined().contains("Add somebody"))
    }

    @Test("a share that the server accepts but does not list counts as failed; a refusal is shown")
    func untold() async throws {
        let (world, box) = try await box([MailboxShare(bo, .read)], principals: [bo])
        let place = try #require(try world.session.mailboxes().first { $0.remoteID == work })
        await #expect(throws: SessionError.self) {
            try await world.session.share(place, with: Principal(id: "ghost"), level: .read)
        }
        world.server.setFault { call in
            call.name == "share" ? .before(RemoteError(.refused(status: 0, message: "no"), call: "share")) : nil
        }
        _ = box.handle(.key("d"))
        await world.settle()
        #expect(world.said.last == "The server refused: no." && levels(world) == ["bo": .read])
        #expect(world.pops == 0)
    }

    @Test("if a change's outcome is unknown, the box closes instead of showing stale shares")
    func inDoubt() async throws {
        let (world, box) = try await box([MailboxShare(bo, .read)])
        world.server.setFault { call in
            call.name == "share" ? .after(RemoteError(.unreachable(detail: "cut"), call: "share")) : nil
        }
        _ = box.handle(.key("d"))
        await world.settle()
        #expect(levels(world).isEmpty && world.pops == 1)
        #expect(
            world.said.last
                == "The server can't be reached, or did not answer (cut). Nothing is queued: check, and try again."
        )
    }

    @Test("sharing says why it can't start: no server support, no connection, or not a mailbox")
    func refuses() async throws {
        let (world, list) = try drawer()
        #expect(list.perform(.share))
        await world.settle()
        #expect(world.said.last == "This server can't share mailboxes.")
        try select("Settings", list)
        #expect(list.perform(.share))
        #expect(world.said.last == "That is not a mailbox.")
        try select("Inbox", list)
        world.server.setFault { _ in .before(RemoteError(.unreachable(detail: "timed out"), call: "sharing")) }
        #expect(list.perform(.share))
        await world.settle()
        #expect(
            world.said.last
                == "The server can't be reached, or did not answer (timed out). Nothing is queued: check, and try again."
        )
        #expect(world.pushed.isEmpty)
    }
}
