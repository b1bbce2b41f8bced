import Foundation

enum FileContents {
    private static let piece = 1 << 16

    /// Whether two open files are regular files of the same contents; does not move their read positions.
    static func areSame(_ one: Int32, _ other: Int32) -> Bool {
        guard let length = size(of: one), length == size(of: other) else { return false }
        var offset = 0
        while offset < length {
            let bytes = read(one, at: offset)
            guard !bytes.isEmpty, bytes == read(other, at: offset) else { return false }
            offset += bytes.count
        }
        return true
    }

    /// - Returns: Nil for anything but a regular file.
    private static func size(of file: Int32) -> Int? {
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    private static func read(_ file: Int32, at offset: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: piece) { buffer, count in
            var read = 0
            while read < piece {
                let more = pread(file, buffer.baseAddress.map { $0 + read }, piece - read, off_t(offset + read))
                if more < 0, errno == EINTR { continue }
                guard more > 0 else { break }
                read += more
            }
            count = read
        }
    }
}
