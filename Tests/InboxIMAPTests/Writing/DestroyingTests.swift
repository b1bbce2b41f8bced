import Foundation
import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Deleting for good, and taking from other accounts")
struct DestroyingTests {
    @Test("only what is in the trash alone is destroyed")
    func destroys() async throws {
        let rig = try WritingRig()
        let ids = try await rig.deliver("one", "two", "three", to: "Trash")
        let trash = try rig.mailbox("Trash")
        #expect(
            try await rig.service.update([ids[1]: RemoteUpdate(addMailboxes: [try rig.mailbox("INBOX")])])
                .error(ids[1]) == nil)
        // Another program takes one out.
        rig.server.move(3, from: "Trash", to: "Archive")
        let answer = try await rig.service.destroy(ids, trash: trash)
        #expect(answer == RemoteDestroyed(asked: 3, gone: [ids[0]]))
        #expect(rig.subjects("Trash") == ["two"])
        #expect(rig.subjects("Archive") == ["three"])
    }

    @Test("what another account has is deleted wherever it is", arguments: [ServerOptions.full, .gmail])
    func letsGo(options: ServerOptions) async throws {
        let rig = try WritingRig(options)
        let ids = try await rig.deliver("one", "two")
        #expect(try await rig.service.letGo([ids[0]]) == [:])
        let left = rig.server.snapshot().values.flatMap { $0 }.map(\.text)
        #expect(!left.contains { $0.contains("Subject: one") })
        #expect(left.contains { $0.contains("Subject: two") })
    }

    @Test("messages of another account come with their marks and their time, once")
    func takes() async throws {
        let (source, rig) = (try WritingRig(), try WritingRig())
        let id = try await source.deliver("one", flags: ["\\Seen"])[0]
        _ = try await rig.service.latestState()
        let archive = try rig.mailbox("Archive")
        rig.server.script(.hangUpAfter, at: "APPEND")
        let first = await rig.service.take([id: [archive]], from: source.service, mayBeHere: false)
        guard case .failure(let error) = try #require(first[id]) else {
            Issue.record("no error")
            return
        }
        #expect(error.call == RemoteError.copying)
        let second = await rig.service.take([id: [archive]], from: source.service, mayBeHere: true)
        let copy = try #require(second[id]).get()
        #expect(!copy.isNew)
        #expect(copy.message.keywords == [.seen])
        #expect(copy.message.receivedAt == .test(0))
        #expect(rig.server.mail(in: "Archive").map(\.text) == [WritingRig.mail("one")])
    }
}
