import CNcurses
import Glibc

/// A program that is given a text and read to its end, without the terminal. It is ended with all that it started when its
/// task is cancelled, when it takes too long, and when it prints without end.
public enum PipedProgram {
    /// How it ended.
    public struct Result: Hashable, Sendable {
        /// The exit status, or 128 + number for a signal.
        public var status: Int
        /// What it printed, each cut after a megabyte.
        public var output: [UInt8]
        public var errors: [UInt8]
        public var ending: Ending
    }

    /// Whether it ended by itself, or why it was ended.
    public enum Ending: Hashable, Sendable {
        case byItself, tookTooLong, printedTooMuch, cancelled
    }

    /// Bytes that are read of what it prints.
    private static let mostRead = 1 << 20
    /// Bytes that it may print before it is ended. Its files are looked at for that: a limit of the system's on the size of
    /// files would also cut those that it means to write.
    private static let mostPrinted: off_t = 64 << 20
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
            files: (fileno(given), fileno(output), fileno(errors)), inOwnGroup: true)
        let files = [output, errors].map { fileno($0) }
        let (status, ending) = await withTaskCancellationHandler {
            await wait(for: process, until: .now + limit, printingTo: files)
        } onCancel: {
            // At once: at the end of the program nobody looks at it any more.
            kill(-process, SIGTERM)
        }
        return Result(status: status, output: content(of: output), errors: content(of: errors), ending: ending)
    }

    /// Looks at the program until it has ended.
    @UI
    private static func wait(
        for process: pid_t, until end: ContinuousClock.Instant, printingTo files: [Int32]
    ) async -> (status: Int, ending: Ending) {
        var ending = Ending.byItself
        var killsAt = ContinuousClock.Instant?.none
        var status: Int32 = 0
        while cnc_process_ended(process, &status) == 0 {
            let now = ContinuousClock.now
            if ending == .byItself, let reason = reasonToEnd(at: now, end, files) {
                ending = reason
                killsAt = now + grace
                kill(-process, SIGTERM)
            }
            if let killsAt, now >= killsAt { kill(-process, SIGKILL) }
            await Program.pause()
        }
        // It was asked to end, and did before anyone looked.
        if ending == .byItself, Task.isCancelled { ending = .cancelled }
        // What it started may have taken no notice of being asked.
        if ending != .byItself { kill(-process, SIGKILL) }
        return (Int(status), ending)
    }

    private static func reasonToEnd(
        at now: ContinuousClock.Instant, _ end: ContinuousClock.Instant, _ files: [Int32]
    ) -> Ending? {
        if Task.isCancelled { return .cancelled }
        if now >= end { return .tookTooLong }
        return files.contains { size(of: $0) > mostPrinted } ? .printedTooMuch : nil
    }

    private static func size(of file: Int32) -> off_t {
        var status = stat()
        return fstat(file, &status) == 0 ? status.st_size : 0
    }

    private static func content(of file: UnsafeMutablePointer<FILE>) -> [UInt8] {
        fseek(file, 0, SEEK_SET)
        var bytes = [UInt8](repeating: 0, count: mostRead)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }
}
