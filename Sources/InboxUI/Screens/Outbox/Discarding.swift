import InboxKit
import InboxModel

/// The words for discarding an action from the outbox, and its consequences.
struct Discarding: Hashable {
    var title = "Discard this?"
    var text: String
    var deed = "discard"
    var other = "keep it"
    /// The message once it is done.
    var done: String

    init(_ action: Action) {
        let mayHaveArrived =
            [.unknown, .sending, .unreadable].contains(action.state) || action.mayHaveBeenSent
        switch action.command {
        case _ where action.mayBeHeldByServer:
            title = "Take it back from the server?"
            text = "The server is asked not to send it; then it is a draft again."
            (deed, other) = ("take it back", "let it go out")
            done = "Asking the server to give it back"
        case _ where action.wasSent:
            text = "It was sent. Its server also has it as a draft, and will no longer be asked to change that."
            done = "Discarded; it was sent, and stays among the drafts"
        case .sendDraft where mayHaveArrived, .bounce where mayHaveArrived:
            text = "It may have been sent already, which discarding does not take back. Look in your sent mail."
            done = "Discarded; look in your sent mail to see whether it went out"
        case .sendDraft:
            text = "It will not be sent; the draft stays."
            done = "Discarded; the draft stays"
        case .bounce:
            text = "It will not be redirected, and undo can't bring it back."
            done = "Discarded; it is not redirected"
        case .saveDraft:
            text = "The server does not get this text, and what is not saved is not sent. The draft stays here."
            done = "Discarded; the draft stays here"
        case .uploadFile:
            text = "Its message is not sent without it: it waits until you open it or release it."
            done = "Discarded; its message waits for you"
        default:
            text = "What it changed is undone, and can't be redone."
            if mayHaveArrived { text = "The server may have done it already. " + text }
            done = "Discarded; what it had changed is undone"
        }
    }
}
