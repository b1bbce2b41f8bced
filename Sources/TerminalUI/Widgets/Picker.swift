/// A choice from a list by typing: a text field in a box, with the matches below it.
public struct Picker<ID: Hashable & Sendable> {
    public enum Response: Hashable, Sendable {
        case ignored, handled, chosen(ID)
    }

    public private(set) var field: TextField
    public private(set) var list = ListWidget<ID>(margin: 1)
    private let find: ((String) -> [ID])?

    /// - Parameter find: returns the matches for a text, the best first; the first is selected.
    public init(placeholder: String, find: @escaping (String) -> [ID]) {
        field = TextField(placeholder: placeholder, limit: 200)
        self.find = find
        search()
    }

    /// Creates a picker whose matches come by `show(_:)`.
    public init(placeholder: String) {
        field = TextField(placeholder: placeholder, limit: 200)
        find = nil
    }

    private mutating func search() {
        if let find { show(find(field.text)) }
    }

    /// Shows the matches, the best first, and selects the first.
    public mutating func show(_ found: [ID]) {
        list.reset(found)
        list.select(index: 0)
    }

    /// Replaces the typed text.
    public mutating func type(_ text: String) {
        field.set(text)
        search()
    }

    /// Letters search; Up, Down, Tab, Ctrl-n and Ctrl-p move; Enter and a click choose.
    public mutating func handle(_ event: InputEvent) -> Response {
        switch event {
        case .key(.ctrl("n")), .key(.tab): list.move(by: 1)
        case .key(.ctrl("p")), .key(.backTab): list.move(by: -1)
        case .key(.home), .key(.end), .key(.left), .key(.right): return edit(event)
        default:
            switch list.handle(event) {
            case .activated(let id): return .chosen(id)
            case .moved: break
            case .ignored: return edit(event)
            }
        }
        return .handled
    }

    private mutating func edit(_ event: InputEvent) -> Response {
        switch field.handle(event) {
        case .edited: search()
        case .moved: break
        case .ignored: return .ignored
        }
        return .handled
    }

    /// Draws the box in the middle of the part.
    /// - Parameters:
    ///   - size: the largest size of the box.
    ///   - nothing: the text when nothing matches.
    ///   - margin: the rows that stay free above and below the box.
    public mutating func draw(
        into grid: inout Grid, title: String, size: Size, nothing: String, margin: Int = 1,
        row: (inout Grid, ID) -> Void
    ) {
        let fitting = Size(
            width: min(size.width, grid.width - 4), height: min(size.height, grid.height - 2 * margin))
        grid.inside(grid.bounds.centred(fitting)) { part in
            Box.draw(into: &part, title: title, style: .accent) { inner in
                let (top, rest) = inner.bounds.split(top: 1)
                inner.inside(top) { field.draw(into: &$0) }
                inner.inside(rest.split(top: 1).1) { part in
                    guard !list.rows.isEmpty else {
                        for (y, line) in TextCells.wrapped(nothing, to: part.width).enumerated() {
                            part.draw(line, x: 0, y: y, .dim)
                        }
                        return
                    }
                    list.draw(into: &part) { part, id, _ in row(&part, id) }
                }
            }
            // Show how many matches are out of sight.
            let more = list.rows.count - list.top - list.visibleRows
            if more > 0, part.width > 20 {
                part.draw(" \(more) more ", endingAt: part.width - 2, y: part.height - 1, .dim)
            }
        }
    }
}
