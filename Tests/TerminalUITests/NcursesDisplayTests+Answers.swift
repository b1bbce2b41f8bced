import Glibc
@testable import TerminalUI
import Testing

/// The terminal's reports about itself. Each test runs in its own process, because a process has only one terminal.
extension NcursesDisplayTests {
    @Test("giving the terminal back waits for a pending answer, so that no shell reads it")
    func lateAnswer() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal())
            let display = try await NcursesDisplay()
            _ = terminal.output()
            var grid = Grid(width: 80, height: 24)
            grid.draw("asked", x: 0, y: 0)
            await display.show(grid, asking: true)
            #expect(terminal.output().hasSuffix("\u{1B}[5n"))
            await display.show(grid, asking: true)
            #expect(terminal.output().isEmpty, "no frame, no question")
            // Answers once it has read that the screen is left.
            let answering = Task.detached {
                var seen = ""
                while !seen.contains("\u{1B}[?1049l") { seen += terminal.output() }
                let answer = Array("\u{1B}[0n".utf8)
                return write(terminal.master, answer, answer.count)
            }
            await display.suspend()
            #expect(await answering.value == 4)
            let line = Array("shell\n".utf8)
            #expect(write(terminal.master, line, line.count) == line.count)
            var buffer = [UInt8](repeating: 0, count: 100)
            let count = read(0, &buffer, buffer.count)
            #expect(String(decoding: buffer.prefix(count), as: UTF8.self) == "shell\n")
        }
    }

    @Test("with an unknown background, text keeps the terminal's own colour until a late answer arrives")
    func silence() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal())
            let display = try await NcursesDisplay()
            _ = terminal.output()
            var grid = Grid(width: 80, height: 24)
            grid.draw("unread", x: 0, y: 0, Style(.unread))
            await display.show(grid)
            #expect(terminal.output().contains("38;5"))
            await display.learn(.kind(drawsSixels: false))
            await display.show(grid)
            let own = terminal.output()
            #expect(own.contains("unread") && !own.contains("38;5"))
            await display.learn(.background(0xFAFAFA))
            await display.show(grid)
            #expect(terminal.output().contains("38;5"))
        }
    }

    @Test("a frame uses synchronized output if supported, and the theme follows the background")
    func answers() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal())
            let display = try await NcursesDisplay()
            #expect(terminal.output().contains("\u{1B}[?2026$p"))
            await display.learn(.mode(2026, isKnown: true))
            await display.learn(.background(0xFAFAFA))
            let theme = await display.theme
            #expect(theme == .light)
            var grid = Grid(width: 80, height: 24)
            grid.draw("framed", x: 0, y: 0)
            await display.show(grid)
            let output = terminal.output()
            #expect(output.hasPrefix("\u{1B}[?2026h") && output.hasSuffix("\u{1B}[?2026l"))
            await display.show(grid)
            #expect(terminal.output().isEmpty)
        }
    }
}
