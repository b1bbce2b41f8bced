public import InboxKit
import InboxModel

extension Wording {
    /// Says what an account and its server are doing.
    public static func sentence(_ phase: AccountStatus.Phase) -> String {
        switch phase {
        case .idle: "Nothing runs here; another Maraca may sync this mailbox."
        case .paused: "Paused by you. What you do stays queued."
        case .connecting: "Connecting."
        case .live: "Connected; the server reports changes at once."
        case .polling: "Connected; checking for changes now and then."
        case .offline(let error, _): sentence(error)
        case .signedOut(let message):
            "The server refused the sign-in" + (message.isEmpty ? "." : ": \(line(message))") + " Sign in again."
        case .noSecret(let error): sentence(error)
        case .storeFailed(let error): "Mail can't be stored. \(sentence(error))"
        }
    }

    /// Says how many items of a server could not be read; nil where all could.
    public static func leftOut(_ count: Int) -> String? {
        switch count {
        case ...0: nil
        case 1: "One thing that the server sent can't be read, and is missing here."
        default: "\(number(count)) things that the server sent can't be read, and are missing here."
        }
    }
}
