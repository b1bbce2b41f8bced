/// A PatchObject (RFC 8620 §5.3): whole properties by name, and parts of them by paths such as `keywords/$seen`.
struct ObjectPatch {
    private let members: [JSONMember]

    init(_ value: JSONValue) throws {
        guard let members = value.members else { throw SetError.plain("invalidPatch", "a patch is an object") }
        self.members = members
        let names = Set(members.map(\.name))
        for name in names {
            var path = name
            while let slash = path.lastIndex(of: "/") {
                path = String(path[..<slash])
                if names.contains(path) { throw SetError.plain("invalidPatch", "\(name) lies within \(path)") }
            }
        }
    }

    /// The properties that the patch changes.
    var properties: Set<String> {
        Set(members.map { String($0.name.prefix { $0 != "/" }) })
    }

    /// The whole new value of a property; nil when it is not given.
    subscript(name: String) -> JSONValue? { members.last { $0.name == name }?.value }

    /// Returns a set of flags after the patch.
    /// - Parameter ignoringCase: whether flags are in lower case but may be named in any case (RFC 8621 §4.1.1).
    func applied(to flags: Set<String>, property: String, ignoringCase: Bool = false) throws -> Set<String> {
        var result = flags
        for member in members {
            if member.name == property {
                guard let names = member.value.trueNames else {
                    throw SetError.invalidProperties([property], "every value must be true")
                }
                result = names
            } else if member.name.hasPrefix(property + "/") {
                var name = String(member.name.dropFirst(property.count + 1)).replacing("~1", with: "/").replacing(
                    "~0", with: "~")
                if ignoringCase { name = name.lowercased() }
                switch member.value {
                case .null: result.remove(name)
                case .bool(true): result.insert(name)
                default: throw SetError.invalidProperties([member.name], "the value must be true or null")
                }
            }
        }
        return result
    }
}
