import InboxModel
import InboxRemote
import TestSupport
import Testing

@testable import InboxIMAP

@Suite("Saving exactly once")
struct SavingOnceTests {
    @Test("a save that can't be read back is not said to have done nothing")
    func unread() async throws {
        let rig = try WritingRig()
        _ = try await rig.service.latestState()
        rig.server.script(.hangUpBefore, at: "UID FETCH")
        let error = await #expect(throws: RemoteError.self) { try await rig.service.save(rig.draft()) }
        #expect(error?.didNothing == false)
        #expect(rig.subjects("Drafts") == ["Lunch"])
    }

    @Test("a save beside which the one before may be left is looked for again")
    func leftover() async throws {
        let rig = try WritingRig()
        let first = try await rig.service.save(rig.draft())
        rig.server.script(.hangUpBefore, at: "UID STORE")
        let error = await #expect(throws: RemoteError.self) {
            try await rig.service.save(rig.draft("Dinner", over: first.id))
        }
        #expect(error?.didNothing == false && error?.nextStep == .retry(after: nil))
        let there = try await rig.service.drafts(of: first.id, messageIDHeader: "<draft@example.test>")
        #expect(Set(there.map(\.subject)) == ["Lunch", "Dinner"])
    }
}
