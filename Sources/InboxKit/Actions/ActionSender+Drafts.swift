import Foundation
import InboxModel
import InboxRemote
import InboxStore

/// Saving, sending and deleting drafts, each exactly once.
extension ActionSender {
    func send(_ action: Action, draft id: MessageID) async throws(Failure) {
        switch action.command {
        case .saveDraft: try await save(action, id)
        case .sendDraft where action.state == .held: try await askAboutHold(action)
        case .sendDraft where action.state == .recalling: try await recall(action)
        case .sendDraft: try await submit(action, id)
        default: try await delete(action)
        }
    }

    func send(_ action: Action, file id: FileID) async throws(Failure) {
        guard let upload = try read({ try $0.upload(id) }) else { return try await write { try $0.drop(action.id) } }
        let action = try await begin(action)
        let service = service
        let local = MessageFile(
            remoteID: RemoteID(""), fileName: upload.fileName, contentType: upload.contentType,
            size: upload.bytes.count,
            localID: id)
        let result: Result<MessageFile, RemoteError>
        do throws(RemoteError) {
            result = .success(
                try await board.move(local, .upload, of: account) { meter throws(RemoteError) in
                    try await service.upload(upload, meter: meter)
                })
        } catch {
            result = .failure(error)
        }
        switch result {
        case .success(let file): try await write { try $0.uploaded(action, as: file) }
        // Stopped by the user, and not because all of us are to end.
        case .failure(let error) where error.reason == .cancelled && !Task.isCancelled:
            try await write { try $0.stop(action.id, error: "stopped by you") }
        case .failure(let error): throw .remote(error)
        }
    }

    // MARK: Saving

    /// How often files go up again for a server that loses them before their draft names them.
    private static let moreUploads = 2

    private func save(_ action: Action, _ id: MessageID) async throws(Failure) {
        guard let draft = try read({ try $0.remoteDraft(id) }) else {
            return try await write { try $0.drop(action.id) }
        }
        if action.state == .unknown, try await wasSaved(action, draft, id) { return }
        let since = try state()
        let action = try await begin(action)
        // What was found out above may have given the draft its id, and what is written from now on is a save of its own.
        guard let draft = try read({ try $0.remoteDraft(id) }) else {
            return try await write { try $0.drop(action.id) }
        }
        if let file = draft.files.first(where: { !$0.isOnServer }) { return try await upload(file, before: action) }
        let service = service
        do throws(Failure) {
            let saved = try await remote { () async throws(RemoteError) in try await service.save(draft) }
            try await keep(since: since) { try $0.saved(action, as: saved) }
        } catch {
            guard case .remote(let error) = error else { throw error }
            if error.type == "blobNotFound", action.attempts < Self.moreUploads {
                let now = now()
                if try await write({ try $0.upload(before: action, again: true, now: now) }) { return }
                let words = "the server no longer has one of its files: take that off, or put it on again"
                throw .remote(RemoteError(.refused(status: 0, message: words), call: error.call, type: error.type))
            }
            guard draft.id != nil else { throw .remote(error) }
            switch error.reason {
            case .conflict: try await keepBoth(action, id, of: draft)
            case .notFound: try await startAnew(action, id, MessageIDHeader.new(for: draft.from))
            default: throw .remote(error)
            }
        }
    }

    /// A draft is not saved before its server has all its files; where one of them is lost, never without the user.
    private func upload(_ file: MessageFile, before action: Action) async throws(Failure) {
        let now = now()
        if try await write({ try $0.upload(before: action, again: false, now: now) }) { return }
        try await orStore { () async throws(StoreError) in
            try await stop(
                action, "“\(file.fileName)” is not here any more: take it off the message, or put it on again")
        }
    }

    /// Whether a save of which we never heard was done. When another took its place, ours becomes a draft of its own.
    private func wasSaved(_ action: Action, _ draft: RemoteDraft, _ id: MessageID) async throws(Failure) -> Bool {
        let service = service
        let since = try state()
        let found = try await remote { () async throws(RemoteError) in
            try await service.whereabouts(of: draft.id, messageIDHeader: draft.messageIDHeader, sending: nil)
        }
        guard case .draft(let there) = found else {
            if draft.id != nil { try await write { try $0.detach(id, messageIDHeader: draft.messageIDHeader) } }
            return false
        }
        if draft.id == there.id, draft.version == there.version, draft.version != nil { return false }
        if draft.isKept(as: there) {
            try await keep(since: since) { try $0.saved(action, as: there) }
            // The save that it took the place of may still lie beside it.
            if let old = draft.id, old != there.id { _ = try? await delete(old, version: nil) }
            return true
        }
        if draft.id == nil {
            // Made by us, and the text has changed since: it is saved over.
            let account = account
            try await keep(since: since) { try $0.receive(there, account: account, bodyText: nil, confirms: false) }
        } else if draft.version != nil {
            try await keepBoth(action, id, of: draft)
            return true
        }
        return false
    }

    /// Someone else saved over the draft: theirs stays, and ours is saved as another one.
    private func keepBoth(_ action: Action, _ id: MessageID, of draft: RemoteDraft) async throws(Failure) {
        let service = service
        let since = try state()
        let theirs = try await remote { () async throws(RemoteError) in
            try await service.drafts().first { $0.id == draft.id }
        }
        let account = account
        let header = MessageIDHeader.new(for: draft.from)
        try await keep(since: since) { transaction in
            try transaction.detach(id, messageIDHeader: header)
            if let theirs { try transaction.receive(theirs, account: account, bodyText: nil) }
            try transaction.setState(.waiting, of: action.id)
        }
    }

    private func startAnew(_ action: Action, _ id: MessageID, _ header: String) async throws(Failure) {
        try await write { transaction in
            try transaction.detach(id, messageIDHeader: header)
            try transaction.setState(.waiting, of: action.id)
        }
    }

    // MARK: Sending

    private func submit(_ action: Action, _ id: MessageID) async throws(Failure) {
        if action.state == .unknown, let last = RemoteSubmission(detail: action.detail) {
            guard try await isStillDraft(action, last) else { return }
        }
        guard let draft = try read({ try $0.remoteDraft(id) }), let remoteID = draft.id else {
            return try await stop(action, whileSending: "there is no saved draft to send")
        }
        let hold = await holdTime(of: action)
        if hold == nil, let due = action.due, due > now() {
            // It stays here until its time: its server keeps nothing, or not for so long.
            return try await write { try $0.waits(action.id) }
        }
        let service = service
        let state = try await remote { () async throws(RemoteError) in try await service.stateBeforeSending() }
        let since = try self.state()
        let order = RemoteSubmission(
            draft: remoteID, version: draft.version, messageIDHeader: draft.messageIDHeader, from: draft.from,
            recipients: DraftContent(to: draft.to, cc: draft.cc, bcc: draft.bcc).recipients, state: state,
            holdUntil: hold)
        let action = try await begin(action, detail: order.detail)
        do throws(Failure) {
            let sent = try await remote { () async throws(RemoteError) in try await service.send(order) }
            if let hold = sent.hold { return try await keep(action, order, held: hold, as: sent.message, since: since) }
            try await settle(action, sent, since: since)
        } catch {
            if case .remote(let error) = error, case .unsupported = error.reason, order.holdUntil != nil {
                return try await write { try $0.waits(action.id) }
            }
            guard case .remote(let error) = error, error.leavesOpenWhetherSent else { throw error }
            return try await orStore { () async throws(StoreError) in
                try await postpone(action, error, after: error.retryAfter, mayHaveArrived: true)
            }
        }
    }

    /// Looks before sending again. Settles the action when it was sent, and stops it when that cannot be known.
    private func isStillDraft(_ action: Action, _ last: RemoteSubmission) async throws(Failure) -> Bool {
        let service = service
        let since = try state()
        let found = try await remote { () async throws(RemoteError) in
            try await service.whereabouts(of: last.draft, messageIDHeader: last.messageIDHeader, sending: last)
        }
        switch found {
        case .draft(let there):
            if last.version == nil || there.version == last.version { return true }
            try await stop(
                action,
                whileSending:
                    "its draft has another version at the server: it was changed elsewhere, or it may have been sent")
        case .sent(let message): try await keep(since: since) { try $0.sent(action, as: message) }
        case .held(let message, let hold): try await keep(action, last, held: hold, as: message, since: since)
        case .nowhere, .uncertain:
            try await stop(
                action, whileSending: "it may have been sent: look in your sent mail before you send it again")
        }
        return false
    }

    private func settle(_ action: Action, _ sent: RemoteSent, since: String?) async throws(Failure) {
        try await keep(since: since) { try $0.sent(action, as: sent.message) }
        tellRefusals(action, sent)
    }

    func tellRefusals(_ action: Action, _ sent: RemoteSent) {
        guard !sent.refusals.isEmpty else { return }
        let who = sent.refusals.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
        board.tell(.partlySent(action, message: who))
    }

    func stop(_ action: Action, whileSending reason: String) async throws(Failure) {
        try await orStore { () async throws(StoreError) in try await stop(action, reason) }
    }

    func orStore(_ body: () async throws(StoreError) -> Void) async throws(Failure) {
        do throws(StoreError) { try await body() } catch { throw .store(error) }
    }

    // MARK: Deleting

    private func delete(_ action: Action) async throws(Failure) {
        let action = try await begin(action)
        guard let doomed = try read({ try $0.deletedDraft(action.id) }) else {
            return try await write { try $0.drop(action.id) }
        }
        do throws(Failure) {
            var isGone = false
            if let id = doomed.id { isGone = try await delete(id, version: doomed.version) }
            if !isGone, let there = try await unheardSave(of: doomed) {
                _ = try await delete(there.id, version: there.version)
            }
        } catch {
            guard case .remote(let error) = error, case .conflict = error.reason,
                let there = try await unheardSave(of: doomed), doomed.isKept(as: there)
            else { throw error }
            _ = try await delete(there.id, version: there.version)
        }
        try await write { try $0.setState(.sent, of: action.id) }
    }

    /// - Returns: false when it was gone already.
    private func delete(_ id: RemoteID, version: Int?) async throws(Failure) -> Bool {
        let service = service
        do throws(Failure) {
            try await remote { () async throws(RemoteError) in try await service.deleteDraft(id, version: version) }
            return true
        } catch {
            guard case .remote(let error) = error, error.isNotFound else { throw error }
            return false
        }
    }

    /// A save may have been done though its answer was lost.
    private func unheardSave(of draft: RemoteDraft) async throws(Failure) -> RemoteMessage? {
        let service = service
        let found = try await remote { () async throws(RemoteError) in
            try await service.whereabouts(of: draft.id, messageIDHeader: draft.messageIDHeader, sending: nil)
        }
        if case .draft(let there) = found { return there }
        return nil
    }
}

extension RemoteDraft {
    /// Whether the server keeps just this text.
    fileprivate func isKept(as there: RemoteMessage) -> Bool {
        func emails(_ list: [MailAddress]) -> [String] { list.map { $0.email.lowercased() } }
        func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
        return words(subject) == words(there.subject) && emails(to) == emails(there.to)
            && emails(cc) == emails(there.cc) && emails(bcc) == emails(there.bcc)
            && files.map(\.remoteID) == there.files.map(\.remoteID)
            && there.body.map { words($0.html ?? $0.plain ?? "") } == words(body.html ?? body.plain ?? "")
    }
}
