/// The identity of a model: the same for every copy of it, wherever it is held, and different for models of different kinds.
public struct ModelID: Hashable, Sendable, Codable, CustomStringConvertible {
    /// What kind of model it is: `thread`, `view`. Two types share a kind only when one is a projection of the other. Then store only
    /// one of the types (`updateCache`, `shouldCache`): a cache keeps one value for each identity, and can't read it as the other type.
    public let kind: String
    /// Identifies the model within its kind; compared letter for letter.
    public let key: String

    public init(kind: String, key: String) {
        self.kind = kind
        self.key = key
    }

    public var description: String { "\(kind):\(key)" }
}

/// A value that data providers hold and share: changing one changes every copy of it.
///
/// A model may contain other models, its children. A change to a child changes all models that contain it; a deleted child is
/// removed from them, or takes along those that can't exist without it.
public protocol DataModel: Hashable, Sendable, Codable {
    /// Nil for a model without an identity: it is shown and stored with its collection, and never follows another.
    var modelID: ModelID? { get }

    /// Returns a copy with each direct child replaced by the result of `map`.
    ///
    /// `map` returns nil for a child that is gone. Leave that child out, or return nil if the model can't exist without it.
    func mappingChildren(_ map: ChildMap) -> Self?

    /// Calls `visit` with each direct child.
    func forEachChild(_ visit: (any DataModel) -> Void)

    /// Returns this model brought up to date by `other`, which has the same identifier and is newer; nil if the two have nothing to
    /// do with each other.
    ///
    /// The default takes over `other` if it is of the same type. A projection takes over the part that it shows.
    func updated(by other: any DataModel) -> Self?
}

extension DataModel {
    /// For models without children.
    public func mappingChildren(_ map: ChildMap) -> Self? { self }
    public func forEachChild(_ visit: (any DataModel) -> Void) {}
    public func updated(by other: any DataModel) -> Self? { other as? Self }
}

/// Maps a model's children in `mappingChildren`.
public struct ChildMap {
    let change: (any DataModel) -> (any DataModel)?

    /// - Returns: nil if the child was deleted.
    public func callAsFunction<Child: DataModel>(_ child: Child) -> Child? {
        change(child).map { $0 as? Child ?? child }
    }

    /// For children that may be missing.
    public func callAsFunction<Child: DataModel>(_ child: Child?) -> Child? { child.flatMap { self($0) } }

    /// For lists of children: deleted ones are left out.
    public func callAsFunction<Child: DataModel>(_ children: [Child]) -> [Child] { children.compactMap { self($0) } }
}

extension DataModel {
    /// Visits this model and all below it, parents first.
    func forEachNode(_ visit: (any DataModel) -> Void) {
        visit(self)
        forEachChild { $0.forEachNode(visit) }
    }

    func isEqual(to other: any DataModel) -> Bool { (other as? Self) == self }
}
