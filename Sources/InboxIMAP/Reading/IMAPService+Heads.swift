import InboxModel
import MailContent

/// A head that was read, with the message that the index has for it.
struct ReadHead: Sendable {
    /// The copy that was read.
    var copy: IndexPosition
    var message: IndexedMessage
    var head: IMAPHead
    /// The header and the beginning of the text.
    var parsed: ParsedMessage
}

/// Reading the beginnings of messages.
extension IMAPService {
    private static let headsAtOnce = 200

    /// Messages without bodies, as lists need them, read from the server. Heads of copies that were not read yet are noted in the index.
    /// - Parameter copies: any copies; of several of one message one is read.
    func listed(_ copies: [IndexedCopy]) async throws(RemoteError) -> [RemoteMessage] {
        try await reading(copies) { copies throws(RemoteError) in
            try await headsOnce(of: copies).map { read in
                RemoteMessage(read.message, read.parsed, files: read.files, size: read.size)
            }
        }
    }

    /// Reads heads, and notes them in the index. Copies that are gone are removed from it.
    func heads(of copies: [IndexedCopy]) async throws(RemoteError) -> [ReadHead] {
        try await lookingAgain { () async throws(RemoteError) in try await headsOnce(of: copies) }
    }

    /// - Throws: `folderChanged`, too.
    func headsOnce(of copies: [IndexedCopy]) async throws(RemoteError) -> [ReadHead] {
        let folders = try keeper.use { try $0.folders() }
        let groups = Dictionary(grouping: copies, by: \.folder)
        let wanted = folders.filter { groups[$0.id] != nil }
        let (first, others) = try await sharing(groups, wanted)
        let read = try await heads(in: wanted, first)
        // Of a copy that is gone by now, the others are read after all.
        let found = Set(read.map(\.copy))
        let left = others.filter { !found.contains($0.key) }.flatMap(\.value)
        let more = try await heads(in: wanted, Dictionary(grouping: left, by: \.folder))
        return try share(read, with: others) + more
    }

    private func heads(in folders: [IndexedFolder], _ copies: [Int64: [IndexedCopy]]) async throws(RemoteError)
        -> [ReadHead]
    {
        try await sideBySide(folders.filter { copies[$0.id] != nil }) { folder throws(RemoteError) in
            try await heads(in: folder, copies[folder.id] ?? [])
        }.flatMap(\.self)
    }

    private func heads(in folder: IndexedFolder, _ copies: [IndexedCopy]) async throws(RemoteError) -> [ReadHead] {
        let uids = copies.map(\.uid)
        let found = try await ask(folder, uids, most: Self.headsAtOnce, sparesOne: true) {
            connection, uids throws(RemoteError) in
            Self.byUID(try await connection.heads(in: folder.rawName, uids))
        }
        guard var found else { throw Self.folderChanged }
        let missing = uids.filter { found[$0] == nil }
        if !missing.isEmpty { found.merge(try await plainHeads(in: folder, uids: missing)) { first, _ in first } }
        let parsed = found.mapValues { ParsedMessage.parse($0.header + $0.text) }
        let read = found.compactMap { uid, head in
            parsed[uid].map { IndexedHead(head, $0, place: "\(folder.mailbox) \(folder.uidValidity) \(uid)") }
        }
        let gone = UIDSet(uids.filter { found[$0] == nil })
        let messages = try keeper.use { index in
            if !gone.isEmpty { try index.remove(gone, in: folder.id) }
            return try index.take(heads: read.sorted { $0.uid < $1.uid }, in: folder.id)
        }
        return copies.compactMap { copy in
            guard let message = messages[copy.uid], let head = found[copy.uid], let parsed = parsed[copy.uid] else {
                return nil
            }
            return ReadHead(copy: copy.position, message: message, head: head, parsed: parsed)
        }
    }

    private static func byUID(_ heads: [IMAPHead]) -> [UInt32: IMAPHead] {
        Dictionary(heads.map { ($0.uid, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads heads of messages of which the server can't tell the structure: only the header, and not even that where it does not give it, so
    /// that they are not missing altogether.
    private func plainHeads(in folder: IndexedFolder, uids: [UInt32]) async throws(RemoteError) -> [UInt32: IMAPHead] {
        let outlines = try await inFolder(folder) { connection throws(RemoteError) in
            Dictionary(
                try await connection.outlines(in: folder.rawName, UIDSet(uids)).map { ($0.uid, $0) },
                uniquingKeysWith: { first, _ in first })
        }
        guard let outlines else { throw Self.folderChanged }
        guard !outlines.isEmpty else { return [:] }
        let there = outlines.keys.sorted()
        let headers = try await ask(folder, there, most: Self.headsAtOnce, sparesOne: true) {
            connection, uids throws(RemoteError) in
            try await connection.bytes(in: folder.rawName, uids, section: "HEADER")
        }
        var heads: [UInt32: IMAPHead] = [:]
        guard let headers else { throw Self.folderChanged }
        for (uid, outline) in outlines where !outline.isDeleted {
            guard let date = outline.date else { continue }
            let header = headers[uid] ?? Array("\r\n".utf8)
            heads[uid] = IMAPHead(uid: uid, flags: outline.flags, date: date, size: 0, header: header, text: [])
        }
        return heads
    }
}

extension ReadHead {
    /// Nil if the server did not tell.
    var size: Int? { head.size > 0 ? head.size : nil }

    /// Whether all of the message was read.
    private var isWhole: Bool { head.text.count < IMAPConnection.headText }

    var files: [MessageFile] {
        if !isWhole, let structure = head.structure {
            let files = StructuredMessage(structure).files(of: message.id)
            // Such as stand whole in the beginning of a text.
            let inTexts = parsed.files.filter { $0.partID.contains("#") }
            return files + inTexts.map { MessageFile($0, of: message.id, size: $0.size) }
        }
        if let structure = head.structure, !structure.isMultipart, !structure.isPlainText {
            // The header that lists read lacks some fields on its content.
            var message = StructuredMessage(structure, header: head.header)
            message.contents[structure.section] = head.text
            return message.files(of: self.message.id)
        }
        return parsed.files.prefix(MessageFile.most).map { MessageFile($0, of: message.id, size: $0.size) }
    }
}

extension IMAPPart {
    /// Whether all that tells what it is stands in `IMAPConnection.headFields`.
    fileprivate var isPlainText: Bool { contentType.hasPrefix("text/") && contentID == nil }
}
