import GRDB
import Synchronization

/// What the file of a store is read and written through; it is another one after a disk that was full has room.
final class StoreConnection: Sendable {
    private let writer: Mutex<any DatabaseWriter>

    /// Nil where there is no file.
    let logKeeper: LogKeeper?

    init(_ writer: any DatabaseWriter, logKeeper: LogKeeper? = nil) {
        self.writer = Mutex(writer)
        self.logKeeper = logKeeper
    }

    // Whoever opened the store may take its file away now.
    deinit { logKeeper?.settle() }

    var current: any DatabaseWriter { writer.withLock(\.self) }

    /// Whoever uses the one before goes on with it to the end.
    func replace(_ other: any DatabaseWriter) { writer.withLock { $0 = other } }
}
