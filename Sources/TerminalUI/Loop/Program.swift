import CNcurses
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
}

/// A program of someone else, started with an empty signal mask and none of our descriptors but the first three.
@UI
struct Program {
    private let arguments: [String]

    init(_ arguments: [String]) {
        self.arguments = arguments
    }

    func run() async throws(ProgramError) -> Int {
        let process = try start()
        var status: Int32 = 0
        while true {
            switch cnc_process_ended(process, &status) {
            case 0: break
            case 1: return Int(status)
            default: throw ProgramError(program: arguments.first ?? "", code: errno)
            }
            // Nothing else is drawn meanwhile, so a short sleep is simpler than one more descriptor in the loop.
            try? await Task.sleep(for: .milliseconds(15), clock: .continuous)
        }
    }

    private func start() throws(ProgramError) -> pid_t {
        guard let name = arguments.first, !name.isEmpty else { throw ProgramError(program: "", code: ENOENT) }
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        var process: pid_t = 0
        let code = cnc_spawn(name, pointers, nil, -1, -1, -1, &process)
        guard code == 0 else { throw ProgramError(program: name, code: code) }
        return process
    }
}
