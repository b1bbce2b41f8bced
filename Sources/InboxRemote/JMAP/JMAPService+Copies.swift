import InboxModel
import MailContent

/// What leaves in place of a draft that may not leave as it is, and messages that are passed on.
extension JMAPService {
    /// The email that is ordered to be sent.
    struct Leaving {
        var id: RemoteID
        /// Whether it was made among the drafts for that alone, so that it goes when it may not leave.
        var isOwnCopy = true
    }

    /// Some servers send the Bcc header along, against RFC 8621 §7.5. So what leaves is a copy of the draft without it.
    func withoutBlindCopies(_ draft: RemoteID, drafts: RemoteID) async throws(RemoteError) -> Leaving {
        guard let message = try await emails([draft.rawValue], .list).first else {
            throw RemoteError(.notFound(message: "the draft is gone"), call: "Email/get")
        }
        guard message.remote.keywords.contains(.draft) else {
            throw RemoteError(.notFound(message: "the draft was sent by another program"), call: "Email/get")
        }
        guard !message.remote.bcc.isEmpty else { return Leaving(id: draft, isOwnCopy: false) }
        let bytes = HeaderRemoval.removing(HeaderRemoval.blindCopies, from: try await rawMessage(draft))
        return try await copy(bytes, messageIDHeader: message.remote.messageIDHeader, besides: draft, drafts: drafts)
    }

    /// Puts a whole message among the drafts, unless a try before this one has done it.
    func copy(_ bytes: [UInt8], messageIDHeader: String?, besides draft: RemoteID?, drafts: RemoteID)
        async throws(RemoteError) -> Leaving
    {
        // Older saves have the same Message-ID, but not the same bytes.
        for other in try await copies(of: bytes, messageIDHeader: messageIDHeader)
        where other.id != draft && other.keywords.contains(.draft) { return Leaving(id: other.id) }
        let blob = try await upload(bytes, type: "message/rfc822")
        var batch = Batch()
        batch.isRepeatable = false
        let set = batch.add(
            "Email/import",
            [
                "emails": [
                    "copy": [
                        "blobId": .string(blob), "mailboxIds": [drafts.rawValue: JSON.bool(true)].json,
                        "keywords": ["$draft": true, "$seen": true],
                    ]
                ]
            ], as: WireSet.self)
        switch try await caller.send(batch).value(set).created("copy", call: "Email/import") {
        case .success(let created): return Leaving(id: RemoteID(created.id))
        case .failure(let error):
            guard error.type == "alreadyExists", let id = error.existingID else {
                throw error.remoteError(call: "Email/import")
            }
            // That one may be somebody's mail.
            return Leaving(id: RemoteID(id), isOwnCopy: false)
        }
    }

    /// The emails among drafts and sent mail that are just these bytes.
    func copies(of bytes: [UInt8], messageIDHeader: String?) async throws(RemoteError) -> [RemoteMessage] {
        guard let messageIDHeader else { return [] }
        var copies: [RemoteMessage] = []
        for other in try await emails(of: nil, messageIDHeader: messageIDHeader) where other.bcc.isEmpty {
            if try await rawMessage(other.id) == bytes { copies.append(other) }
        }
        return copies
    }
}
