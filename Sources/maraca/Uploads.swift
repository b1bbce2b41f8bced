import Foundation
import InboxKit
import InboxModel
import MailContent

typealias Upload = RemoteUpload

/// Local files as servers accept them.
enum Uploads {
    /// In bytes. The limit for servers that report none; few accept more.
    private static let largest = 100_000_000

    /// A file that was found readable and not too large, before any of it is copied.
    struct File {
        var path: String
        var size: Int
        /// The contents of a pipe or similar, which can be read only once, or whose size is not known before.
        var bytes: [UInt8]?

        var name: String { (path as NSString).lastPathComponent }
    }

    /// - Parameters:
    ///   - used: the size of what is already attached.
    static func file(_ path: String, for account: Account, used: Int, _ session: MailSession) throws -> File {
        let limit = (session.attachmentLimit(of: account.id) ?? largest) - used
        var info = stat()
        guard stat(path, &info) == 0 else { throw CommandFailure(message: "there is no readable file \(path)") }
        guard info.st_mode & S_IFMT != S_IFDIR else {
            throw CommandFailure(message: "\(path) is a folder; pack it into one file first")
        }
        guard access(path, R_OK) == 0 else { throw CommandFailure(message: "you may not read the file \(path)") }
        // The kernel's own files, as in /proc, are said to be empty.
        guard info.st_mode & S_IFMT == S_IFREG, info.st_size > 0 else {
            // What is already attached may exceed the limit by itself.
            guard limit >= 0 else { throw tooLarge(path, nil, limit, used) }
            let bytes = try piped(path, limit: limit)
            guard bytes.count <= limit else { throw tooLarge(path, nil, limit, used) }
            return File(path: path, size: bytes.count, bytes: bytes)
        }
        let size = Int(info.st_size)
        guard size <= limit else { throw tooLarge(path, size, limit, used) }
        return File(path: path, size: size)
    }

    /// Throws if the server is known to refuse a message of this size, so that it is not queued.
    static func checkWhole(_ size: Int, for account: Account, _ session: MailSession) throws {
        guard let limit = session.attachmentLimit(of: account.id), size > limit else { return }
        let words =
            "the message is \(FileSize.text(size)); the server takes \(FileSize.text(limit))"
        throw CommandFailure(message: words, status: 2)
    }

    private static func tooLarge(_ path: String, _ size: Int?, _ limit: Int, _ used: Int) -> CommandFailure {
        let what = size.map { "is \(FileSize.text($0))" } ?? "is too large"
        let with = used > 0 ? " beside the other files" : ""
        return CommandFailure(message: "\(path) \(what); the server takes \(FileSize.text(max(0, limit)))\(with)")
    }

    /// - Returns: at most one byte more than the limit.
    /// - Throws: if reading fails: a partial file must never pass for the whole.
    private static func piped(_ path: String, limit: Int) throws -> [UInt8] {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw CommandFailure(message: "there is no readable file \(path)")
        }
        defer { try? handle.close() }
        var bytes: [UInt8] = []
        do {
            while bytes.count <= limit, let piece = try handle.read(upToCount: 1 << 20), !piece.isEmpty {
                bytes += piece
            }
        } catch {
            throw CommandFailure(message: "\(path) can't be read to its end: \(String(cString: strerror(errno)))")
        }
        return Array(bytes.prefix(limit + 1))
    }

    /// Copies a file into the store, piece by piece, for a message that is saved next.
    /// - Parameter uploads: whether it is uploaded ahead of its message.
    static func attach(_ file: File, to account: Account, uploads: Bool, _ session: MailSession) async throws
        -> MessageFile
    {
        let type = FileType.named(file.name)
        if let bytes = file.bytes {
            let upload = Upload(fileName: file.name, contentType: type, bytes: bytes)
            return try await attach(upload, to: account, uploads: uploads, session)
        }
        guard let handle = FileHandle(forReadingAtPath: file.path) else {
            throw CommandFailure(message: "there is no readable file \(file.path)")
        }
        defer { try? handle.close() }
        let descriptor = handle.fileDescriptor
        return try await telling { () async throws(SessionError) in
            try await session.attach(
                named: file.name, type: type, size: file.size, account: account.id, uploads: uploads, isAtOnce: true
            ) {
                range in
                var piece = [UInt8](repeating: 0, count: range.count)
                let count = pread(descriptor, &piece, range.count, off_t(range.lowerBound))
                return count > 0 ? Array(piece.prefix(count)) : nil
            }
        }
    }

    /// Checks local files one by one, so that together they stay within the server's limit.
    static func files(_ paths: [String], beside used: Int, for account: Account, _ session: MailSession) throws
        -> [File]
    {
        var known: [File] = []
        for path in paths {
            known.append(try file(path, for: account, used: used + known.reduce(0) { $0 + $1.size }, session))
        }
        return known
    }

    static func attach(_ known: [File], to account: Account, uploads: Bool, _ session: MailSession) async throws
        -> [MessageFile]
    {
        var files: [MessageFile] = []
        for file in known { files.append(try await attach(file, to: account, uploads: uploads, session)) }
        return files
    }

    static func attach(_ upload: Upload, to account: Account, uploads: Bool, _ session: MailSession)
        async throws -> MessageFile
    {
        try await telling { () async throws(SessionError) in
            try await session.attach(upload, account: account.id, uploads: uploads, isAtOnce: true)
        }
    }

    static func part(_ file: ParsedFile, of bytes: [UInt8]) throws -> Upload {
        guard let content = ParsedMessage.fileContents(of: bytes, partID: file.partID) else {
            throw CommandFailure(message: "the file \(Output.clean(file.fileName)) in the message can't be read")
        }
        return Upload(fileName: file.fileName, contentType: file.contentType, bytes: content)
    }
}
