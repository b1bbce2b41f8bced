package import Foundation

/// A file with a single mail: by itself (`.eml`), or as the only one of an mbox.
package struct MailFile: Sendable {
    package var bytes: [UInt8]
    /// When it was received, as far as the file tells: by its “From ” line, else when the file was written.
    package var receivedAt: Date

    /// Whether there is more than one is only asked of an mbox: in a mail by itself, a line “From …” is text.
    /// - Parameter path: “-” for standard input.
    package init(path: String) throws(ServerError) {
        let file = try path == "-" ? FileBytes.standardInput() : FileBytes(path: path)
        var info = stat()
        let isDated = path != "-" && stat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
        let written = isDated ? Date(timeIntervalSince1970: TimeInterval(info.st_mtim.tv_sec)) : Date()
        guard try file.read(0..<min(5, file.count)) == Array("From ".utf8) else {
            (bytes, receivedAt) = (try file.read(0..<file.count), written)
            guard bytes.contains(where: { ![0x09, 0x0A, 0x0D, 0x20].contains($0) }) else {
                throw .fileNotReadable(path: path, reason: "there is no mail in it")
            }
            return
        }
        let reader = try MboxReader(file)
        guard reader.count == 1 else {
            throw .fileNotReadable(
                path: path,
                reason:
                    "it has \(reader.count) messages, and this is for one; `maraca serve --mbox FILE` serves them all")
        }
        let (raw, date) = try reader.message(0)
        (bytes, receivedAt) = (raw, date ?? written)
    }
}
