import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("What other programs did before an update")
struct UpdatingOnceTests {
    @Test("a copy that is marked as deleted is none to rely on")
    func marked() async throws {
        let rig = try WritingRig()
        let id = try #require(try await rig.deliver("a").first)
        rig.server.copy(1, from: "INBOX", to: "Archive")
        try await rig.service.look()
        let (inbox, archive) = (try rig.mailbox("INBOX"), try rig.mailbox("Archive"))
        rig.server.setFlags(["\\Deleted"], 1, in: "Archive")
        let update = RemoteUpdate(removeMailboxes: [inbox], resultingMailboxes: [archive])
        #expect(try await rig.service.update([id: update]).error(id) != nil)
        #expect(rig.subjects("INBOX") == ["a"])
    }

    @Test("a copy that no walk has read yet is not made again")
    func unread() async throws {
        let rig = try WritingRig()
        rig.server.deliver(WritingRig.mail("a"))
        rig.server.copy(1, from: "INBOX", to: "Archive")
        _ = try await rig.service.latestState()
        let (inbox, archive) = (try rig.mailbox("INBOX"), try rig.mailbox("Archive"))
        let page = try await rig.service.threads(in: inbox, from: nil, limit: 10)
        let id = try #require(page.messages.first?.id)
        let update = RemoteUpdate(addMailboxes: [archive], resultingMailboxes: [inbox, archive])
        #expect(try await rig.service.update([id: update]).error(id) == nil)
        #expect(rig.subjects("Archive") == ["a"])
    }

    @Test("mail that another program marked is not expunged with ours", arguments: [ServerOptions.full, .bare])
    func others(options: ServerOptions) async throws {
        let rig = try WritingRig(options)
        let ids = try await rig.deliver("a", "b", to: "Trash")
        rig.server.setFlags(["\\Deleted"], 2, in: "Trash")
        let destroyed = try await rig.service.destroy([ids[0]], trash: try rig.mailbox("Trash"))
        #expect(destroyed.gone == [ids[0]])
        #expect(rig.server.mail(in: "Trash").contains { $0.uid == 2 })
    }

    @Test("numbers of before a folder was numbered anew mean no other mail")
    func numberedAnew() async throws {
        let rig = try WritingRig()
        let ids = try await rig.deliver("a", "b", "c", to: "Trash")
        rig.server.expunge(1, from: "Trash")
        // The number of b is that of c now.
        rig.server.changeUIDValidity("Trash")
        // First the connection is gone, and then what the numbers meant.
        for _ in 0..<2 {
            await #expect(throws: RemoteError.self) { try await rig.service.letGo([ids[1]]) }
            #expect(rig.subjects("Trash") == ["b", "c"])
        }
        _ = try await rig.service.letGo([ids[1]])
        #expect(rig.subjects("Trash") == ["c"])
    }
}
