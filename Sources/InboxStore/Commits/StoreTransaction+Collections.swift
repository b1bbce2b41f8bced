import GRDB

/// The client's own data: models and ordered collections of them.
extension StoreTransaction {
    /// - Parameter isAlone: whether to keep the model even when no collection holds it.
    package func keep(_ value: String, model id: String, isAlone: Bool) throws {
        try database.run(
            """
            INSERT INTO model (id, value, isAlone) VALUES (?, ?, ?) \
            ON CONFLICT (id) DO UPDATE SET value = excluded.value, isAlone = max(isAlone, excluded.isAlone)
            """, id, value, isAlone)
        noteCollections()
    }

    /// Replaces the rows of a collection. Deletes models that no collection holds any more, unless they are kept alone.
    package func keep(_ rows: [KeptRow], collection key: String) throws {
        let old = try reader.keptCollection(key)
        guard old != rows else { return }
        if old == nil { try database.execute(sql: "INSERT INTO collectionKey VALUES (?)", arguments: [key]) }
        let same = zip(old ?? [], rows).prefix { $0 == $1 }.count
        try database.execute(
            sql: "DELETE FROM collection WHERE key = ? AND position >= ?", arguments: [key, same])
        for (position, row) in rows.enumerated().dropFirst(same) {
            try database.run(
                "INSERT INTO collection (key, position, model, value) VALUES (?, ?, ?, ?)", key, position, row.model,
                row.value)
        }
        let left = Set((old ?? []).compactMap(\.model)).subtracting(rows.compactMap(\.model))
        for id in left { try letGo(id) }
        noteCollections()
    }

    /// Deletes one of the client's own models, and removes it from every collection.
    package func forget(model id: String) throws {
        let keys = try String.fetchSet(database, sql: "SELECT key FROM collection WHERE model = ?", arguments: [id])
        for key in keys {
            let rows = try reader.keptCollection(key) ?? []
            try keep(rows.filter { $0.model != id }, collection: key)
        }
        try database.execute(sql: "DELETE FROM model WHERE id = ?", arguments: [id])
        noteCollections()
    }

    private func letGo(_ id: String) throws {
        try database.run(
            """
            DELETE FROM model WHERE id = ? AND isAlone = 0 \
            AND NOT EXISTS (SELECT 1 FROM collection WHERE collection.model = model.id)
            """, id)
    }
}
