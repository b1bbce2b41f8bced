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
        // Stopped by the user, not because everything is being stopped.
        case .failure(let error) where error.reason == .cancelled && !Task.isCancelled:
            try await write { try $0.stop(action.id, error: "stopped by you") }
        case .failure(let error): throw .remote(error)
        }
    }

    // MARK: Sending

    private func submit(_ action: Action, _ id: MessageID) async throws(Failure) {
        if try read({ try $0.draft(id)?.content.seal }) != nil { return try await submit(sealed: id, action) }
        var last: RemoteSubmission?
        if let order = action.order, action.state == .unknown || order.left != nil {
            try await reopen(action, order)
            guard try await isStillDraft(action, order) else { return }
            last = order
        }
        guard let draft = try read({ try $0.remoteDraft(id) }), let remoteID = draft.id else {
            return try await stop(action, whileSending: "there is no saved draft to send")
        }
        let hold = await holdTime(of: action)
        if hold == nil, let due = action.due, due > now() {
            // It waits here for its time, because its server holds no mail, or not for so long.
            return try await write { try $0.waits(action.id) }
        }
        if hold == nil, let due = action.due, try await waits(action, for: due) { return }
        let state = try await stateToOrder(after: last)
        let since = try self.state()
        var order = RemoteSubmission(
            draft: remoteID, version: draft.version, messageIDHeader: draft.messageIDHeader, from: draft.from,
            recipients: DraftContent(to: draft.to, cc: draft.cc, bcc: draft.bcc).recipients, state: state,
            holdUntil: hold)
        if let last = action.order, last.draft == remoteID { order.putOff = last.putOff }
        let given = order
        let (wasOpen, isFirst) = (action.state == .unknown && last?.isRefused != true, !action.hasOrder)
        let action = try await begin(action, detail: order.detail)
        do throws(Failure) {
            let sent = try await remote { () async throws(RemoteError) in try await service.send(given) }
            await carriedOut(action, boundTo: given.state)
            if let leftover = sent.leftover {
                tellRefusals(action, sent.refusals)
                return try await leave(action, order, leftover)
            }
            if let hold = sent.hold { return try await keep(action, order, held: hold, as: sent.message, since: since) }
            try await settle(action, order, sent, since: since)
        } catch {
            if case .remote(let error) = error, case .unsupported = error.reason, order.holdUntil != nil {
                return try await write { transaction in
                    // Nothing was ordered: a message that the user holds until then must not count as doubtful.
                    if isFirst { try transaction.forgetOrder(of: action.id) }
                    try transaction.waits(action.id)
                }
            }
            guard case .remote(let error) = error else { throw error }
            if error.isPutOff { return try await putOff(action, order, error, wasOpen: wasOpen) }
            guard error.leavesOpenWhetherSent(wasOpen: wasOpen) else { throw Failure.remote(error) }
            try await leaveOpen(action, order, error)
        }
    }

    /// The state that an order is bound to (`ifInState`, RFC 8620 §5.3). An earlier order that was not found may still be on its
    /// way: whichever arrives first changes the state, and the other is refused. With a newly read state, both would be carried
    /// out.
    /// - Parameter last: the previous order, if a check has just found that it was not carried out.
    func stateToOrder(after last: RemoteSubmission?) async throws(Failure) -> String? {
        if let last, last.isRefused != true, let state = last.state { return state }
        return try await ask { () async throws(RemoteError) in try await service.stateBeforeSending() }
    }

    /// Puts off an action that is due only by this machine's clock. What has left can't be taken back, so if it was scheduled for
    /// much later than now, the server's clock is asked, too (S-10).
    /// - Returns: whether it was put off.
    func waits(_ action: Action, for due: Date) async throws(Failure) -> Bool {
        guard due.timeIntervalSince(action.createdAt) > Self.doubtfulDelay else { return false }
        let there = try await ask { () async throws(RemoteError) in try await service.serverTime() }
        guard let there, due.timeIntervalSince(there) > Self.doubtfulDelay else { return false }
        let next = now().addingTimeInterval(Self.doubtfulDelay)
        try await write {
            try $0.postpone(
                action.id, until: next, error: "this machine's clock is ahead of the server's", mayHaveArrived: false)
        }
        return true
    }

    /// Clocks that differ by less, in seconds, count as right.
    private static let doubtfulDelay: TimeInterval = 600

    /// Checks before sending again. Settles the action if it was sent, and stops it if that can't be known.
    private func isStillDraft(_ action: Action, _ last: RemoteSubmission) async throws(Failure) -> Bool {
        let since = try state()
        let found = try await remote { () async throws(RemoteError) in
            try await service.whereabouts(of: last.draft, messageIDHeader: last.messageIDHeader, sending: last)
        }
        switch found {
        case .draft(let there):
            if there.id == last.draft, last.version == nil || there.version == last.version {
                return try await !isQuiet(action, last)
            }
            try await stop(
                action,
                whileSending:
                    "the server has another version of its draft: it was changed elsewhere, or it may have been sent")
        case .sent(let sent): try await settle(action, last, sent, since: since)
        case .leftover(let leftover):
            tellRefusals(action, leftover.refusals)
            try await leave(action, last, leftover)
        case .held(let message, let hold): try await keep(action, last, held: hold, as: message, since: since)
        case .nowhere, .uncertain:
            try await stop(
                action, whileSending: "it may have been sent: look in your sent mail before you send it again")
        }
        return false
    }

    private func settle(_ action: Action, _ order: RemoteSubmission, _ sent: RemoteSent, since: String?)
        async throws(Failure)
    {
        try await keep(since: since) { try $0.sent(action, as: sent.message, left: sent.id) }
        tellSent(action, order, sent)
    }

    func tellSent(_ action: Action, _ order: RemoteSubmission, _ sent: RemoteSent) {
        guard sent.refusals.isEmpty else { return tellRefusals(action, sent.refusals) }
        board.tell(.sent(action, recipients: order.recipients.count))
    }

    func tellRefusals(_ action: Action, _ refusals: [String: String]) {
        guard !refusals.isEmpty else { return }
        let who = refusals.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
        board.tell(.partlySent(action, message: who))
    }

    func stop(_ action: Action, whileSending reason: String) async throws(Failure) {
        try await orStore { () async throws(StoreError) in try await stop(action, reason) }
    }

    func orStore(_ body: () async throws(StoreError) -> Void) async throws(Failure) {
        do throws(StoreError) { try await body() } catch { throw .store(error) }
    }
}
