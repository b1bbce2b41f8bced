import CProcess
import Glibc

/// Why a program could not be run.
public struct ProgramError: Error, Hashable, Sendable {
    /// The program's name as it was given.
    public let program: String
    /// The system's number of the error (errno).
    public let code: Int32

    public init(program: String, code: Int32) {
        self.program = program
        self.code = code
    }

    /// There is no program of that name.
    public var isMissing: Bool { code == ENOENT }
    /// In the system's words.
    public var words: String { String(cString: strerror(code)) }
}

/// A program of someone else that we started. Every program is started here: with an empty signal mask, default signals,
/// the priority of this process, and no other descriptor of ours.
package struct ChildProgram: Sendable {
    /// What a program's first three descriptors are; −1 for ours.
    package typealias Files = (input: Int32, output: Int32, errors: Int32)

    /// A file in memory, without a name, which only whoever is given it can reach; −1 when there is no room for one.
    package static func memoryFile() -> Int32 { cprocess_memory_file() }

    /// How a program ended.
    package struct Ending: Hashable, Sendable {
        /// The exit status, or 128 + number for a signal.
        package var status: Int
        package var isSignalled: Bool
    }

    package let id: Int32

    /// - Parameters:
    ///   - arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    ///   - environment: all its variables; nil for those of this process.
    ///   - fourth: what its descriptor 3 is; −1 for none.
    ///   - inOwnGroup: whether it leads a process group of its own, so that what it starts can be ended with it.
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
        let code = cprocess_spawn(
            name, words, environment == nil ? nil : variables, files.input, files.output, files.errors, fourth,
            inOwnGroup ? 1 : 0, &process)
        guard code == 0 else { throw ProgramError(program: name, code: code) }
        id = process
    }

    /// Looks whether it has ended; nil while it runs. To be asked until it has, so that no dead process is left behind.
    package func ending() throws(ProgramError) -> Ending? {
        var (status, isSignalled): (Int32, Int32) = (0, 0)
        switch cprocess_ended(id, &status, &isSignalled) {
        case 0: return nil
        case 1: return Ending(status: Int(status), isSignalled: isSignalled != 0)
        default: throw ProgramError(program: "", code: errno)
        }
    }
}
