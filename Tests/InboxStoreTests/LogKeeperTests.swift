import Foundation
import InboxModel
import TestSupport
import Testing

@testable import InboxStore

@Suite("Checkpoints of the log")
struct LogKeeperTests {
    @Test("the log is checkpointed into the file in the background", .timeLimit(.minutes(10)))
    func beside() throws {
        let kept = try written(LogKeeper.Limits(beside: 20, within: .max))
        let left = try written(LogKeeper.Limits(beside: .max, within: .max))
        #expect(kept.file > 10 * left.file, "\(kept), \(left)")
    }

    @Test("a log that is never reset elsewhere does not grow without limit", .timeLimit(.minutes(10)))
    func within() throws {
        let kept = try written(LogKeeper.Limits(beside: .max, within: 100))
        let left = try written(LogKeeper.Limits(beside: .max, within: .max))
        #expect(kept.log < left.log / 2, "\(kept), \(left)")
    }

    /// Returns the sizes of file and log in bytes after writing mail in many commits.
    private func written(_ limits: LogKeeper.Limits) throws -> (file: Int, log: Int) {
        let folder = try TemporaryFolder()
        let store = try Store(path: folder.file("store"), steps: Migration.all, logLimits: limits)
        let account = try store.addTestAccount()
        for number in 0..<100 { try store.receive(.remote(id: "m\(number)"), account: account) }
        store.connection.logKeeper?.settle()
        return (try size(folder.file("store")), try size(folder.file("store-wal")))
    }

    private func size(_ path: String) throws -> Int {
        try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
    }
}
