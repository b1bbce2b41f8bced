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
        /// Whether a try before this one, or this one, may have made a copy that does not leave now.
        var mayHaveTwin = false
    }

    /// How a copy is kept until it leaves.
    struct CopyForm {
        var mailboxes: Set<RemoteID>
        /// Besides those of a draft.
        var keywords: Set<Keyword>
        /// The draft that it leaves in place of.
        var draft: RemoteID?
        /// Whether its Date is of this try.
        var isDated = false
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
            let form = CopyForm(
                mailboxes: message.remote.mailboxes.union([drafts]), keywords: message.remote.keywords, draft: draft,
                isDated: date != nil)
            return try await copy(bytes, messageIDHeader: message.remote.messageIDHeader, as: form)
        } catch {
            // For a date alone no mail stays here.
            guard !hasBlindCopies else { throw error }
            return Leaving(id: draft, isOwnCopy: false, mayHaveTwin: true)
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
        guard let time = (try? await serverTime()) ?? nil else { return nil }
        return isOff(time) ? time : nil
    }

    /// Puts a whole message among the drafts, unless a try before this one has done it.
    func copy(_ bytes: [UInt8], messageIDHeader: String?, as form: CopyForm) async throws(RemoteError) -> Leaving {
        // Older saves have the same Message-ID, but not the same bytes.
        for other in try await copies(
            of: bytes, messageIDHeader: messageIDHeader, besides: form.draft, anyDate: form.isDated)
        where other.keywords.contains(.draft) { return Leaving(id: other.id) }
        let blob = try await upload(bytes, type: "message/rfc822")
        let email: JSON = [
            "blobId": .string(blob), "mailboxIds": form.mailboxes.map(\.rawValue).asSet,
            "keywords": form.keywords.union([.draft, .seen]).map(\.rawValue).asSet,
        ]
        // Where the request arrives twice one copy is made; the next try finds it.
        let state = try await answered([]).state
        switch try await make("copy", "Email/import", ["emails": ["copy": email]], at: state) {
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

    /// Takes away drafts of the same Message-ID: what was copied to leave in a draft's place, where the draft left itself.
    func destroyTwins(of email: RemoteID, _ messageIDHeader: String?) async throws(RemoteError) {
        guard let messageIDHeader else { return }
        let twins = try await emails(of: nil, messageIDHeader: messageIDHeader)
        for twin in twins where twin.id != email && twin.keywords.contains(.draft) {
            try await insist { () async throws(RemoteError) in try await destroy(twin.id) }
        }
    }
}

extension [String] {
    /// As JMAP writes a set: an object of ids, each true.
    fileprivate var asSet: JSON { Dictionary(map { ($0, JSON.bool(true)) }, uniquingKeysWith: { $1 }).json }
}
