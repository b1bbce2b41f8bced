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

/// A program of someone else, with the terminal to itself.
@UI
struct Program {
    private let arguments: [String]

    init(_ arguments: [String]) {
        self.arguments = arguments
    }

    func run() async throws(ProgramError) -> Int {
        let process = try Self.start(arguments)
        var status: Int32 = 0
        while true {
            switch cnc_process_ended(process, &status) {
            case 0: break
            case 1: return Int(status)
            default: throw ProgramError(program: arguments.first ?? "", code: errno)
            }
            // Nothing else is drawn meanwhile, so a short sleep is simpler than one more descriptor in the loop.
            await Self.pause()
        }
    }

    /// The time between two looks at a program; in a cancelled task too, where a plain sleep ends at once.
    static func pause() async {
        await Task { try? await Task.sleep(for: .milliseconds(15), clock: .continuous) }.value
    }
}
