import Foundation
import GRDB
package import InboxModel

/// Drafts, their earlier versions, and their files.
extension StoreReader {
    /// A draft as its writer sees it. A send that is due much later does not count as sending yet.
    package func draft(_ id: MessageID) throws -> Draft? {
        guard let message = try MessageTable.find(database, id), message.isDraft else { return nil }
        let open = try ActionTable.actions(database, about: .draft(id)).filter(\.isUnanswered)
        let state: Draft.State =
            open.contains(where: \.needsUser)
            ? .stopped
            : open.contains { $0.command == .sendDraft && !$0.leavesMuchLater(than: Date()) }
                ? .sending : open.isEmpty ? .saved : .unsaved
        return Draft(
            id: id, account: message.account,
            content: DraftContent(
                from: message.from.first, to: message.to, cc: message.cc, bcc: message.bcc, replyTo: message.replyTo,
                subject: message.subject, body: try body(of: id) ?? MessageBody(), files: message.files,
                inReplyTo: try DraftTable.inReplyTo(database, id),
                forwards: try DraftTable.forwards(database, id),
                references: try DraftTable.references(database, id), messageIDHeader: message.messageIDHeader,
                headers: try DraftTable.headers(database, id), seal: try DraftTable.seal(database, id),
                unfinished: try DraftTable.unfinished(database, id)),
            state: state, writer: try DraftTable.writer(database, id))
    }

    /// A draft as it is now, to find out later whether it has changed; nil if it no longer exists.
    package func mark(ofDraft id: MessageID) throws -> DraftMark? {
        guard let message = try MessageTable.find(database, id), message.isDraft else { return nil }
        return DraftMark(text: try DraftTable.mark(database, id), seen: message)
    }

    /// A draft in the form that its server gets; nil when it no longer exists.
    package func remoteDraft(_ id: MessageID) throws -> RemoteDraft? {
        guard let draft = try draft(id), let message = try MessageTable.find(database, id) else { return nil }
        // The server of this account does not know the id of a message in another account.
        let answered = try draft.content.inReplyTo.flatMap { try MessageTable.find(database, $0) }
            .flatMap { $0.account == message.account ? $0 : nil }
        let content = draft.content
        // The server of a saved draft knows what it answers, and the whole way back; a new one has only what is known here,
        // which does not need the answered message.
        let known = message.remoteID == nil ? message.inReplyToHeader : nil
        let references = content.references.isEmpty ? [known].compactMap(\.self) : content.references
        return RemoteDraft(
            id: message.remoteID, version: message.version, messageIDHeader: message.messageIDHeader ?? "",
            from: content.from, to: content.to, cc: content.cc, bcc: content.bcc, replyTo: content.replyTo,
            subject: content.subject, body: content.body, files: message.files, keywords: try toldKeywords(of: message),
            inReplyTo: answered?.remoteID, inReplyToHeader: answered?.messageIDHeader ?? references.last,
            references: answered == nil ? references : [], headers: content.headers)
    }

    /// The sealed bytes that are sent in place of a draft; nil while it is not sealed.
    package func sealed(_ id: MessageID) throws -> [UInt8]? { try DraftTable.sealed(database, id) }

    /// The number of drafts whose text is only stored here, with nothing in the queue that would bring it to the server.
    package func draftsOnlyHere(of account: AccountID) throws -> Int {
        try DraftTable.countOnlyHere(database, account: account)
    }

    /// The keywords that the server has, as far as it has answered.
    private func toldKeywords(of message: Message) throws -> Set<Keyword> {
        let answered = try ActionTable.edits(database, of: message.id).filter { $0.state == .sent }
        let marks = try answered.reduce(base(of: message.id) ?? message.marks) { $0.applying($1.patch) }
        let dialect = try AccountTable.dialect(database, message.account)
        return marks.keywords.filter(dialect.keeps).union([.draft, .seen])
    }

    /// The draft that a deletion is about, as it was when it was deleted here. Has no id if none of its saves was answered.
    package func deletedDraft(_ id: ActionID) throws -> RemoteDraft? {
        guard let kept = KeptDraft(jsonText: try ActionTable.find(database, id)?.detail) else { return nil }
        let message = kept.message
        return RemoteDraft(
            id: message.remoteID, version: message.version, messageIDHeader: message.messageIDHeader ?? "",
            from: message.from.first, to: message.to, cc: message.cc, bcc: message.bcc, replyTo: message.replyTo,
            subject: message.subject, body: kept.body ?? MessageBody(), files: message.files)
    }

    /// The same for a draft that waits to be deleted; nil when no deletion waits.
    package func deletedDraft(of draft: MessageID) throws -> RemoteDraft? {
        let deletion = try ActionTable.actions(database, about: .draft(draft)).last { $0.command == .deleteDraft }
        return try deletion.flatMap { try deletedDraft($0.id) }
    }

    /// A draft as it was when it was discarded; nil if it was restored since.
    package func discarded(_ draft: MessageID) throws -> Message? {
        guard let (version, kept) = try DraftVersionTable.newest(database, of: draft), version.isDiscarded else {
            return nil
        }
        return kept.message
    }

    /// Files of a discarded draft that only its server has, without those larger than the limit for all versions.
    package func filesOnlyThere(ofDiscarded draft: MessageID) throws -> [MessageFile] {
        try (discarded(draft)?.files ?? []).filter {
            $0.localID == nil && $0.isOnServer && $0.size <= StoreTransaction.keptVersionBytes
        }
    }

    /// The earlier versions of a draft, newest first.
    package func versions(of draft: MessageID) throws -> [DraftVersion] {
        try DraftVersionTable.versions(database, of: draft)
    }

    /// The drafts that were discarded recently and not restored, newest first.
    package func discardedDrafts() throws -> [DraftVersion] { try DraftVersionTable.discarded(database) }

    package func upload(_ id: FileID) throws -> RemoteUpload? { try DraftTable.upload(database, id) }
    /// Whether the bytes of an attached file are stored here.
    package func isKept(_ file: MessageFile) throws -> Bool {
        try file.localID.flatMap { try DraftTable.file(database, $0) } != nil
    }
}
