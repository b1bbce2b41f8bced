import GRDB
import InboxModel

/// The pending changes of the full-text index, written together at the end of the transaction, in the order of ids.
///
/// The index collects words in memory. It writes them to the file when a message comes with a smaller id than the last
/// one, and at every savepoint. SQLite makes a savepoint for each statement that fires a trigger or a cascade, as bodies
/// and deleted messages do. Words between such statements would be written to the file one by one.
final class WordWriter {
    private enum Change {
        case insert(MessageTextTable.Texts)
        case replace(MessageTextTable.Texts)
        case remove
    }

    private let database: Database
    private var changes: [MessageID: Change] = [:]

    init(_ database: Database) { self.database = database }

    /// The texts that a message will have.
    func texts(_ id: MessageID) throws -> MessageTextTable.Texts? {
        switch changes[id] {
        case .insert(let texts), .replace(let texts): texts
        case .remove: nil
        case nil: try MessageTextTable.texts(database, id)
        }
    }

    /// - Parameter isNew: whether the index holds nothing of the message.
    func write(_ texts: MessageTextTable.Texts, of id: MessageID, isNew: Bool) {
        // An id may be assigned again within one transaction.
        let staysNew = if case .insert? = changes[id] { true } else { isNew && changes[id] == nil }
        changes[id] = staysNew ? .insert(texts) : .replace(texts)
    }

    func remove(_ id: MessageID) {
        if case .insert? = changes[id] { changes[id] = nil } else { changes[id] = .remove }
    }

    func finish() throws {
        // Ids are sorted, because texts take as long to move as the index takes to write some of them.
        for id in changes.keys.sorted() {
            switch changes[id] {
            case .insert(let texts): try MessageTextTable.insert(database, id, texts)
            case .replace(let texts): try MessageTextTable.replace(database, id, texts)
            case .remove: try MessageTextTable.delete(database, id)
            case nil: break
            }
        }
        changes = [:]
    }
}
