import InboxModel
import InboxRemote

extension RemoteError {
    /// It comes from in between: the server itself may still be at work (RFC 9110 §15.6.3, §15.6.5).
    var isOfGateway: Bool { if case .busy(let status, _) = reason { status == 502 || status == 504 } else { false } }

    /// The mail server behind the server wants to be asked again: what it was to send is surely not sent.
    var isPutOff: Bool {
        guard type == Self.forbiddenToSend, case .retry = nextStep else { return false }
        return true
    }

    /// The draft is not what it was, or another request of ours is still at it: one has to look.
    /// - Parameter wasOpen: whether an order before this one may be under way. Then it may be the one that changed the state.
    func leavesOpenWhetherSent(wasOpen: Bool) -> Bool {
        switch reason {
        case .conflict, .notFound: true
        default: isOfGateway && !isBeforeWork || wasOpen && type == Self.stateMismatch
        }
    }
}
