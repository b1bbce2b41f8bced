/// The bottom line: the status at the left, and key hints to the right of it. Hints that do not fit are dropped from the end,
/// except for the way back and a last one (help).
public struct StatusBar: Hashable, Sendable {
    public struct Hint: Hashable, Sendable {
        public var key: String
        public var label: String
        /// Whether the key leads back to where the user came from.
        public var isWayBack: Bool

        public init(_ key: String, _ label: String, isWayBack: Bool = false) {
            self.key = key
            self.label = label
            self.isWayBack = isWayBack
        }
    }

    /// The current activity.
    public var status: StyledLine
    /// A shorter status, for when the full one would leave no room for two hints; nil if there is no shorter one.
    public var shortStatus: StyledLine?
    /// The available actions, the most useful first.
    public var hints: [Hint]
    /// The hint that stays when others are dropped.
    public var last: Hint?

    public init(status: StyledLine = StyledLine(), hints: [Hint] = [], last: Hint? = nil) {
        self.status = status
        self.hints = hints
        self.last = last
    }

    /// Returns the hints that fit into that many columns. The way back is among them wherever there is room for two.
    public func fitting(_ columns: Int) -> [Hint] {
        let room = columns + Self.gap - (last.map(Self.width) ?? 0)
        guard room >= 0 else { return [] }
        var shown = Array(first(in: room))
        if let back = hints.first(where: \.isWayBack), !shown.contains(back) {
            let others = first(in: room - Self.width(back))
            if !others.isEmpty { shown = others + [back] }
        }
        return shown + [last].compactMap(\.self)
    }

    /// Returns the hints that fit from the first on, with the gap after each.
    private func first(in columns: Int) -> ArraySlice<Hint> {
        var left = columns
        return hints.prefix {
            left -= Self.width($0)
            return left >= 0
        }
    }

    /// Whether a row of that width has room for the hint.
    public func names(_ hint: Hint, width: Int) -> Bool {
        fitting(width - start(of: told(in: width), in: width) - 1).contains(hint)
    }

    /// Returns the status, or the short one where hints need the room.
    private func told(in width: Int) -> StyledLine {
        guard let shortStatus else { return status }
        let least = min(2, hints.count) + (last == nil ? 0 : 1)
        return fitting(width - start(of: status, in: width) - 1).count < least ? shortStatus : status
    }

    /// Returns the column where hints begin.
    private func start(of status: StyledLine, in width: Int) -> Int {
        status.spans.isEmpty ? 1 : 1 + min(status.width, width - 2) + 4
    }

    /// The columns between two hints.
    private static let gap = 2

    /// Returns the columns of a hint and of the gap after it.
    private static func width(_ hint: Hint) -> Int { TextCells.width(hint.key) + 1 + TextCells.width(hint.label) + gap }

    /// Draws the bar into the first row of the part, with clickable hints.
    public func draw(into grid: inout Grid) {
        let row = grid.place
        grid.frame.replaceHints(in: row)
        grid.fill(Rect(x: 0, y: 0, width: grid.width, height: 1), with: " ")
        let status = told(in: grid.width)
        grid.draw(status, x: 1, y: 0, columns: grid.width - 2)
        var column = start(of: status, in: grid.width)
        for hint in fitting(grid.width - column - 1) {
            let start = column
            column = grid.draw(hint.key, x: column, y: 0, .accent) + 1
            column = grid.draw(hint.label, x: column, y: 0, .dim) + Self.gap
            let place = Rect(x: row.x + start, y: row.y, width: column - start, height: 1)
            grid.frame.hints.append(PlacedHint(key: hint.key, place: place))
        }
    }
}
