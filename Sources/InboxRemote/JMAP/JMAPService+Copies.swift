import Foundation
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

    /// How far its Date may be from when it leaves, in seconds.
    private static let dateTolerance: TimeInterval = 300
    /// Files of more than this, in bytes, are not sent again for a Date.
    private static let mostFiles = 1 << 20

    /// Some servers send the Bcc header along, against RFC 8621 §7.5, and what was written long before it leaves would carry the
    /// date of that, and stand far down in its readers' lists. So what leaves is a copy of the draft without the one, and with the
    /// other as it should be.
    func leaving(_ order: RemoteSubmission, drafts: RemoteID) async throws(RemoteError) -> Leaving {
        let draft = order.draft
        guard let message = try await emails([draft.rawValue], .dated).first else {
            throw RemoteError(.notFound(message: "the draft is gone"), call: "Email/get")
        }
        guard message.remote.keywords.contains(.draft) else {
            throw RemoteError(.notFound(message: "the draft was sent by another program"), call: "Email/get")
        }
        // What the server holds may be taken back, and then the draft is the one that it was.
        let date = order.holdUntil == nil ? await newDate(of: message) : nil
        let hasBlindCopies = !message.remote.bcc.isEmpty
        guard hasBlindCopies || date != nil else { return Leaving(id: draft, isOwnCopy: false) }
        do throws(RemoteError) {
            var bytes = HeaderRemoval.removing(HeaderRemoval.blindCopies, from: try await rawMessage(draft))
            if let date { bytes = HeaderRemoval.dated(date, bytes) }
            return try await copy(
                bytes, messageIDHeader: message.remote.messageIDHeader, besides: draft, drafts: drafts,
                isDated: date != nil)
        } catch {
            // For a date alone no mail stays here.
            let isRefused = error.nextStep == .drop || error.type == RemoteError.unapprovedOrigin
            guard !hasBlindCopies, isRefused else { throw error }
            return Leaving(id: draft, isOwnCopy: false)
        }
    }

    /// - Returns: nil where the one that it has will do.
    private func newDate(of draft: WireEmail) async -> Date? {
        func isOff(_ date: Date) -> Bool {
            draft.sentAt.map { abs($0.timeIntervalSince(date)) > Self.dateTolerance } ?? false
        }
        let files = draft.remote.files.reduce(0) { $0 + $1.size }
        guard files <= Self.mostFiles, isOff(now()) else { return nil }
        // It has that of the server's clock, and this machine's may be the wrong one.
        let time = ((try? await serverTime()) ?? nil) ?? now()
        return isOff(time) ? time : nil
    }

    /// Puts a whole message among the drafts, unless a try before this one has done it.
    /// - Parameter isDated: whether its Date is of this try.
    func copy(
        _ bytes: [UInt8], messageIDHeader: String?, besides draft: RemoteID?, drafts: RemoteID, isDated: Bool = false
    ) async throws(RemoteError) -> Leaving {
        // Older saves have the same Message-ID, but not the same bytes.
        for other in try await copies(of: bytes, messageIDHeader: messageIDHeader, besides: draft, anyDate: isDated)
        where other.keywords.contains(.draft) { return Leaving(id: other.id) }
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
    /// - Parameter anyDate: whether their Date may be another one.
    func copies(
        of bytes: [UInt8], messageIDHeader: String?, besides draft: RemoteID? = nil, anyDate: Bool = false
    ) async throws(RemoteError) -> [RemoteMessage] {
        guard let messageIDHeader else { return [] }
        func compared(_ bytes: [UInt8]) -> [UInt8] { anyDate ? HeaderRemoval.removing(["date"], from: bytes) : bytes }
        var copies: [RemoteMessage] = []
        for other in try await emails(of: nil, messageIDHeader: messageIDHeader)
        where other.bcc.isEmpty && other.id != draft {
            if compared(try await rawMessage(other.id)) == compared(bytes) { copies.append(other) }
        }
        return copies
    }
}
