import TestSupport
import Testing

@testable import InboxUI
@testable import TerminalUI

@UI
@Suite("Screens in each theme", .timeLimit(.minutes(10)))
struct ThemedScreensTests {
    nonisolated private static let states = ["list-selected", "thread", "drawer"]

    @Test("the colours and attributes of each theme, on both backgrounds, at each depth", arguments: states)
    func looks(name: String) async throws {
        let state = try #require(ScreenState.all.first { $0.name == name })
        let client = try await ShellClient.brought(to: state)
        let mismatch = await client.atRest {
            let grid = client.grid(80, 24)
            let lines = Theme.builtIn.flatMap { theme in
                [ColorDepth.full, .indexed, .basic, .none].flatMap { depth in
                    ["\(theme.name), \(Self.ground(of: theme)), \(Self.name(of: depth))"]
                        + Self.looks(of: grid, theme, depth)
                }
            }
            return screenGolden("looks-\(name)", text: lines.joined(separator: "\n") + "\n")
        }
        #expect(mismatch == nil)
        if name == Self.states[0] {
            for theme in Theme.builtIn {
                let look = "\(theme.name)-\(Self.ground(of: theme))"
                ScreenPictures.write("themes/\(name)-\(look)", GridPicture(theme: theme).svg(client.grid(80, 24)))
            }
        }
        await client.shell.end()
    }

    private static func ground(of theme: Theme) -> String { theme.isLight ? "light" : "dark" }

    private static func name(of depth: ColorDepth) -> String {
        switch depth {
        case .full: "all colours"
        case .indexed: "256 colours"
        case .basic: "8 colours"
        case .none: "no colour"
        }
    }

    /// Returns each look on the screen, in order, with the first words that have it.
    private static func looks(of grid: Grid, _ theme: Theme, _ depth: ColorDepth) -> [String] {
        var looks: [(look: Theme.Resolved, words: String)] = []
        for y in 0..<grid.fullSize.height {
            var last: Theme.Resolved?
            for cell in grid.row(y) {
                let look = theme.resolve(cell.style, depth: depth)
                if let known = looks.firstIndex(where: { $0.look == look }) {
                    // Only the run in which the look was first seen.
                    if last == look, known == looks.count - 1, looks[known].words.count < 16 {
                        looks[known].words += cell.text
                    }
                } else if cell.text != " " {
                    looks.append((look, cell.text))
                }
                last = look
            }
        }
        return looks.map { "  \(text(of: $0.look, depth)): \($0.words.trimmingSuffix { $0 == " " })" }
    }

    private static func text(of look: Theme.Resolved, _ depth: ColorDepth) -> String {
        func color(_ code: Int32) -> String {
            guard code >= 0 else { return "own" }
            guard depth == .full else { return "\(code)" }
            let digits = String(code, radix: 16)
            return "#" + String(repeating: "0", count: 6 - digits.count) + digits
        }
        let names: [(Attributes, String)] = [
            (.bold, "bold"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"), (.dim, "dim"),
        ]
        let attributes = names.filter { look.attributes.contains($0.0) }.map(\.1)
        return ([color(look.foreground), "on", color(look.background)] + attributes).joined(separator: " ")
    }
}

extension String {
    fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> String {
        var text = self
        while let last = text.last, isLeftOut(last) { text.removeLast() }
        return text
    }
}
