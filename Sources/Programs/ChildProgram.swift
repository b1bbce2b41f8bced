import CProcess
import Glibc

/// Why a program could not be run.
public struct ProgramError: Error, Hashable, Sendable {
    /// The program's name as given by the caller.
    public let program: String
    /// The system's error number (errno).
    public let code: Int32

    public init(program: String, code: Int32) {
        self.program = program
        self.code = code
    }

    /// Whether no program of that name exists.
    public var isMissing: Bool { code == ENOENT }
    /// In the system's words.
    public var words: String { String(cString: strerror(code)) }
}

/// A child process that runs another program. Every program is started here: with an empty signal mask, default signals,
/// the priority of this process, and none of its other descriptors.
package struct ChildProgram: Sendable {
    /// The program's first three descriptors; −1 to inherit one.
    package typealias Files = (input: Int32, output: Int32, errors: Int32)

    /// Returns an unnamed file in memory, reachable only through its descriptor; −1 if there is no room for one.
    package static func memoryFile() -> Int32 { cprocess_memory_file() }

    /// How a program ended.
    package struct Ending: Hashable, Sendable {
        /// The exit status, or 128 + number for a signal.
        package var status: Int
        package var isSignalled: Bool
    }

    package let id: Int32

    /// How often a file that is busy is tried again, every five milliseconds.
    private static let busyTries = 200

    /// - Parameters:
    ///   - arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    ///   - environment: the whole environment; nil for that of this process.
    ///   - fourth: the program's descriptor 3; −1 for none.
    ///   - inOwnGroup: whether the program leads its own process group, so that the processes it starts can be ended with it.
    package init(
        _ arguments: [String], environment: [String: String]? = nil, files: Files = (-1, -1, -1),
        fourth: Int32 = -1, inOwnGroup: Bool = false
    ) throws(ProgramError) {
        guard let name = arguments.first, !name.isEmpty else { throw ProgramError(program: "", code: ENOENT) }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? [:]).map { strdup("\($0.key)=\($0.value)") }
        defer { for pointer in words + variables { free(pointer) } }
        words.append(nil)
        variables.append(nil)
        var process: pid_t = 0
        func start() -> Int32 {
            cprocess_spawn(
                name, words, environment == nil ? nil : variables, files.input, files.output, files.errors, fourth,
                inOwnGroup ? 1 : 0, &process)
        }
        var code = start()
        // A script that was saved just now is busy while another program that begins meanwhile still has it open, as this one did.
        for _ in 0..<Self.busyTries where code == ETXTBSY {
            usleep(5_000)
            code = start()
        }
        guard code == 0 else { throw ProgramError(program: name, code: code) }
        id = process
    }

    /// Checks whether the program has ended; nil while it runs. The caller must repeat this until it has, to leave no
    /// zombie process.
    package func ending() throws(ProgramError) -> Ending? {
        var (status, isSignalled): (Int32, Int32) = (0, 0)
        switch cprocess_ended(id, &status, &isSignalled) {
        case 0: return nil
        case 1: return Ending(status: Int(status), isSignalled: isSignalled != 0)
        default: throw ProgramError(program: "", code: errno)
        }
    }
}
