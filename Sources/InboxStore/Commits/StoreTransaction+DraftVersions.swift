package import Foundation
import GRDB
package import InboxModel

/// Earlier versions of drafts, so that a text that is replaced or discarded is not lost at once.
extension StoreTransaction {
    /// The limits of versions: their age, their number for each draft, and the bytes of all, files included.
    private static let kept = (days: 7, count: 100, bytes: keptVersionBytes)
    static let keptVersionBytes = 64 << 20
    /// A loss of this many bytes is always kept. Smaller ones are kept at most once per `pause`, in seconds.
    private static let loss = (bytes: 16, pause: 300.0)

    /// Keeps what a save would remove, unless an earlier version has it.
    func keepVersion(of old: Message, replacedBy new: DraftContent, now: Date) throws {
        let draft = try kept(old)
        let last = try DraftVersionTable.newest(database, of: old.id)
        let goneFiles = draft.localFiles.subtracting(new.files.compactMap(\.localID))
        let isFileLost = !goneFiles.isSubset(of: last?.draft.localFiles ?? [])
        let lost = LostText.bytes(of: draft.content, in: new)
        let isNew = last.map { LostText.bytes(of: draft.content, in: $0.version.content) >= Self.loss.bytes } ?? true
        // What is of a time to come was kept by a clock that was ahead.
        let isLong = last.map { abs(now.timeIntervalSince($0.version.keptAt)) >= Self.loss.pause } ?? true
        let isTextLost = lost > 0 && (isLong || isNew && lost >= Self.loss.bytes)
        guard isFileLost || isTextLost else { return }
        try keep(draft, isDiscarded: false, now: now)
    }

    /// Deletes a draft and keeps it as a version.
    /// - Returns: the version that restores it; nil when there is no such draft.
    package func discardDraft(_ id: MessageID, now: Date) throws -> DraftVersionID? {
        guard let draft = try MessageTable.find(database, id), draft.isDraft else { return nil }
        var last = try kept(draft)
        last.order = try order(of: id)
        let version = try keep(last, isDiscarded: true, now: now)
        try deleteDraft(id, now: now)
        return version
    }

    /// Restores a discarded draft as it was. If its deletion is already under way, the result is a new draft.
    /// - Returns: nil when the version no longer exists.
    package func restoreDraft(_ id: DraftVersionID, now: Date) throws -> MessageID? {
        guard let (version, kept) = try DraftVersionTable.find(database, id) else { return nil }
        let wasHere = try present(version.draft) != nil
        if !wasHere, let deletion = try untoldDeletion(of: version.draft) {
            try dropAction(deletion, onDraft: version.draft)
            noteActions()
        }
        var draft = try present(version.draft) ?? kept.message
        if try present(version.draft) == nil {
            // Actions that are under way for the old draft must not find this one.
            draft.id = try newDraftID(now)
            draft.receivedAt = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
            (draft.remoteID, draft.version) = (nil, nil)
            draft.messageIDHeader = draft.messageIDHeader.map(Self.renewed)
            try putBack(&draft, kept)
        }
        try DraftVersionTable.move(database, from: version.draft, to: draft.id, account: draft.account)
        try queueSave(draft, now: now)
        // A draft that already exists was restored in another way, and may have been released or edited since: only a new
        // order sends it.
        if !wasHere, let order = kept.order { try queueAgain(order, draft, now: now) }
        return draft.id
    }

    /// Makes a save due that is delayed while the user types.
    package func hurrySave(of draft: MessageID, now: Date) throws {
        for action in try ActionTable.actions(database, about: .draft(draft))
        where action.command == .saveDraft && action.state == .waiting && action.notBefore != nil {
            try retry(action.id, now: now)
        }
    }

    /// Keeps the order of a draft that may have been sent, when it continues as another draft.
    package func keepDoubt(of old: MessageID, for new: MessageID, now: Date) throws {
        guard let draft = try present(new),
            try ActionTable.actions(database, about: .draft(old)).contains(where: \.mayHaveBeenSent),
            let order = try order(of: old)
        else { return }
        try queueAgain(order, draft, now: now)
    }

    /// Keeps files of a discarded draft that only its server had: the server deletes them with the draft.
    package func keep(_ files: [RemoteID: RemoteUpload], ofDiscarded draft: MessageID, now: Date) throws {
        guard let (version, kept) = try DraftVersionTable.newest(database, of: draft), version.isDiscarded else {
            return
        }
        var whole = kept
        for (index, file) in kept.message.files.enumerated() where file.localID == nil {
            guard let upload = files[file.remoteID] else { continue }
            whole.message.files[index].localID = try DraftTable.insert(
                database, upload, account: kept.message.account, now: now)
        }
        try DraftVersionTable.update(database, version.id, whole)
    }

    private static let wayBack = "references"

    /// Keeps headers of a discarded draft that only its server had.
    package func keep(_ headers: [DraftHeader], ofDiscarded draft: MessageID) throws {
        guard let (version, kept) = try DraftVersionTable.newest(database, of: draft), version.isDiscarded else {
            return
        }
        var whole = kept
        let own = kept.headers ?? []
        let names = Set(own.map { $0.name.lowercased() } + [Self.wayBack])
        whole.headers = own + headers.filter { !names.contains($0.name.lowercased()) }
        if kept.inReplyTo == nil, kept.references?.isEmpty ?? true {
            whole.references = headers.first { $0.name.lowercased() == Self.wayBack }
                .map { $0.value.split(separator: " ").map(String.init) }
        }
        try DraftVersionTable.update(database, version.id, whole)
    }

    /// The message, if it is still a draft.
    private func present(_ draft: MessageID) throws -> Message? {
        let message = try MessageTable.find(database, draft)
        return message?.isDraft == true ? message : nil
    }

    /// Moves the versions of a draft along when it continues as another draft.
    package func moveVersions(from old: MessageID, to new: MessageID, account: AccountID) throws {
        try DraftVersionTable.move(database, from: old, to: new, account: account)
    }

    /// Deletes the versions of a draft that was sent.
    func forgetVersions(of draft: MessageID) throws {
        try forget(try DraftVersionTable.ids(database, of: draft))
    }

    // MARK: Parts

    /// Returns an id that no draft with remaining versions or actions has had.
    func newDraftID(_ now: Date) throws -> MessageID {
        var id = try MessageTable.newID(database, receivedAt: now, isDraft: true)
        while try isKnown(draft: id) { id = MessageID(id.rawValue + 1) }
        return id
    }

    private func isKnown(draft id: MessageID) throws -> Bool {
        let hasActions = try !ActionTable.actions(database, about: .draft(id)).isEmpty
        return try hasActions || !DraftVersionTable.ids(database, of: id).isEmpty
    }

    /// A whole draft in one value.
    func kept(_ draft: Message) throws -> KeptDraft {
        KeptDraft(
            message: draft, body: try reader.body(of: draft.id),
            inReplyTo: try DraftTable.inReplyTo(database, draft.id),
            forwards: try DraftTable.forwards(database, draft.id),
            references: try DraftTable.references(database, draft.id),
            headers: try DraftTable.headers(database, draft.id), seal: try DraftTable.seal(database, draft.id),
            unfinished: try DraftTable.unfinished(database, draft.id))
    }

    /// Recreates the row of a draft that no longer has one.
    func putBack(_ message: inout Message, _ kept: KeptDraft) throws {
        if try ThreadTable.find(database, message.thread) == nil { message.thread = try ownThread(for: message) }
        message.mailboxes.formIntersection(try MailboxTable.shown(database))
        message.files = try message.files.map { try own($0, of: nil, account: message.account) }
        try touch(message.thread)
        try MessageTable.insert(database, message)
        try DraftTable.write(
            database, message.id, inReplyTo: kept.inReplyTo, forwards: kept.forwards,
            references: kept.references ?? [], headers: kept.headers ?? [], seal: kept.seal, unfinished: kept.unfinished
        )
        let text = kept.body.map { $0.plain ?? $0.html ?? "" }
        try index(message, old: nil, body: kept.body, bodyText: text)
    }

    private func untoldDeletion(of draft: MessageID) throws -> Action? {
        try ActionTable.actions(database, about: .draft(draft)).last {
            $0.command == .deleteDraft && $0.state.isAtRest && $0.attempts == 0
        }
    }

    @discardableResult
    private func keep(_ draft: KeptDraft, isDiscarded: Bool, now: Date) throws -> DraftVersionID {
        let id = try DraftVersionTable.insert(database, draft, isDiscarded: isDiscarded, now: now)
        // Drafts that are discarded together are restored together.
        let first = firstVersion ?? id
        firstVersion = first
        let limit = Self.kept
        try forget(
            try DraftVersionTable.outlived(
                database, age: TimeInterval(limit.days) * 86_400, now: now, mail: try reader.newestMail(),
                count: limit.count, bytes: limit.bytes, keepingFrom: first))
        return id
    }

    private func forget(_ versions: [DraftVersionID]) throws {
        try letGo(try DraftVersionTable.delete(database, versions))
    }
}

/// The part of a text that another one lacks.
enum LostText {
    /// The bytes of subject and text that are lost: none if the new text contains the old one, otherwise those between
    /// their common beginning and their common end.
    static func bytes(of old: DraftContent, in new: DraftContent) -> Int {
        bytes(of: old.subject, in: new.subject) + bytes(of: text(old), in: text(new))
    }

    private static func text(_ content: DraftContent) -> String { content.body.plain ?? content.body.html ?? "" }

    private static func bytes(of old: String, in new: String) -> Int {
        if old.isEmpty || new.range(of: old, options: .literal) != nil { return 0 }
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        let most = min(old.count, new.count)
        var start = 0
        while start < most, old[start] == new[start] { start += 1 }
        var end = 0
        while end < most - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
        return old.count - start - end
    }
}
