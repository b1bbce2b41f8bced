import Foundation
import MailContent
import Synchronization

/// A file that comes piece by piece. Until `finish` it has no name that anyone looks for, and what is not finished is gone.
package final class FileBeingSaved: Sendable {
    private struct State {
        /// Nil once it is closed.
        var file: Int32?
        var failure: SaveError?
    }

    private static let mostNames = 10_000

    private let draft: String
    private let directory: Int32
    private let hasSecondNames: Bool
    private let state: Mutex<State>

    /// Takes over both descriptors.
    init(draft: String, file: Int32, in directory: Int32, hasSecondNames: Bool) {
        self.draft = draft
        self.directory = directory
        self.hasSecondNames = hasSecondNames
        state = Mutex(State(file: file))
    }

    deinit {
        _ = state.withLock { $0.file.map(close) }
        unlinkat(directory, draft, 0)
        close(directory)
    }

    /// Why a piece could not be written.
    package var failure: SaveError? { state.withLock(\.failure) }

    /// - Returns: whether more can be written; `failure` says why not.
    package func write(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard let file = state.file, state.failure == nil else { return false }
            var done = 0
            while done < bytes.count {
                let count = bytes[done...].withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
                if count > 0 {
                    done += count
                } else if count == 0 || errno != EINTR {
                    state.failure = .notWritten(reason: FileSaver.reason())
                    return false
                }
            }
            return true
        }
    }

    /// Gives it its name, once it is on the disk.
    /// - Parameter name: a single safe component (`SafeFileName`).
    /// - Returns: the name under which the file lies in the folder.
    package func finish(as name: String) throws(SaveError) -> String {
        let failure = state.withLock { state -> SaveError? in
            guard let file = state.file else { return state.failure }
            state.file = nil
            if fsync(file) != 0 { state.failure = state.failure ?? .notWritten(reason: FileSaver.reason()) }
            if close(file) != 0 { state.failure = state.failure ?? .notWritten(reason: FileSaver.reason()) }
            return state.failure
        }
        if let failure { throw failure }
        defer { unlinkat(directory, draft, 0) }
        return try place(as: name)
    }

    /// Gives the finished file its name, or the first free one like it.
    private func place(as name: String) throws(SaveError) -> String {
        for number in 1...Self.mostNames {
            let candidate = number == 1 ? name : SafeFileName.numbered(name, number)
            if hasSecondNames, linkat(directory, draft, directory, candidate, 0) == 0 { return candidate }
            switch hasSecondNames ? errno : EPERM {
            case EEXIST: continue
            case EPERM, EOPNOTSUPP, EMLINK: if try take(candidate) { return candidate }
            default: throw .notWritten(reason: FileSaver.reason())
            }
        }
        throw .noFreeName
    }

    /// Where a file system knows no second names: the name is taken by an empty file of ours, which the finished one
    /// replaces at once. Returns false when the name is not free.
    private func take(_ name: String) throws(SaveError) -> Bool {
        let holder = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard holder >= 0 else {
            if errno == EEXIST { return false }
            throw .notWritten(reason: FileSaver.reason())
        }
        close(holder)
        guard renameat(directory, draft, directory, name) == 0 else {
            let reason = FileSaver.reason()
            unlinkat(directory, name, 0)
            throw .notWritten(reason: reason)
        }
        return true
    }
}
