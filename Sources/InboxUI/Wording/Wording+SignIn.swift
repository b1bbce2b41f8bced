public import InboxKit
public import InboxModel

extension Wording {
    /// Says why an account could not be added: it has no mail here yet, and nothing in the queue.
    public static func signIn(_ error: SessionError) -> String { LoginFailure(error)?.text ?? sentence(error) }

    /// - Parameter isInBrowser: whether a web page asked for the password.
    public static func signIn(_ error: RemoteError, isInBrowser: Bool) -> String {
        LoginFailure(error, isInBrowser: isInBrowser)?.text ?? sentence(error)
    }
}
