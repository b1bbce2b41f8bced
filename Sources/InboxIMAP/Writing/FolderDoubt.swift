import Synchronization

/// The folders in which a copy may lie that the index does not know, because the answer to what made it was lost, in this run of the
/// program or in one before. They are looked at before another copy is made there.
final class FolderDoubt: Sendable {
    private let certain = Mutex<Set<Int64>>([])

    /// Those of some folders that must be looked at.
    func open(among folders: Set<Int64>) -> Set<Int64> { certain.withLock { folders.subtracting($0) } }

    func settle(_ folders: Set<Int64>) { certain.withLock { $0.formUnion(folders) } }

    /// Before something is made there, until its answer is here.
    func begin(_ folder: Int64) { certain.withLock { _ = $0.remove(folder) } }
}
