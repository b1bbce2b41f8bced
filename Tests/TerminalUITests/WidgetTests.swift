import TerminalUI
import TestSupport
import Testing

@Suite("Widgets")
struct WidgetTests {
    private let start = ContinuousClock.now

    @Test("progress shows count, rate and time left")
    func progress() {
        let bar = ProgressBar(done: 41_200, total: 60_000, begin: start)
        #expect(bar.text(now: start + .milliseconds(4200)) == "██████░░░░  41,200 of 60,000 · 9,810/s · 2 s")
        #expect(bar.text(now: start) == "██████░░░░  41,200 of 60,000")
        #expect(ProgressBar(done: 59_999, total: 60_000, begin: start).text(columns: 4, now: start).hasPrefix("███░"))
        #expect(
            ProgressBar(done: 7, total: 7, begin: start).text(columns: 4, now: start, glyphs: .ascii) == "####  7 of 7")
        #expect(ProgressBar(done: 1234, begin: start).text(now: start + .seconds(2)) == "1,234 · 617/s")
        #expect(ProgressBar(done: 0, total: 0, begin: start).part == 1)
        let again = ProgressBar(done: 1_100, total: 3_000, begin: start, start: 1_000)
        #expect(again.numbers(now: start + .seconds(10)) == "1,100 of 3,000 · 10/s · 3 min")
        #expect(ProgressBar(done: 9, total: 20, begin: start, start: 9).numbers(now: start + .seconds(10)) == "9 of 20")
        #expect(
            ProgressBar(done: 10, total: 100_000, begin: start).text(columns: 0, now: start + .seconds(1)).hasSuffix(
                "3 h"))
    }

    @Test(
        "hints that do not fit are cut from the end, but the last stays",
        arguments: [
            (60, "s e r ?"), (32, "s e r ?"), (31, "s e ?"), (26, "s e ?"), (25, "s ?"), (14, "?"), (5, ""),
        ])
    func hints(columns: Int, keys: String) {
        let bar = StatusBar(
            hints: [.init("s", "shake"), .init("e", "archive"), .init("r", "re")], last: .init("?", "help"))
        #expect(bar.fitting(columns).map(\.key).joined(separator: " ") == keys)
    }

    @Test(
        "the way back stays wherever there is room for two hints",
        arguments: [(34, "s e q ?"), (33, "s q ?"), (23, "s q ?"), (22, "s ?"), (15, "s ?"), (14, "?")])
    func wayBack(columns: Int, keys: String) {
        let bar = StatusBar(
            hints: [.init("s", "shake"), .init("e", "archive"), .init("q", "back", isWayBack: true)],
            last: .init("?", "help"))
        #expect(bar.fitting(columns).map(\.key).joined(separator: " ") == keys)
    }

    @Test("a kept bar shows what the bar shows, and has its hints where it stands, whatever changes")
    func keptBar() {
        var kept = KeptBar()
        let hints: [StatusBar.Hint] = [.init("s", "shake"), .init("e", "archive"), .init("r", "reply")]
        let (one, other) = (StatusBar(hints: hints), StatusBar(status: StyledLine("2 queued", .warn), hints: hints))
        for (bar, width, y) in [
            (one, 40, 2), (one, 40, 2), (one, 40, 1), (other, 40, 1), (one, 40, 1), (one, 12, 1), (one, 40, 2),
        ] {
            func drawn(_ draw: (inout Grid) -> Void) -> Grid {
                var grid = Grid(width: 40, height: 3)
                grid.inside(Rect(x: 0, y: y, width: width, height: 1), draw)
                return grid
            }
            let (wanted, got) = (drawn { bar.draw(into: &$0) }, drawn { kept.draw(bar, into: &$0) })
            #expect((0..<3).map { got.text(row: $0) } == (0..<3).map { wanted.text(row: $0) })
            #expect(!got.frame.hints.isEmpty && got.frame.hints == wanted.frame.hints)
        }
    }

    @Test("text fields show a question mark for letters that the terminal can't display")
    func unshownLetters() {
        func shown(_ showsLetters: Bool) -> [String] {
            let frame = Frame(now: start, showsLetters: showsLetters)
            var grid = Grid(size: Size(width: 20, height: 2), frame: frame)
            var field = TextField("Größe “1”")
            var area = TextArea("Größe 日")
            grid.inside(Rect(x: 0, y: 0, width: 20, height: 1)) { field.draw(into: &$0) }
            grid.inside(Rect(x: 0, y: 1, width: 20, height: 1)) { area.draw(into: &$0) }
            return [grid.text(row: 0), grid.text(row: 1)]
        }
        #expect(shown(true) == ["Größe “1”", "Größe 日"])
        #expect(shown(false) == ["Gr??e “1”", "Gr??e ?"])
    }

    @Test("a status that leaves no room for two hints is replaced by its short form")
    func shortStatus() {
        var bar = StatusBar(
            status: StyledLine("0%  Warning: 2 refused"), hints: [.init("q", "back"), .init("r", "reply")],
            last: .init("?", "help"))
        bar.shortStatus = StyledLine("! 2")
        func line(_ width: Int) -> String {
            var grid = Grid(width: width, height: 1)
            bar.draw(into: &grid)
            return grid.text(row: 0)
        }
        #expect(line(40) == " ! 2    q back  r reply  ? help")
        #expect(line(60) == " 0%  Warning: 2 refused    q back  r reply  ? help")
        #expect(bar.names(.init("r", "reply"), width: 40))
    }

    @Test(
        "bars, a box and a dialog match their goldens, at two sizes and in ASCII",
        arguments: [
            (80, 24, false), (40, 12, false), (40, 12, true),
        ])
    func screen(width: Int, height: Int, ascii: Bool) {
        let size = Size(width: width, height: height)
        var grid = Grid(size: size, frame: Frame(now: start + .seconds(1), glyphs: ascii ? .ascii : .unicode))
        grid.inside(Rect(x: 0, y: height - 1, width: width, height: 1)) { row in
            StatusBar(
                status: StyledLine("2 queued", .warn),
                hints: [.init("s", "shake"), .init("e", "archive"), .init("r", "reply"), .init("/", "search")],
                last: .init("?", "help")
            ).draw(into: &row)
        }
        grid.inside(Rect(x: 0, y: 0, width: width, height: height - 1)) { part in
            Toast(StyledLine("Archived · z undo", .bar), at: start, lasts: .seconds(5)).draw(into: &part)
            Dialog(
                title: "Empty subject", text: "This message has no subject. Send it as it is?",
                answers: [.init("y", "send"), .init("Esc", "go on writing")]
            ).draw(into: &part)
        }
        #expect(golden(ascii ? "widgets-ascii" : "widgets", grid) == nil)
    }

    @Test("a dialog shows its whole question: a title too long for the frame moves inside, and cut text ends in “…”")
    func longQuestion() {
        var grid = Grid(width: 40, height: 12)
        let question = Dialog(
            title: "Empty Trash: delete 3 messages for good?", text: "The server forgets them too.",
            answers: [.init("Enter", "delete"), .init("Esc", "leave it")])
        question.draw(into: &grid)
        let text = (0..<12).map { grid.text(row: $0) }.joined(separator: "\n")
        #expect(text.contains("│ Empty Trash: delete 3 messages") && text.contains("│ for good?"))
        #expect(text.contains("forgets") && text.contains("Esc leave it"))
        #expect(!text.contains("…"))

        var long = question
        long.text = (1...99).map { "word\($0)" }.joined(separator: " ")
        long.draw(into: &grid)
        let rows = (0..<12).map { grid.text(row: $0) }
        #expect(rows.contains { $0.contains("…") } && rows.contains { $0.contains("Esc leave it") })
        #expect(rows[10].contains("╰") && rows[11].isEmpty, "the lowest row is for what goes on")
        long.note = "Say y or n."
        long.draw(into: &grid)
        #expect(grid.text(row: 8).contains("Say y or n.") && grid.text(row: 10).contains("╰"))
    }

    @Test("a name of hundreds of letters in a question leaves room for its answers")
    func longName() {
        let name = String(repeating: "Very Long Name ", count: 20)
        for (width, height) in [(40, 12), (80, 24)] {
            var grid = Grid(width: width, height: height)
            Dialog(
                title: "Remove \(name)?", text: "Their address is no longer offered here. Mail is not changed.",
                answers: [.init("Enter", "remove"), .init("Esc", "cancel")]
            ).draw(into: &grid)
            let rows = (0..<height).map { grid.text(row: $0) }
            #expect(rows.contains { $0.contains("Remove Very") } && rows.contains { $0.contains("Their address") })
            #expect(rows.contains { $0.contains("Enter remove") && $0.contains("Esc cancel") })
            #expect(rows[height - 1].isEmpty)
        }
    }

    @Test("in words mode the cursor is on the question's first line, or on the note about a wrong key")
    func questionInWords() {
        var grid = Grid(size: Size(width: 40, height: 12), frame: Frame(motion: false, glyphs: .words))
        var question = Dialog(
            title: "Sign out?", text: "Its mail goes from here.", answers: [.init("y", "sign out"), .init("Esc", "no")])
        func line() -> String { grid.frame.cursor.map { grid.text(row: $0.y) } ?? "" }
        question.draw(into: &grid)
        #expect(line().contains("Sign out?"))
        question.title = "Empty Trash: delete 3 messages for good?"
        question.draw(into: &grid)
        #expect(line().contains("Empty Trash: delete"))
        question.note = "Say y or n."
        question.draw(into: &grid)
        #expect(line().contains("Say y or n."))
    }

    @Test("a text scrolls within its bounds and reports its position")
    func textView() {
        var view = TextView((1...20).map { StyledLine("line \($0)") })
        var grid = Grid(width: 10, height: 5)
        view.draw(into: &grid)
        #expect(view.percent == 25)
        #expect(view.scroll(by: -1) == false)
        #expect(view.scrollPages(1) == true)
        #expect(view.top == 4)
        #expect(view.handle(.key(.end)) == true)
        #expect(view.percent == 100)
        #expect(view.handle(.key("j")) == false)
        view.reveal(3..<5)
        #expect(view.top == 3)
        view.reveal(9..<10)
        #expect(view.top == 5)
        #expect(view.line(at: Point(x: 1, y: 2)) == 7)
        view.set([StyledLine("short")])
        view.draw(into: &grid)
        #expect(view.top == 0)
        #expect(view.line(at: Point(x: 1, y: 2)) == nil)
        #expect(grid.text(row: 0) == "short")
    }

    @Test("rewrapped text keeps its reading position, and the old width restores the exact place")
    func rewrappedText() {
        let numbers = (1...90).map(String.init)
        func lines(of count: Int) -> [StyledLine] {
            stride(from: 0, to: 90, by: count).map { start in
                StyledLine(numbers[start..<min(90, start + count)].joined(separator: " "))
            }
        }
        var view = TextView(lines(of: 3))
        var grid = Grid(width: 20, height: 5)
        view.draw(into: &grid)
        view.scroll(to: 10)
        for count in [2, 1, 4] {
            view.rewrap(lines(of: count))
            #expect(view.lines[view.top].text.split(separator: " ").contains("31"))
        }
        view.rewrap(lines(of: 3))
        #expect(view.top == 10)
    }

    @Test("a toast rises, stays and disappears, and requests only the frames it needs")
    func toast() {
        let toast = Toast(StyledLine("Sent", .bar), at: start, lasts: .seconds(4))
        func rows(_ milliseconds: Int) -> (Int, Grid) {
            var grid = Grid(size: Size(width: 20, height: 3), frame: Frame(now: start + .milliseconds(milliseconds)))
            return (toast.draw(into: &grid), grid)
        }
        #expect(rows(0).0 == 0)
        #expect(rows(0).1.frame.animatesUntil == start + Toast.rise)
        let (taken, grid) = rows(2000)
        #expect(taken == 1)
        #expect(grid.text(row: 2).hasSuffix("Sent"))
        // A click on it does nothing, also where it covers something.
        #expect(grid.frame.hints.map(\.place) == [Rect(x: 11, y: 2, width: 8, height: 1)])
        #expect(grid.frame.hints.map(\.key) == [""])
        #expect(grid.frame.animatesUntil == nil)
        #expect(grid.frame.redrawsAt == start + .seconds(4))
        #expect(rows(4000).0 == 0)
        #expect(toast.secondsLeft(at: start + .milliseconds(1500)) == 3)
    }

    @Test("a toast hides text that it would cut, but not text set apart to its left")
    func toastOverText() {
        let toast = Toast(StyledLine("Sent", .bar), at: start, lasts: .seconds(4))
        func row(_ text: String) -> String {
            var grid = Grid(size: Size(width: 40, height: 2), frame: Frame(now: start + .seconds(2)))
            grid.draw(text, x: 0, y: 1)
            toast.draw(into: &grid)
            return grid.text(row: 1)
        }
        let alone = row("")
        #expect(row("not sent: the server refused it, and that for long") == alone)
        #expect(row("Ann    not sent: the server refused it, and that for long") == "Ann\(alone.dropFirst(3))")
        #expect(row("not sent: refused by the one") == "not sent: refused by the one\(alone.dropFirst(28))")
        #expect(row("not sent: refused by the others") == alone)
    }

    @Test("a spinner appears after 0.3 s and requests a frame per step")
    func spinner() {
        let spinner = Spinner(begin: start)
        var frame = Frame(now: start + .milliseconds(100))
        #expect(spinner.sign(in: &frame) == nil)
        #expect(frame.redrawsAt == start + .milliseconds(300))
        frame = Frame(now: start + .milliseconds(420))
        #expect(spinner.sign(in: &frame) == "⠼")
        #expect(frame.redrawsAt == start + .milliseconds(500))
        frame = Frame(now: start + .milliseconds(420), motion: false)
        #expect(spinner.sign(in: &frame) == "…")
        #expect(frame.redrawsAt == nil)
    }
}

@Suite("Motion")
struct MovementTests {
    private let start = ContinuousClock.now

    @Test("a slide moves to its target, and back from where it is")
    func slide() {
        var slide = Slide(at: 0)
        slide.go(to: 32, at: start)
        #expect(slide.value(at: start) == 0)
        let middle = slide.value(at: start + .milliseconds(75))
        #expect(middle > 16 && middle < 32)
        slide.go(to: 0, at: start + .milliseconds(75))
        #expect(slide.value(at: start + .milliseconds(75)) == middle)
        #expect(slide.value(at: start + .milliseconds(225)) == 0)
        #expect(!slide.isMoving(at: start + .milliseconds(225)))
        var frame = Frame(now: start + .milliseconds(80), motion: false)
        #expect(slide.value(in: &frame) == 0)
        #expect(frame.animatesUntil == nil)
    }

    @Test("a card wobbles, flies off, and the next card rises into its place")
    func cardThrow() {
        let poses = stride(from: 0, through: 400, by: 10).map {
            CardThrow.pose(at: .milliseconds($0), width: 60, height: 12)
        }
        #expect(poses[0] == CardThrow.Pose(thrown: 0, next: nil))
        #expect(poses.prefix(9).allSatisfy { abs($0.thrown ?? 99) <= 2 })
        let flight = poses[9..<25].compactMap(\.thrown)
        #expect(flight == flight.sorted() && flight.count == 16)
        #expect(poses[25].thrown == nil)
        #expect(poses.last == CardThrow.Pose(thrown: nil, next: 0))
        #expect(CardThrow.whole <= .milliseconds(400))
    }
}
