import GRDB

/// A row of a kept collection.
package struct KeptRow: Hashable, Sendable {
    /// Nil for a model that has no identifier.
    package var model: String?
    /// The model itself when it has no identifier.
    package var value: String?

    package init(model: String?, value: String?) {
        self.model = model
        self.value = value
    }
}

extension StoreReader {
    /// A model of the client's own.
    package func keptModel(_ id: String) throws -> String? {
        try String.fetchOne(
            database.cachedStatement(sql: "SELECT value FROM model WHERE id = ?"), arguments: [id])
    }

    /// - Returns: nil when nothing was ever kept under the key.
    package func keptCollection(_ key: String) throws -> [KeptRow]? {
        let isKept = try Int.fetchOne(database, sql: "SELECT 1 FROM collectionKey WHERE key = ?", arguments: [key])
        guard isKept != nil else { return nil }
        return try Row.fetchAll(
            database, sql: "SELECT model, value FROM collection WHERE key = ? ORDER BY position", arguments: [key]
        ).map { KeptRow(model: $0[0], value: $0[1]) }
    }
}
