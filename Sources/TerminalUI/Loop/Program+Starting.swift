import CNcurses
import Glibc

extension Program {
    /// What a program's first three descriptors are; −1 for ours.
    typealias Files = (input: Int32, output: Int32, errors: Int32)

    /// Starts a program with an empty signal mask and no other descriptor of ours.
    /// - Parameters:
    ///   - arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    ///   - environment: all its variables; nil for those of this process.
    ///   - inOwnGroup: whether it leads a process group of its own, so that what it starts can be ended with it.
    static func start(
        _ arguments: [String], environment: [String: String]? = nil, files: Files = (-1, -1, -1),
        inOwnGroup: Bool = false
    ) throws(ProgramError) -> pid_t {
        guard let name = arguments.first, !name.isEmpty else { throw ProgramError(program: "", code: ENOENT) }
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? [:]).map { strdup("\($0.key)=\($0.value)") }
        defer { for pointer in words + variables { free(pointer) } }
        words.append(nil)
        variables.append(nil)
        var process: pid_t = 0
        let code = cnc_spawn(
            name, words, environment == nil ? nil : variables, files.input, files.output, files.errors,
            inOwnGroup ? 1 : 0, &process)
        guard code == 0 else { throw ProgramError(program: name, code: code) }
        return process
    }
}
