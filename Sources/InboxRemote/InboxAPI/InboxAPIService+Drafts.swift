package import Foundation
package import InboxModel

extension InboxAPIService {
    package func save(_ draft: RemoteDraft) async throws(RemoteError) -> RemoteMessage {
        let call = APICaller.Call(
            method: draft.id == nil ? .post : .put, name: "/drafts", segments: draft.id.map { [$0.rawValue] } ?? [],
            isRepeatable: false)
        do throws(RemoteError) {
            return try await caller.write(WireDraft(draft), call, for: WireMessage.self).asDraft()
        } catch {
            guard draft.id == nil else { throw error.aboutDraft }
            guard let detached = try await detached(draft, error) else { throw error }
            return try await save(detached)
        }
    }

    package func deleteDraft(_ id: RemoteID, version: Int?) async throws(RemoteError) {
        let call = APICaller.Call(method: .delete, name: "/drafts", segments: [id.rawValue], isRepeatable: false)
        do throws(RemoteError) {
            try await caller.write(WireDraftVersion(version: version ?? 0), call)
        } catch {
            throw error.aboutDraft
        }
    }

    package func serverTime() async throws(RemoteError) -> Date? {
        try await caller.answer(APICaller.Call(name: "/account")).date
    }

    package func send(_ submission: RemoteSubmission) async throws(RemoteError) -> RemoteSent {
        // The server gives up after a minute at most.
        let call = APICaller.Call(method: .post, name: "/send", isRepeatable: false, timeout: .seconds(90))
        let order = WireDraftVersion(draft: submission.draft.rawValue, version: submission.version ?? 0)
        do throws(RemoteError) {
            return try await caller.write(order, call, for: WireSent.self).sent
        } catch {
            throw error.aboutDraft
        }
    }

    package func drafts(of draft: RemoteID?, messageIDHeader: String) async throws(RemoteError) -> [RemoteMessage] {
        var found: [RemoteMessage] = []
        if let draft, let there = try await self.draft(draft) { found.append(there) }
        return found + (try await drafts()).filter { $0.messageIDHeader == messageIDHeader && $0.id != draft }
    }

    /// A sent draft keeps its id as a message. It is also found by its Message-ID if the server keeps that.
    package func whereabouts(
        of draft: RemoteID?, messageIDHeader: String?, sending: RemoteSubmission?
    ) async throws(RemoteError) -> RemoteWhereabouts {
        if let draft {
            if let found = try await self.draft(draft) { return .draft(found) }
            if let found = try await message(draft) {
                return found.keywords.contains(.draft) ? .draft(found) : .sent(RemoteSent(message: found))
            }
        }
        guard let messageIDHeader else { return .uncertain }
        if let found = try await drafts().first(where: { $0.messageIDHeader == messageIDHeader }) {
            return .draft(found)
        }
        if let found = try await sentMessage(messageIDHeader) { return .sent(RemoteSent(message: found)) }
        // A draft neither sent nor deleted is found by its id, so only a new one is certain not to exist.
        return draft == nil && sending == nil ? .nowhere : .uncertain
    }

    package func upload(_ file: RemoteUpload, meter: TransferMeter?) async throws(RemoteError) -> MessageFile {
        let form = MultipartUpload(file)
        let call = APICaller.Call(
            method: .post, name: "/files", body: form.body, contentType: form.contentType,
            totalTimeout: .seconds(3600), meter: meter)
        let files = try await caller.read(ReadableList<WireFile>.self, call)
        guard let kept = files.elements.first?.file else {
            throw RemoteError(.unreadableAnswer(detail: "/files: no file came back"), call: call.title)
        }
        return kept
    }
}

private extension InboxAPIService {
    /// Only the newest of the sent mailbox: the message was sent just now.
    static let lookedAt = 100

    /// Returns the draft of an answer to a deleted message, which servers refuse, as an answer to a message that they never had.
    /// - Returns: nil if the error has another cause.
    func detached(_ draft: RemoteDraft, _ error: RemoteError) async throws(RemoteError) -> RemoteDraft? {
        guard let answered = draft.inReplyTo, error.isRefusal, try await message(answered) == nil else { return nil }
        var draft = draft
        draft.inReplyTo = nil
        // Of a message that is known here the store tells the id alone, since a server finds the way back by itself.
        if draft.references.isEmpty { draft.references = [draft.inReplyToHeader].compactMap(\.self) }
        return draft
    }

    func draft(_ id: RemoteID) async throws(RemoteError) -> RemoteMessage? {
        let call = APICaller.Call(name: "/drafts", segments: [id.rawValue], query: [("view", "expanded")])
        do throws(RemoteError) {
            return try await caller.read(WireMessage.self, call).asDraft()
        } catch {
            switch error.reason {
            // A sent draft is no longer a draft, which some servers report as a bad request.
            case .notFound, .refused(status: 400, _): return nil
            default: throw error
            }
        }
    }

    func sentMessage(_ messageIDHeader: String) async throws(RemoteError) -> RemoteMessage? {
        guard let sent = try await mailboxes().first(where: { $0.role == .sent }) else { return nil }
        let call = APICaller.Call(
            name: "/messages",
            query: [("in", sent.id.rawValue), ("view", "expanded"), ("limit", String(InboxAPIService.lookedAt))])
        let list = try await caller.read(ReadableList<WireMessage>.self, call)
        return list.elements.map(\.remote).first { $0.messageIDHeader == messageIDHeader }
    }
}

extension RemoteError {
    fileprivate var isRefusal: Bool {
        switch reason {
        case .refused, .notFound: true
        default: false
        }
    }

    /// A draft that was sent meanwhile is reported as "not a draft" (400), which callers treat like a missing one.
    fileprivate var aboutDraft: RemoteError {
        guard case .refused(status: 400, let message) = reason, message.lowercased().contains("not a draft") else {
            return self
        }
        return RemoteError(.notFound(message: message), call: call, retryAfter: retryAfter)
    }
}
