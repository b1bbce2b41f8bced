package import Foundation
import GRDB
import Synchronization

/// What is known of an account's folders and messages: which message is where, under which number, with which flags, in which thread. It
/// keeps no texts. It lies in a file beside the store, and can be made anew from the server at any time: ids of messages come from the
/// server or from what stands in the message, so that they stay the same. What only this machine knows lies in a second file
/// (`SendingJournal`), which outlives the first.
///
/// Each call is one transaction. Other processes may use the same files. A call that names a folder that is not known (any more) does
/// nothing, and finds nothing.
package final class IMAPIndex: Sendable {
    /// Names this index: another one, made anew, knows nothing of the changes that were told from this.
    package let epoch: String

    let journal: SendingJournal
    private let database: any DatabaseWriter
    private let path: String?
    /// Which file is open, as it may be deleted and made anew by another process.
    private let identity: FileIdentity?
    private let broken = Atomic(false)
    /// The number of looks that had ended when this index's own last one did, or when it was opened.
    let looks: Mutex<Int64>

    /// - Parameters:
    ///   - path: nil keeps it in memory.
    ///   - now: the time, by which old uploads are deleted.
    /// - Throws: only if there is no room for it, or no right to write it. A file that can't be read as an index of this version is made
    ///   anew.
    package convenience init(path: String?, now: @escaping @Sendable () -> Date = { Date() }) throws {
        try self.init(path: path, besides: nil, now: now)
    }

    /// - Parameter broken: an epoch of which the file can't be used any more. If it is still that, it is made anew.
    init(path: String?, besides broken: String?, now: @escaping @Sendable () -> Date = { Date() }) throws {
        let opened = try path.map { try IndexFile(path: $0).open(besides: broken) } ?? IndexFile.inMemory()
        (database, epoch, identity) = (opened.database, opened.epoch, opened.identity)
        self.path = path
        journal = SendingJournal(path: path.map(SendingJournal.path(beside:)), now: now)
        looks = Mutex(opened.looks)
    }

    /// All files that an index at a path may consist of.
    package static func files(at path: String) -> [String] {
        let journal = SendingJournal.path(beside: path)
        return [path, journal].flatMap { file in ["", "-wal", "-shm"].map { file + $0 } }
            + [path, journal].map(IndexFile.lockPath) + [SendingJournal.damagedPath(of: journal)]
    }

    /// Whether the file was damaged or replaced since it was opened, so that it has to be opened again. Every call throws until then.
    var isBroken: Bool { broken.load(ordering: .relaxed) }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try checked { try database.read(body) }
    }

    func write<Value>(_ body: (IndexTransaction) throws -> Value) throws -> Value {
        try checked {
            try database.write { database in
                let transaction = IndexTransaction(database)
                let value = try body(transaction)
                try transaction.finish()
                return value
            }
        }
    }

    private func checked<Value>(_ body: () throws -> Value) throws -> Value {
        if let path, identity != FileIdentity(path: path) { broken.store(true, ordering: .relaxed) }
        if isBroken { throw IndexFile.Problem.replaced }
        do { return try body() } catch {
            if IndexFile.isDamage(error) { broken.store(true, ordering: .relaxed) }
            throw error
        }
    }
}
