/// What is wrong with a setting, or with something inside it.
struct SettingFlaw: Error, Hashable, Sendable {
    /// The path within the setting: names, and `[0]` for an index in a list.
    var path: [String] = []
    /// What is wrong and how to fix it, in words that follow the name: “must be true or false”.
    var words: String

    init(_ words: String, at path: String...) {
        self.words = words
        self.path = path
    }

    /// Returns the same flaw with its path prefixed by a key.
    func inside(_ key: String) -> SettingFlaw {
        var flaw = self
        flaw.path.insert(key, at: 0)
        return flaw
    }

    /// Returns the path as text: `identities[1].email`, `openers[".pdf"]`.
    func name(in setting: String) -> String {
        path.reduce(setting) { name, key in
            if key.hasPrefix("[") { return name + key }
            let isPlain = !key.isEmpty && key.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
            return name + (isPlain ? ".\(key)" : "[\"\(key)\"]")
        }
    }

    /// Returns the flaw of a name that has no meaning there.
    static func unknown(_ name: String, among known: [String]) -> SettingFlaw {
        let near = Spelling.nearest(to: name, among: known).map { "did you mean “\($0)”?" }
        return SettingFlaw("is unknown; " + (near ?? "use one of " + known.joined(separator: ", ")), at: name)
    }
}

/// Reading the parts of a setting: valid ones are taken, the others reported.
extension SettingValue {
    /// Returns the entries of an object by name; nil when the value is not an object.
    func entries<Part>(
        _ expects: String, _ flaws: inout [SettingFlaw], _ read: (String, SettingValue) throws(SettingFlaw) -> Part
    ) -> [String: Part]? {
        guard case .object(let entries) = self else {
            flaws.append(SettingFlaw("must be \(expects)"))
            return nil
        }
        var parts: [String: Part] = [:]
        for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
            do throws(SettingFlaw) { parts[name] = try read(name, value) } catch { flaws.append(error.inside(name)) }
        }
        return parts
    }

    /// Returns the items of a list; nil when the value is not a list.
    func items<Part>(
        _ expects: String, _ flaws: inout [SettingFlaw], _ read: (SettingValue) throws(SettingFlaw) -> Part
    ) -> [Part]? {
        guard case .list(let values) = self else {
            flaws.append(SettingFlaw("must be \(expects)"))
            return nil
        }
        var parts: [Part] = []
        for (index, value) in values.enumerated() {
            do throws(SettingFlaw) { parts.append(try read(value)) } catch { flaws.append(error.inside("[\(index)]")) }
        }
        return parts
    }

    func filledText(_ expects: String) throws(SettingFlaw) -> String {
        guard case .text(let text) = self, !text.allSatisfy(\.isWhitespace) else {
            throw SettingFlaw("must be \(expects)")
        }
        return text
    }

    func whole(_ range: ClosedRange<Int>) throws(SettingFlaw) -> Int {
        guard case .number(let number) = self, let whole = Int(exactly: number), range.contains(whole) else {
            throw SettingFlaw("must be a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return whole
    }
}
