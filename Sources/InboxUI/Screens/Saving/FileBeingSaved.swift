import Foundation
import MailContent
import Programs
import Synchronization

/// A file saved piece by piece. Until `finish` it has no name, or only a hidden one; a file that is not finished is removed.
package final class FileBeingSaved: Sendable {
    private struct State {
        /// The descriptor; nil once the file is closed.
        var file: Int32?
        var failure: SaveError?
        /// The first bytes, which may determine the file's name.
        var start: [UInt8] = []
        var wasThere = false
    }

    /// A way to give the finished file a name that is not taken.
    enum Naming: CaseIterable, Sendable {
        /// Links a file that has no name yet; nothing is left of such a file even when a signal ends the program.
        case unnamed
        /// Links a second name, which never replaces another file.
        case link
        /// Renames the file without replacing, for file systems where a file has only one name, such as FAT.
        case rename
        /// Where neither works: reserves the name with an empty file, which the finished one then replaces atomically.
        case hold
    }

    private static let mostNames = 10_000
    /// The errors by which file systems report an unsupported operation.
    private static let unknownWay: Set = [EPERM, EOPNOTSUPP, EMLINK, ENOSYS, EINVAL]

    /// The temporary name, if the file has one.
    private let draft: String?
    private let directory: Int32
    private let namings: [Naming]
    private let state: Mutex<State>

    /// Takes ownership of both descriptors.
    init(draft: String?, file: Int32, in directory: Int32, namings: [Naming]) {
        self.draft = draft
        self.directory = directory
        self.namings = namings
        state = Mutex(State(file: file))
    }

    deinit {
        _ = state.withLock { $0.file.map(close) }
        removeDraft()
        close(directory)
    }

    /// Why a piece could not be written.
    package var failure: SaveError? { state.withLock(\.failure) }

    /// The first bytes written.
    package var start: [UInt8] { state.withLock(\.start) }

    /// Whether the folder already contained an identical file of that name, so that no second one was saved.
    package var wasThere: Bool { state.withLock(\.wasThere) }

    /// - Returns: Whether more can be written; `failure` tells why not.
    package func write(_ bytes: [UInt8]) -> Bool {
        state.withLock { state in
            guard let file = state.file, state.failure == nil else { return false }
            let missing = SafeFileName.startLength - state.start.count
            if missing > 0 { state.start += bytes.prefix(missing) }
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

    /// Syncs the file to the disk and gives it its name.
    /// - Parameter name: A single safe component (`SafeFileName`).
    /// - Returns: The file's name in the folder.
    package func finish(as name: String) throws(SaveError) -> String {
        let file = try opened()
        defer { removeDraft() }
        guard draft == nil else {
            try end(file)
            return try place(nil, as: name)
        }
        // An unnamed file is lost when it is closed.
        guard fsync(file) == 0 else {
            let reason = FileSaver.reason()
            close(file)
            throw .notWritten(reason: reason)
        }
        defer { close(file) }
        return try place(file, as: name)
    }

    /// Takes the descriptor for finishing; no more can be written.
    private func opened() throws(SaveError) -> Int32 {
        let (file, failure) = state.withLock { state in
            defer { state.file = nil }
            return (state.file, state.failure)
        }
        guard let file, failure == nil else {
            file.map { _ = close($0) }
            throw failure ?? .notWritten(reason: "it is finished")
        }
        return file
    }

    private func end(_ file: Int32) throws(SaveError) {
        let isOnDisk = fsync(file) == 0
        let reason = FileSaver.reason()
        guard close(file) == 0, isOnDisk else {
            throw .notWritten(reason: isOnDisk ? FileSaver.reason() : reason)
        }
    }

    private func removeDraft() { if let draft { unlinkat(directory, draft, 0) } }

    /// Gives the finished file its name, or the first numbered variant that is free or has the same contents.
    /// - Parameter file: The descriptor of a file that has no name yet.
    private func place(_ file: Int32?, as name: String) throws(SaveError) -> String {
        var namings = namings[...]
        var number = 1
        while number <= Self.mostNames, let naming = namings.first {
            let candidate = number == 1 ? name : SafeFileName.numbered(name, number)
            switch give(candidate, to: file, by: naming) {
            case 0: return candidate
            case EEXIST:
                if isThere(candidate, file) {
                    state.withLock { $0.wasThere = true }
                    return candidate
                }
                number += 1
            case let error:
                guard namings.count > 1, Self.unknownWay.contains(error) else {
                    throw .notWritten(reason: String(cString: strerror(error)))
                }
                namings.removeFirst()
            }
        }
        throw .noFreeName
    }

    /// Whether the file of a name is identical to the finished file; does not follow links.
    private func isThere(_ name: String, _ file: Int32?) -> Bool {
        let other = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard other >= 0 else { return false }
        defer { close(other) }
        if let file { return FileContents.areSame(file, other) }
        let own = draft.map { openat(directory, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) } ?? -1
        guard own >= 0 else { return false }
        defer { close(own) }
        return FileContents.areSame(own, other)
    }

    /// - Returns: 0 or an `errno`; `EEXIST` when the name is taken.
    private func give(_ name: String, to file: Int32?, by naming: Naming) -> Int32 {
        if naming == .unnamed { return file.map { Renaming.name($0, in: directory, as: name) } ?? EBADF }
        guard let draft else { return ENOENT }
        switch naming {
        case .unnamed: return EINVAL
        case .link: return linkat(directory, draft, directory, name, 0) == 0 ? 0 : errno
        case .rename: return Renaming.withoutReplacing(in: directory, draft, to: name)
        case .hold:
            let holder = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard holder >= 0 else { return errno }
            close(holder)
            guard renameat(directory, draft, directory, name) != 0 else { return 0 }
            let error = errno
            unlinkat(directory, name, 0)
            return error
        }
    }
}
