import Glibc
@testable import TerminalUI
import Testing

/// A terminal by its name, and the colours that it has.
enum TerminalColors: String, CaseIterable, Codable, Sendable {
    case full, indexed, basic, unwanted

    func setEnvironment() {
        switch self {
        case .full:
            setenv("TERM", "xterm", 1)
            setenv("COLORTERM", "truecolor", 1)
        case .indexed: setenv("TERM", "xterm-256color", 1)
        case .basic: setenv("TERM", "xterm", 1)
        case .unwanted: setenv("NO_COLOR", "1", 1)
        }
    }

    var depth: ColorDepth {
        switch self {
        case .full: .full
        case .indexed: .indexed
        case .basic: .basic
        case .unwanted: .none
        }
    }
}

extension NcursesDisplayTests {
    @Test(
        "each role of each theme reaches the terminal in its colours and attributes, in text, in a selected row and in a bar",
        arguments: TerminalColors.allCases)
    func colors(_ colors: TerminalColors) async {
        await #expect(processExitsWith: .success) { [colors] in
            let terminal = try #require(PseudoTerminal(columns: 60, rows: 20))
            colors.setEnvironment()
            let display = try await NcursesDisplay()
            let depth = await display.depth
            // All colours need an entry of terminfo that is not everywhere.
            #expect(depth == colors.depth || colors == .full)
            var screen = TerminalEmulator(columns: 60, rows: 20)
            screen.feed(terminal.output())
            let grounds: [Role?] = [nil, .selection, .bar]
            var grid = Grid(width: 60, height: 20)
            for (y, role) in Role.allCases.enumerated() {
                for (place, ground) in grounds.enumerated() {
                    grid.draw("\(role)", x: place * 20, y: y, Style(role, on: ground))
                }
            }
            for theme in Theme.builtIn {
                await Task { @UI in display.theme = theme }.value
                await display.show(grid)
                screen.feed(terminal.output())
                for (y, role) in Role.allCases.enumerated() {
                    for (place, ground) in grounds.enumerated() {
                        let wanted = theme.resolve(Style(role, on: ground), depth: depth)
                        let written = screen.rows[y][place * 20..<place * 20 + "\(role)".count]
                        let place = "\(theme.name) \(theme.isLight) \(role) on \(String(describing: ground))"
                        #expect(written.map(\.text).joined() == "\(role)", "\(place)")
                        for cell in written { #expect(cell.look == wanted, "\(place)") }
                    }
                }
            }
            await display.stop()
        }
    }
}
