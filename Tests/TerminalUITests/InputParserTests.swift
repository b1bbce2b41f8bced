import TestSupport
import Testing

@testable import TerminalUI

@Suite("Input bytes")
struct InputParserTests {
    private static let start = ContinuousClock.now

    /// Returns the events of bytes that arrive together, followed by silence.
    private static func events(_ text: String) -> [InputEvent] { events(Array(text.utf8)) }

    private static func events(_ bytes: [UInt8], cutAt cut: Int? = nil) -> [InputEvent] {
        var parser = InputParser()
        var events: [InputEvent] = []
        if let cut {
            events += parser.feed(bytes[..<cut], at: start)
            events += parser.feed(bytes[cut...], at: start + .milliseconds(1))
        } else {
            events += parser.feed(bytes, at: start)
        }
        for _ in 0..<8 where parser.deadline != nil { events += parser.expire(at: parser.deadline ?? start) }
        return events
    }

    private static let sequences: [(String, [InputEvent])] = [
        ("g", [.key("g")]), ("G", [.key("G")]), ("é", [.key("é")]), ("漢", [.key("漢")]), (" ", [.key(.space)]),
        ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]), ("\u{7F}", [.key(.backspace)]),
        ("\u{08}", [.key(.backspace)]), ("\u{04}", [.key(.ctrl("d"))]), ("\u{00}", [.key(Key(" ", .control))]),
        ("\u{1F}", [.key(.ctrl("_"))]), ("\u{1B}", [.key(.escape)]), ("\u{1B}\u{1B}", [.key(.escape), .key(.escape)]),
        ("\u{1B}x", [.key(.alt("x"))]), ("\u{1B}\r", [.key(Key(.enter, .alt))]), ("\u{1B}[A", [.key(.up)]),
        ("\u{1B}OB", [.key(.down)]), ("\u{1B}[1;5C", [.key(Key(.right, .control))]),
        ("\u{1B}[1;2D", [.key(Key(.left, .shift))]), ("\u{1B}\u{1B}[A", [.key(Key(.up, .alt))]),
        ("\u{1B}[H", [.key(.home)]), ("\u{1B}[4~", [.key(.end)]), ("\u{1B}[5~", [.key(.pageUp)]),
        ("\u{1B}[6~", [.key(.pageDown)]), ("\u{1B}[2~", [.key(.insert)]), ("\u{1B}[3~", [.key(.delete)]),
        ("\u{1B}[Z", [.key(.backTab)]), ("\u{1B}OP", [.key(.function(1))]), ("\u{1B}[[E", [.key(.function(5))]),
        ("\u{1B}[15~", [.key(.function(5))]), ("\u{1B}[24~", [.key(.function(12))]),
        ("\u{1B}[1;2P", [.key(Key(.function(1), .shift))]), ("\u{1B}[97;5u", [.key(.ctrl("a"))]),
        ("\u{1B}[27;5;13~", [.key(Key(.enter, .control))]), ("\u{1B}[", [.key(.alt("["))]),
        ("\u{1B}O", [.key(.alt("O"))]),
        ("\u{1B}[I", [.focus(true)]), ("\u{1B}[O", [.focus(false)]),
        ("\u{1B}[<0;10;5M", [.mouse(Mouse(.press(.left), at: Point(x: 9, y: 4)))]),
        ("\u{1B}[<0;10;5m", [.mouse(Mouse(.release(.left), at: Point(x: 9, y: 4)))]),
        ("\u{1B}[<35;300;5M", [.mouse(Mouse(.move, at: Point(x: 299, y: 4)))]),
        ("\u{1B}[<34;1;1M", [.mouse(Mouse(.drag(.right), at: .zero))]),
        ("\u{1B}[<64;1;2M", [.mouse(Mouse(.wheelUp, at: Point(x: 0, y: 1)))]),
        ("\u{1B}[<81;1;2M", [.mouse(Mouse(.wheelDown, at: Point(x: 0, y: 1), .control))]),
        ("\u{1B}[M !!", [.mouse(Mouse(.press(.left), at: .zero))]), ("\u{1B}[<0;0;0M", []), ("\u{1B}[<0;1M", []),
        ("\u{1B}[?2026;2$y", [.report(.mode(2026, isKnown: true))]),
        ("\u{1B}[?2026;0$y", [.report(.mode(2026, isKnown: false))]),
        ("\u{1B}]11;rgb:ffff/8080/0000\u{07}", [.report(.background(0xFF8000))]),
        ("\u{1B}]11;rgb:1c/1c/1c\u{1B}\\", [.report(.background(0x1C1C1C))]), ("\u{1B}]0;title\u{07}", []),
        ("\u{1B}P1$r0m\u{1B}\\", []), ("\u{1B}[?62;4c", [.report(.kind(drawsSixels: true))]),
        ("\u{1B}[?62;22c", [.report(.kind(drawsSixels: false))]),
        ("\u{1B}[0n", [.report(.well)]), ("\u{1B}[3n", [.report(.well)]), ("\u{1B}[6n", []),
        ("\u{1B}\u{1B}[0n", [.key(.escape), .report(.well)]), ("\u{1B}\u{1B}[I", [.key(.escape), .focus(true)]),
        ("\u{1B}[200~hi\u{1B}[201~", [.paste("hi")]), ("\u{1B}[200~h\u{1B}[0ni\u{1B}[201~", [.paste("hi")]),
        ("\u{1B}[200~hi\u{1B}[201~\u{1B}[0n", [.paste("hi"), .report(.well)]),
        ("\u{1B}[200~a\r\nb\rc\td\u{1B}[201~", [.paste("a\nb\nc\td")]), ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
    ]

    @Test("each terminal sequence is parsed as its event", arguments: sequences)
    func known(text: String, expected: [InputEvent]) {
        #expect(Self.events(text) == expected)
    }

    @Test("a sequence may arrive in two reads", arguments: sequences)
    func cut(text: String, expected: [InputEvent]) {
        let bytes = Array(text.utf8)
        for cut in bytes.indices { #expect(Self.events(bytes, cutAt: cut) == expected, "cut at \(cut)") }
    }

    @Test("Esc becomes a key after 25 ms of silence, not before")
    func escapeDelay() {
        var parser = InputParser()
        #expect(parser.feed([0x1B], at: Self.start).isEmpty)
        #expect(parser.deadline == Self.start + .milliseconds(25))
        #expect(parser.expire(at: Self.start + .milliseconds(24)).isEmpty)
        #expect(parser.feed(Array("[A".utf8), at: Self.start + .milliseconds(24)) == [.key(.up)])
        #expect(parser.deadline == nil)
        #expect(parser.feed([0x1B], at: Self.start).isEmpty)
        #expect(parser.expire(at: Self.start + .milliseconds(25)) == [.key(.escape)])
        #expect(parser.feed(Array("x".utf8), at: Self.start + .milliseconds(30)) == [.key("x")])
    }

    @Test("on a slow line the bytes of a key may come up to 120 ms apart")
    func slowLine() {
        var parser = InputParser()
        parser.isSlow = true
        #expect(parser.feed([0x1B], at: Self.start).isEmpty)
        #expect(parser.deadline == Self.start + .milliseconds(120))
        #expect(parser.expire(at: Self.start + .milliseconds(119)).isEmpty)
        #expect(parser.feed(Array("[".utf8), at: Self.start + .milliseconds(119)).isEmpty)
        #expect(parser.expire(at: Self.start + .milliseconds(300)).isEmpty)
        #expect(parser.feed(Array("B".utf8), at: Self.start + .milliseconds(300)) == [.key(.down)])
    }

    @Test("the rest of a sequence that arrives in one read soon after a lone Esc completes it, but typed keys do not")
    func strayRest() {
        func events(_ rest: [String], after delay: Int = 60) -> [InputEvent] {
            var parser = InputParser()
            _ = parser.feed([0x1B], at: Self.start)
            #expect(parser.expire(at: Self.start + .milliseconds(30)) == [.key(.escape)])
            return rest.flatMap { parser.feed(Array($0.utf8), at: Self.start + .milliseconds(delay)) }
        }
        #expect(events(["[B"]) == [.key(.down)])
        #expect(events(["OAx"]) == [.key(.up), .key("x")])
        #expect(events(["[0n"]) == [.report(.well)])
        #expect(events(["[1;5C"]) == [.key(Key(.right, .control))])
        #expect(events(["[", "B"]) == [.key("["), .key("B")])
        #expect(events(["Oe"]) == [.key("O"), .key("e")])
        #expect(events(["x[B"]) == [.key("x"), .key("["), .key("B")])
        #expect(events(["[B"], after: 200) == [.key("["), .key("B")])
        #expect(events(["[Mike]"], after: 200) == "[Mike]".map { .key(Key($0)) })
        #expect(events(["[I"], after: 200) == [.key("["), .key("I")])
        #expect(events(["[B", "[B"]) == [.key(.down), .key("["), .key("B")])
    }

    @Test("T-7: an end mark within a paste does not end it, and nothing pasted becomes a key")
    func pasteEnd() {
        let text =
            "\u{1B}[200~good\u{1B}[201~#e\u{3}\u{1B}[A\u{1B}[<0;1;1M evil\u{1B}]52;c;AAAA\u{07}\u{9B}31m\u{1B}[201~"
        #expect(Self.events(text) == [.paste("good#e evil31m")])
        var parser = InputParser()
        #expect(parser.feed(Array("\u{1B}[200~good\u{1B}[201~".utf8), at: Self.start).isEmpty)
        #expect(parser.feed(Array("#".utf8), at: Self.start + .milliseconds(49)).isEmpty)
        #expect(parser.feed(Array("\u{1B}[201~".utf8), at: Self.start + .milliseconds(60)).isEmpty)
        let end = Self.start + .milliseconds(110)
        #expect(parser.expire(at: end) == [.paste("good#")])
        #expect(parser.feed(Array("#".utf8), at: end) == [.key("#")])
    }

    @Test(
        "mouse movement after a paste neither delays its end nor hides an end mark within it",
        arguments: [false, true])
    func pasteAndMouse(inOneRead: Bool) {
        var parser = InputParser()
        let paste = Array("\u{1B}[200~hello\u{1B}[201~".utf8)
        let move = Array("\u{1B}[<35;10;10M".utf8)
        #expect(parser.feed(paste + (inOneRead ? move : []), at: Self.start).isEmpty)
        for milliseconds in [10, 20, 30, 40] {
            #expect(parser.feed(move, at: Self.start + .milliseconds(milliseconds)).isEmpty)
        }
        #expect(parser.feed(move.prefix(4), at: Self.start + .milliseconds(45)).isEmpty)
        #expect(parser.deadline == Self.start + .milliseconds(50))
        #expect(parser.expire(at: Self.start + .milliseconds(50)) == [.paste("hello")])
        #expect(Self.events("\u{1B}[200~hello\u{1B}[201~\u{1B}[<35;10;10M") == [.paste("hello")])
        #expect(Self.events("\u{1B}[200~hello\u{1B}[201~\u{1B}[O") == [.paste("hello"), .focus(false)])
        #expect(
            Self.events("\u{1B}[200~one\u{1B}[201~\u{1B}[<0;1;1Me\u{1B}[201~") == [.paste("onee")])
    }

    @Test("text typed right after a paste belongs to it, and 0.2 s later keys are keys again")
    func typedAfterPaste() {
        var parser = InputParser()
        #expect(parser.feed(Array("\u{1B}[200~hello\u{1B}[201~ x".utf8), at: Self.start).isEmpty)
        #expect(parser.expire(at: Self.start + .milliseconds(200)) == [.paste("hello x")])
        #expect(parser.feed(Array("j".utf8), at: Self.start + .milliseconds(210)) == [.key("j")])
    }

    @Test("an end mark may arrive in pieces, and beyond the size limit", arguments: 1..<6)
    func pasteInPieces(cut: Int) {
        var paste = Paste()
        paste.take([UInt8](repeating: UInt8(ascii: "a"), count: cut == 1 ? Paste.longest : 100), at: Self.start)
        paste.take(Array(PastedText.end.prefix(cut)), at: Self.start)
        #expect(paste.deadline(after: Self.start) == Self.start + .seconds(10))
        paste.take(Array(PastedText.end.dropFirst(cut)), at: Self.start)
        #expect(paste.deadline(after: Self.start) == Self.start + .milliseconds(50))
    }

    @Test(
        "a sequence in two pieces is still parsed as one if the second arrives in time, and never as keys",
        arguments: [
            "\u{1B}[<35;10;12M", "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\", "\u{1B}[1;5C", "\u{1B}[200~e\u{1B}[201~", "漢",
            "\u{1B}_Gi=1;OK\u{1B}\\",
        ])
    func late(sequence: String) {
        let bytes = Array(sequence.utf8)
        let whole = Self.events(sequence)
        for cut in 1..<bytes.count {
            var parser = InputParser()
            var events = parser.feed(bytes[..<cut], at: Self.start)
            let milliseconds = bytes[0] != 0x1B || cut > 2 ? 900 : cut == 2 ? 90 : 20
            let late = Self.start + .milliseconds(milliseconds)
            if parser.deadline.map({ late < $0 }) == true { events += parser.expire(at: late) }
            events += parser.feed(bytes[cut...], at: late)
            for _ in 0..<8 where parser.deadline != nil { events += parser.expire(at: parser.deadline ?? late) }
            #expect(events == whole, "cut at \(cut)")
        }
    }

    @Test("bytes that arrived while the program was busy are parsed before any timeout applies")
    func busy() {
        var parser = InputParser()
        #expect(parser.feed([0x1B], at: Self.start).isEmpty)
        #expect(parser.feed(Array("[A".utf8), at: Self.start + .seconds(3)) == [.key(.up)])
        #expect(parser.feed(Array("\u{1B}[200~a\u{1B}[201~".utf8), at: Self.start).isEmpty)
        #expect(parser.feed(Array("e\u{1B}[201~".utf8), at: Self.start + .seconds(3)).isEmpty)
        #expect(parser.expire(at: Self.start + .seconds(4)) == [.paste("ae")])
    }

    @Test("the rest of an overlong answer is skipped", arguments: ["\u{07}", "\u{1B}\\"])
    func longAnswer(end: String) {
        var parser = InputParser()
        let answer = "\u{1B}]52;c;" + String(repeating: "e#", count: 5000)
        var events: [InputEvent] = []
        for byte in (answer + end).utf8 { events += parser.feed([byte], at: Self.start) }
        #expect(events.isEmpty)
        #expect(parser.feed(Array("j".utf8), at: Self.start) == [.key("j")])
        #expect(parser.feed(Array(answer.utf8), at: Self.start).isEmpty)
        #expect(parser.expire(at: Self.start + .seconds(1)).isEmpty)
        #expect(parser.feed(Array("j".utf8), at: Self.start + .seconds(1)) == [.key("j")])
    }

    @Test(
        "a terminal's answer whose end is missing takes no key and no other answer with it",
        arguments: [
            // rxvt-unicode ends it with ESC alone.
            ("]11;rgba:0000/0000/0000/e666\u{1B}\u{1B}[?1;2cj", [.background(0), .kind(drawsSixels: false)], ["j"]),
            ("]11;rgb:ffff/ffff/ffff\u{1B}e", [.background(0xFFFFFF)], ["e"]),
            ("]11;rgb:ffff/ffff/ffffe", [.background(0xFFFFFF)], ["e"]),
            ("]11;rgb:aaaa/aaaa/aaaaa", [.background(0xAAAAAA)], ["a"]),
            ("]11;rgb:1c/1c/1c12j", [.background(0x1C1C1C)], ["1", "2", "j"]),
            ("]11;rgb:ffff/ffff/ffff\u{1B}[A", [.background(0xFFFFFF)], [.up]),
            ("]11;rgb:ffff/ff\u{1B}[?62c", [.kind(drawsSixels: false)], []), ("]11;rgb:ffff/ffjk", [], ["j", "k"]),
            ("]0;title\r", [], [.enter]), ("P1$r\u{3}", [], [.ctrl("c")]), ("_Gi=1\u{1B}OP", [], [.function(1)]),
            ("]xy", [], [.alt("]"), "x", "y"]), ("_un", [], [.alt("_"), "u", "n"]), ("Pe", [], [.alt("P"), "e"]),
            ("^e", [], [.alt("^"), "e"]), ("Xe", [], [.alt("X"), "e"]),
        ] as [(String, [InputEvent.Report], [Key])])
    func withoutEnd(answer: String, reports: [InputEvent.Report], keys: [Key]) {
        var parser = InputParser()
        let events = parser.feed(Array("\u{1B}\(answer)".utf8), at: Self.start)
        #expect(events == reports.map(InputEvent.report) + keys.map(InputEvent.key))
    }

    @Test("keys that are typed behind an unknown answer without an end are read again a second after it began")
    func typedBehind() {
        var parser = InputParser()
        #expect(parser.feed(Array("\u{1B}]0;t".utf8), at: Self.start).isEmpty)
        #expect(parser.feed(Array("j".utf8), at: Self.start + .milliseconds(900)).isEmpty)
        #expect(parser.deadline == Self.start + .seconds(1))
        #expect(parser.expire(at: Self.start + .seconds(1)).isEmpty)
        #expect(parser.feed(Array("j".utf8), at: Self.start + .seconds(1)) == [.key("j")])
        #expect(parser.feed(Array("\u{1B}]0;t\u{1B}".utf8), at: Self.start).isEmpty)
        #expect(parser.expire(at: Self.start + .seconds(1)) == [.key(.escape)])
    }

    @Test(
        "a report whose rest is late by any time presses no key, and what was typed behind it does",
        arguments: [
            ("\u{1B}[0n", 1), ("\u{1B}[0n", 2), ("\u{1B}[0n", 3), ("\u{1B}[<35;10;12M", 7),
            ("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\", 15), ("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\", 24),
        ])
    func lateByAnyTime(report: String, cut: Int) {
        let bytes = Array(report.utf8)
        var parser = InputParser()
        var events = parser.feed(bytes[..<cut], at: Self.start)
        let late = Self.start + .seconds(20)
        events += parser.expire(at: late)
        events += parser.feed(bytes[cut...] + Array("nj".utf8), at: late)
        let keys = events.filter { if case .key = $0 { true } else { false } }
        // ESC and ESC [ have been taken for keys before.
        let mistaken = [1: [InputEvent.key(.escape)], 2: [.key(.alt("["))]][cut] ?? []
        #expect(keys == mistaken + [.key("n"), .key("j")])
        #expect(events.count > keys.count)
    }

    @Test("a paste without an end mark ends after ten seconds of silence")
    func pasteStall() {
        var parser = InputParser()
        #expect(parser.feed(Array("\u{1B}[200~text".utf8), at: Self.start).isEmpty)
        #expect(parser.expire(at: Self.start + .seconds(9)).isEmpty)
        #expect(parser.expire(at: Self.start + .seconds(10)) == [.paste("text")])
    }

    @Test(
        "broken UTF-8 is skipped, and the next key is parsed",
        arguments: [
            [0xFF], [0xC3], [0xE2, 0x82], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
            [0xC2, 0x9B],
        ] as [[UInt8]])
    func broken(bytes: [UInt8]) {
        #expect(Self.events(bytes + [UInt8(ascii: "j")]) == [.key("j")])
    }

    @Test("the parser recovers from any bytes", arguments: 0..<200)
    func anything(seed: Int) {
        var random = SeededRandom(seed: seed)
        var parser = InputParser()
        var now = Self.start
        let likely = Array("\u{1B}[<;0123456789~MmuOI]P\\$?\u{07}\u{9B}".utf8)
        for _ in 0..<60 {
            let bytes = (0..<random.int(0..<41)).map { _ in
                random.int(0..<2) == 0 ? UInt8(random.int(0..<256)) : random.pick(likely)
            }
            for event in parser.feed(bytes, at: now) {
                if case .paste(let text) = event {
                    #expect(
                        !text.unicodeScalars.contains {
                            $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t"
                        })
                }
            }
            now += .milliseconds(random.int(0..<41))
        }
        for _ in 0..<8 where parser.deadline != nil { _ = parser.expire(at: parser.deadline ?? now) }
        #expect(parser.deadline == nil)
        #expect(parser.feed([UInt8(ascii: "j")], at: now + .seconds(60)) == [.key("j")])
    }

    @Test(
        "very long input is parsed in linear time", .timeLimit(.minutes(10)),
        arguments: ["\u{1B}", "\u{1B}[", "a", "\u{1B}]x", "\u{1B}[200~x"])
    func long(piece: String) {
        var parser = InputParser()
        let bytes = Array(String(repeating: piece, count: 60_000).utf8)
        for start in stride(from: 0, to: bytes.count, by: 4096) {
            _ = parser.feed(bytes[start..<min(bytes.count, start + 4096)], at: Self.start)
        }
        for _ in 0..<8 where parser.deadline != nil { _ = parser.expire(at: parser.deadline ?? Self.start) }
        #expect(parser.deadline == nil)
    }
}
