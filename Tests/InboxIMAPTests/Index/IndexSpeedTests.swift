import Testing

@testable import InboxIMAP

@Suite("The speed of the index")
struct IndexSpeedTests {
    /// Far above what it takes (below a second), so that only another order of growth fails.
    @Test("a large folder is taken over and looked at again in a moment")
    func large() throws {
        let index = try IMAPIndex.with("INBOX")
        let id = try index.folder("INBOX")
        let outlines = (1...10_000).map { IMAPOutline.seen(UInt32($0), ["\\Seen"], at: Double($0 / 3)) }
        let clock = ContinuousClock()
        let first = try clock.measure { try index.take(outlines: outlines, in: id, addsOld: true) }
        let again = try clock.measure { try index.take(outlines: outlines, in: id, addsOld: true) }
        #expect(first < .seconds(30))
        #expect(again < .seconds(30))
        #expect(try index.count(in: nil) == 10_000)
        #expect(try index.uids(in: id) == UIDSet(1...10_000))
    }
}
