import GRDB
import Synchronization

/// What the file of a store is read and written through; it is another one after a disk that was full has room.
final class StoreConnection: Sendable {
    private let writer: Mutex<any DatabaseWriter>

    init(_ writer: any DatabaseWriter) {
        self.writer = Mutex(writer)
    }

    var current: any DatabaseWriter { writer.withLock(\.self) }

    /// Whoever uses the one before goes on with it to the end.
    func replace(_ other: any DatabaseWriter) { writer.withLock { $0 = other } }
}
