package import Foundation
import InboxKit
package import InboxModel
package import MailContent

/// Mail as JSON, with the field names of the Inbox API.
package struct AddressJSON: Encodable {
    var name: String
    var email: String

    package init(_ address: MailAddress) {
        name = address.name
        email = address.email
    }
}

package struct MailboxJSON: Encodable {
    var id: String?
    var name: String?
    var display_name: String

    package init(_ mailbox: Mailbox) {
        id = mailbox.remoteID?.rawValue
        name = mailbox.role.map { $0 == .junk ? "spam" : $0.rawValue }
        display_name = mailbox.name
    }
}

package struct ThreadJSON: Encodable {
    var id: String?
    var object = "thread"
    var account: String
    var subject: String
    var participants: [AddressJSON]
    var first_message_timestamp: Int
    var last_message_timestamp: Int
    var snippet: String
    var unread: Bool
    var starred: Bool
    var has_attachments: Bool
    var message_count: Int
    /// When a snoozed thread returns.
    var snoozed_until: Int?
    /// True for a thread that is put aside for a reply; otherwise left out.
    var reply_later: Bool?
    /// Left out where there are none.
    var tags: [String]?
    var folders: [MailboxJSON]
    var messages: [MessageJSON]?

    /// - Parameter lastMessage: when the newest message came, where that differs from the date of the thread.
    package init(
        _ thread: MailThread, account: String, mailboxes: [Mailbox], messages: [MessageJSON]? = nil,
        lastMessage: Date? = nil
    ) {
        id = thread.remoteID?.rawValue
        self.account = account
        subject = thread.subject
        participants = thread.participants.map(AddressJSON.init)
        first_message_timestamp = Int(thread.firstDate.timeIntervalSince1970)
        last_message_timestamp = Int((lastMessage ?? thread.lastDate).timeIntervalSince1970)
        snippet = thread.snippet
        unread = thread.isUnread
        starred = thread.isStarred
        has_attachments = thread.hasFiles
        message_count = thread.messageCount
        tags = Keyword.names(of: thread.tags)
        reply_later = thread.awaitsReply ? true : nil
        snoozed_until = thread.snoozedUntil.map { Int($0.timeIntervalSince1970) }
        folders = mailboxes.filter { thread.mailboxes.contains($0.id) }.map(MailboxJSON.init)
        self.messages = messages
    }
}

package struct FileJSON: Encodable {
    var id: String
    var filename: String
    var content_type: String
    var size: Int

    package init(_ file: MessageFile) {
        id = file.remoteID.rawValue
        filename = file.fileName
        content_type = file.contentType
        size = file.size
    }
}

package struct HeaderJSON: Encodable {
    var name: String
    var value: String

    init(_ header: ParsedHeader) {
        name = header.name
        value = header.value
    }
}

/// A link in the text of a message.
package struct LinkJSON: Encodable {
    var text: String
    var target: String
    var warning: String?

    init(_ link: StyledText.Link) {
        (text, target, warning) = (link.text, link.target, link.note)
    }
}

package struct MessageJSON: Encodable {
    var id: String?
    var object: String
    var message_id: String?
    var subject: String
    var from: [AddressJSON]
    var to: [AddressJSON]
    var cc: [AddressJSON]
    var bcc: [AddressJSON]
    var reply_to: [AddressJSON]
    var date: Int
    var snippet: String
    var body: String?
    var text: String?
    var in_reply_to: [String]?
    var references: [String]?
    var headers: [HeaderJSON]?
    var unread: Bool
    var starred: Bool
    var files: [FileJSON]
    /// Left out where there are none.
    var tags: [String]?
    var folders: [MailboxJSON]
    /// Left out where nothing is signed or encrypted, or where the caller did not ask.
    var openpgp: SealJSON?
    var smime: SealJSON?
    /// Left out where there are none.
    var links: [LinkJSON]?
    var warnings: [String]?

    /// - Parameters:
    ///   - source: the message as it was sent, for what servers leave out of their lists.
    ///   - disguises: the warnings for files whose content is a program, by the index of the file.
    package init(
        _ message: Message, body: MessageBody?, mailboxes: [Mailbox], source: ParsedMessage? = nil,
        seal: SealJSON? = nil, people: KnownPeople = KnownPeople(), own: Set<String> = [],
        disguises: [Int: String] = [:]
    ) {
        switch seal?.kind {
        case .smime: smime = seal
        case .openpgp, nil: openpgp = seal
        }
        id = message.remoteID?.rawValue
        message_id = message.messageIDHeader ?? source?.messageID
        in_reply_to = source?.inReplyTo
        references = source?.references
        headers = source?.headers.map(HeaderJSON.init)
        object = message.isDraft ? "draft" : "message"
        subject = message.subject
        from = message.from.map(AddressJSON.init)
        to = message.to.map(AddressJSON.init)
        cc = message.cc.map(AddressJSON.init)
        bcc = message.bcc.map(AddressJSON.init)
        reply_to = message.replyTo.map(AddressJSON.init)
        date = Int(message.receivedAt.timeIntervalSince1970)
        snippet = message.snippet
        self.body = body.map { $0.html ?? $0.plain ?? "" }
        let shown = body.map(BodyChoice.preferred)
        text = shown.map(BodyText.forReading)
        let leads = shown?.links.map { LinkJSON($0.compared(with: people)) } ?? []
        links = leads.isEmpty ? nil : leads
        var notes = SenderCheck.notes(on: message, known: people, own: own) + (body?.problems ?? []).map(CleanText.line)
        for (index, file) in message.files.enumerated() {
            if let disguise = disguises[index] { notes.append("\(CleanText.line(file.fileName)): \(disguise)") }
        }
        warnings = notes.isEmpty ? nil : notes
        unread = message.isUnread
        starred = message.isStarred
        files = message.files.map(FileJSON.init)
        tags = Keyword.names(of: message.keywords.filter(\.isTag))
        folders = mailboxes.filter { message.mailboxes.contains($0.id) }.map(MailboxJSON.init)
    }
}

package struct ActionJSON: Encodable {
    var id: String
    var object = "action"
    var account: String
    var command: String
    var title: String
    var messages: Int
    var state: String
    var created_at: Int
    /// When to send it; left out for at once.
    var due: Int?
    var attempts: Int
    var error: String?
    /// The action that this one is a step of.
    var part_of: String?
    /// The id of its draft, as printed when the draft was written.
    var draft_id: String?

    package init(_ action: Action, account: String, step: ActionID?) {
        part_of = step?.description
        if case .draft(let draft) = action.object { draft_id = draft.description }
        id = action.id.description
        self.account = account
        command = action.command.rawValue
        title = action.title
        messages = action.edits.count
        state = action.state.rawValue
        created_at = Int(action.createdAt.timeIntervalSince1970)
        due = action.due.map { Int($0.timeIntervalSince1970) }
        attempts = action.attempts
        error = action.lastError
    }
}

extension ThreadJSON {
    /// Returns when the newest message of a thread came, for a thread that returned from a snooze and so has another date; else
    /// nil.
    package static func lastMessage(of messages: [Message]) -> Date? {
        guard messages.contains(where: { $0.keywords.contains(.woken) }) else { return nil }
        return (messages.last { !$0.isDraft } ?? messages.last)?.receivedAt
    }

    /// Returns a thread with its messages and their bodies in the store as one document.
    /// - Returns: nil when the thread is gone.
    static func document(of id: ThreadID, session: MailSession) -> [UInt8]? {
        guard let found = try? session.thread(id), let messages = try? session.messages(of: id) else { return nil }
        let mailboxes = (try? session.mailboxes()) ?? []
        let address = session.knownAccount(found.account)?.address ?? ""
        let json = ThreadJSON(
            found, account: address, mailboxes: mailboxes,
            messages: messages.map { MessageJSON($0, body: session.bodyInStore(of: $0.id), mailboxes: mailboxes) },
            lastMessage: lastMessage(of: messages))
        return (try? JSONEncoder().encode(json)).map { Array($0) + [10] }
    }
}

extension Keyword {
    fileprivate static func names(of tags: Set<Keyword>) -> [String]? {
        tags.isEmpty ? nil : tags.map(\.rawValue).sorted()
    }
}
