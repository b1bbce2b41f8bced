/// The form of the API that a request uses: that of 2016, at the root, or that of spring 2015, below `/n/`.
///
/// The code in `Dialect15/` translates requests of 2015 and extends their answers. The stored mail is the same for both.
enum Dialect: Sendable {
    case fifteen, sixteen

    /// The additional filters for lists of threads and messages.
    var moreFilters: Set<String> { self == .fifteen ? ["tag"] : [] }

    /// The delta types by name, each with the object types that it covers.
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

    /// Returns the delta's name for the type of a changed object.
    func deltaType(of object: ChangeObject) -> String {
        guard self == .fifteen else { return object.rawValue }
        return switch object {
        case .folder, .label, .keyword: "tag"
        case .draft: "message"
        default: object.rawValue
        }
    }
}
