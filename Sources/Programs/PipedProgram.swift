import CProcess
import Foundation
import Synchronization

/// Runs a program with given input, without the terminal, and returns its output. The program and all processes that it started
/// are ended if the task is cancelled, time runs out, or the output is too large.
public enum PipedProgram {
    public struct Result: Hashable, Sendable {
        /// The exit status, or 128 + number for a signal.
        public var status: Int
        /// Whether a signal ended it.
        public var isSignalled: Bool
        /// The output, cut after `mostRead` bytes each.
        public var output: [UInt8]
        public var errors: [UInt8]
        public var ending: Ending
    }

    /// Whether the program ended by itself, or why it was ended.
    public enum Ending: Hashable, Sendable {
        case byItself, tookTooLong, printedTooMuch, cancelled
    }

    /// The default limit for the bytes that are read from each output.
    public static let mostRead = 1 << 20
    /// The number of bytes of output after which a program is ended. The size of its output files is polled for that: the
    /// system's own limit would also apply to files that the program writes on purpose.
    public static let mostPrinted = 64 << 20
    /// How long a program may continue after it was asked to end.
    private static let grace = Duration.seconds(1)

    /// - Parameters:
    ///   - arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    ///   - second: the input on descriptor 3; nil for none.
    ///   - environment: variables in addition to those of this process.
    ///   - limit: the time after which the program is ended.
    ///   - mostRead: the number of bytes after which each output is cut.
    /// - Throws: `ProgramError` if the program could not be started.
    public static func run(
        _ arguments: [String], input: [UInt8] = [], second: [UInt8]? = nil, environment: [String: String] = [:],
        limit: Duration, mostRead: Int = mostRead
    ) async throws(ProgramError) -> Result {
        let leash = Leash()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // The wait blocks, so it must not use a thread of the shared pool.
                Thread.detachNewThread {
                    continuation.resume(
                        returning: runHere(arguments, (input, second), environment, limit, mostRead, leash))
                }
            }
        } onCancel: {
            leash.cancel()
        }
        return try result.get()
    }

    private static func runHere(
        _ arguments: [String], _ given: (input: [UInt8], second: [UInt8]?), _ environment: [String: String],
        _ limit: Duration, _ mostRead: Int, _ leash: Leash
    ) -> Swift.Result<Result, ProgramError> {
        // Input and output are unnamed files: a program that does not read, or never stops writing, blocks nothing. They are
        // kept in memory, because they may contain a password.
        let files = (0..<3).map { _ in ChildProgram.memoryFile() }
        let fourth = given.second == nil ? -1 : ChildProgram.memoryFile()
        defer { for file in files + [fourth] where file >= 0 { close(file) } }
        do throws(ProgramError) {
            guard files.allSatisfy({ $0 >= 0 }), write(given.input, to: files[0]),
                given.second.map({ write($0, to: fourth) }) ?? true
            else {
                throw ProgramError(program: arguments.first ?? "", code: errno)
            }
            let all =
                environment.isEmpty ? nil : ProcessInfo.processInfo.environment.merging(environment) { $1 }
            let program = try ChildProgram(
                arguments, environment: all, files: (files[0], files[1], files[2]), fourth: fourth,
                inOwnGroup: true)
            leash.hold(program.id)
            let (ended, ending) = try wait(for: program, until: .now + limit, printingTo: files[1...], leash)
            return .success(
                Result(
                    status: ended.status, isSignalled: ended.isSignalled, output: content(of: files[1], mostRead),
                    errors: content(of: files[2], mostRead), ending: ending))
        } catch {
            return .failure(error)
        }
    }

    /// Polls the program until it has ended.
    private static func wait(
        for program: ChildProgram, until end: ContinuousClock.Instant, printingTo files: ArraySlice<Int32>,
        _ leash: Leash
    ) throws(ProgramError) -> (ChildProgram.Ending, Ending) {
        var ending = Ending.byItself
        var killsAt = ContinuousClock.Instant?.none
        while true {
            if let ended = try leash.ending(of: program) {
                // The program was asked to end, and did so before the next poll.
                if ending == .byItself, leash.isCancelled { ending = .cancelled }
                // Processes that it started may have ignored the request.
                if ending != .byItself { kill(-program.id, SIGKILL) }
                return (ended, ending)
            }
            let now = ContinuousClock.now
            if ending == .byItself, let reason = reasonToEnd(at: now, end, files, leash) {
                ending = reason
                killsAt = now + grace
                kill(-program.id, SIGTERM)
            }
            if let killsAt, now >= killsAt { kill(-program.id, SIGKILL) }
            usleep(5_000)
        }
    }

    private static func reasonToEnd(
        at now: ContinuousClock.Instant, _ end: ContinuousClock.Instant, _ files: ArraySlice<Int32>, _ leash: Leash
    ) -> Ending? {
        if leash.isCancelled { return .cancelled }
        if now >= end { return .tookTooLong }
        return files.contains { size(of: $0) > off_t(mostPrinted) } ? .printedTooMuch : nil
    }

    // MARK: Files

    /// Writes all bytes and rewinds the file for the program to read.
    private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return lseek(file, 0, SEEK_SET) == 0
    }

    private static func size(of file: Int32) -> off_t {
        var status = stat()
        return fstat(file, &status) == 0 ? status.st_size : 0
    }

    private static func content(of file: Int32, _ mostRead: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: min(mostRead, Int(size(of: file)))) { bytes, count in
            while count < bytes.count {
                let more = pread(file, bytes.baseAddress.map { $0 + count }, bytes.count - count, off_t(count))
                guard more > 0 else { return }
                count += more
            }
        }
    }
}

/// Ends a program at once when its task is cancelled: at the end of this process, nothing polls it any more.
private final class Leash: Sendable {
    private struct State {
        var program: pid_t?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var isCancelled: Bool { state.withLock(\.isCancelled) }

    func hold(_ program: pid_t) { state.withLock { $0.program = program } }

    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            if let program = state.program { kill(-program, SIGTERM) }
        }
    }

    /// Holds the lock, because the process id may be reused afterwards.
    func ending(of program: ChildProgram) throws(ProgramError) -> ChildProgram.Ending? {
        try state.withLock { state throws(ProgramError) in
            let ending = try program.ending()
            if ending != nil { state.program = nil }
            return ending
        }
    }
}
