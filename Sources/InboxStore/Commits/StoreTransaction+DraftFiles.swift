package import Foundation
import GRDB
package import InboxModel

/// Files that were put on drafts here. Each is kept for one account, whose server gets it before a draft that names it.
extension StoreTransaction {
    /// A file for a draft: it is kept here until the draft is sent.
    /// - Parameter uploads: whether it goes to the server ahead of the draft.
    package func attach(_ file: RemoteUpload, account: AccountID, uploads: Bool = true, now: Date) throws
        -> MessageFile
    {
        let id = try DraftTable.insert(database, file, account: account, now: now)
        if uploads { _ = try queueUpload(id, named: file.fileName, account: account, now: now) }
        return MessageFile(
            remoteID: RemoteID(""), fileName: file.fileName, contentType: file.contentType, size: file.bytes.count,
            localID: id)
    }

    /// Makes room for a file that comes piece by piece (``write(_:at:of:)``); nothing is queued before ``attached(_:account:now:)``.
    package func beginAttaching(name: String, type: String, size: Int, account: AccountID, now: Date) throws -> FileID {
        try DraftTable.insertEmpty(database, name: name, type: type, size: size, account: account, now: now)
    }

    package func write(_ piece: [UInt8], at offset: Int, of file: FileID) throws {
        try DraftTable.write(database, piece, at: offset, of: file)
    }

    /// All of it is here.
    /// - Parameter uploads: whether its upload is queued.
    package func attached(_ id: FileID, account: AccountID, uploads: Bool = true, now: Date) throws -> MessageFile? {
        guard let file = try DraftTable.file(database, id)?.file else { return nil }
        if uploads { _ = try queueUpload(id, named: file.fileName, account: account, now: now) }
        return file
    }

    /// It did not come to its end.
    package func giveUpAttaching(_ id: FileID) throws { try DraftTable.delete(database, id) }

    /// A file as a draft of an account names it. One that was put on for another account is kept for this one as well.
    func own(_ file: MessageFile, of draft: Message?, account: AccountID) throws -> MessageFile {
        guard let id = file.localID else { return file }
        guard let known = try DraftTable.file(database, id) else {
            // It was let go because the draft's server has it.
            return file.isOnServer ? file : draft?.files.first { $0.isOnServer && $0.isSame(as: file) } ?? file
        }
        var copy = known.file
        // What the text calls it is the draft's to say.
        copy.contentID = file.contentID
        guard known.account != account else { return copy }
        copy.localID = try DraftTable.copy(database, id, to: account)
        copy.remoteID = RemoteID("")
        return copy
    }

    // MARK: On their way

    /// What a draft's save waits for: the uploads of its files. Those that its server does not have and that nothing uploads
    /// are queued.
    /// - Parameter again: also those that went up before.
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

    /// Files of a draft that its server does not have go up before it is saved.
    /// - Parameter loss: what is said where the server has lost the files, which it need not keep until a draft names them
    ///   (RFC 8620 §6): all that are kept here go up again.
    /// - Returns: false when none is kept here.
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

    /// A message does not go without a file of its own: its save stops until the user says how to go on.
    func dropAction(_ action: Action, onFile id: FileID) throws {
        try ActionTable.delete(database, action.id)
        if action.command == .bounce { return try DraftTable.delete(database, id) }
        // Where the file itself is lost, the save finds that out.
        guard try DraftTable.file(database, id) != nil else { return }
        for draft in try DraftTable.drafts(database, with: id) {
            for save in try ActionTable.actions(database, about: .draft(draft.id))
            where save.command == .saveDraft && save.state == .waiting {
                try stop(save.id, error: "“\(action.title)” was not uploaded")
            }
        }
    }

    // MARK: At their end

    /// Takes out files that no draft names any more, and what would upload them.
    func letGo(_ files: [MessageFile]) throws { try letGo(files.compactMap(\.localID)) }

    /// Takes out files that were put on before a time and that no draft took, or that were left behind.
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
            let waiting = open.filter { $0.command == .uploadFile && ($0.state == .waiting || $0.state == .stopped) }
            for upload in waiting { try ActionTable.delete(database, upload.id) }
            if !waiting.isEmpty { noteActions() }
            // One that is on its way is read no more, but others are passed on as they are.
            guard waiting.count == open.count, !mayComeBack.contains(id),
                try !DraftVersionTable.names(database, id)
            else { continue }
            try DraftTable.delete(database, id)
        }
    }
}

extension MessageFile {
    /// Whether its account's server has it.
    package var isOnServer: Bool { !remoteID.rawValue.isEmpty }

    fileprivate func isSame(as other: MessageFile) -> Bool { fileName == other.fileName && size == other.size }

    /// - Parameter old: knows what the text calls it, which no upload tells.
    fileprivate func with(localID: FileID, as old: MessageFile) -> MessageFile {
        var file = self
        file.localID = localID
        file.contentID = old.contentID ?? contentID
        return file
    }
}
