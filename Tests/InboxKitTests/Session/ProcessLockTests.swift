import TestSupport
import Testing

@testable import InboxKit

@Suite("Locks between processes")
struct ProcessLockTests {
    @Test("a lock that is released right after it was found taken is taken")
    func released() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/lock"
        var other = ProcessLock(path: path)
        #expect(other != nil)
        let lock = ProcessLock.shared(path: path, within: .seconds(60)) {
            other = nil
            return true
        }
        #expect(lock != nil)
    }
}
