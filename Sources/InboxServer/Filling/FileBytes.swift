import Foundation

/// The bytes of a file, read on demand: a mail file may be larger than memory.
final class FileBytes: Sendable {
    let count: Int
    /// Empty for bytes that are in no file.
    let path: String
    private let descriptor: Int32
    /// The whole content, for files without random access, such as a pipe.
    private let whole: [UInt8]?

    convenience init(path: String) throws(ServerError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .fileNotReadable(path: path, reason: ServerError.words(errno)) }
        try self.init(descriptor, path: path)
    }

    /// What comes on standard input, from where it stands.
    static func standardInput() throws(ServerError) -> FileBytes {
        let descriptor = dup(STDIN_FILENO)
        guard descriptor >= 0 else { throw .fileNotReadable(path: "-", reason: ServerError.words(errno)) }
        return try FileBytes(descriptor, path: "-")
    }

    /// - Parameter descriptor: closed in the end.
    private init(_ descriptor: Int32, path: String) throws(ServerError) {
        self.path = path
        var info = stat()
        if fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG {
            self.descriptor = descriptor
            whole = nil
            count = Int(info.st_size)
            return
        }
        self.descriptor = -1
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard info.st_mode & S_IFMT != S_IFDIR else {
            throw .fileNotReadable(path: path, reason: "it is a folder, not an mbox file")
        }
        do {
            let bytes = Array(try handle.readToEnd() ?? Data())
            whole = bytes
            count = bytes.count
        } catch {
            throw .fileNotReadable(
                path: path, reason: (error as NSError).localizedFailureReason ?? "\(error.localizedDescription)")
        }
    }

    init(_ bytes: [UInt8]) {
        (path, descriptor, whole, count) = ("", -1, bytes, bytes.count)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// - Throws: when the file has become shorter, or cannot be read.
    func read(_ range: Range<Int>) throws(ServerError) -> [UInt8] {
        if let whole { return Array(whole[range]) }
        var result = [UInt8](repeating: 0, count: range.count)
        var done = 0
        while done < range.count {
            let count = result.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress.map { $0 + done }, range.count - done, off_t(range.lowerBound + done)
                )
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw .fileNotReadable(
                    path: path, reason: count == 0 ? "it has become shorter" : String(cString: strerror(errno)))
            }
            done += count
        }
        return result
    }
}
