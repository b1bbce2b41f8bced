import CNcurses
import Glibc

extension ProgramError {
    /// There is no program of that name.
    public var isMissing: Bool { code == ENOENT }
}

/// A program that is started beside the screen, without the terminal: it reads nothing, and what it prints is dropped.
public enum DetachedProgram {
    /// - Parameter arguments: the program, by path or looked up in `PATH`, and its arguments; no shell sees them.
    /// - Throws: when it could not be started; how it ends is not told.
    @UI
    public static func start(_ arguments: [String]) throws(ProgramError) {
        guard let name = arguments.first, !name.isEmpty else { throw ProgramError(program: "", code: ENOENT) }
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard null >= 0 else { throw ProgramError(program: name, code: errno) }
        defer { close(null) }
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        pointers.append(nil)
        var process: pid_t = 0
        let code = cnc_spawn(name, pointers, nil, null, null, null, &process)
        guard code == 0 else { throw ProgramError(program: name, code: code) }
        reap(process)
    }

    /// Waits for its end, so that no dead process is left behind.
    private static func reap(_ process: pid_t) {
        Task {
            var status: Int32 = 0
            while cnc_process_ended(process, &status) == 0 {
                do { try await Task.sleep(for: .seconds(1)) } catch { return }
            }
        }
    }
}
