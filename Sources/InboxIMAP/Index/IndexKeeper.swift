import InboxModel
import Synchronization

/// Opens an index when it is needed first, and again when its file turned out to be damaged or was replaced.
final class IndexKeeper: Sendable {
    private let path: String?
    private let opened = Mutex<IMAPIndex?>(nil)

    init(path: String?) { self.path = path }

    /// - Throws: `busy` if the disk has no room, with words that say so.
    func index() throws(RemoteError) -> IMAPIndex {
        do {
            return try opened.withLock { opened in
                if let opened, !opened.isBroken { return opened }
                let index = try IMAPIndex(path: path, besides: opened?.epoch)
                opened = index
                return index
            }
        } catch {
            throw RemoteError(
                .busy(status: 0, message: "the index of the mail can't be opened: \(error)"), call: "index")
        }
    }

    /// Does something with the index, whose errors are those of a disk.
    func use<Value>(_ body: (IMAPIndex) throws -> Value) throws(RemoteError) -> Value {
        let index = try index()
        do { return try body(index) } catch {
            throw RemoteError(.busy(status: 0, message: "the index of the mail can't be used: \(error)"), call: "index")
        }
    }
}
