import ArgumentParser
import Foundation
import InboxKit
import InboxModel
import InboxStore
import InboxUI
import Synchronization
import TerminalUI

extension StoreBench {
    struct Screen: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Time the client at 200×60 in a terminal of its own: from a key to the first byte painted.")
        @Argument(help: "The store's file.") var path: String

        func run() throws { try ScreenMeasuring(path: path).run() }
    }
}

/// The real client in a pseudo terminal. A thread plays the user and the terminal.
struct ScreenMeasuring {
    let path: String

    func run() throws {
        var main: Int32 = -1
        var other: Int32 = -1
        var size = winsize(ws_row: 60, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&main, &other, nil, nil, &size) == 0 else { throw ExitCode(1) }
        let report = dup(1)
        dup2(other, 0)
        dup2(other, 1)
        setenv("TERM", "xterm-256color", 1)
        setenv("LC_ALL", "C.UTF-8", 1)
        let store = try Store(path: path)
        let terminal = Person(terminal: main, report: report)
        UI.run {
            let session = MailSession(store: store, network: Network())
            defer { session.stop() }
            let inInbox = (try? session.threads(.mailbox(.role(.inbox)), limit: Person.archived + 100)) ?? []
            var settings = Settings()
            settings.animation = false
            guard let display = try? NcursesDisplay(settings.displayOptions()) else { return }
            let app = MailApp(session: session, settings: settings, display: display)
            Thread.detachNewThread { terminal.work() }
            await app.run()
            // The next run finds what this one archived.
            let inbox = ((try? session.mailboxes()) ?? []).filter { $0.role == .inbox }
            for mailbox in inbox {
                let threads = inInbox.filter { $0.account == mailbox.account }.map(\.id)
                _ = try? await session.perform(.move, on: threads, target: mailbox.id)
            }
        }
    }
}

/// Presses keys, and records when the first byte of each answer arrives.
private struct Person: Sendable {
    let terminal: Int32
    let report: Int32

    /// How many threads a held key archives, and the pause between two of its repetitions.
    static let archived = 1_000
    private static let repetition = Duration.milliseconds(33)

    func work() {
        drain(quietFor: 500)
        press("\u{1B}", 1, "put the hint away")
        press("j", 300, "down")
        press("k", 300, "up")
        // At its end a list has nothing to paint, so the list has this many screens.
        press("\u{1B}[6~", 30, "a screen down")
        press("x", 50, "select")
        press("\u{1B}", 1, "let go")
        press("gg", 1, "to the top")
        press("G", 1, "to the end")
        press("gg", 1, "to the top")
        for _ in 0..<30 {
            press("\r", 1, "open a thread")
            press("q", 1, "back")
        }
        finish("open a thread")
        finish("back")
        for word in ["water", "people", "from:ann"] {
            for _ in 0..<10 {
                press("/", 1, "search line")
                for letter in word { press(String(letter), 1, "a letter of a search") }
                // Until the results are there; Escape empties the line, or closes it.
                drain(quietFor: 300)
                for _ in 0..<2 {
                    write("\u{1B}")
                    drain(quietFor: 200)
                }
            }
        }
        finish("search line")
        finish("a letter of a search")
        hold("e", Self.archived, "archive, held")
        write("q")
    }

    /// Repeats a key as a keyboard does, whether or not its answer has come. An answer is late when it takes longer than a frame.
    private func hold(_ key: String, _ count: Int, _ name: String) {
        var late = 0
        for _ in 0..<count {
            let begin = ContinuousClock.now
            write(key)
            if awaitOutput(500) {
                let time = (ContinuousClock.now - begin) / .milliseconds(1)
                Self.times.withLock { $0[name, default: []].append(time) }
                if time > 1_000 / 60 { late += 1 }
            } else {
                late += 1
            }
            while ContinuousClock.now - begin < Self.repetition { drain(quietFor: 1) }
        }
        finish(name)
        tell(ReportLine("\(name), answers later than a frame", Double(late), "of \(count)"))
    }

    /// The times of each kind of key press.
    private static let times = Mutex<[String: [Double]]>([:])

    private func press(_ key: String, _ count: Int, _ name: String) {
        for _ in 0..<count {
            let begin = ContinuousClock.now
            write(key)
            guard awaitOutput(500) else { continue }
            let time = (ContinuousClock.now - begin) / .milliseconds(1)
            Self.times.withLock { $0[name, default: []].append(time) }
            drain(quietFor: 12)
        }
        if count > 1 { finish(name) }
    }

    private func finish(_ name: String) {
        let times = Self.times.withLock { $0[name] ?? [] }.sorted()
        guard let last = times.last else { return }
        let lines = [
            ReportLine("\(name), key to paint, p50", times[times.count / 2], "ms"),
            ReportLine("\(name), key to paint, p99", times[min(times.count - 1, times.count * 99 / 100)], "ms"),
            ReportLine("\(name), key to paint, slowest", last, "ms"),
        ]
        for line in lines { tell(line) }
    }

    private func tell(_ line: ReportLine) {
        let bytes = Array((line.json + "\n").utf8)
        _ = Glibc.write(report, bytes, bytes.count)
    }

    private func write(_ keys: String) {
        let bytes = Array(keys.utf8)
        _ = Glibc.write(terminal, bytes, bytes.count)
    }

    private func awaitOutput(_ milliseconds: Int32) -> Bool {
        var ready = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
        return poll(&ready, 1, milliseconds) > 0
    }

    private func drain(quietFor milliseconds: Int32) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while awaitOutput(milliseconds), read(terminal, &buffer, buffer.count) > 0 {}
    }
}
