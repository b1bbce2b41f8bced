import Foundation
import Glibc
package import Programs

/// Programs that run beside the screen, without the terminal. They have no input, and their output is dropped, except for the
/// last line of a program that soon fails.
package enum DetachedProgram {
    /// The outcome of a start, as far as it is visible from outside.
    package enum Outcome: Hashable, Sendable {
        /// The program ended successfully, or still runs after a second.
        case works
        /// The program failed within ten seconds.
        /// - `words`: the last line of its error output; empty when there was none.
        case failed(status: Int, words: String)
    }

    private static let soon = Duration.seconds(10)
    private static let works = Duration.seconds(1)
    /// The most error output that is kept while the program runs.
    private static let mostKept: off_t = 64 << 10

    /// - Parameters:
    ///   - arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    ///   - told: receives the outcome; both outcomes for a program that fails after a second.
    /// - Throws: when the program cannot be started.
    @UI
    package static func start(_ arguments: [String], told: @escaping @UI @Sendable (Outcome) -> Void)
        throws(ProgramError)
    {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { throw ProgramError(program: arguments.first ?? "", code: errno) }
        defer { close(null) }
        // An unnamed file: a pipe would end the program with us, and an unread pipe would block it.
        let complaints = ChildProgram.memoryFile()
        // Truncating the file while the program writes must not leave a hole.
        if complaints >= 0 { _ = fcntl(complaints, F_SETFL, O_APPEND) }
        do throws(ProgramError) {
            let program = try ChildProgram(arguments, files: (null, null, complaints < 0 ? null : complaints))
            reap(program, complaints, told)
        } catch {
            if complaints >= 0 { close(complaints) }
            throw error
        }
    }

    /// Waits for the program's end, so that no zombie process remains.
    private static func reap(
        _ program: ChildProgram, _ complaints: Int32, _ told: @escaping @UI @Sendable (Outcome) -> Void
    ) {
        Task {
            defer { if complaints >= 0 { close(complaints) } }
            let begin = ContinuousClock.now
            var isTold = false
            while true {
                let age = ContinuousClock.now - begin
                if let ending = try program.ending() {
                    if ending.status != 0, age <= soon {
                        await told(.failed(status: ending.status, words: lastLine(of: complaints)))
                    } else if !isTold {
                        await told(.works)
                    }
                    return
                }
                if age >= works, !isTold {
                    isTold = true
                    await told(.works)
                }
                if complaints >= 0, lseek(complaints, 0, SEEK_END) > mostKept { ftruncate(complaints, 0) }
                try await Task.sleep(for: isTold ? .seconds(1) : .milliseconds(50))
            }
        }
    }

    private static func lastLine(of file: Int32) -> String {
        guard file >= 0 else { return "" }
        let size = lseek(file, 0, SEEK_END)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = pread(file, &bytes, bytes.count, max(0, size - off_t(bytes.count)))
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(whereSeparator: \.isNewline)
        return lines.last { $0.contains { !$0.isWhitespace } }.map(String.init) ?? ""
    }
}
