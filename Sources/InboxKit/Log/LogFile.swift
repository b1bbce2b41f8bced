import Foundation
import Synchronization

/// An append-only log file for troubleshooting. Logging never gets in the caller's way: a line that can't be written is dropped.
/// Several processes may append to one file, a line at a time.
final class LogFile: Sendable {
    /// The size, in bytes, at which a new file replaces this one; one old file is kept beside it.
    static let most = 1 << 20

    private struct State {
        var descriptor: Int32 = -1
        var size = 0
    }

    private let path: String
    private let state = Mutex(State())

    init(path: String) { self.path = path }

    deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

    func add(_ line: String) {
        let bytes = Array(line.utf8) + [UInt8(ascii: "\n")]
        state.withLock { state in
            if state.descriptor < 0 || state.size + bytes.count > Self.most { open(&state, for: bytes.count) }
            guard state.descriptor >= 0 else { return }
            let written = write(state.descriptor, bytes, bytes.count)
            state.size += max(0, written)
        }
    }

    /// Opens the file, private whatever the umask. A symbolic link, which others could plant, is not followed.
    private func open(_ state: inout State, for more: Int) {
        if state.descriptor >= 0 { close(state.descriptor) }
        var status = stat()
        if lstat(path, &status) == 0, Int(status.st_size) + more > Self.most { rename(path, path + ".1") }
        state.descriptor = Glibc.open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard state.descriptor >= 0, fstat(state.descriptor, &status) == 0 else { return }
        state.size = Int(status.st_size)
    }
}
