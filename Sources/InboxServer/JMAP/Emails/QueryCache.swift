import Synchronization

/// The last complete results of email queries, so that a client that pages through a result has it sorted only once.
final class QueryCache: Sendable {
    private struct Entry {
        let key: String
        let ids: [String]
    }

    private let entries = Mutex<[Entry]>([])
    private static let capacity = 3

    /// - Parameter state: the state of the mail; any change leads to another key.
    static func key(_ call: MethodCall, state: Int64) -> String {
        let parts = ["filter", "sort", "collapseThreads"].map { call.arguments[$0]?.compactText ?? "" }
        return ([call.account.publicID, String(state)] + parts).joined(separator: "\n")
    }

    func ids(_ key: String) -> [String]? {
        entries.withLock { $0.first { $0.key == key }?.ids }
    }

    func keep(_ ids: [String], as key: String) {
        entries.withLock { entries in
            entries.removeAll { $0.key == key }
            entries.insert(Entry(key: key, ids: ids), at: 0)
            entries = Array(entries.prefix(Self.capacity))
        }
    }
}
