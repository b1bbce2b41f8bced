/// Joins two edits of one collection that did not know of each other: nothing that either added is lost, and what either removed is
/// gone. Rows that both have stay in the order of ours.
enum CollectionMerge {
    /// - Parameters:
    ///   - known: the collection that both edits started from.
    ///   - theirs: the collection as others left it.
    static func merged(_ ours: [any DataModel], known: [any DataModel], theirs: [any DataModel]) -> [any DataModel] {
        let (our, base, their) = (rows(ours), rows(known), rows(theirs))
        let models = Dictionary(zip(our + their, ours + theirs)) { own, _ in own }
        return merged(our, known: base, theirs: their).compactMap { models[$0] }
    }

    private static func merged(_ ours: [Row], known: [Row], theirs: [Row]) -> [Row] {
        if ours == known { return theirs }
        let gone = Set(known).subtracting(theirs)
        var merged = ours.filter { !gone.contains($0) }
        let met = Set(ours).union(known)
        for (index, row) in theirs.enumerated() where !met.contains(row) {
            let before = theirs[..<index].reversed().lazy.compactMap { merged.firstIndex(of: $0) }.first
            merged.insert(row, at: before.map { $0 + 1 } ?? 0)
        }
        return merged
    }

    /// - Returns: nil if there is nothing to join: others have not changed the collection, or it is replaced whatever they did.
    static func merged<Model: DataModel>(_ ours: [Model], known: [Model]?, theirs: [Model]?) -> [Model]? {
        guard let known, let theirs, rows(known) != rows(theirs) else { return nil }
        return merged(ours, known: known, theirs: theirs).compactMap { $0 as? Model }
    }

    /// What tells the rows of a collection apart: a model by its identifier, one without by what it says, and each by how often it
    /// came before.
    struct Row: Hashable {
        let model: AnyHashable
        let occurrence: Int
    }

    static func rows(_ models: [any DataModel]) -> [Row] {
        var counts: [AnyHashable: Int] = [:]
        return models.map { model in
            let key = model.modelID.map { AnyHashable($0) } ?? AnyHashable(model)
            defer { counts[key, default: 0] += 1 }
            return Row(model: key, occurrence: counts[key, default: 0])
        }
    }
}
