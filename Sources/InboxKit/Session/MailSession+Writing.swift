public import Foundation
public import InboxModel
import InboxStore
import MailContent

/// Drafts, their files, and sending: everything is stored here at once, and sent when the server can be reached.
extension MailSession {
    /// Saves a draft; the server gets it when it can be reached.
    /// - Parameters:
    ///   - id: the draft to replace; nil for a new one. A draft of another account moves to this one with its files, which get
    ///     other local ids; if somebody else has changed it, it also stays there as it was. A draft that becomes encrypted is
    ///     removed from its server in the same way.
    ///   - seen: the draft as its writer saw it last. If another client has saved it since, that version stays, and this text
    ///     becomes a draft of its own.
    ///   - writer: who writes. A version that another window has written since stays as well.
    ///   - isTyping: whether more will follow. The server then gets the draft every 30 seconds at most; `hurry`, a save without
    ///     this, or sending uploads the rest.
    /// - Returns: the draft's id, which stays the same as long as its account does and nobody else saves it.
    @discardableResult
    public func save(
        _ content: DraftContent, as id: MessageID? = nil, seen: Message? = nil, writer: DraftWriter? = nil,
        account: AccountID, isTyping: Bool = false
    ) async throws(SessionError) -> MessageID {
        let owner = try writable(account)
        var content = content
        content.from = content.from ?? MailAddress(name: owner.name, email: owner.address)
        if let id, let old = try message(id) { content.files = try await files(content.files, of: old, for: account) }
        let header = MessageIDHeader.new(for: content.from)
        let text = DraftText(
            content: content, snippet: Snippet.text(of: content.body), bodyText: BodyText.forIndex(content.body))
        let isEncrypted = content.seal?.encrypts == true
        return try await act { transaction in
            guard let id, let old = try transaction.reader.message(id),
                try old.account != account || isEncrypted && transaction.leavesServer(id)
            else {
                return try transaction.saveDraft(
                    id, text, seen: seen, writer: writer, account: account, messageIDHeader: header,
                    rest: isTyping ? Self.typingRest : 0, now: Date())
            }
            let new = try transaction.saveDraft(
                nil, text, writer: writer, account: account, messageIDHeader: header, now: Date())
            guard try !transaction.isElsewhere(old, seen, writer) else { return new }
            try transaction.keepDoubt(of: id, for: new, now: Date())
            try transaction.deleteDraft(id, now: Date())
            try transaction.moveVersions(from: id, to: new, account: account)
            return new
        }
    }

    private static let typingRest: TimeInterval = 30

    /// Uploads the saved text of a draft now, because the user has stopped typing.
    public func hurry(_ draft: MessageID) async throws(SessionError) {
        try await act { transaction in try transaction.hurrySave(of: draft, now: Date()) }
    }

    /// Queues a draft for sending; its newest text goes first.
    /// - Parameters:
    ///   - sealed: what to send in its place, if the draft is signed or encrypted (`mark(ofDraft:)`, `composed`).
    ///   - delay: how long the user can still take it back.
    ///   - isScheduled: whether the user chose the time. Until then, `undo` takes the message back, in the order of deeds. A mere
    ///     delay for second thoughts is up to the screen.
    /// - Throws: `ActionError.changedWhileSealed` if the draft has another text than was sealed; nothing is queued then.
    @discardableResult
    public func send(
        _ draft: MessageID, sealed: SealedDraft? = nil, after delay: Duration? = nil, isScheduled: Bool = false
    ) async throws(SessionError) -> ActionID {
        let now = Date()
        return try await act { [origin] transaction in
            let id = try transaction.sendDraft(
                draft, sealed: sealed, due: delay.map { now.addingTimeInterval($0.seconds) }, now: now)
            try transaction.rememberSending(id, by: origin, isScheduled: isScheduled)
            return id
        }
    }

    /// Saves a new draft and queues it for sending, both or neither.
    /// - Parameter date: the earliest time to send it; nil sends it at once.
    public func send(_ content: DraftContent, account: AccountID, at date: Date? = nil) async throws(SessionError)
        -> MessageID
    {
        let owner = try writable(account)
        var content = content
        content.from = content.from ?? MailAddress(name: owner.name, email: owner.address)
        let header = MessageIDHeader.new(for: content.from)
        let text = DraftText(
            content: content, snippet: Snippet.text(of: content.body), bodyText: BodyText.forIndex(content.body))
        return try await act { [origin] transaction in
            let id = try transaction.saveDraft(nil, text, account: account, messageIDHeader: header, now: Date())
            let order = try transaction.sendDraft(id, due: date, now: Date())
            try transaction.rememberSending(order, by: origin)
            return id
        }
    }

    /// Queues a message for redirecting unchanged (RFC 5322 §3.6.6).
    /// - Parameters:
    ///   - original: the message's bytes, if the caller has them; otherwise they are fetched first.
    ///   - from: who redirects it.
    ///   - delay: how long the user can still take it back.
    /// - Throws: `ActionError.noBounce` if the server can't do that; a remote error if the message can't be fetched now.
    @discardableResult
    public func bounce(
        _ message: Message, original: [UInt8]? = nil, to recipients: [MailAddress], from: MailAddress,
        after delay: Duration? = nil
    ) async throws(SessionError) -> ActionID {
        let owner = try writable(message.account)
        guard owner.dialect.canBounce else { throw .action(.noBounce) }
        guard !recipients.isEmpty else { throw .action(.noRecipient) }
        let original = if let original { original } else { try await rawMessage(message) }
        let now = Date()
        let bytes = ResentMessage.bytes(
            of: original, from: from, to: recipients, at: now, messageID: MessageIDHeader.new(for: from))
        let order = RemoteSubmission(
            draft: RemoteID(""), messageIDHeader: ParsedMessage.parse(original).messageID, from: from,
            recipients: DraftContent(to: recipients).recipients)
        let upload = RemoteUpload(fileName: message.subject, contentType: "message/rfc822", bytes: bytes)
        return try await act { [origin] transaction in
            let id = try transaction.bounce(
                upload, order: order.detail ?? "", account: owner.id,
                due: delay.map { now.addingTimeInterval($0.seconds) }, now: now)
            try transaction.rememberSending(id, by: origin)
            return id
        }
    }

    /// Earlier texts of a draft, newest first.
    public func versions(of draft: MessageID) throws(SessionError) -> [DraftVersion] {
        try reading { try $0.versions(of: draft) }
    }

    /// The drafts that were discarded within the last week and not restored, newest first.
    public func discardedDrafts() throws(SessionError) -> [DraftVersion] {
        try reading { try $0.discardedDrafts() }
    }

    /// Restores a discarded draft.
    /// - Returns: its id, which is a new one if the server has deleted the draft already; nil if the draft is no longer kept.
    public func restoreDraft(_ version: DraftVersionID) async throws(SessionError) -> MessageID? {
        try await act { try $0.restoreDraft(version, now: Date()) }
    }

    /// A draft as its writer sees it, with its state; nil if it is gone or sent.
    public func draft(_ id: MessageID) throws(SessionError) -> Draft? {
        try reading { try $0.draft(id) }
    }

    /// Returns the draft that replaced one that is gone: in JMAP each save makes another message, so this is what another program
    /// made of it. Nil if the draft was sent or deleted.
    public func successor(ofDraft gone: Message) throws(SessionError) -> Message? {
        guard let header = gone.messageIDHeader else { return nil }
        return try reading { try $0.successor(messageIDHeader: header, account: gone.account) }
    }

    /// Stores a file for a draft, and queues its upload. The file belongs to the draft once the draft is saved with it.
    /// - Parameters:
    ///   - uploads: false for a draft that will be encrypted: no server gets its files.
    ///   - isAtOnce: whether the draft is saved as soon as its files are stored. Then only that save queues the uploads, and if it never
    ///     comes, the file goes a day later.
    public func attach(
        _ file: RemoteUpload, account: AccountID, uploads: Bool = true, isAtOnce: Bool = false
    ) async throws(SessionError) -> MessageFile {
        var told = file
        // A server of the Inbox API looks into the file.
        if try writable(account).dialect.takesMessagesAsWritten {
            told.contentType = OutgoingFile.type(file.contentType, of: file.bytes)
        }
        return try await act { [told] transaction in
            try transaction.attach(
                told, account: account, uploads: uploads && !isAtOnce, now: Self.attachedAt(isAtOnce: isAtOnce))
        }
    }

    /// Like `attach`, for a file of any size: only a piece of it is in memory at a time.
    /// - Parameter read: returns the bytes of a range; nil if they can't be read.
    /// - Throws: `notFound` if the file ends early, or can't be read to its end.
    public func attach(
        named name: String, type: String, size: Int, account: AccountID, uploads: Bool = true, isAtOnce: Bool = false,
        read: @Sendable (_ range: Range<Int>) -> [UInt8]?
    ) async throws(SessionError) -> MessageFile {
        _ = try writable(account)
        let id = try await act {
            try $0.beginAttaching(
                name: name, type: type, size: size, account: account, now: Self.attachedAt(isAtOnce: isAtOnce))
        }
        do throws(SessionError) {
            var offset = 0
            while offset < size {
                // Others can write between the pieces.
                guard let piece = read(offset..<min(offset + Self.piece, size)), !piece.isEmpty else { throw .notFound }
                let start = offset
                try await act { try $0.write(piece, at: start, of: id) }
                offset += piece.count
            }
            let file = try await act {
                try $0.attached(id, account: account, uploads: uploads && !isAtOnce, now: Date())
            }
            guard let file else { throw .notFound }
            return file
        } catch {
            try? await act { try $0.giveUpAttaching(id) }
            throw error
        }
    }

    private static let piece = 4 << 20

    /// Prepares files of a message for use in messages of an account: files that only another account's server has are downloaded,
    /// and stored here for this account to upload.
    /// - Parameters:
    ///   - uploads: false for a draft that will be encrypted: this account's server gets the files only within the message.
    ///   - isAtOnce: see ``attach(_:account:uploads:isAtOnce:)``.
    public func files(
        _ files: [MessageFile], of message: Message, for account: AccountID, uploads: Bool = true,
        isAtOnce: Bool = false
    ) async throws(SessionError) -> [MessageFile] {
        guard message.account != account else { return files }
        return try await kept(files, of: message, for: account, uploads: uploads, isAtOnce: isAtOnce)
    }

    /// Returns files with their bytes in the store; missing bytes are downloaded from the message's server.
    /// - Parameter uploads: whether the files are uploaded to the account's server ahead of the draft.
    func kept(
        _ files: [MessageFile], of message: Message, for account: AccountID, uploads: Bool, isAtOnce: Bool = false
    ) async throws(SessionError) -> [MessageFile] {
        var all: [MessageFile] = []
        for file in files {
            if try reading({ try $0.isKept(file) }) {
                all.append(file)
            } else {
                let bytes = try await download(file, of: message)
                let upload = RemoteUpload(fileName: file.fileName, contentType: file.typeToPassOn, bytes: bytes)
                var kept = try await attach(upload, account: account, uploads: uploads, isAtOnce: isAtOnce)
                // The text refers to an inline picture by this id.
                kept.contentID = file.contentID
                all.append(kept)
            }
        }
        return all
    }

    func writable(_ id: AccountID) throws(SessionError) -> Account {
        guard let account = try accounts().first(where: { $0.id == id }) else { throw .notFound }
        guard !account.isReadOnly else { throw .action(.readOnly) }
        return account
    }
}
