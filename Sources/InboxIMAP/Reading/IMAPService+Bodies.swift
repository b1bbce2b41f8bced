import InboxModel
import MailContent

/// Reading messages with their texts.
extension IMAPService {
    /// Messages up to this size are read whole, of larger ones only the texts. In bytes.
    static let wholeSize = 512 << 10
    /// So many of these are in memory at once, 8 MB.
    private static let bodiesAtOnce = 16
    /// The most that is read of a text, in bytes.
    private static let longestText = 4 << 20

    /// Messages with bodies, read from the server.
    /// - Parameter copies: any copies; of several of one message one is read.
    func bodied(_ copies: [IndexedCopy]) async throws(RemoteError) -> [RemoteMessage] {
        let unread = copies.filter { $0.message == nil }
        var known = copies.filter { $0.message != nil }
        if !unread.isEmpty {
            let read = Set(try await heads(of: unread).map(\.message.id))
            known += try keeper.use { try $0.messages(read) }.values.compactMap(\.copies.first)
        }
        let order = Dictionary(copies.enumerated().map { ($1.position, $0) }, uniquingKeysWith: { first, _ in first })
        let sorted = known.sorted { order[$0.position] ?? .max < order[$1.position] ?? .max }
        return try await reading(sorted) { copies throws(RemoteError) in try await bodies(of: copies) }
    }

    /// - Parameter copies: with their messages.
    private func bodies(of copies: [IndexedCopy]) async throws(RemoteError) -> [RemoteMessage] {
        let (folders, messages) = try keeper.use { index in
            (try index.folders(), try index.messages(Set(copies.compactMap(\.message))))
        }
        let groups = Dictionary(grouping: copies, by: \.folder)
        let pieces = folders.flatMap { folder in
            (groups[folder.id] ?? []).pieces(Self.bodiesAtOnce).map { (folder: folder, copies: $0) }
        }
        let read = try await sideBySide(pieces) { piece throws(RemoteError) in
            try await bodies(in: piece.folder, piece.copies, messages)
        }
        let found = Dictionary(read.flatMap(\.self).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return copies.compactMap { $0.message.flatMap { found[$0] } }
    }

    private func bodies(
        in folder: IndexedFolder, _ copies: [IndexedCopy], _ messages: [RemoteID: IndexedMessage]
    ) async throws(RemoteError) -> [RemoteMessage] {
        guard let begun = try await beginnings(in: folder, copies.map(\.uid)) else { throw Self.folderChanged }
        var told: [RemoteMessage] = []
        var (large, untold): ([IndexedCopy], [IndexedCopy]) = ([], [])
        for copy in copies {
            guard let message = copy.message.flatMap({ messages[$0] }) else { continue }
            guard let bytes = begun[copy.uid] else {
                untold.append(copy)
                continue
            }
            if bytes.count < Self.wholeSize {
                told.append(Self.whole(message, bytes))
            } else {
                large.append(copy)
            }
        }
        for read in try await headsOnce(of: large) { told.append(try await largeMessage(read, in: folder)) }
        return told + (try await headsOnce(of: untold).map(Self.begun))
    }

    /// - Returns: without those that the server refuses; nil if the folder is another one now.
    private func beginnings(in folder: IndexedFolder, _ uids: [UInt32]) async throws(RemoteError) -> [UInt32: [UInt8]]?
    {
        do throws(RemoteError) {
            return try await ask(folder, uids, most: Self.bodiesAtOnce) { connection, uids throws(RemoteError) in
                try await connection.bytes(in: folder.rawName, uids, section: "", 0..<Self.wholeSize)
            }
        } catch {
            guard uids.count == 1, error.nextStep == .drop else { throw error }
            return [:]
        }
    }

    /// A message that is there, but that the server does not give: Exchange answers nothing for some.
    private static func begun(_ read: ReadHead) -> RemoteMessage {
        var told = RemoteMessage(read.message, read.parsed, files: read.files, size: read.size)
        told.setBody(read.parsed)
        told.body?.problems.append("The server did not give the rest of this message")
        return told
    }

    static func whole(_ message: IndexedMessage, _ bytes: [UInt8]) -> RemoteMessage {
        let parsed = ParsedMessage.parse(bytes)
        let files = parsed.files.prefix(MessageFile.most).map { MessageFile($0, of: message.id, size: $0.size) }
        var told = RemoteMessage(message, parsed, files: files, size: bytes.count)
        told.setBody(parsed)
        return told
    }

    /// A message of which only the texts are fetched.
    private func largeMessage(_ read: ReadHead, in folder: IndexedFolder) async throws(RemoteError) -> RemoteMessage {
        guard let structure = read.head.structure else { return try await unstructured(read, in: folder) }
        var message = StructuredMessage(structure, header: read.head.header)
        var isCut = false
        for part in message.textParts {
            let text = try await bytes(of: part.section, read.head.uid, in: folder, 0..<Self.longestText)
            isCut = isCut || (text?.count ?? 0) >= Self.longestText
            message.contents[part.section] = text
        }
        let parsed = message.parsed()
        var told = RemoteMessage(
            read.message, parsed, files: message.files(in: parsed, of: read.message.id), size: read.size)
        told.setBody(parsed)
        if isCut { told.body?.problems.append(Self.cut) }
        return told
    }

    private static var cut: String { "The text is longer than 4 MB; its end is only in the source" }

    /// A message whose structure the server can't tell: its beginning.
    private func unstructured(_ read: ReadHead, in folder: IndexedFolder) async throws(RemoteError) -> RemoteMessage {
        let bytes = try await bytes(of: "", read.head.uid, in: folder, 0..<Self.longestText) ?? read.head.header
        var told = Self.whole(read.message, bytes)
        told.size = read.size ?? told.size
        if bytes.count >= Self.longestText { told.body?.problems.append(Self.cut) }
        return told
    }

    private func bytes(of section: String, _ uid: UInt32, in folder: IndexedFolder, _ range: Range<Int>)
        async throws(RemoteError) -> [UInt8]?
    {
        try await ask(folder, [uid], most: 1) { connection, uids throws(RemoteError) in
            try await connection.bytes(in: folder.rawName, uids, section: section, range)
        }?[uid]
    }
}
