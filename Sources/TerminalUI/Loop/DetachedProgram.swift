import Glibc
public import Programs

/// A program that is started beside the screen, without the terminal: it reads nothing, and what it prints is dropped.
public enum DetachedProgram {
    /// A program that ends so soon, and badly, has not done what it was started for.
    private static let soon = 10

    /// - Parameters:
    ///   - arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    ///   - failed: hears the exit status of a program that ends badly within ten seconds.
    /// - Throws: when it could not be started.
    @UI
    public static func start(_ arguments: [String], failed: @escaping @UI @Sendable (Int) -> Void = { _ in })
        throws(ProgramError)
    {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { throw ProgramError(program: arguments.first ?? "", code: errno) }
        defer { close(null) }
        reap(try ChildProgram(arguments, files: (null, null, null)), failed)
    }

    /// Waits for its end, so that no dead process is left behind.
    private static func reap(_ program: ChildProgram, _ failed: @escaping @UI @Sendable (Int) -> Void) {
        Task {
            var looks = 0
            while true {
                if let ending = try program.ending() {
                    if ending.status != 0, looks <= soon { await failed(ending.status) }
                    return
                }
                looks += 1
                try await Task.sleep(for: .seconds(1))
            }
        }
    }
}
