import Foundation
import GRDB
import InboxModel

extension IMAPIndex {
    /// Takes over flags, and copies that are new. Of copies that were not known those below the folder's `firstNews` are old mail, which a
    /// walk tells, unless they are as new as what was outlined; the others are news. Copies with `\Deleted` are removed instead, as if they were gone.
    /// Copies that are not known and come without a date are left out.
    /// - Parameter addsOld: whether old mail that is not known is added, too; else only its flags are taken over where it is known.
    package func take(outlines: [IMAPOutline], in folder: Int64, addsOld: Bool) throws {
        guard !outlines.isEmpty else { return }
        try write { transaction in
            guard let taking = try OutlineTaking(transaction, outlines, in: folder, addsOld: addsOld) else { return }
            for outline in outlines where outline.uid > 0 { try taking.take(outline) }
        }
    }

    /// All UIDs that are known of a folder.
    /// - Parameter first: only those from it on.
    package func uids(in folder: Int64, from first: UInt32 = 0) throws -> UIDSet {
        let uids = try read { database in
            let request: SQLRequest<UInt32> =
                "SELECT uid FROM copy WHERE folder = \(folder) AND uid >= \(first) ORDER BY uid"
            return try request.fetchAll(database)
        }
        return UIDSet(uids)
    }

    /// Copies that are gone. A message that has no other copy is lost, not yet gone: it may turn up in another folder.
    package func remove(_ uids: UIDSet, in folder: Int64) throws {
        try write { transaction in
            for range in uids.ranges { try transaction.remove(range, in: folder) }
        }
    }

    /// News of which no head was read, newest first.
    package func news(limit: Int) throws -> [IndexedCopy] {
        try read { database in
            let request: SQLRequest<Row> = """
                SELECT folder, uid, flags, date, NULL FROM copy INDEXED BY newsByDate WHERE isNews = 1 AND message IS NULL
                ORDER BY date DESC, folder DESC, uid DESC LIMIT \(max(0, limit))
                """
            return try request.fetchAll(database).map(IndexedCopy.init)
        }
    }

    /// Copies newest first, from a place on, itself included. A copy may be told by a walk and by the log.
    /// - Parameter folders: nil for all.
    package func walk(in folders: Set<Int64>?, from position: IndexPosition?, limit: Int) throws -> [IndexedCopy] {
        let start = position ?? IndexPosition(date: Date(timeIntervalSince1970: .infinity), folder: .max, uid: .max)
        return try read { database in
            guard let folders else { return try database.walk(nil, from: start, limit: limit) }
            let found = try folders.flatMap { try database.walk($0, from: start, limit: limit) }
            return Array(
                found.sorted { ($0.date, $0.folder, $0.uid) > ($1.date, $1.folder, $1.uid) }.prefix(max(0, limit)))
        }
    }

    /// The number of copies in folders, as far as it is known what is on the server; nil for all.
    package func count(in folders: Set<Int64>?) throws -> Int {
        try self.folders().filter { folders?.contains($0.id) ?? true }
            .reduce(0) { $0 + ($1.isOutlined ? $1.count : max($1.count, $1.listed)) }
    }
}

extension IndexedCopy {
    /// - Parameter row: folder, uid, flags, date, and the id of the message.
    init(_ row: Row) throws {
        self.init(
            folder: try row.decode(atIndex: 0), uid: try row.decode(atIndex: 1),
            flags: FlagText(text: try row.decode(atIndex: 2)).flags,
            date: Date(indexSeconds: try row.decode(atIndex: 3)),
            message: try row.decode(String?.self, atIndex: 4).map { RemoteID($0) })
    }
}

extension Database {
    fileprivate func walk(_ folder: Int64?, from start: IndexPosition, limit: Int) throws -> [IndexedCopy] {
        let date = start.date.indexSeconds
        let place: SQL
        if let folder {
            // Within one folder, the folder's rank at that date is one of the UIDs.
            let uid = folder == start.folder ? Int64(start.uid) : folder < start.folder ? .max : -1
            place = """
                WHERE copy.folder = \(folder) AND (date, uid) <= (\(date), \(uid)) ORDER BY date DESC, uid DESC
                """
        } else {
            place = """
                WHERE (date, copy.folder, uid) <= (\(date), \(start.folder), \(start.uid))
                ORDER BY date DESC, copy.folder DESC, uid DESC
                """
        }
        let request: SQLRequest<Row> = """
            SELECT copy.folder, uid, flags, date, remoteID FROM copy LEFT JOIN message ON message.id = copy.message
            \(place) LIMIT \(max(0, limit))
            """
        return try request.fetchAll(self).map(IndexedCopy.init)
    }
}
