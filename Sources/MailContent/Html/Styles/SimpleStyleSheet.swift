/// The rules of `style` elements, as far as they show what a sender hides. The elements around another are matched loosely: something
/// like them is open, or came before. Such rules therefore only hide, or show by size.
struct SimpleStyleSheet {
    private static let maximumRules = 10_000
    private static let maximumSize = 1 << 20
    /// The most rules that are checked one by one: in total, and for each name, class or id.
    private static let maximumChecks = 2_000
    private static let maximumChecksByName = 24

    /// The styles for all elements with a certain name, class or id.
    private struct Bucket {
        var style: InlineStyle?
        /// The styles that also require an element name, by that name.
        var named: [String: InlineStyle] = [:]
        var checks: [Int] = []

        mutating func add(_ style: InlineStyle, to element: String?) {
            guard let element else {
                self.style = self.style.map { style.over($0) } ?? style
                return
            }
            named[element] = named[element].map { style.over($0) } ?? style
        }
    }

    private struct Check {
        var selector: CSSSelector
        var style: InlineStyle
        /// The numbers of the marks that must be open, and of those that must have occurred before.
        var open: [Int]
        var seen: [Int]
    }

    private var everything: InlineStyle?
    private var names: [String: Bucket] = [:]
    private var classes: [Substring: Bucket] = [:]
    private var ids: [String: Bucket] = [:]
    /// The rules that can't be filed under a name, class or id.
    private var loose: [Int] = []
    private var checks: [Check] = []
    /// The custom properties that have a single value on the whole page.
    private(set) var variables: [String: String] = [:]

    /// The marks that rules look for around an element, with their indices in `openCounts` and `wasSeen`.
    private var marks: [String: Int] = [:]
    private var markedAttributes: Set<String> = []
    private var openCounts: [Int] = []
    private var wasSeen: [Bool] = []

    /// Whether there are rules that can't be evaluated here, so that a class may mean more than is known.
    private(set) var hasOtherRules = false

    private var isEmpty: Bool {
        everything == nil && names.isEmpty && classes.isEmpty && ids.isEmpty && loose.isEmpty
    }

    init() {}

    /// - Parameter texts: the sheets of a page, in order.
    init(_ texts: [String]) {
        var rules: [StyleSheetReader.Rule] = []
        var size = 0
        for text in texts {
            size += text.utf8.count
            guard size <= Self.maximumSize, rules.count < Self.maximumRules else {
                hasOtherRules = true
                break
            }
            let reader = StyleSheetReader(text, maximumRules: Self.maximumRules - rules.count)
            rules += reader.rules
            if reader.isIncomplete { hasOtherRules = true }
        }
        readVariables(rules)
        for rule in rules { add(rule) }
    }
}

// Reading.
private extension SimpleStyleSheet {
    /// Reads the custom properties, and keeps those with a single value on the whole page.
    mutating func readVariables(_ rules: [StyleSheetReader.Rule]) {
        var doubtful: Set<String> = []
        for rule in rules where rule.declarations.contains("--") {
            for (name, value, _) in CSSDeclarations.pairs(rule.declarations) where name.hasPrefix("--") {
                if let known = variables.updateValue(value, forKey: name), known != value { doubtful.insert(name) }
            }
        }
        for name in doubtful { variables[name] = nil }
    }

    mutating func add(_ rule: StyleSheetReader.Rule) {
        let style = InlineStyle(rule.declarations, variables: variables)
        guard style != InlineStyle() else { return }
        let (selectors, hasOthers) = CSSSelector.list(rule.selectors)
        if hasOthers, style.hasColors { hasOtherRules = true }
        for selector in selectors { add(selector, style) }
    }

    mutating func add(_ selector: CSSSelector, _ style: InlineStyle) {
        let subject = selector.subject
        guard selector.isExact, subject.isSimple else { return addCheck(selector, style) }
        if let name = subject.classes.first {
            classes[name[...], default: Bucket()].add(style, to: subject.name)
        } else if let id = subject.id {
            ids[id, default: Bucket()].add(style, to: subject.name)
        } else if let name = subject.name {
            names[name, default: Bucket()].add(style, to: nil)
        } else {
            everything = everything.map { style.over($0) } ?? style
        }
    }

    mutating func addCheck(_ selector: CSSSelector, _ style: InlineStyle) {
        if !selector.isExact, style.hasColors { hasOtherRules = true }
        let style =
            selector.isExact && selector.subject.anyOf.allSatisfy { $0.allSatisfy(\.isExact) }
            ? style : style.onlyHiding
        guard style != InlineStyle() else { return }
        guard checks.count < Self.maximumChecks else {
            hasOtherRules = true
            return
        }
        let number = checks.count
        checks.append(
            Check(
                selector: selector, style: style, open: numbers(of: selector.above),
                seen: numbers(of: selector.before)))
        file(number, under: selector.subject, depth: 0)
    }

    /// Files a rule under the rarest thing that it requires, where an element looks it up.
    mutating func file(_ number: Int, under subject: CSSSelector.Compound, depth: Int) {
        var isFull = false
        if let id = subject.id {
            isFull = Self.append(number, to: &ids[id, default: Bucket()].checks)
        } else if let name = subject.classes.first {
            isFull = Self.append(number, to: &classes[name[...], default: Bucket()].checks)
        } else if let alternatives = subject.anyOf.first, depth < 3 {
            for alternative in alternatives { file(number, under: alternative.subject, depth: depth + 1) }
        } else if let name = subject.name {
            isFull = Self.append(number, to: &names[name, default: Bucket()].checks)
        } else {
            isFull = Self.append(number, to: &loose)
        }
        if isFull { hasOtherRules = true }
    }

    /// Appends a number to a list, and returns whether there was no room for it.
    static func append(_ number: Int, to list: inout [Int]) -> Bool {
        guard list.count < maximumChecksByName else { return true }
        list.append(number)
        return false
    }

    mutating func numbers(of compounds: [CSSSelector.Compound]) -> [Int] {
        compounds.flatMap { compound in
            for attribute in compound.attributes { markedAttributes.insert(attribute.name) }
            return compound.marks.map { mark in
                if let known = marks[mark] { return known }
                marks[mark] = openCounts.count
                openCounts.append(0)
                wasSeen.append(false)
                return openCounts.count - 1
            }
        }
    }
}

// Looking up.
extension SimpleStyleSheet {
    /// Returns the style that the sheet gives to an element: its id wins over its classes, and these over its name.
    func style(of element: CSSSelector.Element) -> InlineStyle? {
        guard !isEmpty else { return nil }
        var result = everything
        var numbers = loose
        func take(_ bucket: Bucket?) {
            guard let bucket else { return }
            if let style = bucket.style { result = result.map { style.beside($0) } ?? style }
            if let style = bucket.named[element.name] { result = result.map { style.beside($0) } ?? style }
            numbers += bucket.checks
        }
        take(names[element.name])
        if !classes.isEmpty { for name in element.classList { take(classes[name]) } }
        if let id = element.id { take(ids[id]) }
        for number in numbers {
            let check = checks[number]
            guard check.open.allSatisfy({ openCounts[$0] > 0 }), check.seen.allSatisfy({ wasSeen[$0] }),
                check.selector.subject.holds(element)
            else { continue }
            result = result.map { check.style.beside($0) } ?? check.style
        }
        return result
    }

    /// Registers an element as open.
    /// - Returns: the numbers to pass to `close` at its end.
    mutating func open(_ element: CSSSelector.Element) -> [Int] {
        guard !marks.isEmpty else { return [] }
        var found: [Int] = []
        if let number = marks[element.name] { found.append(number) }
        for name in element.classList { if let number = marks["." + name] { found.append(number) } }
        if let id = element.id, let number = marks["#" + id] { found.append(number) }
        for name in markedAttributes {
            guard let value = element.attributes[name] else { continue }
            if let number = marks["[" + name] { found.append(number) }
            if value.utf8.count < 200, let number = marks["[\(name)=\(value.lowercased())"] { found.append(number) }
        }
        for number in found {
            openCounts[number] += 1
            wasSeen[number] = true
        }
        return found
    }

    mutating func close(_ numbers: [Int]) {
        for number in numbers { openCounts[number] -= 1 }
    }
}

private extension CSSSelector.Compound {
    /// Whether it is a name, a class or an id, or a name with a class or id.
    var isSimple: Bool {
        classes.count + (id == nil ? 0 : 1) <= 1 && attributes.isEmpty && anyOf.isEmpty && noneOf.isEmpty
            && places.isEmpty
    }
}
