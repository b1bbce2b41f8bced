import Foundation
package import InboxModel
package import InboxRemote
import MailContent

/// Saving and deleting drafts. A message never changes, so each save is a new one, and the old one is deleted when it is there.
extension IMAPService {
    package func save(_ draft: RemoteDraft) async throws(RemoteError) -> RemoteMessage {
        let folder: IndexedFolder
        let old: IndexedMessage?
        let bytes: [UInt8]
        do throws(RemoteError) {
            folder = try await self.folder(for: .drafts)
            old = if let id = draft.id { try await newestSave(id) } else { nil }
            bytes = try await message(of: draft, over: old)
        } catch { throw error.beforeOrder }
        let saved = try await file(
            bytes, in: folder, flags: try await flags(draft.keywords.union([.draft, .seen]), in: folder),
            messageID: draft.messageIDHeader)
        if let old {
            // A leftover would show up as another draft. The caller looks for the save after this error and deletes it.
            do throws(RemoteError) { try await discard(old, besides: saved) } catch {
                guard error.nextStep == .drop else { throw error.afterWork }
            }
        }
        do throws(RemoteError) {
            if let id = saved?.message, let message = try await message(id) { return message }
        } catch {
            guard error.nextStep == .drop else { throw error.afterWork }
        }
        // It is saved, whatever the server answers here. The caller must look again.
        throw RemoteError(.unreadableAnswer(detail: "the saved draft is not returned"), call: "APPEND")
    }

    package func deleteDraft(_ id: RemoteID, version: Int?) async throws(RemoteError) {
        try await discard(try await newestSave(id), besides: nil)
    }

    /// Looks at the drafts, in which a save may lie whose answer was lost.
    package func drafts(of draft: RemoteID?, messageIDHeader: String) async throws(RemoteError) -> [RemoteMessage] {
        try await lookAtDrafts()
        var found = try keeper.use { try $0.messages(withMessageID: messageIDHeader) }
        if let draft, let known = try keeper.use({ try $0.messages([draft]) })[draft],
            !found.contains(where: { $0.id == draft })
        {
            found.append(known)
        }
        let drafts = try await draftsFolder()
        var messages: [RemoteMessage] = []
        for id in found.filter({ !$0.drafts(in: drafts).isEmpty }).map(\.id) {
            if let whole = try await message(id) { messages.append(whole) }
        }
        return messages
    }

    package func othersHeaders(of draft: RemoteID, hiding hidden: [MailAddress]) async throws(RemoteError)
        -> [DraftHeader]
    {
        if try !keeper.use({ try $0.unheard(among: [draft]) }).isEmpty { try await lookAtDrafts() }
        let drafts = try await draftsFolder()
        guard let known = try keeper.use({ try $0.messages([draft]) })[draft], !known.drafts(in: drafts).isEmpty,
            let header = try await header(of: known)
        else { return [] }
        let save = DraftSave(header: header)
        let references = save.header.references.joined(separator: " ")
        let wayBack = references.isEmpty ? nil : DraftHeader(name: "References", value: references)
        return save.fields.others(hiding: hidden) + [wayBack].compactMap(\.self)
    }

    package func upload(_ file: RemoteUpload, meter: TransferMeter?) async throws(RemoteError) -> MessageFile {
        let id = try keeper.use { try $0.keep(upload: file) }
        return MessageFile(
            remoteID: id, fileName: file.fileName, contentType: file.contentType, size: file.bytes.count)
    }
}

extension IMAPService {
    private static let goneElsewhere = RemoteError(
        .notFound(message: "the draft was saved, sent or deleted elsewhere"), call: "APPEND", type: "notFound")

    /// Nil if there is none.
    func draftsFolder() async throws(RemoteError) -> Int64? {
        try await knownFolders().first { $0.role == .drafts }?.id
    }

    func lookAtDrafts() async throws(RemoteError) {
        guard let drafts = try await draftsFolder() else { return }
        try await look(at: [drafts])
        try await readWhole(drafts)
    }

    /// A draft as the server has it now.
    /// - Throws: `notFound` if it is gone, or is no longer a draft.
    func newestSave(_ id: RemoteID) async throws(RemoteError) -> IndexedMessage {
        try await lookAtDrafts()
        let drafts = try await draftsFolder()
        guard let known = try keeper.use({ try $0.messages([id]) })[id], !known.drafts(in: drafts).isEmpty else {
            throw Self.goneElsewhere
        }
        return known
    }

    /// The whole header of a message; nil if it is gone.
    func header(of message: IndexedMessage) async throws(RemoteError) -> [UInt8]? {
        let folders = try await knownFolders()
        for copy in message.copies {
            guard let folder = folders.first(where: { $0.id == copy.folder }) else { continue }
            let told = try await work(in: folder) { connection async throws(RemoteError) in
                try await connection.bytes(in: folder.rawName, [copy.uid], section: "HEADER")
            }
            if let header = told[copy.uid] { return header }
        }
        return nil
    }

    /// The bytes of a draft, with what they take over of the save before.
    private func message(of draft: RemoteDraft, over old: IndexedMessage?) async throws(RemoteError) -> [UInt8] {
        var draft = draft
        var date = Date()
        if let old, let header = try await header(of: old) {
            let save = DraftSave(header: header)
            (draft, date) = (save.carried(into: draft), save.next(now: date))
        }
        var message = DraftMessage(draft: draft, files: [], address: address, date: date)
        for file in draft.files { message.files.append(try await content(of: file)) }
        if let id = draft.inReplyTo {
            try await readUntilKnown([id])
            let known = try keeper.use { try $0.messages([id]) }[id]
            message.answered = if let known { try await header(of: known).map(ParsedMessage.parse) } else { nil }
        }
        return message.bytes
    }

    private func content(of file: MessageFile) async throws(RemoteError) -> OutgoingFile {
        let bytes: [UInt8]
        if let upload = try keeper.use({ try $0.upload(file.remoteID) }) {
            bytes = upload.bytes
        } else {
            do throws(RemoteError) { bytes = try await download(file.remoteID, meter: nil) } catch {
                guard error.nextStep == .drop else { throw error }
                // The caller uploads it again if it has it.
                throw RemoteError(
                    .refused(status: 0, message: error.summary), call: "APPEND", type: RemoteError.blobNotFound)
            }
        }
        return OutgoingFile(
            id: file.contentID ?? "", name: file.fileName, contentType: file.typeToPassOn, content: bytes)
    }

    /// Those keywords that a folder takes, as flags.
    func flags(_ keywords: Set<Keyword>, in folder: IndexedFolder) async throws(RemoteError) -> Set<String> {
        let takesAll = if keywords.allSatisfy(WrittenFlag.isSystem) { true } else { try await takesKeywords(folder) }
        return Set(keywords.filter { $0.isValid && (takesAll || WrittenFlag.isSystem($0)) }.map(WrittenFlag.name))
    }

    /// Deletes the copies of a draft that are drafts.
    /// - Parameter saved: the copy that took its place, which stays.
    func discard(_ draft: IndexedMessage, besides saved: IndexedCopy?) async throws(RemoteError) {
        let folders = try await knownFolders()
        // The folder may have been numbered anew since the draft was looked for.
        guard let draft = try keeper.use({ try $0.messages([draft.id]) })[draft.id] else { return }
        let drafts = draft.drafts(in: folders.first { $0.role == .drafts }?.id)
            .filter { ($0.folder, $0.uid) != (saved?.folder, saved?.uid) }
        try await destroy(drafts, folders)
    }

    /// Deletes copies for good. What is taken out of a folder on Gmail stays in that of all mail, unless it goes by way of the trash.
    func destroy(_ copies: [IndexedCopy], _ folders: [IndexedFolder]) async throws(RemoteError) {
        let trash = try await pool.capabilities().isGmail ? folders.first { $0.role == .trash } : nil
        var thrown: Set<RemoteID> = []
        for (id, copies) in Dictionary(grouping: copies, by: \.folder).sorted(by: { $0.key < $1.key }) {
            guard let folder = folders.first(where: { $0.id == id }) else { continue }
            guard let trash, trash.id != id else {
                try await delete(UIDSet(copies.map(\.uid)), in: folder)
                continue
            }
            // The first move takes the message out of all its folders.
            let rest = copies.filter { $0.message.map(thrown.contains) ?? false }
            note([id]) { try $0.remove(UIDSet(rest.map(\.uid)), in: id) }
            let here = copies.filter { !rest.contains($0) }
            guard !here.isEmpty else { continue }
            thrown.formUnion(here.compactMap(\.message))
            let uids = UIDSet(here.map(\.uid))
            let moved = try await work(in: folder) { connection async throws(RemoteError) in
                try await connection.move(in: folder.rawName, uids, to: trash.rawName)
            }
            note([id, trash.id]) {
                try $0.take(copied: moved, from: id, to: trash.id, isMove: true, uids)
            }
        }
        guard var trash, !thrown.isEmpty else { return }
        // Also what an earlier attempt moved there without an answer.
        try await look(at: [trash.id])
        trash = try current(trash)
        let there = try keeper.use { try $0.messages(thrown) }.values.flatMap(\.copies).filter { $0.folder == trash.id }
        if !there.isEmpty { try await delete(UIDSet(there.map(\.uid)), in: trash) }
    }
}

extension IndexedMessage {
    /// The copies that are drafts: what is in the drafts folder, or marked as one.
    func drafts(in folder: Int64?) -> [IndexedCopy] {
        copies.filter { copy in copy.folder == folder || copy.flags.contains { $0.lowercased() == "\\draft" } }
    }
}
