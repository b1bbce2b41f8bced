import GRDB
import Synchronization

/// The connection to a store's file. It is replaced when a disk that was full has room again.
final class StoreConnection: Sendable {
    private let writer: Mutex<any DatabaseWriter>

    /// Nil where there is no file.
    let logKeeper: LogKeeper?

    init(_ writer: any DatabaseWriter, logKeeper: LogKeeper? = nil) {
        self.writer = Mutex(writer)
        self.logKeeper = logKeeper
    }

    // The file may be removed once the store is released.
    deinit { logKeeper?.settle() }

    var current: any DatabaseWriter { writer.withLock(\.self) }

    /// Replaces the connection. Work that is under way finishes on the old one.
    func replace(_ other: any DatabaseWriter) { writer.withLock { $0 = other } }
}
