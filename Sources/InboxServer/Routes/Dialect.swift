/// Which form of the API a request speaks: the one of 2016, at the root, or the one of spring 2015, below `/n/`.
///
/// What is asked in 2015's words is translated in `Dialect15/`, and answers get there what they lack. The mail itself has one shape.
enum Dialect: Sendable {
    case fifteen, sixteen

    /// What lists of threads and messages can be narrowed by, besides what all dialects know.
    var moreFilters: Set<String> { self == .fifteen ? ["tag"] : [] }

    /// The kinds of delta by their names, each with the changes that it tells of.
    var deltaTypes: [String: Set<ChangeObject>] {
        switch self {
        case .sixteen:
            Dictionary(uniqueKeysWithValues: ChangeObject.allCases.map { ($0.rawValue, [$0]) })
                .filter { $0.value.isDisjoint(with: [.keyword, .email, .submission]) }
        case .fifteen:
            [
                "contact": [.contact], "message": [.message, .draft], "event": [.event], "file": [.file],
                "thread": [.thread], "calendar": [.calendar], "tag": [.folder, .label, .keyword],
            ]
        }
    }

    /// What a delta calls the object that has changed.
    func deltaType(of object: ChangeObject) -> String {
        guard self == .fifteen else { return object.rawValue }
        return switch object {
        case .folder, .label, .keyword: "tag"
        case .draft: "message"
        default: object.rawValue
        }
    }
}
