import Foundation
import InboxModel
import MailContent

/// Copies that are sent in place of a draft, and messages that are resent.
extension JMAPService {
    /// The email to submit.
    struct Leaving {
        var id: RemoteID
        /// Whether the email was created only to be sent, and so is deleted if it cannot be sent.
        var isOwnCopy = true
        /// Whether this or an earlier attempt may have made a copy that is not sent now.
        var mayHaveTwin = false
    }

    /// How a copy is stored until it is sent.
    struct CopyForm {
        var mailboxes: Set<RemoteID>
        /// In addition to those of a draft.
        var keywords: Set<Keyword>
        /// The draft that the copy stands for.
        var draft: RemoteID?
        /// When the draft was saved: older mail with its Message-ID is not what became of it.
        var savedAt: Date?
        /// Whether the copy has a Date from this attempt.
        var isDated = false

        /// Whether mail with the bytes of the copy shows that the copy was sent.
        func isSent(as twin: RemoteMessage) -> Bool {
            !twin.keywords.contains(.draft) && twin.receivedAt >= savedAt ?? .distantPast
        }
    }

    /// The tolerated deviation of the Date, in seconds.
    private static let dateTolerance: TimeInterval = 300
    /// Larger files, in bytes, are not uploaded again to correct a Date.
    private static let mostFiles = 1 << 20

    /// Returns the email to submit: a copy if the draft needs one, else the draft itself. A copy has no Bcc, which some servers send along,
    /// against RFC 8621 §7.5; no notes that another program keeps in its drafts (M-4); and the current Date, because a message with the date
    /// of an old draft would be far down in its readers' lists.
    func leaving(_ order: RemoteSubmission, drafts: RemoteID) async throws(RemoteError) -> Leaving {
        let draft = order.draft
        let message = try await withHeaders(draft)
        guard message.remote.keywords.contains(.draft) else {
            throw RemoteError(.notFound(message: "the draft was sent by another program"), call: "Email/get")
        }
        // A held message may be taken back, and must then be the same draft as before.
        let date = order.holdUntil == nil ? await newDate(of: message) : nil
        let notes = Set(message.headers.filter(\.isNote).map { $0.name.lowercased() })
        let isPrivate = !message.remote.bcc.isEmpty || !notes.isEmpty
        guard isPrivate || date != nil else { return Leaving(id: draft, isOwnCopy: false) }
        do throws(RemoteError) {
            var bytes = HeaderRemoval.removing(
                HeaderRemoval.blindCopies.union(notes), from: try await rawMessage(draft))
            if let date { bytes = HeaderRemoval.dated(date, bytes) }
            let form = CopyForm(
                mailboxes: message.remote.mailboxes.union([drafts]), keywords: message.remote.keywords, draft: draft,
                savedAt: message.remote.receivedAt, isDated: date != nil)
            return try await copy(bytes, messageIDHeader: message.remote.messageIDHeader, as: form)
        } catch {
            if error.type == Self.tooLarge, !message.remote.bcc.isEmpty {
                let reason = "to take out the blind copies, all of it is uploaded: \(error.summary)"
                throw RemoteError(.refused(status: 0, message: reason), call: error.call, type: Self.tooLarge)
            }
            // A wrong date does not prevent sending.
            guard !isPrivate, error.type != Self.alreadyThere else { throw error }
            return Leaving(id: draft, isOwnCopy: false, mayHaveTwin: true)
        }
    }

    private static let tooLarge = "tooLarge"

    private func withHeaders(_ draft: RemoteID) async throws(RemoteError) -> WireEmail {
        let found: [WireEmail]
        do throws(RemoteError) { found = try await emails([draft.rawValue], .headers) } catch {
            guard error.isTooLarge else { throw error }
            // It would be as large the next time.
            throw RemoteError(
                .refused(status: 0, message: "its headers are too long to see whether blind copies are in them"),
                call: error.call, type: Self.tooLarge)
        }
        guard let message = found.first else {
            throw RemoteError(.notFound(message: "the draft is gone"), call: "Email/get")
        }
        return message
    }

    /// - Returns: nil if the present Date is good enough.
    private func newDate(of draft: WireEmail) async -> Date? {
        func isOff(_ date: Date) -> Bool {
            draft.sentAt.map { abs($0.timeIntervalSince(date)) > Self.dateTolerance } ?? false
        }
        let files = draft.remote.files.reduce(0) { $0 + $1.size }
        guard files <= Self.mostFiles, isOff(now()) else { return nil }
        // The Date follows the server's clock, because this machine's may be wrong.
        guard let time = try? await serverTime() else { return nil }
        return isOff(time) ? time : nil
    }

    /// The error type if the server has a message that is to be sent, and no longer as a draft.
    private static let alreadyThere = "alreadyExists"
    private static let importing = "Email/import"

    /// Imports a whole message into the drafts, unless an earlier attempt did so.
    /// - Throws: `notFound` if an earlier attempt has sent it, so that the caller looks it up.
    func copy(_ bytes: [UInt8], messageIDHeader: String?, as form: CopyForm) async throws(RemoteError) -> Leaving {
        // Earlier saves have the same Message-ID, but other bytes.
        let twins = try await copies(
            of: bytes, messageIDHeader: messageIDHeader, besides: form.draft, anyDate: form.isDated)
        guard !twins.contains(where: form.isSent) else {
            throw RemoteError(.notFound(message: "it was sent already"), call: Self.importing, type: Self.alreadyThere)
        }
        if let twin = twins.first(where: { $0.keywords.contains(.draft) }) { return Leaving(id: twin.id) }
        let blob = try await upload(bytes, type: "message/rfc822")
        let email: JSON = [
            "blobId": .string(blob), "mailboxIds": form.mailboxes.map(\.rawValue).asSet,
            "keywords": form.keywords.union([.draft, .seen]).map(\.rawValue).asSet,
        ]
        // If the request arrives twice, only one copy is made, and the next attempt finds it.
        let state = try await answered([]).state
        switch try await make("copy", Self.importing, ["emails": ["copy": email]], at: state) {
        case .success(let created): return Leaving(id: RemoteID(created.id))
        case .failure(let error):
            guard error.type == Self.alreadyThere, let id = error.existingID.map({ RemoteID($0) }) else {
                throw error.remoteError(call: Self.importing)
            }
            // That email may be real mail, not a copy. If it is no draft, it was sent and then moved elsewhere.
            guard try await answered([id]).list.first?.isDraft != false else {
                let reason = "the server has it already, and not as a draft: look in your sent mail"
                throw RemoteError(.refused(status: 0, message: reason), call: Self.importing, type: Self.alreadyThere)
            }
            return Leaving(id: id, isOwnCopy: false)
        }
    }

    /// Returns the emails in drafts and sent mail that have exactly these bytes.
    /// - Parameter anyDate: whether the Date may differ.
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

    /// Destroys drafts with the same Message-ID: copies of a draft that was then sent itself.
    func destroyTwins(of email: RemoteID, _ messageIDHeader: String?) async throws(RemoteError) {
        guard let messageIDHeader else { return }
        let twins = try await emails(of: nil, messageIDHeader: messageIDHeader)
        for twin in twins where twin.id != email && twin.keywords.contains(.draft) {
            try await insist { () async throws(RemoteError) in try await destroy(twin.id) }
        }
    }
}

extension [String] {
    /// A set as JMAP writes it: an object that maps each id to true.
    fileprivate var asSet: JSON { Dictionary(map { ($0, JSON.bool(true)) }, uniquingKeysWith: { $1 }).json }
}
