import InboxModel
import InboxRemote
import InboxStore

/// Passing a message on, exactly once. What goes out was settled when the user asked for it: bytes and order are kept.
extension ActionSender {
    private static let openText = "it may have been passed on: look in your sent mail before you send it again"

    func bounce(_ action: Action, _ file: FileID) async throws(Failure) {
        guard let bytes = try read({ try $0.upload(file) })?.bytes, var order = RemoteSubmission(detail: action.detail)
        else {
            return try await stop(action, whileSending: "what was to be passed on cannot be read: pass it on again")
        }
        let since = try state()
        let service = service
        if action.state == .unknown {
            let last = order
            let found = try await remote { () async throws(RemoteError) in
                try await service.whereabouts(ofResent: bytes, last)
            }
            switch found {
            case .sent(let message): return try await keep(since: since) { try $0.bounced(action, file, as: message) }
            case .held(let message, _):
                return try await keep(since: since) { try $0.bounced(action, file, as: message) }
            case .uncertain: return try await stop(action, whileSending: Self.openText)
            case .nowhere, .draft: if try await isQuiet(action, last) { return }
            }
        }
        order.state = try await remote { () async throws(RemoteError) in try await service.stateBeforeSending() }
        let wasOpen = action.state == .unknown
        let action = try await begin(action, detail: order.detail)
        let new = order
        do throws(Failure) {
            let sent = try await remote { () async throws(RemoteError) in try await service.resend(bytes, new) }
            try await keep(since: since) { try $0.bounced(action, file, as: sent.message) }
            tellRefusals(action, sent)
        } catch {
            guard case .remote(let error) = error else { throw error }
            if error.isPutOff { return try await putOff(action, new, error) }
            guard error.leavesOpenWhetherSent(wasOpen: wasOpen) else { throw Failure.remote(error) }
            try await leaveOpen(action, new, error)
        }
    }
}
