public import InboxModel

/// How the models of a collection changed.
public enum CollectionChange: Hashable, Sendable {
    /// All of them are different.
    case reset
    case changed(ChangeSet)

    /// Returns one change with the effect of this one followed by the next one; nil if they cancel out.
    /// - Parameter countBefore: how many models there were before this one.
    func composed(with next: CollectionChange, countBefore: Int) -> CollectionChange? {
        guard case .changed(let first) = self, case .changed(let second) = next else { return .reset }
        let both = first.composed(with: second, countBefore: countBefore)
        return both.isEmpty ? nil : .changed(both)
    }
}

/// One edit of a collection's rows.
enum CollectionEdit<Model> {
    case insert([Model], at: Int)
    case append([Model])
    case update(Model, at: Int)
    case remove(at: Int)

    func map<Other>(_ change: (Model) -> Other) -> CollectionEdit<Other> {
        switch self {
        case .insert(let models, let index): .insert(models.map(change), at: index)
        case .append(let models): .append(models.map(change))
        case .update(let model, let index): .update(change(model), at: index)
        case .remove(let index): .remove(at: index)
        }
    }

    /// The models that the edit brings.
    var models: [Model] {
        switch self {
        case .insert(let models, _), .append(let models): models
        case .update(let model, _): [model]
        case .remove: []
        }
    }

    /// Returns the same edit for rows that have changed since its index was chosen.
    func moved(by change: CollectionChange?, countBefore: Int, countAfter: Int) throws(DataError) -> CollectionEdit {
        guard let change else { return self }
        func place(_ index: Int) -> Int? {
            guard case .changed(let changes) = change else { return nil }
            return changes.position(of: index, countBefore: countBefore)
        }
        func row(_ index: Int) throws(DataError) -> Int {
            guard (0..<countBefore).contains(index) else { throw .outOfRange(index: index, count: countBefore) }
            guard let row = place(index) else { throw .rowGone(index: index) }
            return row
        }
        switch self {
        case .append: return self
        case .insert(let models, let index):
            guard (0...countBefore).contains(index) else { throw .outOfRange(index: index, count: countBefore) }
            let following = (index..<countBefore).lazy.compactMap(place).first
            return .insert(models, at: following ?? countAfter)
        case .update(let model, let index): return .update(model, at: try row(index))
        case .remove(let index): return .remove(at: try row(index))
        }
    }

    /// Returns the rows that the edit adds or changes; empty for a removal.
    func rows(in count: Int) -> Range<Int> {
        switch self {
        case .insert(let models, let index): index..<(index + models.count)
        case .append(let models): count..<(count + models.count)
        case .update(_, let index): index..<(index + 1)
        case .remove(let index): index..<index
        }
    }

    /// Applies the edit, and returns what it did to the positions.
    func apply(to rows: inout [Model]) throws(DataError) -> ChangeSet {
        let count = rows.count
        switch self {
        case .insert(let models, let index):
            guard (0...count).contains(index) else { throw .outOfRange(index: index, count: count) }
            rows.insert(contentsOf: models, at: index)
            return ChangeSet(inserts: Array(index..<(index + models.count)))
        case .append(let models):
            rows += models
            return ChangeSet(inserts: Array(count..<(count + models.count)))
        case .update(let model, let index):
            guard rows.indices.contains(index) else { throw .outOfRange(index: index, count: count) }
            rows[index] = model
            return ChangeSet(updates: [index])
        case .remove(let index):
            guard rows.indices.contains(index) else { throw .outOfRange(index: index, count: count) }
            rows.remove(at: index)
            return ChangeSet(deletes: [index])
        }
    }
}
