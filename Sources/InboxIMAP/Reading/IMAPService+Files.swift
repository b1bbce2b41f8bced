package import InboxModel
package import InboxRemote
import MailContent
import Synchronization

/// Files of messages.
extension IMAPService {
    /// Files up to this size are decoded as a whole, like those of a message that is read whole. In bytes.
    private static let wholeFile = 8 << 20
    /// Others come in pieces of this many bytes.
    private static let filePiece = 1 << 20

    package func download(_ file: RemoteID, meter: TransferMeter?) async throws(RemoteError) -> [UInt8] {
        let bytes = Mutex<[UInt8]>([])
        try await download(file, meter: meter) { piece in
            bytes.withLock { bytes in
                guard bytes.count + piece.count <= Self.largest else { return false }
                bytes += piece
                return true
            }
        }
        return bytes.withLock { $0 }
    }

    package func download(_ file: RemoteID, meter: TransferMeter?, into sink: @escaping FileSink)
        async throws(RemoteError)
    {
        if file.rawValue.hasPrefix("upload/") {
            guard let upload = try keeper.use({ try $0.upload(file) }) else { throw Self.gone("download") }
            meter?.received(upload.bytes.count)
            return try Self.give(upload.bytes, to: sink)
        }
        guard let place = FilePlace(file) else { throw Self.gone("download") }
        let isHere = try await withCopy(of: place.message) { connection, folder, uid throws(RemoteError) -> Bool? in
            let source = FileSource(connection: connection, folder: folder, uid: uid, meter: meter)
            return try await Self.fetch(place, from: source, into: sink)
        }
        guard isHere != nil else { throw Self.gone("download") }
    }

    /// - Returns: true, or nil if the message is not there.
    private static func fetch(_ place: FilePlace, from source: FileSource, into sink: FileSink)
        async throws(RemoteError) -> Bool?
    {
        guard let head = try await source.head() else { return nil }
        let part = head.structure?.leaves.first { $0.section == place.partSection }
        guard let part, place.fileInText == nil || part.contentType.hasPrefix("text/") else {
            return try await fetchFromWhole(place, source, into: sink)
        }
        let isPlain = ["", "7bit", "8bit", "binary"].contains(part.encoding)
        if place.fileInText == nil, part.size > wholeFile, isPlain || part.encoding == "base64" {
            return try await fetchInPieces(part, source, into: sink)
        }
        guard let content = try await source.bytes(of: part.section, atMost: largest) else { return nil }
        var alone = part
        alone.section = "1"
        var message = StructuredMessage(alone)
        message.contents["1"] = content
        let section = place.fileInText.map { "1#\($0)" } ?? "1"
        guard let bytes = ParsedMessage.fileContents(of: message.bytes, partID: section) else {
            throw gone("download")
        }
        try give(bytes, to: sink)
        return true
    }

    /// For a message whose structure the server can't tell, or sees in another way.
    private static func fetchFromWhole(_ place: FilePlace, _ source: FileSource, into sink: FileSink)
        async throws(RemoteError) -> Bool?
    {
        guard let whole = try await source.bytes(of: "", atMost: largest) else { return nil }
        guard let bytes = ParsedMessage.fileContents(of: whole, partID: place.section) else { throw gone("download") }
        try give(bytes, to: sink)
        return true
    }

    private static func fetchInPieces(_ part: IMAPPart, _ source: FileSource, into sink: FileSink)
        async throws(RemoteError) -> Bool?
    {
        var base64 = Base64Pieces()
        var start = 0
        while true {
            let range = start..<(start + filePiece)
            guard let piece = try await source.piece(range, of: part.section) else {
                // Nobody can take back what the sink has.
                guard start == 0 else { throw gone("download") }
                return nil
            }
            start += piece.count
            try give(part.encoding == "base64" ? base64.take(piece) : piece, to: sink)
            if piece.count < filePiece { break }
            guard start < 2 * largest else { throw tooLarge }
        }
        if part.encoding == "base64" { try give(base64.finish(), to: sink) }
        return true
    }

    fileprivate static var tooLarge: RemoteError {
        RemoteError(.refused(status: 0, message: "the file is too large"), call: "download")
    }

    private static func give(_ bytes: [UInt8], to sink: FileSink) throws(RemoteError) {
        guard sink(bytes) else { throw RemoteError(.cancelled, call: "download") }
    }
}

/// A message that a file is fetched from.
private struct FileSource {
    let connection: IMAPConnection
    let folder: String
    let uid: UInt32
    let meter: TransferMeter?

    func head() async throws(RemoteError) -> IMAPHead? {
        try await connection.heads(in: folder, [uid]).first { $0.uid == uid }
    }

    func piece(_ range: Range<Int>, of section: String) async throws(RemoteError) -> [UInt8]? {
        if Task.isCancelled { throw RemoteError(.cancelled, call: "download") }
        let piece = try await connection.bytes(in: folder, [uid], section: section, range)[uid]
        if let piece { meter?.received(range.lowerBound + piece.count) }
        return piece
    }

    /// - Returns: nil if the message is not there.
    func bytes(of section: String, atMost largest: Int) async throws(RemoteError) -> [UInt8]? {
        let step = 1 << 20
        var bytes: [UInt8] = []
        while true {
            guard let piece = try await piece(bytes.count..<(bytes.count + step), of: section) else { return nil }
            bytes += piece
            if piece.count < step { return bytes }
            guard bytes.count <= largest else {
                throw RemoteError(.refused(status: 0, message: "the file is too large"), call: "download")
            }
        }
    }
}
