import GRDB

@testable import InboxStore

/// A disk that fills up, for test stores.
extension Store {
    /// Makes long writes fail from now on (S-7).
    func fillDisk() throws {
        try writeNow { transaction in
            let pages = try Int.fetchOne(transaction.database, sql: "PRAGMA page_count") ?? 0
            try transaction.database.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    /// Makes actions on mail fail from now on.
    func refuseActions() throws {
        try writeNow { transaction in
            try transaction.database.execute(
                sql: """
                    CREATE TEMP TRIGGER refuseActions BEFORE INSERT ON main.action
                    BEGIN SELECT RAISE(ABORT, 'the disk is gone'); END
                    """)
        }
    }

    /// Makes room again.
    func freeDisk() throws {
        try writeNow { try $0.database.execute(sql: "PRAGMA max_page_count = 1000000") }
    }
}
