import Foundation
import InboxModel
import InboxRemote

/// What is left to do for a message that was sent: a copy of it belongs into the sent mail, and its draft goes.
extension IMAPService {
    /// Looks this often for a copy that the submission server may make by itself.
    private static let looksForCopy = 3

    /// Whether the submission server puts sent mail into the sent mail by itself, always or perhaps. Others than these do so as well, such as
    /// Zoho and programs that stand between the client and a server: where the copy is there by the time the message is taken, it is seen.
    private enum FilesByItself { case never, perhaps, always }

    private func filesByItself() async throws(RemoteError) -> FilesByItself {
        if try await pool.capabilities().isGmail { return .always }
        let host = "." + (places.smtp?.host ?? "")
        return [".outlook.com", ".office365.com"].contains(where: host.hasSuffix) ? .perhaps : .never
    }

    /// Makes sure, before anything is sent, that there is a place for the copy.
    func prepareFiling() async throws(RemoteError) {
        if try await filesByItself() != .always { _ = try await folder(for: .sent) }
    }

    /// May be repeated. A connection that breaks is replaced once.
    /// - Parameters:
    ///   - bytes: what left; nil reads the draft again.
    ///   - mayBeFiled: whether an earlier attempt may have made the copy.
    func finish(
        _ departure: Departure, _ bytes: [UInt8]?, _ refusals: [String: String], mayBeFiled: Bool? = nil
    ) async -> RemoteSent {
        let mayBeFiled = mayBeFiled ?? (bytes == nil)
        do throws(RemoteError) {
            do throws(RemoteError) {
                return try await finished(departure, bytes, refusals, mayBeFiled: mayBeFiled)
            } catch {
                guard case .retry = error.nextStep, !Task.isCancelled else { throw error }
                return try await finished(departure, bytes, refusals, mayBeFiled: true)
            }
        } catch {
            return RemoteSent(
                refusals: refusals,
                leftover: RemoteLeftover(message: departure.order.draft, error: error, refusals: refusals))
        }
    }

    private func finished(
        _ departure: Departure, _ bytes: [UInt8]?, _ refusals: [String: String], mayBeFiled: Bool
    ) async throws(RemoteError) -> RemoteSent {
        let draft = try await unsentDraft(departure.order)
        let copy = try await copyInSent(departure, bytes, draft, mayBeFiled: mayBeFiled)
        // The message that was sent may be in the same folder.
        if let draft { try await discard(draft, besides: copy) }
        var message: RemoteMessage?
        if let id = copy?.message { message = try? await self.message(id) }
        return RemoteSent(message: message, id: copy?.message, refusals: refusals)
    }

    /// The draft of an order; nil if there is none, or it is gone.
    private func unsentDraft(_ order: RemoteSubmission) async throws(RemoteError) -> IndexedMessage? {
        guard !order.draft.rawValue.isEmpty else { return nil }
        // An attempt that broke may have left it in the trash.
        if try await pool.capabilities().isGmail { try await look() }
        do throws(RemoteError) { return try await newestSave(order.draft) } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    private func copyInSent(
        _ departure: Departure, _ bytes: [UInt8]?, _ draft: IndexedMessage?, mayBeFiled: Bool
    ) async throws(RemoteError) -> IndexedCopy? {
        let way = try await filesByItself()
        if way != .never {
            for look in 1...Self.looksForCopy {
                if let copy = try await sentCopy(departure, draft, isAltered: true) { return copy }
                guard look < Self.looksForCopy, (try? await clock.sleep(for: .seconds(1))) != nil else { break }
            }
            if way == .always { return nil }
        } else if mayBeFiled || draft != nil, let copy = try await sentCopy(departure, draft, isAltered: false) {
            return copy
        }
        var bytes = bytes
        if bytes == nil, let draft {
            bytes = OutgoingBytes.leaving(try await rawMessage(draft.id), now: Date())
        }
        // Another program has deleted the draft: there is nothing to file.
        guard let bytes else { return nil }
        let marks = (draft?.keywords ?? []).intersection([.flagged, .answered]).union([.seen])
        return try await file(
            bytes, in: try await folder(for: .sent), flags: Set(marks.map(WrittenFlag.name)),
            messageID: departure.order.messageIDHeader)
    }

    /// The copy of a sent message in the sent mail.
    /// - Parameter isAltered: whether the server may have changed the message when it put it there.
    func sentCopy(_ departure: Departure, _ draft: IndexedMessage?, isAltered: Bool) async throws(RemoteError)
        -> IndexedCopy?
    {
        guard let folder = try await knownFolders().first(where: { $0.role == .sent }) else { return nil }
        // Older mail with the same Message-ID is not what became of the draft.
        let found = try await copies(
            withMessageID: departure.order.messageIDHeader, in: folder, since: draft?.copies.map(\.date).min())
        guard !found.isEmpty else { return nil }
        if let size = departure.size, !isAltered {
            let uids = UIDSet(found.map(\.uid))
            let heads = try await work(in: folder) { connection async throws(RemoteError) in
                try await connection.heads(in: folder.rawName, uids)
            }
            guard let head = heads.last(where: { $0.size == size }) else { return nil }
            return try await known([head.uid], in: folder).first
        }
        guard let uid = found.map(\.uid).max() else { return nil }
        return try await known([uid], in: folder).first
    }
}
