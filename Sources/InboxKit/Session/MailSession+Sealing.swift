package import Foundation
package import InboxModel
import InboxRemote
import InboxStore
package import MailContent

/// Drafts that are signed or encrypted before they leave.
extension MailSession {
    /// Returns a draft's mark, which must be asked for before what is sealed (``composed(_:at:)``).
    package func mark(ofDraft id: MessageID) throws(SessionError) -> DraftMark {
        guard let mark = try reading({ try $0.mark(ofDraft: id) }) else { throw .notFound }
        return mark
    }

    /// Returns a draft as it leaves, whole and with its files, for sealing. Blind copies are left out, since no header may name
    /// them.
    /// - Parameter date: the time of sending.
    /// - Throws: a remote error if a file is only on the server and can't be fetched.
    package func composed(_ id: MessageID, at date: Date) async throws(SessionError) -> ComposedMessage {
        guard let draft = try draft(id), let message = try message(id) else { throw .notFound }
        let content = draft.content
        let header = content.messageIDHeader ?? MessageIDHeader.new(for: content.from)
        var composed = ComposedMessage(date: date, messageID: header)
        composed.from = content.from.map { [$0] } ?? []
        (composed.to, composed.cc, composed.replyTo) = (content.to, content.cc, content.replyTo)
        (composed.subject, composed.body, composed.others) = (content.subject, content.body, content.headers)
        for file in content.files {
            composed.files.append(
                OutgoingFile(
                    id: file.contentID ?? "", name: file.fileName, contentType: file.typeToPassOn,
                    content: try await download(file, of: message)))
        }
        let answered = try content.inReplyTo.flatMap { id throws(SessionError) in try self.message(id) }
        if let answered, let id = answered.messageIDHeader {
            composed.inReplyTo = id
            composed.references = await wayBack(of: answered) + [id]
        } else {
            // The answered message may have left the store.
            let known = [message.inReplyToHeader].compactMap(\.self)
            composed.references = content.references.isEmpty ? known : content.references
            composed.inReplyTo = composed.references.last
        }
        return composed
    }

    /// Returns a draft as it is here, with its blind copies; nil if the message is no draft, or if its server has the same bytes.
    func bytes(ofDraft message: Message) async throws(SessionError) -> [UInt8]? {
        guard let draft = try draft(message.id) else { return nil }
        let account = try accounts().first { $0.id == message.account }
        let isKept = draft.state == .saved && message.remoteID != nil
        if isKept, account?.dialect.takesMessagesAsWritten == true { return nil }
        // The text that another program wrote may not be here yet.
        _ = try await body(of: message)
        var composed = try await composed(message.id, at: message.receivedAt)
        if composed.from.isEmpty, let account {
            composed.from = [MailAddress(name: account.name, email: account.address)]
        }
        composed.bcc = message.bcc
        return composed.bytes
    }

    /// Returns a draft's files with all their bytes here: those that only the server has disappear with its draft.
    package func keepHere(_ files: [MessageFile], of message: Message) async throws(SessionError) -> [MessageFile] {
        try await kept(files, of: message, for: message.account, uploads: false)
    }

    /// The number of an account's drafts whose text is only here, and that nothing in the queue would bring to its server.
    package func draftsOnlyHere(of account: AccountID) -> Int {
        (try? store.read { try $0.draftsOnlyHere(of: account) }) ?? 0
    }

    /// Returns the Message-IDs before a message's own, if its server can be asked at once. Readers that have the message find the
    /// answer's place without them.
    private func wayBack(of message: Message) async -> [String] {
        switch status(of: message.account).phase {
        case .live, .polling: break
        default: return []
        }
        guard let id = message.remoteID, let service = try? await service(of: message.account) else { return [] }
        // A dead connection must not delay sending; the answer finds its place without them.
        let told = await result(within: .seconds(3)) { try? await service.headers(named: ["References"], of: id) }
        guard let references = told?.first?.first else { return [] }
        return ParsedMessage.parse(Array("References: \(references)\r\n\r\n".utf8)).references
    }
}
