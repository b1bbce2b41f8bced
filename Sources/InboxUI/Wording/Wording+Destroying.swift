import InboxKit
import InboxModel

extension Wording {
    /// Says what was deleted for good.
    /// - Parameter nothing: the sentence where there was nothing to delete.
    static func sentence(_ destroyed: Destroyed, orNothing nothing: String) -> String {
        let count = destroyed.count
        guard let failure = destroyed.failure, count > 0 || destroyed.isInDoubt else {
            return count == 0 ? nothing : "Deleted for good: \(Self.count(count, "message"))"
        }
        let some = count == 0 ? "" : "Deleted for good: \(Self.count(count, "message")). Then: "
        guard destroyed.isInDoubt else { return some + deleting(failure, after: count) }
        return some
            + "The server did not say whether it deleted \(count == 0 ? "anything" : "more"). What it deleted will disappear here when it answers again."
    }

    /// Says why nothing, or nothing more, was deleted for good. Such a deletion is never queued.
    /// - Parameter count: how many messages are gone already.
    static func deleting(_ error: SessionError, after count: Int = 0) -> String {
        guard case .remote(let remote) = error else { return sentence(error) }
        let why: String
        switch remote.reason {
        case .unreachable: why = "The server can't be reached."
        case .busy, .limited: why = "The server can't do it now\(quoted(remote.summary))."
        case .unsupported: return "This server can't delete mail for good."
        default: return sentence(error)
        }
        let rest = count == 0 ? "Nothing was deleted" : "The rest is still there"
        return "\(why) \(rest), and nothing is queued: try again later."
    }
}

extension Destroyed {
    /// The kind of the message that says so.
    var kind: ToastKind { failure != nil ? .failure : count == 0 ? .warning : .done }
}
