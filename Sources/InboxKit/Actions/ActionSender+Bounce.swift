import InboxModel
import InboxRemote
import InboxStore

/// Sending a whole message as it is, exactly once: one that is redirected, or was signed or encrypted. Its bytes and order were
/// fixed, and stored, when the user asked to send it.
extension ActionSender {
    func bounce(_ action: Action, _ file: FileID) async throws(Failure) {
        guard let bytes = try read({ try $0.upload(file) })?.bytes, let order = action.order
        else {
            return try await stop(action, whileSending: "the message to redirect can't be read: redirect it again")
        }
        try await resend(
            action, bytes, order,
            whenOpen: "it may have been redirected: look in your sent mail before you send it again"
        ) { transaction, sent in try transaction.bounced(action, file, as: sent.message) }
    }

    /// Sends a draft that was signed or encrypted: the sealed message leaves, and never the draft itself.
    func submit(sealed id: MessageID, _ action: Action) async throws(Failure) {
        guard let draft = try read({ try $0.remoteDraft(id) }), let bytes = try read({ try $0.sealed(id) }) else {
            return try await stop(
                action, whileSending: "it was to be signed or encrypted and is not: open it, and send it again")
        }
        // A version of the draft that the server may have is deleted when the message is sent.
        let order = RemoteSubmission(
            draft: draft.id ?? RemoteID(""), messageIDHeader: draft.messageIDHeader, from: draft.from,
            recipients: DraftContent(to: draft.to, cc: draft.cc, bcc: draft.bcc).recipients)
        try await resend(
            action, bytes, order, whenOpen: "it may have been sent: look in your sent mail before you send it again"
        ) { transaction, sent in try transaction.sent(action, as: sent.message, left: sent.id) }
    }

    /// Whether the message waits here because its time has not come. A server that holds mail would first need it as a draft.
    private func waitsHere(_ action: Action) async throws(Failure) -> Bool {
        guard let due = action.due else { return false }
        guard due > now() else { return try await waits(action, for: due) }
        try await write { try $0.waits(action.id) }
        return true
    }

    /// Deletes the draft of an order whose answer was lost, which that request would have done, too.
    private func deleteDraft(of order: RemoteSubmission) async {
        if !order.draft.rawValue.isEmpty { _ = try? await service.deleteDraft(order.draft, version: nil) }
    }

    /// - Parameters:
    ///   - openText: the reason to show if nobody can tell whether it was sent.
    ///   - settle: stores that it was sent.
    private func resend(
        _ action: Action, _ bytes: [UInt8], _ order: RemoteSubmission, whenOpen openText: String,
        _ settle: @escaping @Sendable (StoreTransaction, RemoteSent) throws -> Void
    ) async throws(Failure) {
        let since = try state()
        var order = order
        var looked: RemoteSubmission?
        if let last = action.order, action.state == .unknown || last.left != nil {
            try await reopen(action, last)
            let found = try await remote { () async throws(RemoteError) in
                try await service.whereabouts(ofResent: bytes, last)
            }
            switch found {
            case .sent(let sent):
                await deleteDraft(of: last)
                try await keep(since: since) { try settle($0, sent) }
                return tellSent(action, last, sent)
            case .held(let message, let hold):
                await deleteDraft(of: last)
                return try await keep(since: since) { try settle($0, RemoteSent(message: message, id: hold.message)) }
            case .leftover(let leftover):
                tellRefusals(action, leftover.refusals)
                return try await leave(action, last, leftover)
            case .uncertain: return try await stop(action, whileSending: openText)
            case .nowhere, .draft: if try await isQuiet(action, last) { return }
            }
            looked = last
        }
        // Not before it is known that it was not sent: an action that waits is later sent without a check.
        if try await waitsHere(action) { return }
        if let last = action.order { order.putOff = last.putOff }
        order.state = try await stateToOrder(after: looked)
        let wasOpen = action.state == .unknown && looked?.isRefused != true
        let action = try await begin(action, detail: order.detail)
        let new = order
        do throws(Failure) {
            let sent = try await remote { () async throws(RemoteError) in try await service.resend(bytes, new) }
            await carriedOut(action, boundTo: new.state)
            if let leftover = sent.leftover {
                tellRefusals(action, sent.refusals)
                return try await leave(action, new, leftover)
            }
            try await keep(since: since) { try settle($0, sent) }
            tellSent(action, new, sent)
        } catch {
            guard case .remote(let error) = error else { throw error }
            if error.isPutOff { return try await putOff(action, new, error, wasOpen: wasOpen) }
            guard error.leavesOpenWhetherSent(wasOpen: wasOpen) else { throw Failure.remote(error) }
            try await leaveOpen(action, new, error)
        }
    }
}
