import Glibc
public import Programs

/// A program that is started beside the screen, without the terminal: it reads nothing, and what it prints is dropped.
public enum DetachedProgram {
    /// - Parameter arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    /// - Throws: when it could not be started; how it ends is not told.
    @UI
    public static func start(_ arguments: [String]) throws(ProgramError) {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { throw ProgramError(program: arguments.first ?? "", code: errno) }
        defer { close(null) }
        reap(try ChildProgram(arguments, files: (null, null, null)))
    }

    /// Waits for its end, so that no dead process is left behind.
    private static func reap(_ program: ChildProgram) {
        Task {
            while try program.ending() == nil { try await Task.sleep(for: .seconds(1)) }
        }
    }
}
