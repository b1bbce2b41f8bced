import Foundation
import InboxModel
import MailContent
import Synchronization

/// The result of reading a file to attach. Never waits for a pipe or device, and does not read a file that is too large.
enum AttachedFile: Sendable {
    case read(RemoteUpload)
    /// The size in bytes, which exceeds the limit.
    case large(Int)
    /// A pipe, a device, a folder.
    case noFile
    case unreadable

    /// Whether that is an absolute path at which there is something other than a folder.
    static func exists(at path: String) -> Bool {
        var isFolder: ObjCBool = false
        return path.hasPrefix("/") && FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            && !isFolder.boolValue
    }

    init(_ path: String, limit: Int) {
        // Without O_NONBLOCK, opening a pipe waits until somebody writes to it.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            self = .unreadable
            return
        }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            self = .noFile
            return
        }
        guard Int(status.st_size) <= limit else {
            self = .large(Int(status.st_size))
            return
        }
        // One byte more, to detect a file that grows while it is read.
        guard let data = try? handle.read(upToCount: limit + 1) ?? Data() else {
            self = .unreadable
            return
        }
        let name = FileName.last(of: path)
        self =
            data.count > limit
            ? .large(data.count)
            : .read(RemoteUpload(fileName: name, contentType: FileType.named(name), bytes: [UInt8](data)))
    }
}

/// Work that cannot be stopped, but whose result may be abandoned.
enum Abandonable {
    /// Runs the work on a thread of its own.
    /// - Returns: Nil as soon as the task is cancelled; the result of the work is then dropped.
    static func value<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value? {
        let answer = Answer<Value>()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.expect(continuation)
                Thread.detachNewThread { answer.give(work()) }
            }
        } onCancel: {
            answer.give(nil)
        }
    }

    /// A result that is set once: the first call wins.
    private final class Answer<Value: Sendable>: Sendable {
        private enum State {
            case open
            case expected(CheckedContinuation<Value?, Never>)
            case given
        }

        private let state = Mutex(State.open)

        func expect(_ continuation: CheckedContinuation<Value?, Never>) {
            let isOver = state.withLock { state in
                if case .given = state { return true }
                state = .expected(continuation)
                return false
            }
            if isOver { continuation.resume(returning: nil) }
        }

        func give(_ value: Value?) {
            let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
                defer { state = .given }
                if case .expected(let continuation) = state { return continuation }
                return nil
            }
            waiting?.resume(returning: value)
        }
    }
}
