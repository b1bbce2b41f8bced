import Testing

@testable import InboxStore
@testable import InboxUI

@Suite("What a repair found, in words")
struct RepairWordingTests {
    @Test("S-8: a queue that can't be fully read is no good news, whatever is queued now")
    func lostQueue() {
        func bad(_ unreadable: [String]) -> [String] {
            let report = RepairReport(outcome: .rescued(oldFile: "/old"), unreadable: unreadable)
            return Wording.findings(report, path: "/store").filter { !$0.isGood }.map { $0.text }
        }
        let words = bad(["action", "undoStep"])
        #expect(words.count == 1 && words.first?.hasPrefix("what was waiting to be sent may be lost") == true)
        #expect(bad([]).isEmpty && bad(["undoStep"]).isEmpty)
    }
}
