import CNcurses
import Glibc

/// A program that is given a text and read to its end, without the terminal.
public enum PipedProgram {
    /// How it ended.
    public struct Result: Hashable, Sendable {
        /// The exit status, or 128 + number for a signal.
        public var status: Int
        /// What it printed, each cut after a megabyte.
        public var output: [UInt8]
        public var errors: [UInt8]
        /// Whether it was ended because it took longer than it may.
        public var tookTooLong: Bool
    }

    private static let mostOutput = 1 << 20
    /// How long a program may go on after it was asked to end.
    private static let grace = Duration.seconds(1)

    /// - Parameters:
    ///   - arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    ///   - environment: variables besides those of this process.
    ///   - limit: after that it is ended.
    /// - Throws: when it could not be started.
    @UI
    public static func run(
        _ arguments: [String], input: [UInt8], environment: [String: String] = [:], limit: Duration
    ) async throws(ProgramError) -> Result {
        // Files without a name take in and give out: whoever does not read, or never stops writing, holds up nobody.
        guard let name = arguments.first, let given = tmpfile(), let output = tmpfile(), let errors = tmpfile() else {
            throw ProgramError(program: arguments.first ?? "", code: errno)
        }
        defer { for file in [given, output, errors] { fclose(file) } }
        guard fwrite(input, 1, input.count, given) == input.count, fflush(given) == 0 else {
            throw ProgramError(program: name, code: errno)
        }
        rewind(given)
        lseek(fileno(given), 0, SEEK_SET)
        let process = try Program.start(
            arguments, environment: ProcessEnvironment.all.merging(environment) { $1 },
            files: (fileno(given), fileno(output), fileno(errors)))
        let (status, isLate) = await wait(for: process, limit: limit)
        return Result(
            status: status, output: content(of: output), errors: content(of: errors), tookTooLong: isLate)
    }

    @UI
    private static func wait(for process: pid_t, limit: Duration) async -> (status: Int, isLate: Bool) {
        let end = ContinuousClock.now + limit
        var isLate = false
        var status: Int32 = 0
        while cnc_process_ended(process, &status) == 0 {
            let now = ContinuousClock.now
            if now >= end, !isLate {
                isLate = true
                kill(process, SIGTERM)
            }
            if now >= end + grace { kill(process, SIGKILL) }
            try? await Task.sleep(for: .milliseconds(15), clock: .continuous)
        }
        return (Int(status), isLate)
    }

    private static func content(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
        fseek(file, 0, SEEK_SET)
        var bytes = [UInt8](repeating: 0, count: mostOutput)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }
}
