import TerminalUI

/// Asks for one line of text, and says meanwhile what it would be taken for.
@UI
final class PromptScreen: Screen {
    /// What is said of the text as it stands; Enter takes only what is good.
    enum Verdict: Hashable {
        case good(String), bad(String)
    }

    let keyContext = KeyContext.picker
    let takesText = true
    let isOverlay = true

    private let title: String
    private let around: any Surroundings
    private let judge: @UI (String) -> Verdict
    private let done: @UI (String) -> Void
    private var field: TextField

    /// - Parameter done: hears of the text after the question has gone.
    init(
        _ title: String, placeholder: String = "", text: String = "", around: any Surroundings,
        judge: @escaping @UI (String) -> Verdict, done: @escaping @UI (String) -> Void
    ) {
        self.title = title
        self.around = around
        self.judge = judge
        self.done = done
        field = TextField(text, placeholder: placeholder, limit: 1_000)
    }

    func perform(_ command: Command) -> Bool {
        guard command == .back else { return false }
        around.pop()
        return true
    }

    func handle(_ event: InputEvent) -> Bool {
        defer { around.setNeedsDraw() }
        if event == .key(.enter) {
            guard case .good = judge(field.text) else { return true }
            around.pop()
            done(field.text)
            return true
        }
        return field.handle(event) != .ignored
    }

    func draw(into grid: inout Grid) {
        grid.inside(grid.bounds.centred(Size(width: min(60, grid.width), height: 5))) { part in
            Box.draw(into: &part, title: title, style: .accent) { inner in
                inner.inside(Rect(x: 0, y: 0, width: inner.width, height: 1)) { field.draw(into: &$0) }
                switch judge(field.text) {
                case .good(let text): inner.draw(text, x: 0, y: 2, .ok, columns: inner.width)
                case .bad(let text): inner.draw(text, x: 0, y: 2, .warn, columns: inner.width)
                }
            }
        }
    }
}
