import InboxModel
import InboxRemote
import InboxStore

extension RemoteError {
    /// Whether a gateway may have reported the error, so that the server itself may still be at work (RFC 9110 §15.6.3 to §15.6.5).
    var isOfGateway: Bool {
        guard !isBeforeWork, case .busy(let status, _) = reason else { return false }
        return (502...504).contains(status)
    }

    /// Whether the server was reached, whatever it answered.
    var isAnswer: Bool {
        switch reason {
        case _ where ownFailure != nil: false
        case .busy, .unreadableAnswer: true
        default: false
        }
    }

    /// Whether the mail server behind the server wants to be asked again later: the message was certainly not sent.
    var isPutOff: Bool {
        guard type == Self.forbiddenToSend, case .retry = nextStep else { return false }
        return true
    }

    /// Whether the client must look before sending again: the draft has changed, or another request of ours is still in progress.
    /// - Parameter wasOpen: whether an earlier order may be under way, and may have changed the state.
    func leavesOpenWhetherSent(wasOpen: Bool) -> Bool {
        switch reason {
        case .conflict, .notFound: true
        default: isOfGateway || wasOpen && type == Self.stateMismatch
        }
    }
}
