/// Counts the items of each list that counts down (`<ol reversed>`), since their number is known only at its end.
final class CountdownLists: HTMLVisitor {
    let isDone = false
    private var counts: [Int] = []
    /// The open lists, each with its index in `counts`; `nil` for a list that doesn't count down.
    private var open: [(name: String, place: Int?)] = []

    /// Returns the counts in the order in which the lists begin.
    static func counts(in html: [UInt8]) -> [Int] {
        let visitor = CountdownLists()
        HTMLParser.parse(html, for: visitor)
        return visitor.counts
    }

    func begin(_ name: String, _ attributes: [String: String]) {
        if name == "li", let place = open.last?.place { counts[place] += 1 }
        guard HTMLElement.lists.contains(name) else { return }
        let countsDown = name == "ol" && attributes["reversed"] != nil
        open.append((name, countsDown ? counts.count : nil))
        if countsDown { counts.append(0) }
    }

    func end(_ name: String) {
        guard HTMLElement.lists.contains(name), let index = open.lastIndex(where: { $0.name == name }) else { return }
        open.removeSubrange(index...)
    }

    func text(_ text: String) {}
}
