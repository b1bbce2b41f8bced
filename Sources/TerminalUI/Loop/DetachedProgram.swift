import Foundation
import Glibc
public import Programs

/// A program that is started beside the screen, without the terminal: it reads nothing, and what it prints is dropped, but for
/// the last words of one that soon ends badly.
public enum DetachedProgram {
    /// What became of it, as far as anyone can tell from outside.
    public enum Outcome: Hashable, Sendable {
        /// It ended well, or is still there after a second.
        case works
        /// It ended badly within ten seconds.
        /// - `words`: the last line of what it complained of; empty when it said nothing.
        case failed(status: Int, words: String)
    }

    private static let soon = Duration.seconds(10)
    private static let works = Duration.seconds(1)
    /// As much of what it complains of is kept while it runs.
    private static let mostKept: off_t = 64 << 10

    /// - Parameters:
    ///   - arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    ///   - told: hears what became of it; of one that ends badly after a second it hears both.
    /// - Throws: when it could not be started.
    @UI
    public static func start(_ arguments: [String], told: @escaping @UI @Sendable (Outcome) -> Void = { _ in })
        throws(ProgramError)
    {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { throw ProgramError(program: arguments.first ?? "", code: errno) }
        defer { close(null) }
        // A file without a name: a pipe would end the program with us, and one that nobody reads would stop it.
        let complaints = ChildProgram.memoryFile()
        // What is cut off while it writes must not leave a hole.
        if complaints >= 0 { _ = fcntl(complaints, F_SETFL, O_APPEND) }
        do throws(ProgramError) {
            let program = try ChildProgram(arguments, files: (null, null, complaints < 0 ? null : complaints))
            reap(program, complaints, told)
        } catch {
            if complaints >= 0 { close(complaints) }
            throw error
        }
    }

    /// Waits for its end, so that no dead process is left behind.
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
