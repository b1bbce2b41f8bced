import Foundation
import InboxStore

/// A model of the mailbox itself: read from its own table, and written only by sync and actions.
protocol MailModel: DataModel {
    static var kind: String { get }
    static func find(_ key: Int64, _ reader: StoreReader) throws -> Self?
}

/// Keeps data in the store: collections as lists of identifiers, each model once, and mail not at all, because it is there already.
/// A stored list of threads therefore shows them as they are now.
struct StoreModelCache: ModelCache {
    private let store: Store

    init(store: Store) {
        self.store = store
    }

    func model<Model: DataModel>(_ id: ModelID, as type: Model.Type) throws(DataError) -> Model? {
        try reading { reader in try Self.find(id, type, reader) }
    }

    func collection<Model: DataModel>(_ key: String, of type: Model.Type) throws(DataError) -> [Model]? {
        try reading { reader in try Self.collection(key, type, reader) }
    }

    private static func collection<Model: DataModel>(_ key: String, _ type: Model.Type, _ reader: StoreReader) throws
        -> [Model]?
    {
        try reader.keptCollection(key)?.compactMap { row in
            if let value = row.value { return decode(value, as: type) }
            return try row.model.flatMap { ModelID(text: $0) }.flatMap { try find($0, type, reader) }
        }
    }

    func save(_ models: [any DataModel], context: (any Sendable)?) async throws(DataError) {
        let values = try Self.values(models)
        try await writing { transaction in
            for (id, value) in values { try transaction.keep(value, model: id, isAlone: true) }
        }
    }

    func saveCollection<Model: DataModel>(
        _ models: [Model], key: String, replacing known: [Model]?, context: (any Sendable)?
    ) async throws(DataError) -> Bool {
        let values = try Self.values(models)
        let rows = try Self.rows(models)
        let children = Self.children(of: models)
        return try await writing { transaction in
            // A child is needed by its parent, whatever becomes of a collection that it is in as well.
            for (id, value) in values { try transaction.keep(value, model: id, isAlone: children.contains(id)) }
            // The transaction has the collection to itself: whatever others did to it is there.
            let theirs = try known.flatMap { _ in try Self.collection(key, Model.self, transaction.reader) }
            let merged = CollectionMerge.merged(models, known: known, theirs: theirs)
            try transaction.keep(try merged.map(Self.rows) ?? rows, collection: key)
            return merged != nil
        }
    }

    private static func rows(_ models: [any DataModel]) throws(DataError) -> [KeptRow] {
        var rows: [KeptRow] = []
        for model in models {
            if let id = model.modelID {
                rows.append(KeptRow(model: id.text, value: nil))
            } else {
                rows.append(KeptRow(model: nil, value: try encode(model)))
            }
        }
        return rows
    }

    func delete(_ ids: Set<ModelID>, context: (any Sendable)?) async throws(DataError) {
        try await writing { transaction in for id in ids { try transaction.forget(model: id.text) } }
    }

    // MARK: Models

    /// Returns a model as it is now, with its children as they are now.
    private static func find<Model: DataModel>(_ id: ModelID, _ type: Model.Type, _ reader: StoreReader) throws
        -> Model?
    {
        if let mail = type as? any MailModel.Type {
            guard id.kind == mail.kind, let key = Int64(id.key) else { return nil }
            return try mail.find(key, reader) as? Model
        }
        guard let text = try reader.keptModel(id.text), let model = decode(text, as: type) else { return nil }
        return try withChildren(model, inside: [id], reader) as? Model
    }

    private static func withChildren(_ model: any DataModel, inside parents: Set<ModelID>, _ reader: StoreReader) throws
        -> (any DataModel)?
    {
        var failure: (any Error)?
        let new = model.mappingChildren(
            ChildMap { child in
                do {
                    guard let id = child.modelID else { return try withChildren(child, inside: parents, reader) }
                    // No model is looked up inside itself.
                    return parents.contains(id) ? child : try findLike(child, id, inside: parents, reader)
                } catch {
                    failure = error
                    return child
                }
            })
        if let failure { throw failure }
        return new
    }

    private static func findLike<Model: DataModel>(
        _ child: Model, _ id: ModelID, inside parents: Set<ModelID>, _ reader: StoreReader
    ) throws -> (any DataModel)? {
        if Model.self is any MailModel.Type { return try find(id, Model.self, reader) }
        guard let text = try reader.keptModel(id.text) else { return nil }
        return try withChildren(decode(text, as: Model.self) ?? child, inside: parents.union([id]), reader)
    }

    /// Encodes each model that has an identifier, and each below it; mail is left out.
    private static func values(_ models: [any DataModel]) throws(DataError) -> [String: String] {
        var found: [ModelID: any DataModel] = [:]
        for model in models {
            model.forEachNode { node in
                if let id = node.modelID, !(node is any MailModel) { found[id] = node }
            }
        }
        var values: [String: String] = [:]
        for (id, model) in found { values[id.text] = try encode(model) }
        return values
    }

    /// Returns the identifiers of all models inside these.
    private static func children(of models: [any DataModel]) -> Set<String> {
        var found: Set<String> = []
        for model in models {
            model.forEachChild { child in
                child.forEachNode { node in if let id = node.modelID { found.insert(id.text) } }
            }
        }
        return found
    }

    private static func encode(_ model: any DataModel) throws(DataError) -> String {
        do {
            return String(decoding: try JSONEncoder().encode(model), as: UTF8.self)
        } catch {
            throw .unwritable(key: model.modelID?.description ?? "", type: "\(type(of: model))")
        }
    }

    /// Treats a model that can no longer be read as not stored.
    private static func decode<Model: DataModel>(_ text: String, as type: Model.Type) -> Model? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }

    // MARK: The store

    private func reading<Result>(_ body: (StoreReader) throws -> Result) throws(DataError) -> Result {
        do throws(StoreError) { return try store.read(body) } catch { throw .store(error) }
    }

    private func writing<Result: Sendable>(_ body: @escaping @Sendable (StoreTransaction) throws -> Result)
        async throws(DataError) -> Result
    {
        do throws(StoreError) { return try await store.write(body) } catch { throw .store(error) }
    }
}

extension ModelID {
    /// The identifier as the store writes it: a kind has no colon, a key may have one.
    fileprivate var text: String { "\(kind):\(key)" }

    fileprivate init?(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        self.init(kind: String(parts[0]), key: String(parts[1]))
    }
}
