import GRDB
import InboxModel
import Synchronization

/// Opens an index when it is needed first, and again when its file turned out to be damaged or was replaced.
final class IndexKeeper: Sendable {
    private let path: String?
    private let opened = Mutex<IMAPIndex?>(nil)

    init(path: String?) { self.path = path }

    /// Whether the file is to be made anew by the next use, or another process has done so.
    var isLost: Bool { opened.withLock { $0?.isBroken ?? false } }

    /// - Throws: `busy`, with the finding `ownFile` if SQLite failed: as long as the disk has no room, the call can't be made.
    func index() throws(RemoteError) -> IMAPIndex {
        do {
            return try opened.withLock { opened in
                if let opened, !opened.isBroken { return opened }
                let index = try IMAPIndex(path: path, besides: opened?.epoch)
                opened = index
                return index
            }
        } catch { throw failure(error) }
    }

    /// Does something with the index, whose errors are those of `index()`.
    func use<Value>(_ body: (IMAPIndex) throws -> Value) throws(RemoteError) -> Value {
        let index = try index()
        do { return try body(index) } catch { throw failure(error) }
    }

    /// Damage is mended by the next use.
    private func failure(_ error: any Error) -> RemoteError {
        let database = IndexFile.isDamage(error) ? nil : error as? DatabaseError
        let words = database?.message ?? "\(error)"
        return RemoteError(
            .busy(status: 0, message: "the index of the mail can't be used: \(words)"), call: "index",
            finding: database.map { .ownFile(code: $0.extendedResultCode.rawValue, path: path ?? "") })
    }
}
