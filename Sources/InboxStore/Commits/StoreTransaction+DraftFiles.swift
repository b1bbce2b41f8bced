package import Foundation
import GRDB
package import InboxModel

/// Files that were attached to drafts here. Each is kept for one account, whose server gets it before a draft that refers to it.
extension StoreTransaction {
    /// Stores a file for a draft until the draft is sent.
    /// - Parameter uploads: whether to upload it ahead of the draft.
    package func attach(_ file: RemoteUpload, account: AccountID, uploads: Bool, now: Date) throws
        -> MessageFile
    {
        let id = try DraftTable.insert(database, file, account: account, now: now)
        if uploads { _ = try queueUpload(id, named: file.fileName, account: account, now: now) }
        return MessageFile(
            remoteID: RemoteID(""), fileName: file.fileName, contentType: file.contentType, size: file.bytes.count,
            localID: id)
    }

    /// Makes room for a file that is written piece by piece (``write(_:at:of:)``). Nothing is queued before
    /// ``attached(_:account:now:)``.
    package func beginAttaching(name: String, type: String, size: Int, account: AccountID, now: Date) throws -> FileID {
        try DraftTable.insertEmpty(database, name: name, type: type, size: size, account: account, now: now)
    }

    package func write(_ piece: [UInt8], at offset: Int, of file: FileID) throws {
        try DraftTable.write(database, piece, at: offset, of: file)
    }

    /// Completes a file of which every piece was written.
    /// - Parameter uploads: whether to queue its upload.
    package func attached(_ id: FileID, account: AccountID, uploads: Bool, now: Date) throws -> MessageFile? {
        guard let file = try DraftTable.file(database, id)?.file else { return nil }
        if uploads { _ = try queueUpload(id, named: file.fileName, account: account, now: now) }
        return file
    }

    /// Deletes a file that was not completed.
    package func giveUpAttaching(_ id: FileID) throws { try DraftTable.delete(database, id) }

    /// A file as a draft of an account refers to it. A file that was attached for another account is copied.
    func own(_ file: MessageFile, of draft: Message?, account: AccountID) throws -> MessageFile {
        guard let id = file.localID else { return file }
        guard let known = try DraftTable.file(database, id) else {
            // The file was deleted because the draft's server has it.
            return file.isOnServer ? file : draft?.files.first { $0.isOnServer && $0.isSame(as: file) } ?? file
        }
        var copy = known.file
        // The draft decides by which content id its text refers to the file.
        copy.contentID = file.contentID
        guard known.account != account else { return copy }
        copy.localID = try DraftTable.copy(database, id, to: account)
        copy.remoteID = RemoteID("")
        return copy
    }

    // MARK: Uploads

    /// Returns the uploads of files that the save of a draft must wait for. Queues the uploads of files that its server
    /// does not have and that are not being uploaded.
    /// - Parameter again: whether to upload files again that were uploaded before.
    func uploads(of draft: Message, again: Bool = false, now: Date) throws -> [ActionID] {
        try draft.files.flatMap { file -> [ActionID] in
            guard let id = file.localID, try DraftTable.file(database, id) != nil else { return [] }
            let open = try ActionTable.actions(database, about: .file(id)).filter(\.isUnanswered).map(\.id)
            guard open.isEmpty, again || !file.isOnServer else { return open }
            return [try queueUpload(id, named: file.fileName, account: draft.account, now: now)]
        }
    }

    private func queueUpload(_ id: FileID, named name: String, account: AccountID, now: Date) throws -> ActionID {
        noteActions()
        return try ActionTable.insert(
            database,
            Action(
                id: ActionID(0), account: account, command: .uploadFile, title: name, object: .file(id), createdAt: now)
        )
    }

    /// Makes the save of a draft wait for the uploads of files that its server does not have.
    /// - Parameter loss: the error to record when the server has lost the files, which it need not keep until a draft
    ///   refers to them (RFC 8620 §6). All files that are stored here are uploaded again.
    /// - Returns: false when there is nothing to upload.
    package func upload(before action: Action, after loss: String? = nil, now: Date) throws -> Bool {
        guard case .draft(let id) = action.object, let draft = try MessageTable.find(database, id) else { return false }
        let uploads = try uploads(of: draft, again: loss != nil, now: now)
        guard !uploads.isEmpty else { return false }
        try ActionTable.need(database, action.id, needs: uploads)
        try database.run(
            "UPDATE action SET state = 'waiting', attempts = attempts + ?, lastError = coalesce(?, lastError) WHERE id = ?",
            loss == nil ? 0 : 1, loss, action.id.rawValue)
        noteActions()
        return true
    }

    package func uploaded(_ action: Action, as answer: MessageFile) throws {
        guard case .file(let id) = action.object else { return }
        try ActionTable.delete(database, action.id)
        noteActions()
        try DraftTable.setRemoteID(database, id, answer.remoteID)
        for draft in try DraftTable.drafts(database, with: id) {
            try touch(draft.thread)
            var new = draft
            new.files = draft.files.map { $0.localID == id ? answer.with(localID: id, as: $0) : $0 }
            try MessageTable.update(database, new, from: draft)
        }
    }

    /// Drops an action on a file. No message is sent without its files, so its save stops until the user decides.
    func dropAction(_ action: Action, onFile id: FileID) throws {
        try ActionTable.delete(database, action.id)
        if action.command == .bounce { return try DraftTable.delete(database, id) }
        // If the file itself is lost, the save detects that.
        guard try DraftTable.file(database, id) != nil else { return }
        for draft in try DraftTable.drafts(database, with: id) {
            for save in try ActionTable.actions(database, about: .draft(draft.id))
            where save.command == .saveDraft && save.state == .waiting {
                try stop(save.id, error: "“\(action.title)” was not uploaded")
            }
        }
    }

    // MARK: Deleting

    /// Deletes files that no draft refers to any more, and the actions that would upload them.
    func letGo(_ files: [MessageFile]) throws { try letGo(files.compactMap(\.localID)) }

    /// Deletes files that were attached before a time and that no draft refers to.
    package func letGoFiles(attachedBefore date: Date) throws {
        try letGo(DraftTable.files(database, attachedBefore: date))
    }

    func letGo(_ files: [FileID]) throws {
        guard !files.isEmpty else { return }
        let unused = try Set(files).subtracting(DraftTable.filesOfDrafts(database))
        guard !unused.isEmpty else { return }
        let mayComeBack = try DraftTable.filesOfDeletedDrafts(database)
        for id in unused {
            let open = try ActionTable.actions(database, about: .file(id))
            let waiting = open.filter { $0.command == .uploadFile && $0.state.isAtRest }
            for upload in waiting { try ActionTable.delete(database, upload.id) }
            if !waiting.isEmpty { noteActions() }
            // Other actions still need the file: an upload that is under way, or a bounce.
            guard waiting.count == open.count, !mayComeBack.contains(id),
                try !DraftVersionTable.names(database, id)
            else { continue }
            try DraftTable.delete(database, id)
        }
    }
}

extension MessageFile {
    /// Whether its account's server has the file.
    package var isOnServer: Bool { !remoteID.rawValue.isEmpty }

    fileprivate func isSame(as other: MessageFile) -> Bool { fileName == other.fileName && size == other.size }

    /// - Parameter old: supplies the content id, which no upload reports.
    fileprivate func with(localID: FileID, as old: MessageFile) -> MessageFile {
        var file = self
        file.localID = localID
        file.contentID = old.contentID ?? contentID
        return file
    }
}
