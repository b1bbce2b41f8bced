import CProcess
import Foundation
import Synchronization

/// A program that is given bytes and read to its end, without the terminal. It is ended with all that it started when its
/// task is cancelled, when it takes too long, and when it prints without end.
public enum PipedProgram {
    /// How it ended.
    public struct Result: Hashable, Sendable {
        /// The exit status, or 128 + number for a signal.
        public var status: Int
        /// Whether a signal ended it.
        public var isSignalled: Bool
        /// What it printed, each cut after a megabyte.
        public var output: [UInt8]
        public var errors: [UInt8]
        public var ending: Ending
    }

    /// Whether it ended by itself, or why it was ended.
    public enum Ending: Hashable, Sendable {
        case byItself, tookTooLong, printedTooMuch, cancelled
    }

    /// Bytes that are read of what it prints, unless its caller wants more.
    public static let mostRead = 1 << 20
    /// Bytes that it may print before it is ended. Its files are looked at for that: a limit of the system's on the size of
    /// files would also cut those that it means to write.
    public static let mostPrinted = 64 << 20
    /// How long a program may go on after it was asked to end.
    private static let grace = Duration.seconds(1)

    /// - Parameters:
    ///   - arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    ///   - second: what it reads from its descriptor 3; nil where it has none.
    ///   - environment: variables besides those of this process.
    ///   - limit: after that it is ended.
    ///   - mostRead: bytes that are read of what it prints; what is longer is cut there.
    /// - Throws: when it could not be started.
    public static func run(
        _ arguments: [String], input: [UInt8] = [], second: [UInt8]? = nil, environment: [String: String] = [:],
        limit: Duration, mostRead: Int = mostRead
    ) async throws(ProgramError) -> Result {
        let leash = Leash()
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // It waits all the time, which a thread of the shared pool must not.
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
        // Files without a name take in and give out: whoever does not read, or never stops writing, holds up nobody. They
        // lie in memory, as a password may go through them.
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

    /// Looks at the program until it has ended.
    private static func wait(
        for program: ChildProgram, until end: ContinuousClock.Instant, printingTo files: ArraySlice<Int32>,
        _ leash: Leash
    ) throws(ProgramError) -> (ChildProgram.Ending, Ending) {
        var ending = Ending.byItself
        var killsAt = ContinuousClock.Instant?.none
        while true {
            if let ended = try leash.ending(of: program) {
                // It was asked to end, and did before anyone looked.
                if ending == .byItself, leash.isCancelled { ending = .cancelled }
                // What it started may have taken no notice of being asked.
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

    /// Writes all of it and goes back to the beginning, where the program begins to read.
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

/// Whoever gives up a program ends it at once: at the end of our own nobody looks at it any more.
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

    /// Once it has ended its number is another's.
    func ending(of program: ChildProgram) throws(ProgramError) -> ChildProgram.Ending? {
        try state.withLock { state throws(ProgramError) in
            let ending = try program.ending()
            if ending != nil { state.program = nil }
            return ending
        }
    }
}
