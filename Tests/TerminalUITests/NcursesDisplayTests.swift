import Glibc
@testable import TerminalUI
import Testing

/// Each test runs in its own process, because a process has only one terminal.
@Suite("Terminal")
struct NcursesDisplayTests {
    @Test("T-8: the terminal is restored after quitting and while suspended")
    func restores() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal())
            let before = terminal.modes
            let display = try await NcursesDisplay()
            let entered = terminal.output()
            let on = ["?1049h", "?2004h", "?1004h", "?1003h", "?1006h", "?7l"]
            let off = ["?1049l", "?2004l", "?1004l", "?1003l", "?1006l", "?7h", "?25h"]
            for mode in on { #expect(entered.contains("\u{1B}[\(mode)"), "\(mode)") }
            #expect(terminal.modes != before)
            await display.suspend()
            #expect(terminal.modes == before)
            let left = terminal.output()
            for mode in off { #expect(left.contains("\u{1B}[\(mode)"), "\(mode)") }
            await display.resume()
            #expect(terminal.modes != before)
            #expect(on.allSatisfy(terminal.output().contains))
            await display.stop()
            #expect(terminal.modes == before)
            #expect(off.allSatisfy(terminal.output().contains))
        }
    }

    @Test(
        "T-8: a process that exits or crashes with the screen on restores the terminal",
        arguments: [SIGSEGV, SIGILL, SIGXCPU, SIGUSR1, 0])
    func dies(signal: Int32) async {
        await #expect(processExitsWith: .success) { [signal] in
            let terminal = try #require(PseudoTerminal())
            let before = terminal.modes
            let child = cloneProcess()
            if child == 0 {
                setenv("SWIFT_BACKTRACE", "enable=no", 1)
                // Nothing may be awaited: the forked process has only this thread.
                UI.shared.executor.claim()
                try UI.assumeIsolated {
                    _ = try NcursesDisplay()
                    if signal == 0 { exit(0) }
                    // Threads of the pool block signals.
                    var none = sigset_t()
                    sigemptyset(&none)
                    pthread_sigmask(SIG_SETMASK, &none, nil)
                    raise(signal)
                }
                _exit(1)
            }
            var status: Int32 = 0
            waitpid(child, &status, 0)
            #expect(status & 0x7F == signal)
            #expect(terminal.modes == before)
            #expect(terminal.output().contains("\u{1B}[?1049l\u{1B}[?25h"))
        }
    }

    @Test("R-1, T-1: no change writes no bytes, a small change few, and only known sequences are ever written")
    func bytes() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal())
            let display = try await NcursesDisplay()
            var written = terminal.output()
            let text = "plain text \u{1B}]0;evil\u{07}\u{9B}31m 漢字 👨‍👩‍👧 e\u{301} 🇩🇪 \u{202E}abc\r\n\u{1FAE8}"
            func frame(_ selected: Int) -> Grid {
                var grid = Grid(width: 80, height: 24)
                for y in 0..<24 {
                    grid.draw(y == 5 ? text : "Row \(y)", x: 0, y: y, y == selected ? .selection : .plain)
                }
                return grid
            }
            await display.show(frame(1))
            let first = terminal.output()
            #expect(first.contains("Row 23") && first.contains("漢字") && first.contains("🇩🇪"))
            await display.show(frame(1))
            #expect(terminal.output().isEmpty)
            await display.show(frame(2))
            let second = terminal.output()
            #expect(!second.isEmpty && second.utf8.count < 200)
            await display.show(frame(5))
            written += first + second + terminal.output()
            await display.rewrite()
            let again = terminal.output()
            #expect(again.contains("Row 23"))
            await display.show(frame(5))
            #expect(terminal.output().isEmpty)
            await display.stop()
            written += again + terminal.output()
            let unknown = OutputGrammar.unknown(in: written)
            #expect(unknown.isEmpty, "\(unknown)")
        }
    }

    @Test("a frame is buffered and not written at each cursor move")
    func gathers() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal())
            let display = try await NcursesDisplay()
            func frame(_ number: Int) -> Grid {
                var grid = Grid(width: 80, height: 24)
                for y in 0..<24 { grid.draw("\(number)", x: y * 3, y: y) }
                return grid
            }
            /// The number of system calls of this process that wrote something.
            func writes() throws -> Int {
                let file = try #require(fopen("/proc/self/io", "r"))
                defer { fclose(file) }
                var bytes = [UInt8](repeating: 0, count: 1_024)
                let count = fread(&bytes, 1, bytes.count, file)
                let text = String(decoding: bytes.prefix(count), as: UTF8.self)
                let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("syscw: ") })
                return try #require(Int(line.dropFirst(7)))
            }
            await display.show(frame(1))
            _ = terminal.output()
            let before = try writes()
            await display.show(frame(2))
            #expect(try writes() - before < 12)
            #expect(terminal.output().count { $0 == "2" } >= 24)
        }
    }

    @Test("a requested rewrite comes before any newer frame, even if the terminal has unread output")
    func rewritesWhatWaits() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal(columns: 200, rows: 60))
            let display = try await NcursesDisplay()
            _ = terminal.output()
            func frame(_ number: Int) -> Grid {
                var grid = Grid(width: 200, height: 60)
                for y in 0..<60 { grid.draw("frame \(number), row \(y) ", x: number % 7, y: y) }
                return grid
            }
            // As many frames as needed until some wait, because the terminal is not read.
            var last = 0
            while await display.isReady {
                last += 1
                await display.show(frame(last))
            }
            await display.rewrite()
            await display.rewrite()
            await display.show(frame(last + 1))
            var output = ""
            while await !display.isReady {
                output += terminal.output()
                await display.flush()
            }
            output += terminal.output()
            let parts = output.split(separator: "\u{1B}[2J", omittingEmptySubsequences: false)
            #expect(parts.count == 2)
            let anew = try #require(parts.last)
            #expect(anew.contains("frame \(last), row 59"))
            #expect(!(parts.first ?? "").contains("frame \(last + 1)"))
            await display.stop()
        }
    }

    @Test("T-6: a row with characters of uncertain width is repainted whole, and the next row reached by absolute move")
    func wideRows() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal(columns: 30, rows: 6))
            let display = try await NcursesDisplay()
            _ = terminal.output()
            var grid = Grid(width: 30, height: 6)
            for y in 0..<6 { grid.draw("漢字 row \(y) 한글", x: 0, y: y) }
            await display.show(grid)
            _ = terminal.output()
            grid.draw("X", x: 12, y: 2)
            grid.draw("Y", x: 12, y: 3)
            await display.show(grid)
            let output = terminal.output()
            #expect(output.contains("漢字") && output.contains("row") && !output.contains("\n"))
            let moves = OutputGrammar.rowMoves(in: output)
            #expect(moves.relative == 0 && moves.absolute >= 2)
        }
    }

    @Test("scrolling a list by a row costs about one row of output, even with symbols in it")
    func scrolls() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal(columns: 80, rows: 30))
            let display = try await NcursesDisplay()
            func frame(_ top: Int) -> Grid {
                var grid = Grid(width: 80, height: 30)
                for y in 0..<30 {
                    grid.draw("Person \(top + y) ⎘ ↩ a subject of its own, number \((top + y) * 7_919)", x: 0, y: y)
                }
                return grid
            }
            await display.show(frame(0))
            _ = terminal.output()
            await display.show(frame(1))
            let output = terminal.output()
            #expect(output.contains("Person 30") && output.utf8.count < 250, "\(output.utf8.count)")
        }
    }

    @Test("the scroll region covers all rows, whatever terminfo says, at the start and after a resize")
    func scrollRegion() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal(columns: 80, rows: 40))
            let display = try await NcursesDisplay()
            #expect(OutputGrammar.lastRegion(in: terminal.output()) == "1;40")
            terminal.resize(columns: 80, rows: 50)
            _ = await display.measure()
            await display.show(Grid(width: 80, height: 50))
            #expect(OutputGrammar.lastRegion(in: terminal.output()) == "1;50")
            await display.suspend()
            await display.resume()
            #expect(OutputGrammar.lastRegion(in: terminal.output()) == "1;50")
            await display.stop()
        }
    }

    @Test("resuming enters the alternate screen before anything else, so the main screen is kept")
    func resumes() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal(columns: 80, rows: 40))
            let display = try await NcursesDisplay()
            for height in [40, 40, 30] as [UInt16] {
                await display.suspend()
                _ = terminal.output()
                terminal.resize(columns: 80, rows: height)
                await display.resume()
                #expect(terminal.output().hasPrefix("\u{1B}[?1049h"))
            }
            await display.stop()
        }
    }

    @Test("a terminal without a size in terminfo is used at its actual size")
    func noSizeInEntry() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal(columns: 90, rows: 30))
            setenv("TERM", "linux", 1)
            setenv("LINES", "7", 1)
            setenv("COLUMNS", "9", 1)
            let display = try await NcursesDisplay()
            let size = await display.size
            #expect(size == Size(width: 90, height: 30))
            var grid = Grid(size: size)
            grid.draw("corner", endingAt: 90, y: 29)
            await display.show(grid)
            #expect(terminal.output().contains("corner"))
            await display.stop()
        }
    }

    @Test("without an alternate screen, quitting and suspending clear the screen")
    func noSecondScreen() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal())
            setenv("TERM", "linux", 1)
            let display = try await NcursesDisplay()
            var grid = Grid(width: 80, height: 24)
            grid.draw("a picture", x: 0, y: 3)
            await display.show(grid)
            #expect(terminal.output().contains("a picture"))
            let erasure = "\u{1B}[H\u{1B}[J"
            await display.suspend()
            #expect(terminal.output().contains(erasure))
            await display.resume()
            await display.show(grid)
            #expect(terminal.output().contains("a picture"))
            await display.stop()
            let left = terminal.output()
            #expect(left.contains(erasure) && !left.contains("a picture"))
        }
    }

    @Test("padding codes from terminfo are never written")
    func padding() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal(columns: 30, rows: 6))
            setenv("TERM", "vt100", 1)
            let display = try await NcursesDisplay()
            _ = terminal.output()
            var grid = Grid(width: 30, height: 6)
            for y in 0..<6 { grid.draw("漢字 row \(y) 한글", x: 0, y: y) }
            await display.show(grid)
            let output = terminal.output()
            #expect(output.contains("row 5") && !output.contains("$<"))
        }
    }

    @Test("the screen follows the terminal's size")
    func resizes() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal(columns: 80, rows: 24))
            let display = try await NcursesDisplay()
            terminal.resize(columns: 132, rows: 50)
            let size = await display.measure()
            #expect(size == Size(width: 132, height: 50))
            var grid = Grid(size: size)
            grid.draw("corner", endingAt: 132, y: 49)
            _ = terminal.output()
            await display.show(grid)
            #expect(terminal.output().contains("corner"))
        }
    }

    @Test("a terminal that does not read blocks nothing")
    func blocked() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(PseudoTerminal(columns: 200, rows: 60))
            let display = try await NcursesDisplay()
            let clock = ContinuousClock()
            var frames = 0
            let begin = clock.now
            for step in 0..<200 where await display.isReady {
                var grid = Grid(width: 200, height: 60)
                for y in 0..<60 { grid.draw(String(repeating: "\((step + y) % 10)", count: 200), x: 0, y: y) }
                await display.show(grid)
                frames += 1
            }
            #expect(frames < 200)
            #expect(clock.now - begin < .seconds(10))
            _ = terminal.output()
            await display.flush()
            _ = terminal.output()
        }
    }

    @Test("opening the display without a terminal fails")
    func noTerminal() async {
        await #expect(processExitsWith: .success) {
            let null = open("/dev/null", O_RDWR)
            dup2(null, 0)
            dup2(null, 1)
            await #expect(throws: TerminalError.notATerminal) { _ = try await NcursesDisplay() }
        }
    }
}

/// Calls fork(2), which Swift does not offer. Safe here, because the child only runs the test and then exits.
private func cloneProcess() -> pid_t {
    typealias Fork = @convention(c) () -> pid_t
    guard let symbol = dlsym(nil, "fork") else { return -1 }
    return unsafeBitCast(symbol, to: Fork.self)()
}
